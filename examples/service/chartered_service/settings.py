"""The limits of the service, from variables of the environment that begin with CHARTERED_SERVICE_."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

PREFIX = "CHARTERED_SERVICE_"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service allows.

    Args:
        book: Where the book is, a file or a URL as for `ch.Book`; an empty text: there is none.
        workers: How many processes answer.
        seconds: The processor time in which an answer is searched; the best that is found by then counts.
        patience: The seconds after which a request has its answer, or the process that works on it is ended.
        waiting: How many requests may wait or be answered at once; a further one is sent away.
        megabytes: The memory that a process may use.
        body: The largest number of bytes of a request.
        runs: The largest number of runs of a step.
    """

    book: str = ""
    workers: int = 1
    seconds: float = 1.0
    patience: float = 4.0
    waiting: int = 32
    megabytes: int = 4096
    body: int = 65_536
    runs: int = 10**9

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """The settings of the environment. Raises ValueError, which names the variable."""
        given: dict[str, Any] = {}
        for one in fields(cls):
            name = PREFIX + one.name.upper()
            if name not in environment:
                continue
            try:
                kind: type = type(one.default)
                given[one.name] = kind(environment[name])
            except ValueError:
                raise ValueError(f"{name} is {environment[name]!r:.60}, and must be a number") from None
            if one.name != "book" and not given[one.name] > 0:
                raise ValueError(f"{name} is {environment[name]!r:.60}, and must be above 0")
        return cls(**given)
