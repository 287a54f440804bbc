"""The process that runs a package: it reads a question and calls as JSON from standard input, and writes one line of
JSON for each answer to standard output."""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

from chartered_verify.catching import ours

from ..errors import Unavailable
from .question_and_answer import Asked

_MOST_LETTERS = 400


def answer(asked: Asked, call: str, distribution: str) -> dict[str, Any]:
    """The peer's answer as JSON: its value, or the reason why it has none."""
    module, _, name = call.partition(":")
    said: dict[str, Any] = {"version": None}
    try:
        said["version"] = version(distribution)
        function = getattr(import_module(module), name)
        start = time.perf_counter()
        found = function(asked)
        said["seconds"] = time.perf_counter() - start
    except Unavailable as error:
        return said | {"why": str(error)}
    except ours(Exception) as error:  # whatever another package raises is its row
        return said | {"why": f"it failed: {type(error).__name__}: {error}"[:_MOST_LETTERS]}
    return said | {"value": repr(found.value), "lower": None if found.lower is None else repr(found.lower)}


def main() -> None:
    """Reads a question and writes an answer for each call; everything that the package prints is discarded."""
    import warnings

    warnings.simplefilter("ignore")
    question = json.loads(sys.stdin.read())
    asked = Asked.from_json(question["asked"])
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for call in question["calls"]:
        out.write(json.dumps(answer(asked, **call)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
