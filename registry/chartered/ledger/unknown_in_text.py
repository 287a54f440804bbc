"""The one parameter that a step as text leaves open, to be solved for. No search; `check` trusts these lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..errors import BadStep
from ..host.registry import Registry
from ..model.mechanisms import Mechanism, Parameter
from .step_syntax import is_joint, joint_parts, layers, read_part


class Gap(Struct, frozen=True):
    """A parameter that is left open: in which layer of the step, counted from the outermost, what it is, and whether it
    is proved that nothing costs more in its safer direction there. In a layer of steps in parentheses `inside` is the
    place of the one that leaves it open, and the gap in that one."""

    layer: int
    parameter: Parameter
    monotone: bool = False
    inside: tuple[int, Gap] | None = None


def find_gap(registry: Registry, text: str, key: str) -> Gap:
    """Where a step leaves `key` open. Raises BadStep unless it does so exactly once; in parentheses other steps may
    give it."""
    found = list(_gaps(registry, text, key))
    gaps = [gap for gap in found if gap is not None]
    if len(gaps) == 1:
        return gaps[0]
    if gaps:
        raise BadStep(f"{text!r} leaves {key} open more than once", "give it wherever it is not what is asked for")
    if found:
        raise BadStep(f"{text!r} already gives {key}", f"leave {key} out: it is what is asked for")
    from ..model.field_names import guess  # only where a name is wrong

    names = list(dict.fromkeys(p.name for part in parts_in(registry, text) for p in part.mechanism.parameters))
    raise BadStep(f"{text!r} takes no parameter {key!r}", f"{guess(key, names)}it takes {', '.join(names)}")


def meant(registry: Registry, name: str, given: Mapping[str, object]) -> tuple[Mechanism, dict[str, object]]:
    """The mechanism that is meant, perhaps a variant of the one of that name, and what is given by its parameters.
    Raises UnknownName, or BadStep, also for a parameter that another variant takes."""
    written = registry.mechanism(name)
    name, values = written.variant(written.by_parameter(given))
    mechanism = registry.mechanism(name)
    values = mechanism.by_parameter(values)
    own = {p.name for p in mechanism.parameters}
    for key in values:
        if key in own:
            continue
        others, around = _ways_to_take(registry, mechanism, key), _around(registry, mechanism, key, values[key])
        if others:
            hint = "; ".join([*around, f"it takes {mechanism.signature}"])
            raise BadStep(f"{name} takes no {key}, which goes with {' or '.join(others)}", hint)
        if around:
            raise BadStep(f"{name} takes no {key}", around[0])
    return mechanism, values


def _around(registry: Registry, mechanism: Mechanism, key: str, value: object) -> list[str]:
    """For the name of a wrapper, how it is written around the mechanism, or why it may not stand there; or nothing."""
    wrapper = registry.mechanisms.get(key)
    if wrapper is None or not wrapper.wraps or not wrapper.parameters:
        return []
    refused = dict(mechanism.not_inside).get(wrapper.requires) if wrapper.requires is not None else None
    written = f"{key}:{wrapper.parameters[0].name}={value}/{mechanism.name}:..."
    return [refused or f"{key} is a step around this one: {written}"]


def _ways_to_take(registry: Registry, mechanism: Mechanism, key: str) -> list[str]:
    """How users write the mechanisms with this parameter that share a name with `mechanism`."""
    found: dict[str, str] = {}
    for base in registry.mechanisms.values():
        ways = [(f"{parameter}={word}" if word else parameter, name) for parameter, word, name in base.variants]
        chooses = any(parameter == key and word for parameter, word, _ in base.variants)
        if mechanism.name in {base.name, *(name for _, name in ways)} and not chooses:
            for way, name in (*ways, (base.name, base.name)):
                kin = registry.mechanisms.get(name)
                if kin is not None and any(p.name == key for p in kin.parameters):
                    found.setdefault(name, way)
    return list(found.values())


def leaves_open(registry: Registry, text: str, key: str) -> bool:
    """Whether a step leaves the parameter open, once or more often. Raises BadStep for what is no step."""
    return any(gap is not None for gap in _gaps(registry, text, key))


class Part(Struct, frozen=True):
    """A part of a step as text: in which layer, and in parentheses also which step and in which of its layers; the
    mechanism that is meant, what is given of it, and whether a `local` wrapper is around it."""

    where: tuple[int, ...]
    mechanism: Mechanism
    given: dict[str, object]
    local: bool

    def parameter(self, key: str) -> Parameter | None:
        """The parameter that has this name, or has it in other tools; None without one."""
        wanted = next(iter(self.mechanism.by_parameter({key: None})))
        return next((p for p in self.mechanism.parameters if p.name == wanted), None)

    def proved(self, parameter: Parameter) -> bool:
        """Whether nothing costs more in the safer direction of a parameter here: inside a `local` wrapper what is
        proved of each pair of neighbours alone does not hold."""
        return parameter.monotone != "" and not (parameter.pairwise and self.local)


def parts_in(registry: Registry, text: str, *, local: bool = False) -> Iterator[Part]:
    """Every part of a step, wrappers first."""
    for index, layer in enumerate(layers(text)):
        if is_joint(layer):
            for at, step in enumerate(joint_parts(layer, text)[0]):
                for part in parts_in(registry, step, local=local):
                    yield replace(part, where=(index, at, *part.where))
            continue
        mechanism, given = meant(registry, *read_part(layer, text))
        yield Part((index,), mechanism, given, local)
        local = local or mechanism.local


def _gaps(registry: Registry, text: str, key: str) -> Iterator[Gap | None]:
    """Every gap of a step; None for each part that is given the parameter, or another one in its place."""
    for part in parts_in(registry, text):
        parameter = part.parameter(key)
        if parameter is None:
            continue
        instead = {name for group in part.mechanism.either if parameter.name in group for name in group}
        settled = not {parameter.name, *instead}.isdisjoint(part.given)
        narrowed = None if settled else part.mechanism.narrowed(parameter, part.given)
        yield None if narrowed is None else _gap(part.where, narrowed, part.proved(parameter))


def _gap(where: tuple[int, ...], parameter: Parameter, proved: bool) -> Gap:
    index, *inside = where
    within = (inside[0], _gap(tuple(inside[1:]), parameter, proved)) if inside else None
    return Gap(index, parameter, proved, within)
