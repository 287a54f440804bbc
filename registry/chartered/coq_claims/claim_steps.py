"""The steps of a claim as statements: letters, conditions on them, and relations between expressions in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, TypeAlias

from chartered_verify.arithmetic.recording_watch import NotRecorded, watched
from chartered_verify.catching import ours
from chartered_verify.forms.identity_inequality_erratum import Identity, Inequality
from chartered_verify.statements.claim import Claim
from msgspec import Struct

from ..errors import CharteredError
from ..proving import ranges as claim_ranges
from ..proving.decimals import ends
from ..proving.formula_reader import Reader
from ..proving.proof_parts import Between, Certain, Claimed, Covered, Positive, Rounds, Same, Slope, Touches
from ..proving.proofs import Entered, Lemma, Proof
from .recorded_formulas import Terms

Side: TypeAlias = tuple[Any, Any]
MOST_NODES = 5_000
"""The largest number of nodes of a formula that is written."""


class Letter(Struct, frozen=True):
    """A letter of a step: its name, the lower and the upper end of its range (None: unbounded), and whether each end
    belongs to it."""

    name: str
    low: Fraction | None
    high: Fraction | None = None
    least: bool = False
    most: bool = False

    @property
    def is_positive(self) -> bool:
        """Whether the whole range is positive."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and not self.least))

    @property
    def is_nonnegative(self) -> bool:
        """Whether the whole range is nonnegative."""
        return self.low is not None and self.low >= 0


class Stated(Struct, frozen=True):
    """One step. `relation` is "=" (left = right where both are defined), "<" or "<=" (left is defined, and the relation
    holds), "slope" (right is the derivative of left by the letter `by`) or "above" (left >= 0 for all positive `by`,
    and left = 0 at `by` = `right`)."""

    label: str
    xp: Terms
    letters: tuple[Letter, ...]
    left: int
    relation: str
    right: int
    by: str = ""

    @property
    def is_inequality(self) -> bool:
        """Whether the step is an inequality."""
        return self.relation in ("<", "<=", "above")


class NotStated(CharteredError):
    """A claim that has no Coq file, with the reason."""


def stated(claim: Claim) -> tuple[list[Stated], list[str]]:
    """The steps of a claim, including those of claims that it cites, and in words why they suffice. Raises
    NotStated."""
    check = claim.check
    whys: list[str] = []
    return list(_of_check(check, claim.statement, whys)), whys


@singledispatch
def _of_check(check: Any, label: str, whys: list[str]) -> Iterator[Stated]:
    raise NotStated(f"{_kind(check)}: decided case by case, or by code, and not by formulas in letters")


@_of_check.register(Entered)
def _entered(check: Entered, label: str, whys: list[str]) -> Iterator[Stated]:
    yield from _of_check(check.check, label, whys)


@_of_check.register(Proof)
def _proof(check: Proof, label: str, whys: list[str]) -> Iterator[Stated]:
    if check.so:
        whys.append(check.so)
    reader = Reader(check.notation)
    for part in check.parts:
        yield from _of_part(part, reader, label, whys)


@_of_check.register(Inequality)
def _inequality(check: Inequality, label: str, whys: list[str]) -> Iterator[Stated]:
    letters = [_within(name, sides, not check.inside) for name, sides in check.over.items()]
    yield _written(label, letters, check.formula, "<" if check.strict else "<=")


@_of_check.register(Identity)
def _identity(check: Identity, label: str, whys: list[str]) -> Iterator[Stated]:
    yield _written(label, [_within(*one, belongs=False) for one in check.over.items()], check.left, "=", check.right)


def _within(name: str, sides: Side, belongs: bool) -> Letter:
    """A letter with these ends; `belongs` is whether they belong to its range."""
    low, high = (None if end is None else Fraction(end) for end in sides)
    return Letter(name, low, high, belongs, belongs)


