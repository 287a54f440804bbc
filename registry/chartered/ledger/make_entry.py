"""One entry of a ledger, from text or from the name and the parameters of a mechanism. Contains no search, so theorems
that rewrite a step may use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import BadStep
from ..host.registry import registry
from ..model.exact_numbers import Exact
from .checked_steps import make_joint, make_step, parse_step
from .entries import Entry


def parse(text: str) -> Entry:
    """The entry of a step given as text, with its number of runs.

    Args:
        text: The step, such as "gaussian:sigma=20,times=1000"; wrappers stand before a slash, as in
            "poisson:rate=0.01/gaussian:sigma=1". Numbers are exact: 0.1 is one tenth, "1/3" a third.

    Returns:
        The entry.

    Raises:
        BadStep: The text is no step, or a parameter is missing or unknown.
        BadValue: A parameter is out of range.
        UnknownName: No plugin registers a mechanism of that name.

    Examples:
        >>> entry = ch.parse("poisson:rate=0.01/gaussian:sigma=1.1,times=1000")
        >>> entry.times, entry.step.settings["rate"]
        (1000, Fraction(1, 100))
    """
    step, times = parse_step(registry(), text)
    return Entry(step, times or 1)


def joint(entries: Iterable[Entry]) -> Entry:
    """One run of several steps on the same records, each as often as its entry says. Raises CharteredError."""
    return Entry(make_joint(registry(), [(entry.step, entry.times) for entry in entries]))


def mechanism(
    name: str, inner: Entry | str | None = None, /, times: Exact = 1, **settings: Exact | Sequence[Exact]
) -> Entry:
    """One run of a mechanism, or several.

    Args:
        name: The name of the mechanism, such as "gaussian".
        inner: For a wrapper, the step inside, as an entry of one run or as text.
        times: The number of runs; to multiply the entry is the same.
        settings: The parameters, exact numbers (ints, Fractions, text such as "1/3" or "sqrt(10)", floats by their
            shortest decimal form), lists of them, or words.

    Returns:
        The entry.

    Raises:
        BadStep: A parameter is missing or unknown, or the inner step is none, or runs several times.
        BadValue: A parameter is out of range.
        UnknownName: No plugin registers a mechanism of that name.

    Examples:
        >>> ch.mechanism("gaussian", sigma=20, times=1000)
        Entry('gaussian:sigma=20,sensitivity=1,times=1000')
        >>> ch.mechanism("poisson", "gaussian:sigma=1.1", rate="1/100")
        Entry('poisson:rate=0.01/gaussian:sigma=1.1,sensitivity=1')
    """
    if isinstance(inner, Entry) and inner.times != 1:
        raise BadStep(
            f"{inner} runs {inner.times} times inside {name}",
            f"wrap one run and multiply: mechanism({name!r}, ...) * {inner.times}",
        )
    if isinstance(inner, str):
        inner = parse(inner)
    if inner is not None and not isinstance(inner, Entry):
        raise BadStep(f"what {name} wraps is {inner!r}", f'give a step: mechanism({name!r}, "gaussian:sigma=4", ...)')
    step = make_step(registry(), name, settings, inner.step if inner is not None else None)
    return Entry(step, 1 if inner is None else inner.times) * times
