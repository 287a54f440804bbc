"""Parts of a proof that ball arithmetic decides: about numbers, and about formulas on a box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from chartered_verify.forms.algebraic import partials
from chartered_verify.forms.proof_chain import Step, certain
from chartered_verify.forms.tables_and_optima import ON_EDGE
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.spot_checks.admitted import with_letters
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.ranges import symbols_of
from chartered_verify.statements.verdict import Refuted
from msgspec import Struct, field

from .decimals import ends
from .formula_reader import Reader
from .notation import Written
from .ranges import Ends, of_each


class Certain(Struct, frozen=True):
    """The number is positive, by ball arithmetic.

    Args:
        label: What it states, in words.
        of: A formula.
        values: Exact numbers for its letters.
        bits: The working precision, in bits.

    Examples:
        >>> part = proving.Certain("e is above 2", "exp(x) - 2", {"x": 1})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    of: Written
    values: Mapping[str, int | Fraction] = field(default_factory=dict)
    bits: int = 256

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By ball arithmetic."""
        return [certain(self.label, reader.number(self.of, self.values), self.bits)]


class Between(Struct, frozen=True):
    """The number lies strictly between two decimals, by ball arithmetic.

    Args:
        label: What it states, in words.
        of: A formula without letters.
        low: The lower decimal, as text.
        high: The upper decimal, as text.

    Examples:
        >>> part = proving.Between("e", "exp(1)", "2.718", "2.719")
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part], so="Both.")(proving.Effort()))
        'proved'
    """

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


class Rounds(Struct, frozen=True):
    """The number rounds to a printed decimal, by ball arithmetic.

    It is less than half a unit of the last digit away; undecided where it is just that, as rules of rounding differ.

    Args:
        label: What it states, in words.
        of: A formula without letters.
        printed: The decimal, as text.

    Examples:
        >>> part = proving.Rounds("e", "exp(1)", "2.718")
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part], so="Both.")(proving.Effort()))
        'proved'
    """

    label: str
    of: Written
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        (low, high), value = ends(self.printed), reader.number(self.of)
        return _rounded(self, lambda xp: value(xp) - xp.number(low), lambda xp: xp.number(high) - value(xp))


class Crosses(Struct, frozen=True):
    """The eps at which a profile decreases to a target delta rounds to a printed decimal, by ball arithmetic.

    Args:
        label: What it states, in words.
        delta: delta(xp, eps): the profile.
        target: The target, a Fraction.
        printed: The decimal, as text.

    Examples:
        >>> part = proving.Crosses("log 2", lambda xp, eps: xp.exp(-xp.number(eps)), ch.HALF, "0.69")
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part], so="Both.")(proving.Effort()))
        'proved'
    """

    label: str
    delta: Callable[[Any, Fraction], Any]
    target: Fraction
    printed: str

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By balls, from below and from above."""
        (low, high), delta, target = ends(self.printed), self.delta, self.target
        above, below = (lambda xp: delta(xp, low) - xp.number(target)), (lambda xp: xp.number(target) - delta(xp, high))
        return _rounded(self, above, below)


def _rounded(part: Rounds | Crosses, above: Callable[[Any], Any], below: Callable[[Any], Any]) -> list[Step]:
    """By both numbers being positive; undecided on the edge, as a row of a table is."""
    return [
        certain(f"{part.label} rounds to {part.printed}, from below", above, at_zero=ON_EDGE),
        certain("and from above", below, at_zero=ON_EDGE),
    ]


class Covered(Struct, frozen=True):
    """The formula is positive on a whole box, by branch and bound in ball arithmetic.

    Args:
        label: What it states, in words.
        of: The formula.
        box: The range of each letter, with exact ends.
        log: The letters along which boxes are bisected at geometric means, with spaces between them.
        bits: The working precision, in bits.
        sloped: Whether derivatives by SymPy are used, for the mean-value form.

    Examples:
        >>> part = proving.Covered("above its tangent", "exp(x) - x", {"x": (0, 9)})
        >>> proving.verdict_name(proving.Proof(proving.Notation(), [part])(proving.Effort()))
        'proved'
    """

    label: str
    of: Written
    box: Mapping[str, Ends]
    log: str = ""
    bits: int = 64
    sloped: bool = False

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """By branch and bound.

        Raises:
            ValueError: The box has no side for a letter.
        """
        sides = of_each(self.box)
        if outside := set(reader.notation.ranges_of(self.box, self.of)) - set(sides):
            raise ValueError(f"the box has no side for {', '.join(sorted(outside))}")
        of, box = reader.formula(self.of, sides), [side.ends for side in sides.values()]
        more: dict[str, Any] = {}
        if self.sloped:
            more["derivatives"] = partials(of, symbols_of({letter: side.ends for letter, side in sides.items()}))
        axes = [axis for axis, letter in enumerate(sides) if letter in self.log.split()]
        found = prove_positive(of, box, log_axes=axes, bits=self.bits, **more)
        return [(self.label, with_letters(found, list(sides)) if isinstance(found, Refuted) else found)]