@singledispatch
def _of_part(part: Any, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    raise NotStated(f"{_kind(part)}: no formulas in letters that Coq could be asked about")


@_of_part.register(Lemma)
def _lemma(part: Lemma, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    own = Reader(part.notation)
    for one in part.parts:
        yield from _of_part(one, own, label, whys)


@_of_part.register(Claimed)
def _claimed(part: Claimed, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    claim = next(one for one in part.book.entries if one.name == f"{part.book.prefix}.{part.name}")
    yield from _of_check(claim.check, part.label, whys)


@_of_part.register(Same)
def _same(part: Same, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    (left, right), hunted = reader.read(part.over, part.left, part.right)
    yield _written(part.label or label, _letters(hunted), left, "=", right)


@_of_part.register(Positive)
def _positive(part: Positive, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    (of,), hunted = reader.read(part.over, part.of)
    zero = part.zero.split()
    letters = [Letter(name, Fraction(0), least=name in zero) for name in hunted]
    yield _written(part.label or label, letters, of, "<" if part.strict else "<=")


@_of_part.register(Slope)
def _slope(part: Slope, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    (of, slope), hunted = reader.read(part.over, part.of, part.slope)
    reader.place_of(part.by, part.over, part.of, part.slope)
    yield _written(part.label or label, _letters(hunted), of, "slope", slope, by=part.by)


@_of_part.register(Touches)
def _touches(part: Touches, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    found = reader.notation.ranges_of(part.over, part.of)
    ranges = {part.by: found[part.by], **found}
    others = {letter: one for letter, one in ranges.items() if letter != part.by}
    of, at = reader.formula(part.of, ranges), reader.formula(part.at, others)
    letters = [Letter(name, Fraction(0)) for name in ranges]
    yield _written(part.label or label, letters, of, "above", lambda xp, first, *rest: at(xp, *rest), by=part.by)


@_of_part.register(Certain)
def _certain(part: Certain, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    yield _written(part.label or label, [], reader.number(part.of, part.values), "<")


@_of_part.register(Between)
def _between(part: Between, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    yield from _decimals(part.label or label, reader.number(part.of), Fraction(part.low), Fraction(part.high))


@_of_part.register(Rounds)
def _rounds(part: Rounds, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    yield from _decimals(part.label or label, reader.number(part.of), *ends(part.printed))


def _decimals(label: str, value: Callable[[Any], Any], low: Fraction, high: Fraction) -> Iterator[Stated]:
    yield _written(f"{label}, from below", [], lambda xp: value(xp) - xp.number(low), "<")
    yield _written(f"{label}, from above", [], lambda xp: xp.number(high) - value(xp), "<")


@_of_part.register(Covered)
def _covered(part: Covered, reader: Reader, label: str, whys: list[str]) -> Iterator[Stated]:
    sides = claim_ranges.of_each(part.box)
    if any(side.form is not None for side in sides.values()):
        raise NotStated(f"{part.label}: a box of numbers that variables reach")
    letters = [_within(name, side.ends, belongs=True) for name, side in sides.items()]
    yield _written(part.label or label, letters, reader.formula(part.of, sides), "<")


def _letters(hunted: Mapping[str, Side]) -> list[Letter]:
    """The letters over which a claim is stated: all positive values, and 0 if the range begins there; all real numbers
    if the range begins below 0."""
    return [
        Letter(name, Fraction(0), least=low == 0) if low is not None and low >= 0 else Letter(name, None)
        for name, (low, _) in hunted.items()
    ]


def _written(
    label: str,
    letters: Sequence[Letter],
    left: Callable[..., Any],
    relation: str,
    right: Callable[..., Any] = lambda xp, *_: xp.number(0),
    by: str = "",
) -> Stated:
    """A step whose formulas are evaluated once at its letters. Raises NotStated if one has no expression."""
    xp = Terms()
    try:
        with watched(xp.refuse):
            values = [xp.letter(one.name) for one in letters]
            read = [xp.number(of(xp, *values)).index for of in (left, right)]
        if xp.refused is not None:
            raise NotRecorded(xp.refused)
    except ours(NotRecorded, ArithmeticError, TypeError, AttributeError, ValueError) as error:
        raise NotStated(f"{label}: {xp.refused or error}") from error
    if len(xp.nodes) > MOST_NODES:
        raise NotStated(f"{label}: an expression of more than {MOST_NODES} nodes")
    return Stated(label, xp, tuple(letters), read[0], relation, read[1], by)


def _kind(one: Any) -> str:
    return str(getattr(one, "label", "") or type(one).__name__)
