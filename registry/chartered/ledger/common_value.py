"""A value that several steps have in common: a name in the values of their parameters, such as s in
laplace:scale=s/4 and gaussian:sigma=s/3. No search; `check` trusts these lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from chartered_verify.enclosure import enclose
from msgspec.structs import replace

from ..errors import BadStep, BadValue
from ..host.registry import Registry
from ..model.exact_numbers import plain
from ..model.mechanisms import Parameter
from ..model.multiples_of_unknown import Term, term_of
from ..model.number_text import LONGEST, MARK
from .checked_steps import parse_step, spelled
from .entries import Entry
from .unknown_in_text import Gap, Part, parts_in
from .unknown_parameter import Unknown

BETWEEN = ";"
"""The letter between two steps, where several are written as one text."""
_NAME = re.compile(r"[A-Za-z]\w{0,19}", re.ASCII)
_FAR = Fraction(10) ** 300
"""The largest value; the least one is its inverse."""
_INWARD = Fraction(1, 10**12)
"""How far inside of an end that is not computed exactly the values end, relatively."""


def marked(text: str, name: str) -> str:
    """A step with MARK for each value of the name in it; the text itself where there is none."""
    if not isinstance(name, str) or not _NAME.fullmatch(name) or MARK in text:
        return text
    before = rf"(?<![\w.{BETWEEN}])(?:(?<![A-Za-z]-)|(?<=(?<![\w-]){name}-))"  # s-s is no word with a hyphen
    after = rf"(?![\w.]|\s*[(=:]|-(?!{name}(?![\w:=-]))[a-z])"
    return re.sub(before + name + after, MARK, text, flags=re.ASCII)


def names_a_value(registry: Registry, texts: Sequence[str], name: str) -> bool:
    """Whether a name stands in the values of these steps. Raises BadStep if it is also the name of a parameter."""
    found = [marked(text, name) for text in texts]
    if name in registry.mechanisms or not any(MARK in text and text not in texts for text in found):
        return False
    for part in (part for text in found if text for part in parts_in(registry, text)):
        if part.parameter(name) is not None or name == "times":
            whose = "is what every step may have" if name == "times" else f"is a parameter of {part.mechanism.name}"
            raise BadStep(f"{name} {whose}, and stands in a value", "take a name that no parameter has, such as s")
    return True


class CommonValue(Unknown, frozen=True):
    """Steps as text, with BETWEEN between them, that have a name in common; the gap is the name, as a parameter that
    has every value that each of them admits. `marked`: the steps, with MARK for the name."""

    marked: tuple[str, ...] = ()

    @classmethod
    def read_common(cls, known: Registry, texts: Sequence[str], name: str, beside: tuple[Entry, ...]) -> CommonValue:
        """The unknown `name` of these steps. Raises BadStep, UnknownName or BadValue, also if no direction of it is
        safer."""
        steps = tuple(marked(text.strip(), name) for text in texts)
        uses = [use for text in steps for use in _uses(known, text, name)]
        gap = Gap(0, _parameter(name, uses), all(part.proved(parameter) for part, parameter, _ in uses))
        written = f"{BETWEEN} ".join(text.strip() for text in texts)
        return cls(known, written, gap, None, beside, steps)

    @property
    def own(self) -> int:
        """The number of entries that depend on the value."""
        return len(self.marked)

    @property
    def spelled(self) -> str:
        """The steps in canonical spelling."""
        each = (spelled(self.registry, text).replace(MARK, self.name) for text in self.marked)
        return f"{BETWEEN} ".join(each)

    def entries_at(self, value: Fraction | int) -> tuple[Entry, ...]:
        """The ledger with `value` for the name; its own steps are the last entries. Raises BadStep, UnknownName or
        BadValue."""
        number = f"({plain(Fraction(value))})"
        own = (parse_step(self.registry, text.replace(MARK, number)) for text in self.marked)
        return (*self.beside, *(Entry(step, times or 1) for step, times in own))


def read_unknown(
    known: Registry, step: str, name: str, times: object = None, beside: tuple[Entry, ...] = ()
) -> Unknown:
    """The unknown `name`: "times", a parameter that the step leaves open, or a value that several steps have in common.
    Raises BadStep, UnknownName or BadValue."""
    texts = step.split(BETWEEN)
    if not names_a_value(known, texts, name):
        return Unknown.read(known, step, name, times, beside)
    if times is not None:
        raise BadStep(f"times is given beside steps that have {name} in common", "write times in each step")
    return CommonValue.read_common(known, texts, name, beside)


def _uses(registry: Registry, text: str, name: str) -> Iterator[tuple[Part, Parameter, Term]]:
    """The parameters whose values have MARK in them. Raises BadStep or BadValue for one that cannot be solved for."""
    if MARK not in text:
        raise BadStep(f"{text!r} has no {name} in it", "only steps that have it belong to them")
    for part in parts_in(registry, text):
        fixed = {key: value for key, value in part.given.items() if MARK not in str(value)}
        for key in (key for key in part.given if key not in fixed):
            value = str(part.given[key])
            if key == "times":
                raise BadStep(f"times is {value.replace(MARK, name)!r}", f"{name} is a value of parameters")
            parameter = part.parameter(key)
            if parameter is None:
                raise BadStep(f"{part.mechanism.name}: unknown parameter {key!r}", part.mechanism.meant(key))
            where = f"{part.mechanism.name}: {parameter.name} is {value.replace(MARK, name)!r}"
            if parameter.safer is None or parameter.integer or parameter.many:
                why = "is a whole number" if parameter.integer else "has no direction that is always more private"
                raise BadValue(f"{where}, and {parameter.name} {why}", f"{name} cannot stand in it")
            yield part, part.mechanism.narrowed(parameter, fixed), _term(where, value, name)


def _term(where: str, value: str, name: str) -> Term:
    if len(value) > LONGEST:
        raise BadValue(f"{where[:LONGEST]}, which is too long", f"an expression has at most {LONGEST} characters")
    try:
        return term_of(value)
    except BadValue as error:
        said = f"{where}, {error.message.replace(MARK, name)}"
        raise BadValue(said, error.hint.replace(MARK, name)) from None


def _parameter(name: str, uses: Sequence[tuple[Part, Parameter, Term]]) -> Parameter:
    """The name as a parameter: the values that every use admits, and in which direction all of them are safer. Raises
    BadValue if there is no such value or no such direction."""
    sides = {(p.safer == "larger") is (term.power > 0): f"{part.mechanism.name}: {p.name}" for part, p, term in uses}
    if len(sides) > 1:
        raise BadValue(
            f"a larger {name} makes {sides[True]} more private and {sides[False]} less",
            f"let every value become more private as {name} grows, or none",
        )
    found = Parameter(name, "a value that several steps have in common", safer="larger" if True in sides else "smaller")
    for _, parameter, term in uses:
        found = _narrowed(found, parameter, term)
    low, high = Fraction(found.low or 0), _FAR if found.high is None else Fraction(found.high)
    if not low <= high or low > _FAR or high < 1 / _FAR or (low == high and (found.open_low or found.open_high)):
        raise BadValue(
            f"no {name} fits each step, between 1e-300 and 1e300: it would be {found.wanted}", "change a ratio"
        )
    return found if high < _FAR else replace(found, high=None)


def _narrowed(found: Parameter, parameter: Parameter, term: Term) -> Parameter:
    """`found`, but with values only for which the term is one that `parameter` admits."""
    low, high = (parameter.low, parameter.open_low), (parameter.high, parameter.open_high)
    (low, high) = (low, high) if term.power > 0 else (high, low)
    below, above = _end(low, term, up=True), _end(high, term, up=False)
    if below is not None and below > (found.low or 0):
        found = replace(found, low=below, open_low=low[1])
    elif below is not None and below == found.low:
        found = replace(found, open_low=found.open_low or low[1])
    if above is not None and (found.high is None or above < found.high):
        found = replace(found, high=above, open_high=high[1])
    elif above is not None and above == found.high:
        found = replace(found, open_high=found.open_high or high[1])
    return found


def _end(end: tuple[Fraction | int | None, bool], term: Term, *, up: bool) -> Fraction | None:
    """The value at which a term reaches the end of a range, or one just inside of it; None if it reaches none."""
    if end[0] is None or end[0] <= 0:
        return None
    at, factor = Fraction(end[0]), term.factor
    if isinstance(factor, Fraction) and abs(term.power) == 1:
        return Fraction((at / factor) ** term.power)
    root = enclose(lambda xp: xp.exp(xp.log(xp.number(at) / xp.number(factor)) / term.power))
    edge = root.upper if up else root.lower
    return 2 * _FAR if math.isinf(edge) else Fraction(edge) * (1 + (_INWARD if up else -_INWARD))
