"""Steps from text: reads and checks what users write, `NAME:key=value,key=value`, wrappers before a slash. No search:
theorems that rewrite a step use it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..errors import BadStep, BadValue
from ..host.registry import Registry
from ..model.exact_numbers import exact, plain, whole
from ..model.mechanisms import Mechanism, Parameter
from ..model.steps import MOST_TIMES, Step, setting_text

MOST_PARTS = 8
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_NEXT_STEP = re.compile(r"/(?=[A-Za-z])")


def make_step(registry: Registry, name: str, given: Mapping[str, object], inner: Step | None = None) -> Step:
    """A checked step. Raises UnknownName, BadStep or BadValue."""
    mechanism = registry.mechanism(name)
    if mechanism.wraps and inner is None:
        raise BadStep(f"{name} wraps another step and stands alone", f"write {name}:.../gaussian:sigma=4")
    if inner is not None and not mechanism.wraps:
        raise BadStep(
            f"{name} does not wrap a step, but {inner} follows it", "put the wrapper first, then a slash, then the step"
        )
    wordy = [part for part in (inner.shape if inner else ()) if not registry.mechanism(part).numeric]
    if mechanism.wraps_numbers and wordy:
        raise BadStep(
            f"{name} needs an outcome that is a number, and that of {wordy[0]} is none",
            "wrap a step such as gaussian:sigma=4",
        )
    drawing = [part for part in (inner.shape if inner else ()) if registry.mechanism(part).requires]
    if mechanism.local and drawing:
        raise BadStep(
            f"{name} gives each run one record, and {drawing[0]} works on many",
            "wrap a step such as randomized-response:epsilon=1",
        )
    settings = mechanism.settings(_spelled(mechanism, given))
    sees = registry.mechanism(inner.name).sees if inner is not None and mechanism.hands_on else ""
    if inner is not None and inner.settings.get(sees, settings.get(mechanism.hands_on)) != settings.get(
        mechanism.hands_on
    ):
        handed, seen = settings[mechanism.hands_on], inner.settings[sees]
        said = (f"{key}={setting_text(value)}" for key, value in ((mechanism.hands_on, handed), (sees, seen)))
        raise BadStep(
            f"{name} and {inner.name} disagree on how many records there are: {' and '.join(said)}",
            "let the two be equal",
        )
    order = [p.name for p in mechanism.parameters if p.name in settings]
    return Step(name, tuple((key, settings[key]) for key in order), inner)


@dataclass(frozen=True, slots=True)
class Gap:
    """The one parameter that a step leaves open, to be solved for: its place among the parts of the step, what it is,
    and whether it is proved that nothing costs more in its safer direction there."""

    place: int
    parameter: Parameter
    monotone: bool = False


def _spelled(mechanism: Mechanism, given: Mapping[str, object]) -> dict[str, object]:
    """What is given, by the parameters' names: Python writes these with underscores. Raises BadStep for one that is
    given in both spellings."""
    names = {parameter.name for parameter in mechanism.parameters}
    found: dict[str, object] = {}
    for key, value in given.items():
        name = key if key in names else str(key).replace("_", "-")
        if name in found:
            raise BadStep(f"{mechanism.name}: {name} is given twice", "give each parameter once")
        found[name] = value
    return found


def find_gap(registry: Registry, text: str, key: str) -> Gap:
    """Where a step leaves `key` open. Raises BadStep unless exactly one part of it takes the parameter and none gives
    it."""
    places, shown = [], False
    for place, part in enumerate(_NEXT_STEP.split(text.strip())):
        name, read = _read_part(part, text)
        mechanism = registry.mechanism(name)
        given, wanted = _spelled(mechanism, read), next(iter(_spelled(mechanism, {key: None})))
        parameter = next((p for p in mechanism.parameters if p.name == wanted), None)
        if parameter is not None and parameter.name in given:
            raise BadStep(f"{text!r} already gives {key}", f"leave {key} out: it is what is asked for")
        if parameter is not None:
            proved = parameter.monotone != "" and not (parameter.pairwise and shown)
            places.append(Gap(place, mechanism.narrowed(parameter, given), proved))
        shown = shown or mechanism.local
    if len(places) != 1:
        how = "takes no" if not places else "has more than one"
        raise BadStep(f"{text!r} {how} parameter {key!r}", "name a parameter that exactly one part of the step takes")
    return places[0]


def parse_step(
    registry: Registry, text: object, gap: Gap | None = None, value: Fraction | None = None
) -> tuple[Step, int | None]:
    """Reads `wrapper:key=value/name:key=value,times=N`; the count is None where none is written. A `gap` is filled with
    `value`.

    Raises BadStep and its kin.
    """
    if not isinstance(text, str):
        raise BadStep(f"a step is {text!r}", "write it as text: NAME:key=value,key=value")
    parts = _NEXT_STEP.split(text.strip())
    if len(parts) > MOST_PARTS:
        raise BadStep(f"a step of {len(parts)} parts", f"at most {MOST_PARTS} may be wrapped into each other")
    inner: Step | None = None
    times: int | None = None
    for place, part in reversed(list(enumerate(parts))):
        name, given = _read_part(part, text)
        if gap is not None and gap.place == place:
            given[gap.parameter.name] = value
        if "times" in given:
            if times is not None:
                raise BadStep(f"{text!r}: times is written twice", "times counts the whole step; write it once")
            times = whole(given.pop("times"), f"{name}: times", 1, MOST_TIMES)
        inner = make_step(registry, name, given, inner)
    if inner is None:
        raise BadStep("an empty step", "write NAME:key=value,key=value")
    return inner, times


def spelled(text: str) -> str:
    """A step as text, which may leave a parameter open, without spaces and with each number as `plain` writes it.
    Raises BadStep."""
    parts = [_read_part(part, text) for part in _NEXT_STEP.split(text.strip())]
    settings = [",".join(f"{key}={_spelled_setting(str(value))}" for key, value in given.items()) for _, given in parts]
    return "/".join(f"{name}:{own}" if own else name for (name, _), own in zip(parts, settings, strict=True))


def checked(registry: Registry, step: Step) -> Step:
    """The same step, checked as a parsed one is. Raises UnknownName, BadStep or BadValue."""
    return make_step(registry, step.name, step.settings, None if step.inner is None else checked(registry, step.inner))


def _read_part(part: str, text: str) -> tuple[str, dict[str, object]]:
    name, colon, rest = part.partition(":")
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise BadStep(
            f"{text!r}: {name!r} is no name of a step",
            "write NAME:key=value,key=value, such as gaussian:sigma=20,times=1000",
        )
    given: dict[str, object] = {}
    for item in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in item.partition("="))
        if not (equals and key and value):
            raise BadStep(f"{text!r}: {item!r} is not of the form key=value", f"write {name}:key=value,key=value")
        if key in given:
            raise BadStep(f"{text!r}: {key} is given twice", "give each parameter once")
        given[key] = value
    return name, given


def _spelled_setting(text: str) -> str:
    """A number in its one spelling; a word or a flag as it is."""
    try:
        return plain(exact(text, "a setting"))
    except BadValue:
        return text
