"""The errors that a user may see. Every message names the source, the value, and what would be valid. A message quotes
text from outside, which is escaped and shortened here, so that it is safe wherever it is printed."""

from __future__ import annotations

from collections.abc import Iterable

from .visible import shown

UNWRITABLE = 74
"""The exit status if something cannot be written that could be written elsewhere or later: a full disk, a folder that
is read-only. (74 is EX_IOERR of sysexits.h, as 70 for a fault is EX_SOFTWARE.)"""


class CharteredError(ValueError):
    """The base class of all errors that a caller of Chartered may see.

    `hint` states what would be valid. `exit_status` is that of the command line: 2 if the input is at fault, 74 if a
    file cannot be written."""

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = shown(message)
        self.hint = shown(hint)

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class BadValue(CharteredError):
    """An invalid number or word."""


class UnknownName(CharteredError):
    """A name that no plugin has registered."""


class BadStep(CharteredError):
    """A step that cannot be parsed."""


class BadLedger(CharteredError):
    """A ledger, or a ledger file, that cannot be read."""


class NeighboursMismatch(CharteredError):
    """Steps or questions that need different neighbouring relations."""


class UnsupportedEvent(BadLedger):
    """An event of another package without a corresponding step. `event` is the unsupported part."""

    def __init__(self, message: str, hint: str = "", event: object = None) -> None:
        super().__init__(message, hint)
        self.event = event


class BadCertificate(CharteredError):
    """A file that contains no certificate. (A certificate that fails its check is refused, which is no error.)"""


class PluginError(CharteredError):
    """A plugin that cannot be loaded, or that returned an invalid value. The message names the plugin, the hook, the
    value and the remedy; `culprits` are the names of the plugins that are at fault."""

    def __init__(self, message: str, hint: str = "", culprits: Iterable[str] = ()) -> None:
        super().__init__(message, hint)
        self.culprits = frozenset(culprits)


class PluginWarning(UserWarning):
    """An installed plugin that failed is left out, and answers are given without it."""


class Contradiction(CharteredError):
    """Two theorems whose answers exclude each other: one of them is false, so neither answer is given. The message
    names both with their plugins and what each proves. The command line exits with status 1, as for a refuted claim."""

    exit_status = 1


class NoAnswer(CharteredError):
    """No accountant answers a question; the hint has each one's reason. `found` is the whole account, with the reasons
    and the faults of plugins."""

    def __init__(self, message: str, hint: str = "", found: object = None) -> None:
        super().__init__(message, hint)
        self.found = found


class OutOfTime(NoAnswer):
    """No answer within the seconds that were given. (An answer that was found by then is returned.)"""

    exit_status = 1


class PluginFault(NoAnswer):
    """No answer, and a function of a plugin failed on the way: the hint names plugin, theorem and function."""


class Unavailable(Exception):
    """A theorem or an accountant does not apply. It never reaches the user as an error: it becomes a reason in the
    answer."""

    def __str__(self) -> str:
        return shown(super().__str__())


class Fault(Unavailable):
    """A function of a plugin failed, or returned an invalid value. The message names the plugin, the theorem and the
    function."""
