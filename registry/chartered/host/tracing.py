"""What the host asks of plugins, told on standard error as it happens: CHARTERED_TRACE=1."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from ..visible import visible

TRACE = "CHARTERED_TRACE"


@contextmanager
def traced(what: str) -> Iterator[None]:
    """Around something that is asked of a plugin; tells what, whether it failed, and for how long it ran."""
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
