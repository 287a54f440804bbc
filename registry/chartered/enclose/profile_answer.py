"""What a profile says to a question, certified."""

from __future__ import annotations

from dataclasses import dataclass

from chartered_verify.enclosure import Enclosure


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What a profile says to a question: an enclosure of its bound, whether its low end also bounds the truth, and why
    if infinite.

    For mu also the tail limit mu_t of the profile, where it is known. `under` is what else the profile proves from
    below."""

    bound: Enclosure
    exact: bool
    why: str | None = None
    tail: float | None = None
    under: Enclosure | None = None
