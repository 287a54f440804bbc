"""Bounds as they are stated: tables of what registered theorems answer, each number beside its formula as it is printed
at the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.boxes.sampling import compare
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

import chartered as ch

from .arithmetics import alike
from .printed_formulas import Names, Number, Written, number
from .registered import registered

Pairs: TypeAlias = Mapping[str, tuple[Number, Number]]
"""What ships and what is written at the source, by what it is."""
_ANSWER = re.compile(r"([a-z_.]+)(?:\((.*)\))?(?:\.(\d))?")


def case(text: str, inner: Any = None, *, replaced: bool = False) -> ch.Case:
    """The case of a step as users write it, under add-or-remove or, `replaced`, replace-one."""
    return ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE if replaced else ch.Neighbours.ADD_OR_REMOVE, inner)


def replaced(text: str, inner: Any = None) -> ch.Case:
    """The case of a step under replace-one."""
    return case(text, inner, replaced=True)


def answers(name: str, source: Any) -> Any:
    """The guarantee that the registered theorem gives of a guarantee, a case or the text of a step, its conditions
    asked first."""
    return registered(name).apply(case(source) if isinstance(source, str) else source)


@dataclass(frozen=True)
class Answers:
    """Numbers of what a theorem answers, each with its formula.

    `of` is a guarantee, a case, or the text of a step, in which {name} is one of the names `at`. A number is told by
    its place in the answer and what it is taken at: "delta(1/3)", "epsilon(d)", "at_infinity.max_loss", "tail.mu",
    "tail.subgaussian.0", "tail.log_lower(1).2", "settings.rate"; a formula is None where the answer has no such
    number. `more` are functions (xp, answer) with theirs."""

    theorem: str
    of: Any
    numbers: Mapping[str, Written | None] = field(default_factory=dict)
    at: Names = field(default_factory=dict)
    witness: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, tuple[Callable[[Any, Any], Any], Written]] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[str, tuple[Number, Number]]]:
        """Asks the theorem."""
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


@dataclass(frozen=True)
class Equals:
    """A shipped formula `shipped(xp, *numbers)` beside the written one, at each of the cases, which name the numbers in
    their order."""

    shipped: Callable[..., Any]
    written: Written
    cases: Sequence[Names]

    def pairs(self) -> Iterator[tuple[str, tuple[Number, Number]]]:
        """At each case."""
        for names in self.cases:
            yield str(dict(names)), (_at(self.shipped, names), number(self.written, names))


@dataclass(frozen=True)
class Conditions:
    """Of which sources (as `Answers` has them) the theorem answers, and of which it does not."""

    theorem: str
    holds: Sequence[Any]
    fails: Sequence[Any] = ()

    def __call__(self, effort: Effort) -> Verdict | None:
        """Refuted where it is otherwise."""
        if not (self.holds or self.fails):
            return Undecided("no case is given", left=self.theorem)
        return conditions(self.theorem, self.holds, self.fails)


Row: TypeAlias = Answers | Equals | Callable[[Effort], Verdict | None]
"""A row of a table; a function is for what has no form."""


@dataclass(frozen=True)
class Rows:
    """A claim whose check is a table: supported where all numbers agree, proved where it is about conditions alone.

    With `doubles`, what ships must come to the same in doubles and in digits, where it is not below that.
    """

    rows: Sequence[Row]
    doubles: Fraction | None = None

    @property
    def why(self) -> str:
        """Why there is no proof: the reason of the first row that is only sampled."""
        return next((why for row in self.rows if (why := getattr(row, "why", ""))), "")

    def __call__(self, effort: Effort) -> Verdict:
        """What comes of all rows."""
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
                verdicts.append(alike({what: shipped for what, (shipped, _) in pairs.items()}, least=self.doubles))
        return together(*verdicts)


def agree(pairs: Pairs, effort: Effort) -> Verdict:
    """Supported where both numbers of every pair agree to the digits asked for."""
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
    """Refuted or undecided where one verdict is; else supported at the points of all samples, or proved. None says that
    cases, run, are as stated.

    (Not `or`: a verdict has no truth value.)
    """
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


def conditions(name: str, holds: Sequence[Any], fails: Sequence[Any] = ()) -> Verdict | None:
    """Refuted where the theorem does not answer of a source of which it is stated, or does of another one; else
    None."""
    why = registered(name).conditions
    for stated, sources in ((True, holds), (False, fails)):
        for source in sources:
            reason = why(case(source) if isinstance(source, str) else source)
            if (reason is None) is not stated:
                wrong = f"does not answer: {reason}" if stated else "answers where it is not stated"
                return Refuted(f"{name} {wrong}", witness={"case": source})
    return None


def _at(formula: Callable[..., Any], names: Names) -> Number:
    exact = [value for value in names.values() if not isinstance(value, str)]
    return lambda xp: formula(xp, *map(xp.number, exact))


def _partly(shipped: Callable[[Any, Any], Any], found: Any) -> Number:
    return lambda xp: shipped(xp, found)
