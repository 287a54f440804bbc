"""The errors that a user may see. Every message names the source, the value, and what would be valid. A message quotes
text from outside, which is escaped and shortened here, so that it is safe wherever it is printed."""

from __future__ import annotations

from collections.abc import Iterable

from chartered_verify.raised import words_of

from .escaping import quoting, shown

UNWRITABLE = 74
"""The exit status if something cannot be written that could be written elsewhere or later: a full disk, a folder that
is read-only. (74 is EX_IOERR of sysexits.h, as 70 for a fault is EX_SOFTWARE.)"""


class CharteredError(ValueError):
    """The base class of all errors that a caller of Chartered may see; a ValueError.

    Args:
        message: What is wrong: the source and the value. It is escaped and shortened.
        hint: What would be valid.

    Attributes:
        exit_status: That of the command line: 2 if the input is at fault, 1 if the answer is no or there is none, 70 if
            a plugin is at fault, 74 if a file cannot be written.

    Examples:
        >>> try:
        ...     ch.parse("gaussian:sigma=-1")
        ... except ch.CharteredError as error:
        ...     print(error.message, "|", error.hint)
        gaussian: sigma is -1 | it must be a number above 0
    """

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = quoting(message)
        self.hint = quoting(hint)

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class BadValue(CharteredError):
    """An invalid number or word.

    Examples:
        >>> ch.Ledger("gaussian:sigma=20").epsilon(1)
        Traceback (most recent call last):
            ...
        chartered.errors.BadValue: delta is 1; it must be at least 0 and below 1
    """


class UnknownName(CharteredError):
    """A name that no plugin has registered.

    Examples:
        >>> ch.parse("gauss:sigma=20")
        Traceback (most recent call last):
            ...
        chartered.errors.UnknownName: unknown step 'gauss'; did you mean gaussian?
    """


class BadStep(CharteredError):
    """A step that cannot be parsed.

    Examples:
        >>> ch.parse("pure:epsilon=1,colour=1")
        Traceback (most recent call last):
            ...
        chartered.errors.BadStep: pure: unknown parameter 'colour'; it takes epsilon
    """


class BadLedger(CharteredError):
    """A ledger, or a ledger file, that cannot be read.

    Examples:
        >>> ch.Ledger([])
        Traceback (most recent call last):
            ...
        chartered.errors.BadLedger: the ledger is empty; give at least one step, such as gaussian:sigma=20,times=1000
    """


class AlteredBook(BadLedger):
    """A book that is not as it was written: an entry was altered, removed or moved, or is not signed as it must be.

    Examples:
        >>> with ch.Book.create("kept.db", ch.Filter(gdp=1)) as book:
        ...     try:
        ...         book.verify("0123456789abcdef")
        ...     except ch.AlteredBook as error:
        ...         print(error.message)
        no entry of the book has the digest that was kept
    """

    exit_status = 1


class NeighboursMismatch(CharteredError):
    """Steps or questions that need different neighbouring relations.

    Examples:
        >>> ch.Ledger("gaussian:sigma=20", neighbours="both")
        Traceback (most recent call last):
            ...
        chartered.errors.NeighboursMismatch: neighbours is 'both'; it must be add-or-remove, replace-one or zero-out
    """


class UnsupportedEvent(BadLedger):
    """An event of another package without a corresponding step.

    Args:
        message: As for `CharteredError`.
        hint: As for `CharteredError`.
        event: The unsupported part.

    Examples:
        >>> ch.UnsupportedEvent("no step is a SingleEpochTreeAggregation", event="the event").event
        'the event'
    """

    def __init__(self, message: str, hint: str = "", event: object = None) -> None:
        super().__init__(message, hint)
        self.event = event


class BadCertificate(CharteredError):
    """A file that contains no certificate. (A certificate that fails its check is refused, which is no error.)

    Examples:
        >>> try:
        ...     ch.check({})
        ... except ch.BadCertificate as error:
        ...     print(error.message)
        this is no certificate of Chartered
    """


