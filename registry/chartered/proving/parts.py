"""Parts of a proof: steps as data, each about formulas that computer algebra or ball arithmetic decides.

A formula is a text, a function whose arguments are letters, or a number. Counterexamples are searched in the ranges of
the letters that the claim's notation states, or that the part states (`over`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from chartered_verify.algebra.vanishing import Rewrite
from chartered_verify.forms.algebraic import partials
from chartered_verify.heavy import sympy
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Check, Effort

from .book import Book
from .decimals import crosses, rounds
from .notation import Written
from .positive_parts import resolved
from .powers import rational_in_powers
from .ranges import Ends, Over, of_each
from .reading import Reader
from .steps import Step, certain, derivative_is, same, sign_of, tends, touches

POWERS: tuple[Rewrite, ...] = (rational_in_powers,)
PARTS: tuple[Rewrite, ...] = (resolved, rational_in_powers)
"""The rewritings of an identity: `POWERS` makes powers symbols, `PARTS` first replaces positive parts whose sign is
certain."""


class Part(Protocol):
    """A part of a proof: one step, or several."""

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The steps, each with its verdict."""


@dataclass(frozen=True)
class Same:
    """left = right for all values of the letters."""

    label: str
    left: Written
    right: Written
    over: Over = field(default_factory=dict)
    rewrites: Sequence[Rewrite] = POWERS
    points: int = 12

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points."""
        (left, right), hunted = reader.read(self.over, self.left, self.right)
        more: dict[str, Any] = {"points": self.points, "rewrites": self.rewrites}
        return [(self.label, same(left, right, " ".join(hunted), hunted, effort, **more))]


@dataclass(frozen=True)
class SameParts(Same):
    """left = right for formulas with positive parts max(0, x)."""

    rewrites: Sequence[Rewrite] = PARTS


@dataclass(frozen=True)
class Positive:
    """The formula is positive for all positive values of the letters; for letters in `zero` also at 0. Without letters
    it is a number."""

    label: str
    of: Written
    over: Over = field(default_factory=dict)
    zero: str = ""
    points: int = 12
    strict: ClassVar[bool] = True

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points."""
        (read,), hunted = reader.read(self.over, self.of)
        more: dict[str, Any] = {"strict": self.strict, "zero": self.zero.split(), "points": self.points}
        return [(self.label, sign_of(read, " ".join(hunted), hunted, effort, **more))]


@dataclass(frozen=True)
class Nonnegative(Positive):
    """The formula is nonnegative for all values of the letters."""

    strict: ClassVar[bool] = False


@dataclass(frozen=True)
class Slope:
    """The derivative of the formula `of` with respect to the letter `by` is `slope`."""

    label: str
    of: Written
    by: str
    slope: Written
    over: Over = field(default_factory=dict)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points. Raises ValueError if `by` is a letter that is itself a function of
        a variable."""
        (of, slope), hunted = reader.read(self.over, self.of, self.slope)
        place = reader.place_of(self.by, self.over, self.of, self.slope)
        found = derivative_is(of, place, slope, " ".join(hunted), hunted, effort=effort)
        return [(self.label, found)]


@dataclass(frozen=True)
class Tends:
    """The limit of the formula as the letter `by` tends to 0 from above, or to "inf", is `limit`."""

    label: str
    of: Written
    by: str
    to: int | str
    limit: Written
    over: Over = field(default_factory=dict)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra. Raises ValueError if `by` is a letter that is itself a function of a variable."""
        ranges = reader.notation.ranges_of(self.over, self.of, self.limit)
        place = reader.place_of(self.by, self.over, self.of, self.limit)
        of, others = reader.formula(self.of, ranges), {name: one for name, one in ranges.items() if name != self.by}
        hunted = {letter: one.ends for letter, one in ranges.items()}
        limit = reader.formula(self.limit, others)
        return [(self.label, tends(of, place, self.to, limit, " ".join(hunted), hunted, effort))]


@dataclass(frozen=True)
class Touches:
    """The formula is nonnegative for all values of the letter `by`: at `at` its value and its derivative are 0, and its
    second derivative is positive everywhere."""

    of: Written
    by: str
    at: Written
    over: Over = field(default_factory=dict)
    label: str = ""

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points."""
        found = reader.notation.ranges_of(self.over, self.of)
        ranges = {self.by: found[self.by], **found}
        others = {letter: one for letter, one in ranges.items() if letter != self.by}
        hunted = {letter: one.ends for letter, one in ranges.items()}
        of, at = reader.formula(self.of, ranges), reader.formula(self.at, others)
        contact = touches(of, at, " ".join(hunted), hunted, effort)
        return [(f"{self.label}: {label}" if self.label else label, verdict) for label, verdict in contact]


@dataclass(frozen=True)
class Certain:
    """The number is positive, by ball arithmetic; `values` are exact numbers for the letters of the formula."""

    label: str
    of: Written
    values: Mapping[str, int | Fraction] = field(default_factory=dict)
    bits: int = 256

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls."""
        return [certain(self.label, reader.number(self.of, self.values), self.bits)]


@dataclass(frozen=True)
class Between:
    """The number lies strictly between two decimals."""

    label: str
    of: Written
    low: str
    high: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from above and from below."""
        value = reader.number(self.of)
        return [
            certain(f"{self.label} is below {self.high}", lambda xp: xp.number(Fraction(self.high)) - value(xp)),
            certain(f"and above {self.low}", lambda xp: value(xp) - xp.number(Fraction(self.low))),
        ]


@dataclass(frozen=True)
class Rounds:
    """The number rounds to a printed decimal."""

    label: str
    of: Written
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        return rounds(self.label, reader.number(self.of), self.printed)


@dataclass(frozen=True)
class Crosses:
    """The eps at which a profile, `delta(xp, eps)`, decreases to the target rounds to a printed decimal."""

    label: str
    delta: Callable[[Any, Fraction], Any]
    target: Fraction
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        return crosses(self.label, self.delta, self.target, self.printed)


@dataclass(frozen=True)
class Covered:
    """The formula is positive on a whole box, proved in ball arithmetic. Boxes are bisected at geometric means along
    the letters in `log`; with `sloped`, derivatives by SymPy are used for the mean-value form."""

    label: str
    of: Written
    box: Mapping[str, Ends]
    log: str = ""
    bits: int = 64
    sloped: bool = False

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By branch and bound. Raises ValueError for a letter without a side of the box."""
        sides = of_each(self.box)
        if outside := set(reader.notation.ranges_of(self.box, self.of)) - set(sides):
            raise ValueError(f"the box has no side for {', '.join(sorted(outside))}")
        of, box = reader.formula(self.of, sides), [side.ends for side in sides.values()]
        more: dict[str, Any] = {}
        if self.sloped:
            more["derivatives"] = partials(of, sympy.symbols(list(sides), positive=True))
        axes = [axis for axis, letter in enumerate(sides) if letter in self.log.split()]
        return [(self.label, prove_positive(of, box, log_axes=axes, bits=self.bits, **more))]


@dataclass(frozen=True)
class Shown:
    """A step that a check decides."""

    label: str
    check: Check

    @property
    def why(self) -> str:
        """The reason why the check proves nothing, if it states one."""
        return getattr(self.check, "why", "")

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The verdict of the check."""
        return [(self.label, self.check(effort))]


@dataclass(frozen=True)
class Claimed:
    """The claim `name` of a book as a step."""

    label: str
    book: Book
    name: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The verdict of that claim."""
        return [(self.label, self.book.verdict(self.name, effort))]
