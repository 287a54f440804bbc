"""What a command leaves behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    def refused(self, *words: str) -> None:
        """Asserts that the input was bad: status 2, nothing but one line on standard error, which has these words."""
        assert (self.status, self.out, self.err.count("\n")) == (2, "", 1), self
        for said in words:
            assert said in self.err


Run = Callable[..., Ran]
