"""Mechanisms, theorems and accountants for one session, such as a notebook, without a plugin that is installed."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

from ..display import one_line
from ..errors import PluginError
from ..model.accountants import Accountant
from ..model.mechanisms import Mechanism
from ..model.theorems import Theorem
from .plugin_sources import LAYERS
from .registry import registry
from .session_plugin import Layer


class Registration:
    """What `ch.register` has added; as a context manager it takes it back at the end.

    Args:
        layer: The values by the hook that returns them.

    Examples:
        >>> coin = ch.Mechanism("coin", "tells the truth with a probability", (ch.Parameter("p", "that one", high=1),))
        >>> with ch.register(mechanisms=[coin]) as added:
        ...     "coin" in ch.registry().mechanisms, added
        (True, <registration of coin>)
        >>> "coin" in ch.registry().mechanisms
        False
    """

    def __init__(self, layer: Layer) -> None:
        self._layer = layer

    def undo(self) -> None:
        """Takes back what was added; a second time nothing happens.

        Examples:
            >>> added = ch.register(mechanisms=[ch.Mechanism("coin", "tells the truth sometimes", ())])
            >>> added.undo()
            >>> "coin" in ch.registry().mechanisms
            False
        """
        kept = [layer for layer in LAYERS if layer is not self._layer]
        if len(kept) < len(LAYERS):
            LAYERS[:] = kept
            registry.cache_clear()

    def __enter__(self) -> Registration:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.undo()

    def __repr__(self) -> str:
        names = (str(getattr(value, "name", "")) for values in self._layer.values() for value in values)
        return one_line(f"<registration of {', '.join(names)}>")


def register(
    *, mechanisms: Iterable[Mechanism] = (), theorems: Iterable[Theorem] = (), accountants: Iterable[Accountant] = ()
) -> Registration:
    """Registers mechanisms, theorems and accountants for this process, as an installed plugin does.

    They are those of a third-party plugin named `session`: answers that rest on them say so, a fault of theirs names
    it, and no name of another plugin is replaced. A name that an earlier call registered is, so that a cell of a
    notebook may run again. Other processes do not know them, and a certificate is checked only where the same names are
    registered.

    Args:
        mechanisms: The mechanisms.
        theorems: The theorems.
        accountants: The accountants.

    Returns:
        What takes them back: `undo()`, or the end of a `with` block. Without either they stay for the session.

    Raises:
        PluginError: A name is inadmissible or taken, or a value is of the wrong class; nothing is registered then.

    Examples:
        >>> half = ch.Theorem(
        ...     "half.pure", ch.OnStep("half"), ch.Pure, lambda case: ch.Pure(epsilon=case.number("epsilon") / 2),
        ...     "It is eps/2-DP.", "definition"
        ... )
        >>> step = ch.Mechanism("half", "costs half", (ch.Parameter("epsilon", "twice its guarantee"),))
        >>> with ch.register(mechanisms=[step], theorems=[half]):
        ...     answer = ch.Ledger("half:epsilon=1").epsilon(0)
        >>> answer.upper, answer.strangers
        (0.5, ('session',))
    """
    given = {"mechanisms": mechanisms, "theorems": theorems, "accountants": accountants}
    layer = {f"register_{kind}": _listed(kind, values) for kind, values in given.items()}
    layer = {name: values for name, values in layer.items() if values}
    if not layer:
        raise PluginError("nothing is registered", "give mechanisms, theorems or accountants")
    LAYERS.append(layer)
    added = Registration(layer)
    registry.cache_clear()
    try:
        registry()
    except BaseException:
        added.undo()
        raise
    return added


def _listed(kind: str, values: object) -> tuple[object, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise PluginError(f"{kind} is {one_line(repr(values))}", f"give a list: {kind}=[...]")
    return tuple(values)
