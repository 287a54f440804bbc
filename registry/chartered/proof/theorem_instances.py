"""The theorems of a path, each with the premises and the conclusion of its use.

A derivation is replayed with theorems and accountants that report their arguments and results, while ball arithmetic is
refused: numbers that a theorem computes outside the recording arithmetic would be missing in the proof."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from types import ModuleType
from typing import Any

from chartered_verify.arithmetic.recording import Recorder
from chartered_verify.arithmetic.recording_watch import watched
from msgspec import Struct, field
from msgspec.structs import replace

from ..host.registry import Registry, registry
from ..model.accountants import Accountant
from ..model.theorems import Theorem, always
from ..paths.derivation import Derivation


class Instance(Struct, frozen=True):
    """One use of a theorem or an accountant: its premises, the multiplicity of each, and its conclusion."""

    by: Theorem | Accountant
    premises: tuple[Any, ...]
    counts: tuple[int, ...]
    conclusion: Any


class Witnessed(Struct):
    """A registry whose theorems and accountants on a path append their uses to `uses`, in the order of use."""

    recorder: Recorder
    uses: list[Instance] = field(default_factory=list)

    def of(self, known: Registry, derivation: Derivation) -> Registry:
        """The registry with reporting theorems and accountants. They are new objects, so that no cached result for the
        registered ones is used."""
        path = set(derivation.path)
        forget()
        theorems = {name: self._theorem(one) if name in path else one for name, one in known.theorems.items()}
        accountants = dict(known.accountants)
        accountants[derivation.accountant] = self._accountant(known.accountant(derivation.accountant))
        return replace(known, theorems=theorems, accountants=accountants)

    def _theorem(self, theorem: Theorem) -> Theorem:
        """The theorem with functions that report each use."""

        def bound(source: Any, *witness: Any) -> Any:
            found = self._by(theorem.name, theorem.bound, source, *witness)
            if getattr(found, "failure", 0) != 0:
                self.recorder.refuse(
                    "the theorems after it hold except for a failure event, which a proof cannot state yet"
                )
            self.uses.append(Instance(theorem, (source,), (1,), found))
            return found

        @wraps(theorem.conditions)
        def conditions(source: Any) -> str | None:
            return self._by(theorem.name, theorem.conditions, source)  # type: ignore[no-any-return]

        return replace(theorem, bound=bound, conditions=always if theorem.conditions is always else conditions)

    def _accountant(self, accountant: Accountant) -> Accountant:
        """The accountant with functions that report each use."""

        def times(g: Any, n: Any) -> Any:
            found = self._by(accountant.name, accountant.times, g, n)
            self.uses.append(Instance(accountant, (g,), (int(n),), found))
            return found

        def compose(gs: Sequence[Any]) -> Any:
            found = self._by(accountant.name, accountant.compose, gs)
            self.uses.append(Instance(accountant, tuple(gs), (1,) * len(gs), found))
            return found

        return replace(accountant, times=times, compose=compose)

    def _by(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        self.recorder.author = name
        with watched(self.recorder.refuse):
            return function(*arguments)


def forget() -> None:
    """Clears the caches of all functions in plugins: a number that was computed in balls earlier would enter the record
    without its computation."""
    roots = {plugin.module.__name__.partition(".")[0] for plugin in registry().plugins}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in roots:
            for value in list(vars(module).values()):
                if isinstance(value, type | ModuleType):  # ours looks for names that are near one that it has not
                    continue
                clear = getattr(value, "cache_clear", None)
                home = str(getattr(value, "__module__", "")).partition(".")[0]
                if callable(clear) and home in roots:
                    clear()
