"""Steps from text, parsed and checked: `NAME:key=value,key=value`, wrappers before a slash, several steps on the same
records in parentheses. Contains no search, so theorems that rewrite a step may use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..errors import BadStep, BadValue
from ..host.registry import Registry
from ..model.exact_numbers import Rounded, exact, plain, whole
from ..model.mechanisms import Mechanism
from ..model.step_groups import parts_of
from ..model.steps import JOINT, MOST_TIMES, Step, setting_text
from . import named_files
from .step_syntax import MOST_LAYERS, MOST_PARTS, is_joint, joint_parts, layers, read_part, read_settings
from .unknown_in_text import Gap, meant

_JOINT_EXAMPLE = "poisson:rate=0.01/(gaussian:sigma=4 + laplace:scale=10)"


def make_step(registry: Registry, name: str, given: Mapping[str, object], inner: Step | None = None) -> Step:
    """A checked step. Raises UnknownName, BadStep or BadValue."""
    mechanism, given = meant(registry, name, given)
    name = mechanism.name
    if mechanism.several:
        raise BadStep(f"{name} is no step by itself", f"write several steps in parentheses: {_JOINT_EXAMPLE}")
    if mechanism.local and inner is not None and JOINT in inner.shape:
        raise BadStep(
            f"{name} gives each run one record, and nothing is proved here of several reports on it",
            "wrap one step, such as randomized-response:epsilon=1",
        )
    if mechanism.wraps and inner is None:
        raise _alone(mechanism, given)
    if mechanism.local and inner is not None:
        _check_sides(registry, name, inner)
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
    inside = map(registry.mechanism, inner.shape if inner else ())
    drawing = [m.name for m in inside if m.requires is not None and (m.wraps or m.requires is not mechanism.requires)]
    if mechanism.local and drawing:
        raise BadStep(
            f"{name} gives each run one record, and {drawing[0]} works on many",
            "wrap a step such as randomized-response:epsilon=1",
        )
    settings = mechanism.settings(given if mechanism.reads is None else named_files.with_file(mechanism, given))
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
    present = [p for p in mechanism.parameters if p.name in settings]
    step = Step(name, tuple((p.name, settings[p.name]) for p in present if p.around is None), inner)
    for wrapper, key, value in ((*p.around, settings[p.name]) for p in present if p.around is not None):
        step = make_step(registry, wrapper, {key: value}, step)
    return step


def _alone(mechanism: Mechanism, given: Mapping[str, object]) -> BadStep:
    """The error about a wrapper with nothing inside, which names what it does not take: that may be of the step that is
    missing."""
    from ..model.field_names import guess  # only where something is wrong

    name, taken = mechanism.name, {"times", *(p.name for p in mechanism.parameters)}
    unknown = next((key for key in given if key not in taken), None)
    said = "" if unknown is None else f", and takes no {unknown}"
    stated = unknown is not None and "epsilon" in guess(unknown, ["epsilon"])
    inside = f"pure:epsilon={given[unknown]}" if unknown is not None and stated else "gaussian:sigma=4"
    remedy = f"write {name}:.../{inside}; it takes {mechanism.signature}"
    return BadStep(f"{name} wraps another step and stands alone{said}", remedy)


def _check_sides(registry: Registry, name: str, inner: Step) -> None:
    """Raises BadStep for a number inside a local wrapper that was read beside an irrational one, if it is not proved
    there on which side of it privacy is less."""
    for part in parts_of(inner):
        pairwise = {p.name for p in registry.mechanism(part.name).parameters if p.pairwise}
        for key, value in part.pairs:
            if key in pairwise and isinstance(value, Rounded):
                unknown = f"inside {name} it is not known on which side of it privacy is less"
                raise BadStep(f"{key} is {value.written}, and {unknown}", "write a decimal on the safe side")


def make_joint(registry: Registry, parts: Iterable[tuple[Step, int]]) -> Step:
    """Several checked steps on the same records, equal ones counted together; a single run is the step itself. Raises
    BadStep if one of them is a joint step already."""
    registry.mechanism(JOINT)
    counts: dict[Step, int] = {}
    for step, times in parts:
        if JOINT in step.shape:
            raise BadStep(
                f"{step} stands among steps on the same records", "write the steps without parentheses inside"
            )
        counts[step] = whole(counts.get(step, 0) + times, f"{step}: times", 1, MOST_TIMES)
    if not 1 <= len(counts) <= MOST_PARTS:
        raise BadStep(f"{len(counts)} steps on the same records", f"write one to {MOST_PARTS}: {_JOINT_EXAMPLE}")
    (step, times), *others = counts.items()
    return step if times == 1 and not others else Step(JOINT, (), joint=tuple(counts.items()))


def parse_step(
    registry: Registry, text: object, gap: Gap | None = None, value: Fraction | None = None
) -> tuple[Step, int | None]:
    """The step in `wrapper:key=value/name:key=value,times=N`, and its number of runs or None. A `gap` is filled with
    `value`.

    Raises BadStep, UnknownName or BadValue."""
    if not isinstance(text, str):
        raise BadStep(f"a step is {text!r}", "write it as text: NAME:key=value,key=value")
    parts = layers(text)
    if len(parts) > MOST_LAYERS:
        raise BadStep(f"a step of {len(parts)} parts", f"at most {MOST_LAYERS} may be wrapped into each other")
    inner: Step | None = None
    times: int | None = None
    for index, part in reversed(list(enumerate(parts))):
        if is_joint(part):
            if inner is not None:
                raise BadStep(f"{text!r}: a step follows a parenthesis", "put wrappers first, then (STEP + STEP)")
            within = gap.inside if gap is not None and gap.layer == index else None
            inner, times = _read_joint(registry, part, text, within, value)
            continue
        name, given = read_part(part, text)
        if gap is not None and gap.layer == index:
            given[gap.parameter.name] = value
        if "times" in given:
            if times is not None:
                raise BadStep(f"{text!r}: times is written twice", "times counts the whole step; write it once")
            times = whole(given.pop("times"), f"{name}: times", 1, MOST_TIMES)
        inner = make_step(registry, name, given, inner)
    if inner is None:
        raise BadStep("an empty step", "write NAME:key=value,key=value")
    return inner, times


def _read_joint(
    registry: Registry, layer: str, text: str, within: tuple[int, Gap] | None = None, value: Fraction | None = None
) -> tuple[Step, int | None]:
    """Several steps in parentheses, each with its count, and the count of all behind them; the gap in the one at its
    place is filled. Raises BadStep and its kin."""
    parts, behind = joint_parts(layer, text)
    index, gap = within or (None, None)
    read = [parse_step(registry, part, gap if at == index else None, value) for at, part in enumerate(parts)]
    given = read_settings(behind or None, "(STEP + STEP)", text)
    times = given.pop("times", None)
    if given:
        raise BadStep(f"{text!r}: {next(iter(given))} stands behind steps in parentheses", "write it inside of them")
    found = make_joint(registry, [(step, count or 1) for step, count in read])
    return found, None if times is None else whole(times, f"{JOINT}: times", 1, MOST_TIMES)


def spelled(registry: Registry, text: str) -> str:
    """The text of a step in canonical spelling, possibly with an open parameter: without needless spaces, numbers as
    `plain` writes them, the decimal that is read for an irrational one. Raises BadStep or UnknownName."""
    return "/".join(
        _spelled_joint(registry, part, text) if is_joint(part) else _spelled_part(registry, part, text)
        for part in layers(text)
    )


def _spelled_joint(registry: Registry, layer: str, text: str) -> str:
    parts, behind = joint_parts(layer, text)
    own = _spelled_settings(read_settings(behind or None, "(STEP + STEP)", text), {})
    return f"({' + '.join(spelled(registry, part) for part in parts)})" + (f":{own}" if own else "")


def _spelled_part(registry: Registry, part: str, text: str) -> str:
    name, given = read_part(part, text)
    mechanism, _ = meant(registry, name, given)
    sides = {alias: p.costlier for p in mechanism.parameters for alias in (*p.also, p.name)}
    own = _spelled_settings(given, sides)
    return f"{name}:{own}" if own else name


def _spelled_settings(given: Mapping[str, object], sides: Mapping[str, bool | None]) -> str:
    return ",".join(f"{key}={_spelled_setting(str(value), sides.get(key))}" for key, value in given.items())


def checked(registry: Registry, step: Step) -> Step:
    """The same step, checked like a parsed one. Raises UnknownName, BadStep or BadValue."""
    if step.joint:
        return make_joint(registry, [(checked(registry, part), times) for part, times in step.joint])
    return make_step(registry, step.name, step.settings, None if step.inner is None else checked(registry, step.inner))


def _spelled_setting(text: str, up: bool | None) -> str:
    """A number in canonical spelling; any other text unchanged."""
    try:
        return plain(exact(text, "a setting", up=up))
    except BadValue:
        return text
