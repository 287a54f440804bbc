"""What can go wrong on a user's side. Every error says who, which value, and what would be right.

A message quotes what came from outside: it is made visible and bounded here, whoever prints it.
"""

from __future__ import annotations

from .visible import shown


class CharteredError(ValueError):
    """The root of all errors that a caller of Chartered may see. `hint` says what would be right.

    `exit_status` is that of the command line: 2 where the input is at fault.
    """

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = shown(message)
        self.hint = shown(hint)

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class BadValue(CharteredError):
    """A number or word that is not what it should be."""


class UnknownName(CharteredError):
    """A name that no plugin has registered."""


class BadStep(CharteredError):
    """A step that cannot be read."""


class BadLedger(CharteredError):
    """A ledger, or a ledger file, that cannot be read."""


class NeighboursMismatch(CharteredError):
    """Steps or questions that need different neighbouring relations."""


class UnsupportedEvent(BadLedger):
    """An event of another package that no step here means. `event` is the one at fault, a part of what was read."""

    def __init__(self, message: str, hint: str = "", event: object = None) -> None:
        super().__init__(message, hint)
        self.event = event


class BadCertificate(CharteredError):
    """A file that is no certificate at all (a certificate that fails its check is refused, not an error)."""


class PluginError(CharteredError):
    """A plugin that cannot be loaded or that returned something it should not. Names the plugin, the hook, the value
    and the remedy."""


class Contradiction(CharteredError):
    """Two theorems whose answers exclude each other: one of them is false, so neither answer is given. Names both with
    their plugins and what each proves. The command line leaves with 1, as for a claim that is refuted."""

    exit_status = 1


class Unavailable(Exception):
    """A theorem or an accountant does not apply here. Never reaches the user as an error: it becomes a reason in the
    answer."""

    def __str__(self) -> str:
        return shown(super().__str__())


class Fault(Unavailable):
    """A function of a plugin failed, or returned what it must not. Names the plugin, the theorem and the function."""
