"""Books that somebody altered: statements run on their file, or a last entry that is written anew with digests that
fit."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from chartered.spending import hash_chain


def altered(place: str | Path, statement: str, *values: object) -> Any:
    """The first row that a statement gives; what it changed is there."""
    with closing(sqlite3.connect(place)) as base, base:
        return base.execute(statement, values).fetchone()


def rewritten(place: str | Path, spent: dict[str, str] | None = None, **changed: object) -> None:
    """Writes the last entry anew with other content, where None leaves a field out, and the digests with it; and, if
    given, the sums."""
    number, text = altered(place, "select number, text from chartered_entry order by number desc")
    (before,) = altered(place, "select digest from chartered_entry where number = ?", number - 1)
    text = hash_chain.written(
        {name: value for name, value in (json.loads(text) | changed).items() if value is not None}
    )
    digest = hash_chain.digest_of(before, number, text)
    altered(place, "update chartered_entry set text = ?, digest = ? where number = ?", text, digest, number)
    altered(place, "update chartered_head set digest = ?", digest)
    if spent is not None:
        altered(place, "update chartered_head set spent = ?", json.dumps(spent))
