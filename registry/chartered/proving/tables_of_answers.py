"""Tables of what registered theorems answer, each number beside its formula as printed in the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.boxes.random_points import compare
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from msgspec import Struct, field

import chartered as ch

from .arithmetics import alike
from .printed_formulas import Names, Number, Written, number
from .registered import registered

Pairs: TypeAlias = Mapping[str, tuple[Number, Number]]
"""Pairs (number of the registered code, number written in the source), by a description of the number."""
_ANSWER = re.compile(r"([a-z_.]+)(?:\((.*)\))?(?:\.(\d))?")


def case(text: str, inner: Any = None, *, replaced: bool = False) -> ch.Case:
    """The case of a step under the add-or-remove relation.

    Args:
        text: The step, as users write it.
        inner: The guarantee of the wrapped step.
        replaced: Whether the relation is replace-one.

    Returns:
        The case.

    Raises:
        CharteredError: The text is no step.

    Examples:
        >>> proving.case("gaussian:sigma=20").number("sigma")
        Fraction(20, 1)
    """
    return ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE if replaced else ch.Neighbours.ADD_OR_REMOVE, inner)


def replaced(text: str, inner: Any = None) -> ch.Case:
    """The case of a step under the replace-one relation.

    Args:
        text: The step, as users write it.
        inner: The guarantee of the wrapped step.

    Returns:
        The case.

    Raises:
        CharteredError: The text is no step.

    Examples:
        >>> proving.replaced("gaussian:sigma=20").span
        2
    """
    return case(text, inner, replaced=True)


def answers(name: str, source: Any) -> Any:
    """The guarantee that the registered theorem derives from a guarantee, a case or the text of a step; its conditions
    are checked first."""
    return registered(name).apply(case(source) if isinstance(source, str) else source)


class Answers(Struct, frozen=True):
    """Numbers from the answer of a theorem, each with its formula.

    Args:
        theorem: The name of the theorem.
        of: A guarantee, a case, or the text of a step, in which {name} stands for one of the names in `at`.
        numbers: Formulas by what they are of the answer: "delta(1/3)", "epsilon(d)", "at_infinity.max_loss", "tail.mu",
            "tail.subgaussian.0", "tail.log_lower(1).2", "settings.rate". None: the answer has no such number.
        at: The meanings of names in the texts: exact numbers or formulas.
        witness: The witness at which delta and epsilon are evaluated.
        more: Functions (xp, answer), each with its formula.

    Examples:
        >>> row = proving.Answers("zcdp.renyi", ch.ZCDP(rho=1), {"top": None, "curve(2)": 2})
        >>> [what for what, pair in row.pairs()]
        ['zcdp.renyi, top', 'zcdp.renyi, curve(2)']
    """

    theorem: str
    of: Any
    numbers: Mapping[str, Written | None] = field(default_factory=dict)
    at: Names = field(default_factory=dict)
    witness: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, tuple[Callable[[Any, Any], Any], Written]] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[str, tuple[Number, Number]]]:
        """(what a number is of the answer, the pair of the number and its formula), for each of them."""
        found = answers(self.theorem, self.of.format_map(self.at) if isinstance(self.of, str) else self.of)
        for what, written in self.numbers.items():
            yield f"{self.theorem}, {what}", self._pair(found, what, written)
        for what, (shipped, written) in self.more.items():
            yield f"{self.theorem}, {what}", (_partly(shipped, found), number(written, self.at))

    def _pair(self, found: Any, what: str, written: Written | None) -> tuple[Number, Number]:
        match = _ANSWER.fullmatch(what)
        assert match is not None, what
        path, argument, part = match.groups()
        for name in path.split("."):
            found = found[name] if isinstance(found, Mapping) else getattr(found, name)
        if written is None or found is None:
            return number(int(found is None)), number(int(written is None))
        if argument is None:
            return number(found if part is None else found[int(part)]), number(written, self.at)
        there, more = number(argument, self.at), (self.witness,) if path in ("delta", "epsilon") else ()

        def shipped(xp: Any) -> Any:
            value = found(xp, there(xp), *more)
            return value if part is None else value[int(part)]

        return shipped, number(written, self.at)


class Equals(Struct, frozen=True):
    """A registered formula and the written one, compared at each of the cases.

    Args:
        shipped: shipped(xp, *numbers), the registered formula.
        written: The formula as it is printed.
        cases: The cases: exact numbers by name, in the order of the arguments.

    Examples:
        >>> row = proving.Equals(lambda xp, x: xp.exp(x), "exp(x)", [{"x": 1}, {"x": 2}])
        >>> len(list(row.pairs()))
        2
    """

    shipped: Callable[..., Any]
    written: Written
    cases: Sequence[Names]

    def pairs(self) -> Iterator[tuple[str, tuple[Number, Number]]]:
        """(the case in words, the pair of both numbers), for each case."""
        for names in self.cases:
            yield str(dict(names)), (_at(self.shipped, names), number(self.written, names))


class Conditions(Struct, frozen=True):
    """The cases to which a theorem applies, and those to which it does not.

    Args:
        theorem: The name of the theorem.
        holds: Cases, guarantees or steps as text to which it applies.
        fails: Those to which it does not.

    Examples:
        >>> whole, half = "poisson:rate=1/gaussian:sigma=2", "poisson:rate=1/2/gaussian:sigma=2"
        >>> proving.Conditions("poisson.whole", holds=[whole], fails=[half])(proving.Effort()) is None
        True
    """

    theorem: str
    holds: Sequence[Any]
    fails: Sequence[Any] = ()

    def __call__(self, effort: Effort) -> Verdict | None:
        """Refuted if the theorem's conditions differ from this; None otherwise."""
        if not (self.holds or self.fails):
            return Undecided("no case is given", left=self.theorem)
        why = registered(self.theorem).conditions
        for stated, sources in ((True, self.holds), (False, self.fails)):
            for source in sources:
                reason = why(case(source) if isinstance(source, str) else source)
                if (reason is None) is not stated:
                    wrong = f"does not answer: {reason}" if stated else "answers where it is not stated"
                    shown = source if isinstance(source, str) else repr(source)
                    return Refuted(f"{self.theorem} {wrong}", witness={"case": shown})
        return None


