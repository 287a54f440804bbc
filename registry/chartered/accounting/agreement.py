"""Consistency of answers: if two sound answers to one question exclude each other, a theorem behind them is false."""

from __future__ import annotations

from collections.abc import Sequence

from chartered_verify.enclosure import Enclosure, Side

from ..enclose.certified_bound import CertifiedBound
from ..errors import Contradiction
from ..host.registering import BLOCK
from ..host.registry import Registry


def check_agreement(known: Registry, answers: Sequence[CertifiedBound]) -> None:
    """Raises Contradiction if the lower end of one sound answer is above the upper end of another."""
    sound = [answer for answer in answers if answer.side is not Side.HEURISTIC]
    ends = [(answer, below) for answer in sound if (below := answer.enclosed.below) is not None]
    for low, below in ends:
        for high in sound:
            if below.lo > high.enclosed.bound.hi:
                raise _contradiction(known, low, below, high)


def _contradiction(known: Registry, low: CertifiedBound, below: Enclosure, high: CertifiedBound) -> Contradiction:
    least = f"{_shown(known, low)} proves at least {below.lower_exact}"
    most = f"{_shown(known, high)} at most {high.enclosed.bound.upper_exact}"
    strangers = sorted({*low.strangers, *high.strangers})
    remedy = f"leave out what you trust less, with {BLOCK}={strangers[0]}, say, and" if strangers else "please"
    message = f"two theorems contradict each other about {low.question}: {least}, {most}"
    return Contradiction(message, f"one of them is false: {remedy} report it to its authors")


def _shown(known: Registry, answer: CertifiedBound) -> str:
    """The last theorem of an answer with its plugin, its path, and the third-party plugins on it."""
    strangers = f", resting on {', '.join(answer.strangers)}" if answer.strangers else ""
    return f"{known.theorem(answer.theorem).named} ({' > '.join(answer.path)}{strangers})"
