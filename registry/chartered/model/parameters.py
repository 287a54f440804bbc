"""Parameters of mechanisms, as a plugin declares them, with their admissible values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..display import one_line
from ..errors import BadValue
from .exact_numbers import exact, plain

Setting: TypeAlias = Fraction | str | bool
"""The value of a parameter: an exact number, text (one word, or several numbers with colons between them), or a
flag."""
MOST_NUMBERS = 64
"""The largest number of numbers in one parameter that takes several, unless it states another one."""


def numbers_in(value: object) -> list[object]:
    """The numbers of a list, a tuple or an array, or between the colons of a text; none of anything else."""
    if isinstance(value, str | int | float | Fraction):
        return list(str(value).split(":"))
    as_list = getattr(value, "tolist", None)
    listed = as_list() if callable(as_list) else value
    return list(listed) if isinstance(listed, list | tuple) else []


class Parameter(Struct, frozen=True):
    """One parameter of a mechanism, with its admissible values.

    A parameter without a `default` must be given, unless the mechanism lists it in `either` or it is `optional`.

    Args:
        name: The name that users write, with hyphens.
        meaning: What it is, in a few words, with its unit.
        low: The lower limit of a number; None: no limit.
        high: The upper limit of a number; None: no limit.
        open_low: Whether the lower limit itself is excluded.
        open_high: Whether the upper limit itself is excluded.
        integer: Whether it is a whole number.
        words: The words that it may be, if it is no number.
        flag: Whether it is true or false.
        many: Whether it is a list of numbers with colons between them, each within the limits, kept as text in
            canonical spelling.
        most_numbers: The largest length of such a list.
        with_: Another parameter, without which this one may not be given.
        at_most: Another parameter, whose value this one may not exceed.
        default: The value where it is not given. The default of a number may be a word for a value that the theorem
            computes (say "optimal"); users may write that word, too.
        optional: Whether it may be left out without a default.
        unless: Another parameter; where it is given, the default is not filled in.
        safer: The direction in which privacy usually increases with all else equal, so that the parameter can be
            calibrated: "larger" or "smaller".
        monotone: The claim that proves this to hold always. Without it, calibration guarantees the calibrated value
            only, and no safer one, and an irrational value is refused, since no decimal beside it is known to cost no
            less.
        monotone_rho: The claim that proves it of the step's own rho alone, where `monotone` is not proved.
        pairwise: Whether that claim is about each pair of neighbours separately, so that it does not apply inside a
            `local` wrapper, where the reports of the other records matter as well.
        also: Names that other tools have for it, which users may write.
        sampling: Where it is given, what outputs say of the sampling beside the mechanism's own words.
        around: The name of a wrapper and of its parameter, if giving this one is to write that wrapper around the step.

    Examples:
        >>> rate = ch.Parameter("rate", "the sampling rate", high=1, safer="smaller")
        >>> rate.wanted
        'a number above 0 and at most 1'
        >>> rate.read(0.1, "poisson"), rate.admits(ch.HALF), rate.nearest(0.25)
        (Fraction(1, 10), True, Fraction(1, 4))
    """

    name: str
    meaning: str
    low: Fraction | int | None = 0
    high: Fraction | int | None = None
    open_low: bool = True
    open_high: bool = False
    integer: bool = False
    words: tuple[str, ...] = ()
    flag: bool = False
    many: bool = False
    most_numbers: int = MOST_NUMBERS
    with_: str = ""
    at_most: str = ""
    default: Setting | int | None = None
    optional: bool = False
    unless: str = ""
    safer: Literal["larger", "smaller"] | None = None
    monotone: str = ""
    monotone_rho: str = ""
    pairwise: bool = False
    also: tuple[str, ...] = ()
    sampling: str = ""
    around: tuple[str, str] | None = None

    @classmethod
    def whole(cls, name: str, meaning: str, low: int = 1, **others: Any) -> Self:
        """A whole number that is at least `low`: how many records there are, say.

        Args:
            name: As for `Parameter`.
            meaning: As for `Parameter`.
            low: The least number that it may be.
            others: As for `Parameter`.

        Returns:
            The parameter.

        Examples:
            >>> ch.Parameter.whole("batch", "how many records a batch has", at_most="n", safer="smaller").wanted
            'a whole number at least 1'
        """
        return cls(name, meaning, low, open_low=False, integer=True, **others)

    def __repr__(self) -> str:
        return one_line(f"<parameter {self.name}: {self.wanted}>")

    @property
    def costlier(self) -> bool | None:
        """The side of a value on which privacy is proved to be less, where an irrational one is read as a decimal.

        Above it (True), below it (False), or None if that is not proved.
        """
        return (self.safer == "smaller") if self.safer and self.monotone and not self.many else None

    def nearest(self, x: float) -> Fraction:
        """The exact number for the double `x`: its shortest decimal form, or the nearest integer."""
        return Fraction(round(x)) if self.integer else exact(x, self.name)

    def read(self, value: object, step: str) -> Setting:
        """The exact setting that a value stands for.

        Args:
            value: What the user wrote: a number, a text or a bool.
            step: What errors call the step.

        Returns:
            A Fraction, a text (one word, or numbers between colons), or a bool.

        Raises:
            BadValue: The value is not admissible; the message names the step, the value and what is.
        """
        what = f"{step}: {self.name}"
        if self.words or self.flag:
            text = str(value).lower() if isinstance(value, bool) else str(value).strip()
            if text not in (self.words or ("true", "false")):
                raise BadValue(f"{what} is {value!r}", f"it must be {self.wanted}")
            return text == "true" if self.flag else text
        if isinstance(self.default, str) and value == self.default:
            return self.default
        if self.many:
            one = replace(self, many=False, monotone="")
            parts = numbers_in(value)
            if not 1 <= len(parts) <= self.most_numbers:
                raise BadValue(f"{what} is {value!r}", f"it must be {self.wanted}")
            return ":".join(plain(number) for part in parts if isinstance(number := one.read(part, step), Fraction))
        number = exact(value, what, up=self.costlier)
        if not self.admits(number):
            raise BadValue(f"{what} is {plain(number)}", f"it must be {self.wanted}")
        return number

    def admits(self, x: Fraction) -> bool:
        """Whether the parameter may have the value `x`."""
        below = self.low is not None and (x <= self.low if self.open_low else x < self.low)
        above = self.high is not None and (x >= self.high if self.open_high else x > self.high)
        return not below and not above and (not self.integer or x.denominator == 1)

    @property
    def shown_default(self) -> str:
        """The default as users write it; empty without one."""
        if self.default is None:
            return ""
        return str(self.default).lower() if isinstance(self.default, str | bool) else plain(Fraction(self.default))

    @property
    def wanted(self) -> str:
        """The admissible values in words."""
        if self.flag:
            return "true or false"
        if self.words:
            return "one of " + ", ".join(self.words)
        parts = []
        if self.low is not None:
            parts.append(f"{'above' if self.open_low else 'at least'} {plain(Fraction(self.low))}")
        if self.high is not None:
            parts.append(f"{'below' if self.open_high else 'at most'} {plain(Fraction(self.high))}")
        within = " " + " and ".join(parts) if parts else ""
        word = f", or {self.default}" if isinstance(self.default, str) else ""
        if self.many:
            return f"numbers{within}, between colons, at most {self.most_numbers}"
        return f"a {'whole ' if self.integer else ''}number{within}{word}"