Row: TypeAlias = Answers | Equals | Callable[[Effort], Verdict | None]
"""A row of a table; a function for a row that fits no form."""


class Rows(Struct, frozen=True):
    """A claim whose check is a table: supported if all numbers agree, proved if the rows are only about conditions.

    With `doubles`, the registered code must also agree in doubles and in digits, up to numbers below `doubles`."""

    rows: Sequence[Row]
    doubles: Fraction | None = None

    @property
    def why(self) -> str:
        """The reason why there is no proof: that of the first row that is only sampled."""
        return next((why for row in self.rows if (why := getattr(row, "why", ""))), "")

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of all rows."""
        pairs: dict[str, tuple[Number, Number]] = {}
        verdicts = list[Verdict | None]()
        for k, row in enumerate(self.rows):
            if isinstance(row, Answers | Equals):
                pairs |= {f"{what} (row {k})": pair for what, pair in row.pairs()}
            else:
                verdicts.append(row(effort))
        if pairs:
            verdicts.append(agree(pairs, effort))
            if self.doubles is not None:
                verdicts.append(alike({what: shipped for what, (shipped, _) in pairs.items()}, self.doubles))
        return together(*verdicts)


def agree(pairs: Pairs, effort: Effort) -> Verdict:
    """Supported if both numbers of every pair agree to the requested number of digits."""
    for what, (shipped, written) in pairs.items():
        found = compare(shipped, written, (), effort.digits)
        if isinstance(found, Refuted):
            return Refuted(f"{what}: {found.how}", witness=found.witness)
        if not found:
            return Undecided(f"{what}: the two do not come to {effort.digits} digits", left=what)
    return Supported(
        "balls: equal to the formula as it is written at the source", points=len(pairs), digits=effort.digits
    )


def together(*found: Verdict | None) -> Verdict:
    """The first verdict that is refuted or undecided; otherwise supported with the points of all samples; otherwise
    proved. None stands for cases that were run and are as stated.

    (`or` cannot be used: a verdict has no truth value.)"""
    for verdict in found:
        if isinstance(verdict, Refuted | Undecided):
            return verdict
    samples = [verdict for verdict in found if isinstance(verdict, Supported)]
    if not samples:
        if not found:
            return Undecided("no case is given", left="all of it")
        proved = [verdict.how for verdict in found if verdict is not None]
        return Proved("; ".join(dict.fromkeys(proved)) or "each case, run, is answered or refused as stated")
    how = "; ".join(dict.fromkeys(verdict.how for verdict in samples))
    return Supported(
        how, points=sum(verdict.points for verdict in samples), digits=min(verdict.digits for verdict in samples)
    )


def _at(formula: Callable[..., Any], names: Names) -> Number:
    exact = [value for value in names.values() if not isinstance(value, str)]
    return lambda xp: formula(xp, *map(xp.number, exact))


def _partly(shipped: Callable[[Any, Any], Any], found: Any) -> Number:
    return lambda xp: shipped(xp, found)
