"""Results: a file of JSON lines, one line for each outcome, written as soon as it is known, so that an interrupted run
can be resumed."""

from __future__ import annotations

import json
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

from ..catching import ignoring, ours
from ..statements.claim import Claim
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .jsonable import plain
from .provenance import tool_versions
from .suite import Outcome

_BEGINNING = b'{"name": '


class Results(Struct, frozen=True):
    """Outcomes by the claim's name and digest. A line has the fields of `Outcome.to_json`, the digest of the code and
    the versions of the tools.

    `stream`: an open pipe or device to which lines are written in place of the file at `path`; nothing is read from
    it."""

    path: Path
    lines: dict[tuple[str, str], dict[str, Any]]
    stream: BinaryIO | None = None

    @classmethod
    def open(cls, path: Path) -> Results:
        """Reads the file if it exists, and truncates an incomplete last line.

        Raises OSError if the file cannot be read or written, and ValueError for a line that is not a result."""
        lines: dict[tuple[str, str], dict[str, Any]] = {}
        with path.open("a+b") as file:
            file.seek(0)
            text = file.read()
            end = text.rfind(b"\n") + 1
            for number, line in enumerate(text[:end].splitlines(), start=1):
                if (read := _read(line, f"line {number} of {path}"))["digest"] is not None:
                    lines[str(read["name"]), str(read["digest"])] = read
            half = text[end:]
            if not half.startswith(_BEGINNING[: len(half)]):  # a file of another kind is not truncated
                raise ValueError(f"the last line of {path} is no result of a claim")
            file.truncate(end)
        return cls(path, lines)

    def outcome(self, claim: Claim, digest: str) -> Outcome | None:
        """The outcome for this claim with this digest, or None."""
        line = self.lines.get((claim.name, digest))
        return None if line is None else Outcome(claim, _verdict(line), float(line["seconds"]))

    def keep(self, outcome: Outcome, digest: str) -> None:
        """Appends a line and flushes it. An outcome that was lost is written with the digest null: it is never reused,
        and the claim is checked again.

        Raises OSError."""
        line = {**plain(outcome.to_json()), "digest": None if outcome.lost else digest, "tools": _tools()}
        text = (json.dumps(line, allow_nan=False) + "\n").encode("ascii")
        with nullcontext(self.stream) if self.stream is not None else self.path.open("ab") as file:
            file.write(text)
            file.flush()

    def close(self) -> None:
        """Closes the stream, if there is one. Every line has already been flushed, so a failure to close loses
        nothing."""
        if self.stream is not None:
            with ignoring(OSError):
                self.stream.close()


@cache
def _tools() -> dict[str, str]:
    return tool_versions(("chartered",))


def _read(text: bytes, where: str) -> dict[str, Any]:
    try:
        line: dict[str, Any] = json.loads(text)
        _verdict(line)
        return {**line, "digest": line["digest"]}
    except ours(ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{where} is no result of a claim") from None


def _verdict(line: dict[str, Any]) -> Verdict:
    """The verdict of a line. Raises KeyError, ValueError or TypeError for a line that is not a result."""
    how, _ = str(line["how"]), float(line["seconds"])
    match line["verdict"]:
        case "proved":
            return Proved(how, hunted=int(line["hunted"]))
        case "supported":
            return Supported(how, points=int(line["points"]), digits=int(line["digits"]))
        case "refuted":
            return Refuted(how, witness=dict(line["witness"]))
        case "undecided":
            return Undecided(how)
    raise ValueError(f"no verdict: {line['verdict']!r}")