class PluginError(CharteredError):
    """A plugin that cannot be loaded, or that returned an invalid value.

    The message names the plugin, the hook, the value and the remedy.

    Args:
        message: As for `CharteredError`.
        hint: As for `CharteredError`.
        culprits: The names of the plugins that are at fault.

    Examples:
        >>> ch.PluginError("plugin 'coin' returned None", "return a list", ["coin"]).culprits
        frozenset({'coin'})
    """

    def __init__(self, message: str, hint: str = "", culprits: Iterable[str] = ()) -> None:
        super().__init__(message, hint)
        self.culprits = frozenset(culprits)


class PluginWarning(UserWarning):
    """An installed plugin that failed is left out, and answers are given without it.

    Examples:
        >>> issubclass(ch.PluginWarning, UserWarning), ch.registry().failed
        (True, ())
    """


class Contradiction(CharteredError):
    """Two theorems whose answers exclude each other: one of them is false, so neither answer is given.

    The message names both with their plugins and what each proves. The command line exits with status 1, as for a
    refuted claim.

    Examples:
        >>> ch.Contradiction.exit_status
        1
    """

    exit_status = 1


class BudgetExceeded(CharteredError):
    """A step that may not run within the budget. Nothing is spent.

    Args:
        message: As for `CharteredError`.
        hint: As for `CharteredError`.
        decision: The `Decision`: what the step costs, and the remaining budget.

    Examples:
        >>> try:
        ...     ch.Filter(pure=1).spend("laplace:scale=1/2")
        ... except ch.BudgetExceeded as error:
        ...     print(error.message)
        laplace:scale=0.5,sensitivity=1 may not run: it costs 2 of eps, and 1 is left
    """

    exit_status = 1

    def __init__(self, message: str, hint: str = "", decision: object = None) -> None:
        super().__init__(message, hint)
        self.decision = decision


class NoAnswer(CharteredError):
    """No accountant answers a question; the hint has each one's reason.

    Args:
        message: As for `CharteredError`.
        hint: As for `CharteredError`.
        found: The whole account, with the reasons and the faults of plugins.

    Examples:
        >>> try:
        ...     ch.Ledger("gaussian:sigma=20").epsilon("1e-5", accountant="pure")
        ... except ch.NoAnswer as error:
        ...     print(error.hint)
        pure: no theorem leads from gaussian to it
    """

    exit_status = 1

    def __init__(self, message: str, hint: str = "", found: object = None) -> None:
        super().__init__(message, hint)
        self.found = found


class OutOfTime(NoAnswer):
    """No answer within the seconds that were given. (An answer that was found by then is returned.)

    Examples:
        >>> try:
        ...     ch.Ledger("poisson:rate=0.01/gaussian:sigma=1,times=999").epsilon("1e-5", seconds=1e-9)
        ... except ch.OutOfTime as error:
        ...     print(error.exit_status)
        1
    """


class PluginFault(NoAnswer):
    """No answer, and a function of a plugin failed on the way: the hint names plugin, theorem and function.

    Examples:
        >>> issubclass(ch.PluginFault, ch.NoAnswer), ch.PluginFault.exit_status
        (True, 70)
    """

    exit_status = 70


class Unavailable(Exception):
    """A theorem or an accountant does not apply.

    It never reaches the user as an error: it becomes a reason in the answer.

    Examples:
        >>> ch.Renyi(curve=lambda xp, alpha: alpha).at(None, {"alpha": 1})
        Traceback (most recent call last):
            ...
        chartered.errors.Unavailable: the order 1 is outside the curve's orders
    """

    def __str__(self) -> str:
        return shown(words_of(Exception(*self.args)))


class Fault(Unavailable):
    """A function of a plugin failed, or returned an invalid value. The message names plugin, theorem and function.

    Examples:
        >>> issubclass(ch.Fault, ch.Unavailable)
        True
    """


def near(name: object, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names that a user may have meant by one that nothing has, the nearest first."""
    from difflib import get_close_matches  # only where a name is wrong

    return get_close_matches(str(name), sorted(known), most, cutoff=0.6)


def meant(close: Iterable[str]) -> str:
    """The question whether one of these was meant; an empty text if there is none."""
    names = " or ".join(close)
    return f"did you mean {names}?" if names else ""


def hint(name: object, known: Iterable[str], otherwise: str) -> str:
    """Whether the nearest known name was meant, and then what else there is."""
    return f"{meant(near(name, known, 1))} {otherwise}".lstrip()
