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
"""The value of a parameter: an exact number, text (one word, or several numbers with colons between them), or a
flag."""
MOST_NUMBERS = 64
"""The largest number of numbers in one parameter that takes several."""


@dataclass(frozen=True, slots=True, repr=False)
class Parameter:
    """One parameter of a mechanism, with its admissible values.

    A number lies between `low` and `high` (None: no limit); `open_low` and `open_high` exclude the ends. `words`: the
    value is one of these words. `flag`: it is true or false. `many`: it is a list of numbers with colons between them,
    each within the limits, kept as text in canonical spelling. A parameter without a `default` must be given, unless
    the mechanism lists it in `either` or it is `optional`. The default of a number may be a word for a value that the
    theorem computes (say "optimal"); users may write that word, too. The default is not filled in if the parameter
    `unless` is given. `with_`: another parameter, without which this one may not be given. `at_most`: another
    parameter, whose value this one may not exceed. `safer`: the direction in which privacy usually increases with all
    else equal, so that the parameter can be calibrated. `monotone`: the claim that proves this to hold always; without
    it, calibration guarantees the calibrated value only, and no safer one, and an irrational value is refused, since no
    decimal beside it is known to cost no less. `pairwise`: that claim is about each pair of neighbours separately, so
    it does not apply inside a `local` wrapper, where the reports of the other records matter as well. `also`:
    names that other tools have for it, which users may write."""

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

    @property
    def costlier(self) -> bool | None:
        """The side of a value on which privacy is proved to be less, where an irrational one is read as a decimal:
        above it (True), below it (False), or None if that is not proved."""
        return (self.safer == "smaller") if self.safer and self.monotone and not self.many else None

    def nearest(self, x: float) -> Fraction:
        """The exact number for a double: its shortest decimal form, or the nearest integer for an integer parameter."""
        return Fraction(round(x)) if self.integer else exact(x, self.name)

    def read(self, value: object, step: str) -> Setting:
        """The exact setting that `value` stands for. Raises BadValue, whose message names the step, the value and what
        is admissible."""
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
            parts = str(value).split(":") if isinstance(value, str | int | float | Fraction) else ()
            if not 1 <= len(parts) <= MOST_NUMBERS:
                raise BadValue(f"{what} is {value!r}", f"it must be {self.wanted}")
            return ":".join(
                str(plain(number)) for part in parts if isinstance(number := one.read(part, step), Fraction)
            )
        number = exact(value, what, up=self.costlier)
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
    """A named mechanism that reads the data, or a wrapper that transforms another step.

    `parameters` are in the order of documentation; each group of names in `either` needs exactly one of its members.
    `wraps`: it is a wrapper. `wraps_numbers`: a wrapper that changes a numeric outcome, hence not around a step with a
    part that is not `numeric`. `requires`: the only neighbouring relation under which the mechanism is defined, or
    None. `not_under`: relations under which nothing is proved about it, each with the reason. `not_inside`: likewise,
    where a wrapper around it requires that relation. `sampling`: how it draws records, in words. `each_run`: of a
    wrapper, what its times repeat, with braces for the step inside. `sees`: the parameter
    with the number of records that the step receives; `hands_on`: the parameter with the number that it passes to the
    step inside. The two must agree between a wrapper and its content. `local`: the step inside is a local randomizer
    applied to one record at a time, so it does not sample, and its sensitivity is the diameter of that record's domain.
    `several`: several steps on the same records, written as those steps in parentheses, never by name.
    `conflict(settings)`: why settings that are admissible one by one contradict each other, or None. `rounds`: the
    parameter that says of how many equal rounds a run consists, as a training does of steps; a question about the
    largest count asks for it. `version` counts up when the meaning of the step changes, which outdates certificates of
    the former meaning."""

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
    not_inside: tuple[tuple[Neighbours, str], ...] = ()
    sampling: str = ""
    each_run: str = ""
    local: bool = False
    sees: str = ""
    hands_on: str = ""
    several: bool = False
    conflict: Callable[[Mapping[str, Setting]], str | None] | None = None
    rounds: str = ""
    version: int = 1

    def __repr__(self) -> str:
        return one_line(f"<mechanism {self.name}: {self.signature}>")

    def settings(self, given: Mapping[str, object]) -> dict[str, Setting]:
        """The exact settings, checked, with defaults filled in. Raises BadStep or BadValue."""
        known = {p.name: p for p in self.parameters}
        for key in given:
            if key not in known:
                raise BadStep(f"{self.name}: unknown parameter {key!r}", self._meant(key))
        settings = {key: known[key].read(value, self.name) for key, value in given.items()}
        for group in self.either:
            stated = sum(name in settings for name in group)
            if stated != 1:
                hint = f"it takes {self.signature}" if stated else self._to_be_found(group[0])
                raise BadStep(f"{self.name}: give exactly one of {' and '.join(group)}", hint)
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
                raise BadStep(f"{self.name}: {parameter.name} is missing", self._to_be_found(parameter.name))
            default = parameter.default
            settings[parameter.name] = default if isinstance(default, str | bool) else Fraction(default)
        self._check_order(settings)
        why = None if self.conflict is None else self.conflict(settings)
        if why is not None:
            raise BadValue(f"{self.name}: {why}", f"it takes {self.signature}")
        return settings

    def _to_be_found(self, name: str) -> str:
        """What would be right where a parameter is missing: to state it, or to solve for it."""
        parameter = next(p for p in self.parameters if p.name == name)
        if parameter.words or parameter.flag or parameter.many:
            return f"it takes {self.signature}"
        return f"it takes {self.signature}; `chartered calibrate --solve {name}` finds the {name} for a target"

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
        """`parameter` with its limits tightened by the given values of parameters that bound it, or that it bounds
        (`at_most`)."""
        for other in self.parameters:
            above, below = other.name == parameter.at_most, other.at_most == parameter.name
            end = other.read(given[other.name], self.name) if other.name in given and (above or below) else None
            if isinstance(end, Fraction):
                parameter = replace(parameter, high=end) if above else replace(parameter, low=end, open_low=False)
        return parameter

    @property
    def relations(self) -> list[Neighbours]:
        """The relations under which the mechanism may stand unchanged, without a theorem that changes the relation."""
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
