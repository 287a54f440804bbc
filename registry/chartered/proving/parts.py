"""Parts of a proof: steps as data, each about formulas that algebra or balls decide.

A formula is a text, a function whose arguments are letters, or a number; letters are hunted where the claim's notation
says, or where the part does (`over`)."""

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
"""What an identity is rewritten by: powers, and before them positive parts whose sign is certain."""


class Part(Protocol):
    """A part of a proof: one step, or several."""

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The steps, and what became of them."""


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
        """By algebra, or balls at random points."""
        (left, right), hunted = reader.read(self.over, self.left, self.right)
        more: dict[str, Any] = {"points": self.points, "rewrites": self.rewrites}
        return [(self.label, same(left, right, " ".join(hunted), hunted, effort, **more))]


@dataclass(frozen=True)
class SameParts(Same):
    """The same of formulas with positive parts."""

    rewrites: Sequence[Rewrite] = PARTS


@dataclass(frozen=True)
class Positive:
    """The formula is above 0 for all values of the letters, of those in `zero` also for 0. Without letters it is a
    number."""

    label: str
    of: Written
    over: Over = field(default_factory=dict)
    zero: str = ""
    points: int = 12
    strict: ClassVar[bool] = True

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or balls at random points."""
        (read,), hunted = reader.read(self.over, self.of)
        more: dict[str, Any] = {"strict": self.strict, "zero": self.zero.split(), "points": self.points}
        return [(self.label, sign_of(read, " ".join(hunted), hunted, effort, **more))]


@dataclass(frozen=True)
class Nonnegative(Positive):
    """The formula is not below 0."""

    strict: ClassVar[bool] = False


@dataclass(frozen=True)
class Slope:
    """The derivative of the formula by one of its letters."""

    label: str
    of: Written
    by: str
    slope: Written
    over: Over = field(default_factory=dict)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or balls at random points. Raises ValueError for a letter that a variable reaches."""
        (of, slope), hunted = reader.read(self.over, self.of, self.slope)
        place = reader.place_of(self.by, self.over, self.of, self.slope)
        found = derivative_is(of, place, slope, " ".join(hunted), hunted, effort=effort)
        return [(self.label, found)]


@dataclass(frozen=True)
class Tends:
    """The limit of the formula as one of its letters goes to 0 from above, or to "inf"."""

    label: str
    of: Written
    by: str
    to: int | str
    limit: Written
    over: Over = field(default_factory=dict)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra. Raises ValueError for a letter that a variable reaches."""
        ranges = reader.notation.ranges_of(self.over, self.of, self.limit)
        place = reader.place_of(self.by, self.over, self.of, self.limit)
        of, others = reader.formula(self.of, ranges), {name: one for name, one in ranges.items() if name != self.by}
        hunted = {letter: one.ends for letter, one in ranges.items()}
        limit = reader.formula(self.limit, others)
        return [(self.label, tends(of, place, self.to, limit, " ".join(hunted), hunted, effort))]


@dataclass(frozen=True)
class Touches:
    """The formula is not below 0 for all values of a letter: where that is `at`, value and slope are 0, and the
    curvature is positive everywhere."""

    of: Written
    by: str
    at: Written
    over: Over = field(default_factory=dict)
    label: str = ""

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or balls at random points."""
        found = reader.notation.ranges_of(self.over, self.of)
        ranges = {self.by: found[self.by], **found}
        others = {letter: one for letter, one in ranges.items() if letter != self.by}
        hunted = {letter: one.ends for letter, one in ranges.items()}
        of, at = reader.formula(self.of, ranges), reader.formula(self.at, others)
        contact = touches(of, at, " ".join(hunted), hunted, effort)
        return [(f"{self.label}: {label}" if self.label else label, verdict) for label, verdict in contact]


@dataclass(frozen=True)
class Certain:
    """A number is certainly above 0 (balls); so are `values` of letters, exact numbers."""

    label: str
    of: Written
    values: Mapping[str, int | Fraction] = field(default_factory=dict)
    bits: int = 256

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls."""
        return [certain(self.label, reader.number(self.of, self.values), self.bits)]


@dataclass(frozen=True)
class Between:
    """A number lies strictly between two decimals."""

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
    """A number rounds to a printed decimal."""

    label: str
    of: Written
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        return rounds(self.label, reader.number(self.of), self.printed)


@dataclass(frozen=True)
class Crosses:
    """The eps at which a profile, `delta(xp, eps)`, falls to the target rounds to a printed decimal."""

    label: str
    delta: Callable[[Any, Fraction], Any]
    target: Fraction
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        return crosses(self.label, self.delta, self.target, self.printed)


@dataclass(frozen=True)
class Covered:
    """The formula is above 0 on a whole box, which balls cover; cut at geometric means along the letters in `log`, and
    with the derivatives by SymPy where it is `sloped`."""

    label: str
    of: Written
    box: Mapping[str, Ends]
    log: str = ""
    bits: int = 64
    sloped: bool = False

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By branch and bound. Raises ValueError for a letter that the box does not have."""
        sides = of_each(self.box)
        if outside := set(reader.notation.ranges_of(self.box, self.of)) - set(sides):
            raise ValueError(f"the box says nothing of {', '.join(sorted(outside))}")
        of, box = reader.formula(self.of, sides), [side.ends for side in sides.values()]
        more: dict[str, Any] = {}
        if self.sloped:
            more["derivatives"] = partials(of, sympy.symbols(list(sides), positive=True))
        axes = [axis for axis, letter in enumerate(sides) if letter in self.log.split()]
        return [(self.label, prove_positive(of, box, log_axes=axes, bits=self.bits, **more))]


@dataclass(frozen=True)
class Shown:
    """A step that another check decides."""

    label: str
    check: Check

    @property
    def why(self) -> str:
        """Why the check proves nothing, where it says so."""
        return getattr(self.check, "why", "")

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """As that check does."""
        return [(self.label, self.check(effort))]


@dataclass(frozen=True)
class Claimed:
    """Another claim as a step: the one entered in a book under that name."""

    label: str
    book: Book
    name: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """As that claim is decided."""
        return [(self.label, self.book.verdict(self.name, effort))]
