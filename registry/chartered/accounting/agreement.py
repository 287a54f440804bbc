"""Agreement: two answers to one question that exclude each other are no answers. One of the theorems behind them is
false."""

from __future__ import annotations

from collections.abc import Sequence

from chartered_verify.enclosure import Enclosure, Side

from ..enclose.certified_bound import CertifiedBound
from ..errors import Contradiction
from ..host.registering import BLOCK
from ..host.registry import Registry


def check_agreement(known: Registry, answers: Sequence[CertifiedBound]) -> None:
    """Raises Contradiction if a sound answer proves at least what another one proves not to be reached: two exact
    intervals that do not overlap, or an upper bound below a lower end."""
    sound = [answer for answer in answers if answer.side is not Side.HEURISTIC]
    ends = [(answer, below) for answer in sound if (below := _proved_below(answer)) is not None]
    for low, below in ends:
        for high in sound:
            if below.lo > high.enclosed.bound.hi:
                raise _contradiction(known, low, below, high)


def _proved_below(answer: CertifiedBound) -> Enclosure | None:
    """What the answer proves from below of the ledger itself."""
    return answer.enclosed.bound if answer.enclosed.exact else answer.enclosed.under


def _contradiction(known: Registry, low: CertifiedBound, below: Enclosure, high: CertifiedBound) -> Contradiction:
    least = f"{_shown(known, low)} proves at least {below.lower_exact}"
    most = f"{_shown(known, high)} at most {high.enclosed.bound.upper_exact}"
    strangers = sorted({*low.strangers, *high.strangers})
    remedy = f"leave out what you trust less, with {BLOCK}={strangers[0]}, say, and" if strangers else "please"
    message = f"two theorems contradict each other about {low.question}: {least}, {most}"
    return Contradiction(message, f"one of them is false: {remedy} report it to its authors")


def _shown(known: Registry, answer: CertifiedBound) -> str:
    """The last theorem of an answer with its plugin, the path, and the strangers on it."""
    strangers = f", resting on {', '.join(answer.strangers)}" if answer.strangers else ""
    return f"{known.theorem(answer.theorem).named} ({' > '.join(answer.path)}{strangers})"
