"""A trace of all calls of plugins on standard error, switched on by CHARTERED_TRACE=1."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from ..escaping import visible

TRACE = "CHARTERED_TRACE"


@contextmanager
def traced(what: str) -> Iterator[None]:
    """Context around the call `what` of a plugin: writes the call, whether it failed, and its duration."""
    if os.environ.get(TRACE, "") in ("", "0"):
        yield
        return
    start, failed = perf_counter(), ""
    try:
        yield
    except BaseException as error:
        failed = f", failed: {type(error).__name__}"
        raise
    finally:
        print(visible(f"chartered: {what}{failed}, {1000 * (perf_counter() - start):.1f} ms"), file=sys.stderr)
