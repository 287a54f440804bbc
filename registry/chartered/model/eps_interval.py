"""Intervals of eps on which a mu must hold, and the mass of a failure."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from ..errors import BadValue
from .exact_numbers import Exact, exact, plain


class Stretch(Struct, frozen=True):
    """The interval of eps on which a mu must hold, perhaps except for a failure.

    Args:
        start: The lower end, at least 0.
        stop: The upper end; None: infinity.
        failure: The mass d of a failure event: delta(eps) may be up to d + (1 - d) delta_mu(eps), the profile of a
            mechanism that discloses everything with probability d and is mu-GDP otherwise. Not beside ends.

    Examples:
        >>> print(ch.Stretch(), ch.Stretch(stop=ch.HALF))
        [0, inf) [0, 0.5]
    """

    start: Fraction = Fraction(0)
    stop: Fraction | None = None
    failure: Fraction = Fraction(0)

    @classmethod
    def asked(cls, head: Exact | None, tail: Exact | None, failure: Exact | None) -> Stretch:
        """The interval that a user asks for, by one of its ends or by a failure.

        Args:
            head: The upper end, above 0, or None.
            tail: The lower end, at least 0, or None.
            failure: The probability of a failure, above 0 and below 1, or None.

        Returns:
            The interval.

        Raises:
            BadValue: Several are given, or the probability is 0.

        Examples:
            >>> print(ch.Stretch.asked(None, 2, None))
            [2, inf)
        """
        named = [name for name, x in (("head", head), ("tail", tail), ("failure", failure)) if x is not None]
        if len(named) > 1:
            raise BadValue(f"a {named[0]} and a {named[1]} are both given", "ask for one at a time")
        mass = Fraction(0) if failure is None else exact(failure, "failure", up=False)
        if failure is not None and mass == 0:
            raise BadValue("failure is 0", "leave it out for a mu that holds always")
        start = Fraction(0) if tail is None else exact(tail, "tail", up=False)
        return cls(start, None if head is None else exact(head, "head", up=True), mass)

    def check(self) -> None:
        """Checks the ends and the failure.

        Raises:
            BadValue: One of them is out of range, or a failure stands beside an end.

        Examples:
            >>> ch.Stretch(failure=ch.HALF).check()
        """
        if not 0 <= self.failure < 1:
            raise BadValue(f"failure is {plain(self.failure)}", "it is the probability of a failure, below 1")
        if self.start < 0:
            raise BadValue(f"tail is {plain(self.start)}", "it is the eps from which on mu must hold, at least 0")
        if self.stop is not None and self.stop <= 0:
            raise BadValue(f"head is {plain(self.stop)}", "it is the eps up to which mu must hold, above 0")
        if self.failure and (self.start or self.stop is not None):
            raise BadValue("a failure and an end are both given", "ask for one at a time")

    def where(self, number: Callable[[Fraction], str] = plain) -> str:
        """The eps for which a mu is proved, in words, with numbers written by `number`.

        Examples:
            >>> ch.Stretch(stop=ch.HALF).where()
            'for epsilon <= 0.5 only'
        """
        if self.failure:
            return f"except for a failure of probability {number(self.failure)}"
        if self.stop is not None:
            return f"for epsilon <= {number(self.stop)} only"
        return f"for epsilon >= {number(self.start)}" + (" only" if self.start else "")

    def __str__(self) -> str:
        if self.failure:
            return f"[0, inf) except for a failure of probability {plain(self.failure)}"
        return f"[{plain(self.start)}, inf)" if self.stop is None else f"[{plain(self.start)}, {plain(self.stop)}]"


EVERYWHERE = Stretch()
