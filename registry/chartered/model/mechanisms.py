"""Mechanisms and their parameters, as a plugin declares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from ..display import one_line
from ..errors import BadStep, BadValue
from .exact_numbers import exact, plain
from .neighbours import Neighbours

Setting: TypeAlias = Fraction | str | bool
"""The value of a parameter: an exact number, several as text, a word from a list, or a flag."""
MOST_NUMBERS = 64
"""How many numbers a parameter that has several may have."""


@dataclass(frozen=True, slots=True, repr=False)
class Parameter:
    """One parameter of a mechanism and the values that it may take.

    Numbers lie between `low` and `high` (None: no limit); `open_low` and `open_high` exclude the ends. With `words` it
    is one of those words; with `flag` it is true or false; with `many` it is numbers between colons, each of which lies
    there, kept as text in their one spelling. Without `default` it must be given (unless the mechanism
    lists it in `either`, or it is `optional`). The default of a number may be a word, for a value that the theorem
    computes (say "optimal"); users may write it, too. It is not filled in where the parameter is given that `unless`
    names. A parameter that names another one in `with_` may be given only together with it, and may not exceed the one
    that it names in `at_most`. `safer` says in which direction more privacy lies as a rule, everything else being
    equal, so that the parameter can be calibrated. `monotone` names the claim that proves it to do so always: without
    one, a calibrated value is promised alone. A `pairwise` claim speaks of each pair of neighbours by itself, and not
    inside a `local` wrapper, where the reports of other records matter, too. `also` are names that other tools have for
    it, which users may write."""

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
    with_: str = ""
    at_most: str = ""
    default: Setting | int | None = None
    optional: bool = False
    unless: str = ""
    safer: Literal["larger", "smaller"] | None = None
    monotone: str = ""
    pairwise: bool = False
    also: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return one_line(f"<parameter {self.name}: {self.wanted}>")

    def nearest(self, x: float) -> Fraction:
        """The exact number that a double stands for: its shortest decimal form, as users read it, or the nearest whole
        number."""
        return Fraction(round(x)) if self.integer else exact(x, self.name)

    def read(self, value: object, step: str) -> Setting:
        """The exact value meant. Raises BadValue, naming the step, the value and what would be right."""
        what = f"{step}: {self.name}"
        if self.words or self.flag:
            text = str(value).lower() if isinstance(value, bool) else str(value).strip()
            if text not in (self.words or ("true", "false")):
                raise BadValue(f"{what} is {value!r}", f"it must be {self.wanted}")
            return text == "true" if self.flag else text
        if isinstance(self.default, str) and value == self.default:
            return self.default
        if self.many:
            one = replace(self, many=False)
            parts = str(value).split(":") if isinstance(value, str | int | float | Fraction) else ()
            if not 1 <= len(parts) <= MOST_NUMBERS:
                raise BadValue(f"{what} is {value!r}", f"it must be {self.wanted}")
            return ":".join(
                str(plain(number)) for part in parts if isinstance(number := one.read(part, step), Fraction)
            )
        number = exact(value, what)
        if not self.admits(number):
            raise BadValue(f"{what} is {plain(number)}", f"it must be {self.wanted}")
        return number

    def admits(self, x: Fraction) -> bool:
        """Whether the parameter may have this value."""
        below = self.low is not None and (x <= self.low if self.open_low else x < self.low)
        above = self.high is not None and (x >= self.high if self.open_high else x > self.high)
        return not below and not above and (not self.integer or x.denominator == 1)

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
        word = f", or {self.default}" if isinstance(self.default, str) else ""
        if self.many:
            return f"numbers {' and '.join(parts)}, between colons, at most {MOST_NUMBERS}"
        return f"a {'whole ' if self.integer else ''}number" + (" " + " and ".join(parts) if parts else "") + word


@dataclass(frozen=True, slots=True, repr=False)
class Mechanism:
    """A named way to touch data.

    `parameters` in the order of documentation; `either` lists groups of names of which exactly one must be given. A
    wrapper `wraps` another step; one that `wraps_numbers` changes its outcome, which must be a number: not where a part
    of it is not `numeric`. `requires` names the only neighbouring relation under which it makes sense, if there is one;
    `not_under` relations under which nothing is proved of it, each with the reason. `sampling` says in words how it
    draws its records. `sees` names the parameter that says how many records a step works on, `hands_on` the one that
    says how many it leaves to what it wraps: the two must agree. Inside one that is `local` a step is a local
    randomizer, of one record each time: it draws none, and its sensitivity is that record's diameter. One that is
    `several` steps on the same records is written as these in parentheses, and never by its name. `conflict` says why
    settings, each of which is admitted, do not go together, or None where they do. `version` counts up
    when what the step means changes, so that certificates of the former are outdated."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    source: str = ""
    either: tuple[tuple[str, ...], ...] = ()
    wraps: bool = False
    wraps_numbers: bool = False
    numeric: bool = True
    requires: Neighbours | None = None
    not_under: tuple[tuple[Neighbours, str], ...] = ()
    sampling: str = ""
    local: bool = False
    sees: str = ""
    hands_on: str = ""
    several: bool = False
    conflict: Callable[[Mapping[str, Setting]], str | None] | None = None
    version: int = 1

    def __repr__(self) -> str:
        return one_line(f"<mechanism {self.name}: {self.signature}>")

    def settings(self, given: Mapping[str, object]) -> dict[str, Setting]:
        """Exact settings, checked and with defaults filled in. Raises BadStep or BadValue."""
        known = {p.name: p for p in self.parameters}
        for key in given:
            if key not in known:
                raise BadStep(f"{self.name}: unknown parameter {key!r}", self._meant(key))
        settings = {key: known[key].read(value, self.name) for key, value in given.items()}
        for group in self.either:
            if sum(name in settings for name in group) != 1:
                raise BadStep(f"{self.name}: give exactly one of {' and '.join(group)}", f"it takes {self.signature}")
        optional = {name for group in self.either for name in group}
        for parameter in self.parameters:
            if parameter.with_ and parameter.with_ not in settings:
                if parameter.name in settings:
                    raise BadStep(
                        f"{self.name}: {parameter.name} goes with {parameter.with_}, which is not given",
                        f"it takes {self.signature}",
                    )
                continue
            given_or_free = parameter.name in settings or parameter.name in optional or parameter.optional
            if given_or_free or parameter.unless in settings:
                continue
            if parameter.default is None:
                raise BadStep(f"{self.name}: {parameter.name} is missing", f"it takes {self.signature}")
            default = parameter.default
            settings[parameter.name] = default if isinstance(default, str | bool) else Fraction(default)
        self._check_order(settings)
        why = None if self.conflict is None else self.conflict(settings)
        if why is not None:
            raise BadValue(f"{self.name}: {why}", f"it takes {self.signature}")
        return settings

    def by_parameter(self, given: Mapping[str, object]) -> dict[str, object]:
        """What is given, by the parameters' own names: Python writes these with underscores, and other tools have
        names of theirs. Raises BadStep for a parameter that is given twice, in two spellings."""
        names = {name: p.name for p in self.parameters for name in (*p.also, p.name)}
        found: dict[str, object] = {}
        for key, value in given.items():
            hyphened = str(key).replace("_", "-")
            name = names.get(key, names.get(hyphened, hyphened))
            if name in found:
                raise BadStep(f"{self.name}: {name} is given twice", "give each parameter once")
            found[name] = value
        return found

    def _meant(self, key: str) -> str:
        """What to write instead of a name that no parameter has."""
        from difflib import get_close_matches  # only where a name is wrong

        close = get_close_matches(key, [p.name for p in self.parameters], n=1)
        return (f"did you mean {close[0]}? " if close else "") + f"it takes {self.signature}"

    def _check_order(self, settings: Mapping[str, Setting]) -> None:
        for parameter in self.parameters:
            mine, most = settings.get(parameter.name), settings.get(parameter.at_most)
            if isinstance(mine, Fraction) and isinstance(most, Fraction) and mine > most:
                raise BadValue(
                    f"{self.name}: {parameter.name} is {plain(mine)}, {parameter.at_most} is {plain(most)}",
                    f"{parameter.name} must be at most {parameter.at_most}",
                )

    def narrowed(self, parameter: Parameter, given: Mapping[str, object]) -> Parameter:
        """The parameter between the given ones that it may not exceed, or that may not exceed it."""
        for other in self.parameters:
            above, below = other.name == parameter.at_most, other.at_most == parameter.name
            end = other.read(given[other.name], self.name) if other.name in given and (above or below) else None
            if isinstance(end, Fraction):
                parameter = replace(parameter, high=end) if above else replace(parameter, low=end, open_low=False)
        return parameter

    @property
    def relations(self) -> list[Neighbours]:
        """The relations under which it may stand as it is, without a theorem that changes them."""
        proved = (one for one in Neighbours if one not in dict(self.not_under))
        return [one for one in proved if self.requires is None or one.covers(self.requires)]

    @property
    def signature(self) -> str:
        """The parameters in one line."""
        optional = {name: group for group in self.either for name in group}
        shown: list[str] = []
        for p in self.parameters:
            if p.name in optional:
                text = " or ".join(optional[p.name])
            elif p.default is None:
                text = f"[{p.name}]" if p.optional else p.name
            else:
                written = str(p.default).lower() if isinstance(p.default, str | bool) else plain(Fraction(p.default))
                text = f"{p.name}={written}"
            if text not in shown:
                shown.append(text)
        return ", ".join(shown)
