"""The conformance kit: checks that every plugin must pass, of its declarations, steps, profiles, accountants and
claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from types import ModuleType
from unittest.mock import patch

from ..certificate import check as certify
from ..errors import PluginError
from ..host.registry import Plugin, Registry, build_registry, find_plugins, working_registry
from ..ledger.entries import read_entries
from .accountant_counts import check_accountant
from .claims import check_claims
from .code_corners import Corners, check_corners
from .declarations import check_words
from .example_steps import example_steps
from .profile_shape import Outputs
from .step_answers import check_step
from .step_profiles import check_local, check_profiles, check_relation


def conform(
    plugin: ModuleType, steps: Sequence[str] = (), *, outputs: Mapping[str, Outputs] | None = None, full: bool = False
) -> None:
    """Checks that a plugin, together with the installed plugins, meets the requirements for every plugin.

    Its theorems, accountants and claims have a statement and a source. Its mechanisms give sound answers that are
    monotone in eps, delta and the number of runs, with certificates that are accepted unchanged and refused once
    altered. None of its functions fails or returns an invalid value. Exact profiles have the shape of a privacy
    profile; a stated sensitivity is doubled under replace-one, and is not doubled in a local randomizer. At the numbers
    in its code no answer is below an exact one. `times` of its accountants agrees with repeated `compose`. Its claims
    are tried and none is refuted.

    Args:
        plugin: The module.
        steps: Example steps, as users write them; without them, they are made from the ranges of the parameters.
        outputs: For a step, the probability of each output under two neighbours; no delta may be below the divergence
            of these.
        full: Whether more branch points, and the slow claims, are tried.

    Raises:
        AssertionError: A requirement is not met; the message names it.

    Examples:
        >>> from types import ModuleType
        >>> try:
        ...     testing.conform(ModuleType("my_plugin"))
        ... except AssertionError as error:
        ...     print(str(error)[:52])
        plugin 'my_plugin' (chartered) registers nothing; de
    """
    known, own = _registered(plugin)
    check_words(known, own)
    names = known.names_of(own, "mechanism")
    examples = list(steps) or [step for name in names for step in example_steps(known.mechanisms[name])]
    shown = {name for text in examples for entry in read_entries(known, [text]) for name in entry.step.shape}
    assert set(names) <= shown, f"no example step of {', '.join(sorted(set(names) - shown))}: give one in steps=[...]"
    corners = Corners.of(known, own, full)
    with patch.object(certify, "registry", lambda: known):
        for text in examples:
            check_profiles(known, own, text, (outputs or {}).get(text))
            check_local(known, own, text)
            check_relation(known, own, text)
            check_step(known, own, text)
            check_corners(known, corners, text)
    others = examples or [
        step for mechanism in known.mechanisms.values() if not mechanism.wraps for step in example_steps(mechanism)
    ]
    for name in known.names_of(own, "accountant"):
        check_accountant(known, known.accountant(name), others)
    check_claims(known, own, full)


def _registered(plugin: ModuleType) -> tuple[Registry, Plugin]:
    """A registry of the installed plugins and this one, whether it is installed or not, and its entry in it."""
    try:
        installed, _ = find_plugins()
        # One that is not installed is counted as ours for the length of the test: a certificate names distributions.
        own = next((p for p in installed if p.module is plugin), None) or Plugin(
            plugin.__name__, plugin, "chartered", version("chartered")
        )
        others = working_registry([p for p in installed if p is not own]).plugins
        return build_registry([*others, own]), own
    except PluginError as error:
        raise AssertionError(str(error)) from error
