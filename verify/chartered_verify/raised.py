"""What a formula or a check raised, in words: in which function, at which arguments, and the exception's own text."""

from __future__ import annotations

import os
import sys
from types import CodeType, FrameType, TracebackType

from .catching import ours

_MACHINERY = frozenset({"chartered", "chartered_verify", "flint", "mpmath", "numpy", "scipy", "sympy"})
"""Packages whose frames say nothing of the formula that failed."""
_LONGEST, _SHORT, _MOST = 160, 60, 8
A_FORMULA = "a formula gives a value of xp: with xp.number, xp.exp and their kin, without math, floats or comparisons"
"""What would be right."""
A_CHECK = "a check takes an effort, and gives a verdict: Proved, Supported, Refuted or Undecided"


def raised(error: BaseException) -> str:
    """Where an exception was raised, and its text, as Python's: `truth (truths.py, line 9), in balls at eps = 1, raised
    TypeError: "must be real number, not arb"`."""
    words = words_of(error)
    quoted = f': "{words if len(words) <= _LONGEST else words[:_LONGEST] + "..."}"' if words else ""
    return f"{_where(error) or 'it'} raised {type(error).__name__}{quoted}"


def words_of(error: BaseException) -> str:
    """An exception's own text on one line; empty if it has none, or if that fails."""
    try:
        return " ".join(str(error).split())
    except ours(BaseException):
        return ""


def named(error: BaseException) -> str:
    """Its class and its own text, as in `TypeError: must be real number`."""
    return ": ".join(filter(None, (type(error).__name__, words_of(error))))


def not_admissible(error: BaseException) -> str:
    """Why a formula is not admissible: what was refused as it ran."""
    return f"the formula compares its arguments, or leaves the arithmetic: {raised(error)}; {A_FORMULA}"


def place_of(error: BaseException) -> str:
    """` (truths.py, line 9, in truth)`: where an exception was raised in code that is not of the machinery; empty if it
    was not."""
    found = _innermost(error)
    if found is None:
        return ""
    code = found.tb_frame.f_code
    return f" ({os.path.basename(code.co_filename)}, line {found.tb_lineno}, in {_name(code)})"


def _where(error: BaseException) -> str:
    """The innermost function that is not of the machinery, with its file, line and arguments; empty without one."""
    found = _innermost(error)
    if found is None:
        return ""
    code = found.tb_frame.f_code
    return f"{_name(code)} ({os.path.basename(code.co_filename)}, line {found.tb_lineno}){_at(found.tb_frame)},"


def _innermost(error: BaseException) -> TracebackType | None:
    found, place = None, error.__traceback__
    while place is not None:
        package = str(place.tb_frame.f_globals.get("__name__")).partition(".")[0]
        if package not in _MACHINERY and package not in sys.stdlib_module_names:
            found = place
        place = place.tb_next
    return found


def _name(code: CodeType) -> str:
    return code.co_name.replace("<lambda>", "a lambda").replace("<module>", "the module")


def _at(frame: FrameType) -> str:
    """The arithmetic and the arguments of a formula's frame; empty for other functions."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    values = [frame.f_locals.get(name) for name in names]
    arithmetic = getattr(values[0], "name", None) if values and hasattr(values[0], "number") else None
    if arithmetic is None:
        return ""
    shown = [f"{name} = {_short(value)}" for name, value in zip(names[1:_MOST], values[1:_MOST], strict=True)]
    return f", in {arithmetic}{' at ' if shown else ''}{', '.join(shown)}"


def _short(value: object) -> str:
    """A number in a few letters; of anything else the class, as its text may be anything."""
    known = {*_MACHINERY, "builtins", "fractions"}
    ours_or_known = type(value).__module__.partition(".")[0] in known
    text = str(getattr(value, "shown", value)) if ours_or_known else f"a {type(value).__name__}"
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}..."
