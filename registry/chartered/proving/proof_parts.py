"""Parts of a proof: steps as data, each about formulas that computer algebra or ball arithmetic decides.

A formula is a text, a function whose arguments are letters, or a number. Counterexamples are searched in the ranges of
the letters that the claim's notation states, or that the part states (`over`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from chartered_verify.algebra.factor_signs import sign_of
from chartered_verify.algebra.identically_zero import Rewrite
from chartered_verify.forms.proof_chain import Step
from chartered_verify.statements.claim import Check, Effort
from msgspec import Struct, field

from .book import Book
from .formula_reader import Reader
from .notation import Written
from .numeric_proof_parts import (
    Between as Between,
    Certain as Certain,
    Covered as Covered,
    Crosses as Crosses,
    Rounds as Rounds,
)
from .positive_parts import resolved
from .powers import rational_in_powers
from .ranges import Over
from .steps import derivative_is, same, tends, touches

POWERS: tuple[Rewrite, ...] = (rational_in_powers,)
PARTS: tuple[Rewrite, ...] = (resolved, rational_in_powers)
"""The rewritings of an identity: `POWERS` makes powers symbols, `PARTS` first replaces positive parts whose sign is
certain."""


class Part(Protocol):
    """A part of a proof: one step, or several.

    Examples:
        >>> part = proving.Same("the square", "(x + 1)^2", "x^2 + 2*x + 1", {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The steps with their verdicts; `reader` reads formulas in a notation, `effort` limits the checks."""


class Same(Struct, frozen=True):
    """left = right for all values of the letters, by algebra, or by balls at random points.

    Args:
        label: What it states, in words.
        left: A formula: a text, a function f(xp, *letters), or an exact number.
        right: A formula.
        over: The ranges in which balls search for counterexamples, in place of the notation's.
        rewrites: The rewritings that SymPy tries.
        points: The number of random points.

    Examples:
        >>> part = proving.Same("the square", "(x + 1)^2", "x^2 + 2*x + 1", {"x": (0, 9)})
        >>> proving.Proof(proving.Notation(), [part])(proving.Effort()).how[:5]
        'SymPy'
    """

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


class SameParts(Same, frozen=True):
    """left = right for formulas with positive parts max(0, x); the arguments are those of `Same`.

    Examples:
        >>> part = proving.SameParts("one part is 0", "positive(x) + positive(-x)", "x", {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    rewrites: Sequence[Rewrite] = PARTS


class Positive(Struct, frozen=True):
    """The formula is positive for all positive values of the letters, by algebra, or by balls at random points.

    Of a letter whose range begins below 0 it is for all real values.

    Args:
        label: What it states, in words.
        of: A formula; without letters it is a number.
        over: The ranges in which balls search for counterexamples, in place of the notation's.
        zero: The letters that may also be 0, with spaces between them.
        points: The number of random points.

    Examples:
        >>> part = proving.Positive("a sum", "x + 1", {"x": (0, 9)}, zero="x")
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    of: Written
    over: Over = field(default_factory=dict)
    zero: str = ""
    points: int = 12
    strict: ClassVar[bool] = True

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points."""
        (read,), hunted = reader.read(self.over, self.of)
        zero = self.zero.split()
        known = {*reader.notation.ranges, *hunted}
        if unknown := [letter for letter in zero if letter not in known]:
            raise ValueError(f"{self.label}: {', '.join(unknown)} may be 0, and is no letter")
        more: dict[str, Any] = {"strict": self.strict, "zero": [x for x in zero if x in hunted], "points": self.points}
        return [(self.label, sign_of(read, " ".join(hunted), hunted, effort, **more))]


class Nonnegative(Positive, frozen=True):
    """The formula is nonnegative for all values of the letters; the arguments are those of `Positive`.

    Examples:
        >>> part = proving.Nonnegative("a square", "x^2 - 2*x + 1", {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    strict: ClassVar[bool] = False


class Slope(Struct, frozen=True):
    """The derivative of a formula with respect to a letter, by algebra, or by balls at random points.

    Args:
        label: What it states, in words.
        of: The formula.
        by: The letter.
        slope: The derivative.
        over: The ranges in which balls search for counterexamples, in place of the notation's.

    Examples:
        >>> part = proving.Slope("of the square", "x^2", "x", "2*x", {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    of: Written
    by: str
    slope: Written
    over: Over = field(default_factory=dict)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By algebra, or by balls at random points.

        Raises ValueError if `by` is a letter that is itself a function of a variable.
        """
        (of, slope), hunted = reader.read(self.over, self.of, self.slope)
        place = reader.place_of(self.by, self.over, self.of, self.slope)
        found = derivative_is(of, place, slope, " ".join(hunted), hunted, effort=effort)
        return [(self.label, found)]


class Tends(Struct, frozen=True):
    """The limit of a formula as a letter tends to 0 from above, or to infinity, by algebra.

    It is stated for all values of the other letters at which both the formula and the limit are defined: 1/(x + a - 1)
    tends to 1/(a - 1) says nothing of a = 1.

    Args:
        label: What it states, in words.
        of: The formula.
        by: The letter.
        to: 0 or "inf".
        limit: The limit, a formula without that letter.
        over: The ranges in which balls search for counterexamples, in place of the notation's.

    Examples:
        >>> part = proving.Tends("it vanishes", "exp(-x)", "x", "inf", 0, {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

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
        hunted = {letter: one.hunted for letter, one in ranges.items()}
        limit = reader.formula(self.limit, others)
        return [(self.label, tends(of, place, self.to, limit, " ".join(hunted), hunted, effort))]


class Touches(Struct, frozen=True):
    """The formula is nonnegative for all values of a letter: convex, with value and derivative 0 at one point.

    Args:
        of: The formula; its second derivative is positive everywhere, so that nothing is decided where its slope jumps,
            as at a maximum. It has at least one other letter.
        by: The letter.
        at: The point, a formula in the other letters.
        over: The ranges in which balls search for counterexamples, in place of the notation's.
        label: What it states, in words.

    Examples:
        >>> part = proving.Touches("x/y - 1 - log(x/y)", "x", "y", {"x y": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part], so="It is convex.")(proving.Effort()))
        'proved'
    """

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
        hunted = {letter: one.hunted for letter, one in ranges.items()}
        of, at = reader.formula(self.of, ranges), reader.formula(self.at, others)
        contact = touches(of, at, " ".join(hunted), hunted, effort)
        return [(f"{self.label}: {label}" if self.label else label, verdict) for label, verdict in contact]


class Shown(Struct, frozen=True):
    """A step that a check decides.

    Args:
        label: What it states, in words.
        check: check(effort): the verdict; a form, say.

    Examples:
        >>> part = proving.Shown("it is below 1", proving.Inequality(lambda xp, x: 1 - xp.exp(-x), {"x": (1, 9)}))
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    check: Check

    @property
    def why(self) -> str:
        """The reason why the check proves nothing, if it states one."""
        return getattr(self.check, "why", "")

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The verdict of the check."""
        return [(self.label, self.check(effort))]


class Claimed(Struct, frozen=True):
    """A claim of a book as a step.

    Args:
        label: What it states, in words.
        book: The book.
        name: The claim's name in it, without the prefix.

    Examples:
        >>> book = proving.Book("algebra", "direct computation")
        >>> _ = book.table("one", "1 = 1.", "", "one case")(lambda effort: proving.Proved("by hand"))
        >>> part = proving.Claimed("1 = 1", book, "one")
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    book: Book
    name: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The verdict of that claim."""
        return [(self.label, self.book.verdict(self.name, effort))]
