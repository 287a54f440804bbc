"""Mechanisms, as a plugin declares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ..display import one_line
from ..errors import BadStep, BadValue
from .exact_numbers import plain
from .neighbours import Neighbours
from .parameters import Parameter as Parameter, Setting as Setting, numbers_in

RECORDS = ("n", "of")
"""The parameters that state how many records there are, which is no choice."""
_SEVERAL = ":"
"""In place of the word of a variant: that the value is several numbers."""


class Mechanism(Struct, frozen=True):
    """A named mechanism that reads the data, or a wrapper that transforms another step.

    Args:
        name: The name that users write in a step.
        summary: What it does, in a few words.
        parameters: The parameters, in the order of documentation.
        source: The paper that defines it.
        either: Groups of parameters, of each of which exactly one must be given.
        wraps: Whether it is a wrapper.
        wraps_numbers: Whether it is a wrapper that changes a numeric outcome, hence not around a step with a part that
            is not `numeric`.
        numeric: Whether its outcome is a number.
        requires: The only neighbouring relation under which the mechanism is defined, or None.
        not_under: Relations under which nothing is proved about it, each with the reason.
        not_inside: Likewise, where a wrapper around it requires that relation.
        sampling: How it draws records, in words.
        each_run: Of a wrapper, what its times repeat, with braces for the step inside.
        local: Whether the step inside is a local randomizer applied to one record at a time, so that it does not
            sample, and its sensitivity is the diameter of that record's domain.
        sees: The parameter with the number of records that the step receives.
        hands_on: The parameter with the number that it passes to the step inside, which must agree with what that
            `sees`.
        several: Whether it is several steps on the same records, written as those steps in parentheses, never by name.
        conflict: conflict(settings): why settings that are admissible one by one contradict each other, or None.
        variants: Mechanisms that users write by the name of this one, as (parameter, word, name): where the parameter
            has the word (or, with the word "", any value, and with the word ":", several numbers), the step is one of
            that other name. So no theorem about this mechanism is ever asked about them. A word is dropped, a value is
            handed on; a word for this mechanism itself leaves the others to choose.
        records: Of a wrapper, the parameter that says how many records change together between neighbours.
        reads: reads(path): the settings that a file holds, by their names; users name it by `file=`. Where the path has
            slashes it stands in parentheses in the text of a step.
        rounds: The parameter that says of how many equal rounds a run consists, as a training does of steps; a question
            about the largest count asks for it.
        also_called: Other names of it in the field, for which an error suggests this one.
        version: Counts up when the meaning of the step changes, which outdates certificates of the former meaning.

    Examples:
        >>> coin = ch.Mechanism("coin", "tells the truth with a probability", (ch.Parameter("p", "that one", high=1),))
        >>> coin.signature, coin.settings({"p": "3/4"})
        ('p', {'p': Fraction(3, 4)})
        >>> [relation.value for relation in coin.relations]
        ['add-or-remove', 'replace-one', 'zero-out']
    """

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
    variants: tuple[tuple[str, str, str], ...] = ()
    records: str = ""
    reads: Callable[[str], Mapping[str, str]] | None = None
    rounds: str = ""
    also_called: tuple[str, ...] = ()
    version: int = 1

    def __copy__(self) -> Mechanism:
        return self

    def __repr__(self) -> str:
        return one_line(f"<mechanism {self.name}: {self.signature}>")

    def settings(self, given: Mapping[str, object]) -> dict[str, Setting]:
        """The exact settings, checked, with defaults filled in.

        Args:
            given: What the user gave, by the parameters' names.

        Returns:
            Each parameter's value by its name: a Fraction, a text or a bool.

        Raises:
            BadStep: A parameter is missing or unknown, or not exactly one of a group in `either` is given.
            BadValue: A value is out of range, or contradicts others.
        """
        known = {p.name: p for p in self.parameters}
        for key in given:
            if key not in known:
                raise BadStep(f"{self.name}: unknown parameter {key!r}", self.meant(key))
        settings = {key: known[key].read(value, self.name) for key, value in given.items()}
        for group in self.either:
            if sum(name in settings for name in group) > 1:
                raise BadStep(f"{self.name}: give exactly one of {' and '.join(group)}", f"it takes {self.signature}")
        self._complete(settings)
        self._check_order(settings)
        why = None if self.conflict is None else self.conflict(settings)
        if why is not None:
            raise BadValue(f"{self.name}: {why}", f"it takes {self.signature}")
        return settings

    def _complete(self, settings: dict[str, Setting]) -> None:
        """Fills the defaults in. Raises BadStep, with all that is missing."""
        missing = [group for group in self.either if not any(name in settings for name in group)]
        optional = {name for group in self.either for name in group}
        for parameter in self.parameters:
            if parameter.with_ and parameter.with_ not in settings:
                if parameter.name in settings and not any(parameter.with_ in group for group in missing):
                    raise BadStep(
                        f"{self.name}: {parameter.name} goes with {parameter.with_}, which is not given",
                        f"it takes {self.signature}",
                    )
                continue
            given_or_free = parameter.name in settings or parameter.name in optional or parameter.optional
            if given_or_free or parameter.unless in settings:
                continue
            if parameter.default is None:
                missing.append((parameter.name,))
                continue
            default = parameter.default
            settings[parameter.name] = default if isinstance(default, str | bool) else Fraction(default)
        if missing:
            places = [p.name for p in self.parameters]
            missing.sort(key=lambda group: places.index(group[0]))
            raise BadStep(f"{self.name}: {_lacking(missing)}", self._to_be_found(missing))

    def _to_be_found(self, missing: Sequence[Sequence[str]]) -> str:
        """What would be right where a parameter is missing: to state it, or, of a single number, to solve for it."""
        name = missing[0][0]
        parameter = next(p for p in self.parameters if p.name == name)
        if len(missing) > 1 or parameter.safer is None or parameter.many or name in RECORDS:
            return f"it takes {self.signature}"
        return f"it takes {self.signature}; `chartered calibrate --solve {name}` finds the {name} for a target"

    def by_parameter(self, given: Mapping[str, object]) -> dict[str, object]:
        """What is given, by the parameters' own names.

        Args:
            given: The values by names as Python writes them, with underscores, or by names that other tools have.

        Returns:
            The values by the parameters' names.

        Raises:
            BadStep: A parameter is given twice, in two spellings.

        Examples:
            >>> ch.registry().mechanism("dpsgd").by_parameter({"sample_rate": 0.01, "noise_multiplier": 1})
            {'sample-rate': 0.01, 'noise': 1}
        """
        names = {name: p.name for p in self.parameters for name in (*p.also, p.name)}
        found: dict[str, object] = {}
        for key, value in given.items():
            hyphened = str(key).replace("_", "-")
            name = names.get(key, names.get(hyphened, hyphened))
            if name in found:
                raise BadStep(f"{self.name}: {name} is given twice", "give each parameter once")
            found[name] = value
        return found

    def variant(self, given: Mapping[str, object]) -> tuple[str, dict[str, object]]:
        """The name of the mechanism that is meant, and what is given for it.

        Args:
            given: The values by the parameters' names.

        Returns:
            Its own name, or that of the first of `variants` that fits; the values without the word that chose it.

        Examples:
            >>> ch.registry().mechanism("dpsgd").variant({"batch": 10, "loader": "shuffled"})
            ('dpsgd-shuffled', {'batch': 10})
        """
        left = dict(given)
        for parameter, word, name in self.variants:
            if parameter in left and _chosen_by(left[parameter], word):
                left = {key: value for key, value in left.items() if key != parameter or word in ("", _SEVERAL)}
                if name != self.name:
                    return name, left
        return self.name, left

    def meant(self, key: str) -> str:
        """What to write instead of a name that no parameter has.

        Args:
            key: That name.

        Returns:
            Our name for what the field calls so, or for what is written alike; and what the mechanism takes.

        Examples:
            >>> ch.registry().mechanism("poisson").meant("q")
            'did you mean rate? it takes rate, [of], [largest]'
        """
        from .field_names import guess  # only where a name is wrong

        return guess(key, [*(p.name for p in self.parameters), "times"]) + f"it takes {self.signature}"

    def _check_order(self, settings: Mapping[str, Setting]) -> None:
        for parameter in self.parameters:
            mine, most = settings.get(parameter.name), settings.get(parameter.at_most)
            if isinstance(mine, Fraction) and isinstance(most, Fraction) and mine > most:
                raise BadValue(
                    f"{self.name}: {parameter.name} is {plain(mine)}, {parameter.at_most} is {plain(most)}",
                    f"{parameter.name} must be at most {parameter.at_most}",
                )

    def narrowed(self, parameter: Parameter, given: Mapping[str, object]) -> Parameter:
        """`parameter` with its limits tightened by the `given` values of parameters that bound it, or that it bounds.

        Examples:
            >>> dpsgd = ch.registry().mechanism("dpsgd")
            >>> batch = next(one for one in dpsgd.parameters if one.name == "batch")
            >>> dpsgd.narrowed(batch, {"n": 60000}).high
            Fraction(60000, 1)
        """
        for other in self.parameters:
            above, below = other.name == parameter.at_most, other.at_most == parameter.name
            end = other.read(given[other.name], self.name) if other.name in given and (above or below) else None
            if isinstance(end, Fraction) and above and (parameter.high is None or end < parameter.high):
                parameter = replace(parameter, high=end)
            elif isinstance(end, Fraction) and below and (parameter.low is None or end > parameter.low):
                parameter = replace(parameter, low=end, open_low=False)
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
                text = f"{p.name}={p.shown_default}"
            if text not in shown:
                shown.append(text)
        return ", ".join(shown)


def _chosen_by(value: object, word: str) -> bool:
    """Whether a value chooses the variant with this word."""
    return len(numbers_in(value)) > 1 if word == _SEVERAL else word in ("", str(value).strip())


def _lacking(missing: Sequence[Sequence[str]]) -> str:
    """What is missing, in words: parameters, and groups of which one is to be given."""
    if len(missing) == 1:
        (group,) = missing
        return f"{group[0]} is missing" if len(group) == 1 else f"give exactly one of {' and '.join(group)}"
    *most, last = [" or ".join(group) for group in missing]
    return f"{', '.join(most)} and {last} are missing"
