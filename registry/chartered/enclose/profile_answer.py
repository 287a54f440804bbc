"""The certified answer of a profile to a question."""

from __future__ import annotations

from chartered_verify.enclosure import Enclosure
from msgspec import Struct


class Enclosed(Struct, frozen=True):
    """The certified answer of a profile to a question.

    `bound`: an enclosure of the profile's value. `exact`: whether its lower end also bounds the mechanism's own value.
    `why`: the reason if it is infinite. `tail`: for mu, the tail limit mu_t of the profile, if known. `under`: an
    enclosure whose lower end is another lower bound, which the profile proves although it is not exact."""

    bound: Enclosure
    exact: bool
    why: str | None = None
    tail: float | None = None
    under: Enclosure | None = None

    @property
    def below(self) -> Enclosure | None:
        """The enclosure whose lower end bounds the mechanism's own value, or None."""
        return self.bound if self.exact else self.under

    @property
    def finite(self) -> bool:
        """Whether some number is proved to be no smaller, of whatever size: a double may not hold it."""
        return self.bound.hi.is_finite()
