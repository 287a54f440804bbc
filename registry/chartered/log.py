"""The log of Chartered, for the operator of a program: the logger `chartered` of Python's `logging`.

Logged are plugins that are left out, accountants that fail, questions that take long, and certificates that are
refused. Values are escaped and shortened; ledgers, whose labels may be private, and data are never logged."""

from __future__ import annotations

import sys

from chartered_verify.catching import let_others_log

from .escaping import LONGEST_LABEL, shown

NAME = "chartered"
LONG = 10.0
"""The seconds of processor time from which a question is logged."""


def log(level: str, message: str, *values: object) -> None:
    """Logs a message at a level such as "WARNING". It is lost if the program has not imported `logging`: nobody can
    listen then, and every question would wait for the import. Without a handler nothing is printed."""
    logging = sys.modules.get("logging")
    if logging is None or not hasattr(logging, "getLogger"):
        return
    try:
        logger = logging.getLogger(NAME)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
        logger.log(getattr(logging, level), message, *(shown(f"{value}", 2 * LONGEST_LABEL) for value in values))
    except BaseException:  # a time limit, say, that struck inside of `logging`
        let_others_log()
        raise
