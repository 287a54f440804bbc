"""One entry of a ledger, from text or from the name and the parameters of a mechanism. Contains no search, so theorems
that rewrite a step may use it."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadStep
from ..host.registry import registry
from ..model.exact_numbers import Exact
from .entries import Entry
from .parsing import make_joint, make_step, parse_step


def parse(text: str) -> Entry:
    """The entry of a step given as text, with its number of runs: `parse("gaussian:sigma=20,times=1000")`. Raises
    CharteredError."""
    step, times = parse_step(registry(), text)
    return Entry(step, times or 1)


def joint(entries: Iterable[Entry]) -> Entry:
    """One run of several steps on the same records, each as often as its entry says. Raises CharteredError."""
    return Entry(make_joint(registry(), [(entry.step, entry.times) for entry in entries]))


def mechanism(name: str, inner: Entry | str | None = None, /, **settings: Exact) -> Entry:
    """One run of a mechanism; multiply it for more. The inner step of a wrapper is the second argument:
    `mechanism("poisson", inner, rate="0.01")`.

    Numbers are exact: ints, Fractions, text such as "1/3", and floats by their shortest decimal form. Raises
    CharteredError."""
    if isinstance(inner, Entry) and inner.times != 1:
        raise BadStep(
            f"{inner} runs {inner.times} times inside {name}",
            f"wrap one run and multiply: mechanism({name!r}, ...) * {inner.times}",
        )
    if isinstance(inner, str):
        inner = parse(inner)
    if inner is not None and not isinstance(inner, Entry):
        raise BadStep(f"what {name} wraps is {inner!r}", f'give a step: mechanism({name!r}, "gaussian:sigma=4", ...)')
    times = 1 if inner is None else inner.times
    return Entry(make_step(registry(), name, settings, inner.step if inner is not None else None), times)
