"""`chartered explain --matrix`: what is answered of each mechanism under each sampling and relation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from ..errors import UnknownName
from ..testing.support_matrix import ALONE, MEANINGS, QUESTION, REFUSED, RUNS, Row, alike, in_words, kept

_NAMES, _CELL = 26, 17
_HEADS = ("add-or-remove", "replace-one", "zero-out")


def chosen(name: str | None) -> list[Row]:
    """The rows of a mechanism or a sampling, or all. Raises UnknownName."""
    rows = kept()
    found = [row for row in rows if name is None or name in (row.mechanism, row.sampling)]
    if not found:
        raise UnknownName(
            f"the matrix has no {name!r}",
            "it is about mechanisms and samplings that Chartered ships: "
            + ", ".join(sorted({r.mechanism for r in rows})),
        )
    return found


def to_json(rows: Sequence[Row]) -> dict[str, Any]:
    """The matrix for programs."""
    return {
        "question": str(QUESTION),
        "runs": list(RUNS),
        "meanings": MEANINGS,
        "matrix": [
            {"sampling": row.sampling, "mechanism": row.mechanism, "step": row.step, "answers": row.answers}
            for row in rows
        ],
    }


def as_lines(rows: Sequence[Row]) -> Iterator[str]:
    """The matrix for people, at most 80 columns wide: a table for each sampling, or one for all of a mechanism."""
    yield f"What is answered for one run; for {RUNS[1]} composed runs, where that differs"
    for word, meaning in MEANINGS.items():
        yield f"  {_shown(word):<11} {meaning}"
    mechanisms = {row.mechanism for row in rows}
    if len(mechanisms) == 1:
        yield from _table(mechanisms.pop(), [([row.sampling], row.answers) for row in rows])
        return
    for sampling, groups in alike(rows).items():
        yield from _table(_around(sampling), groups)


def _around(sampling: str) -> str:
    return "STEP" if sampling == ALONE else f"{sampling}:.../STEP"


def _table(title: str, groups: Iterable[tuple[list[str], dict[str, list[str]]]]) -> Iterator[str]:
    """A title, the relations, and a line or more for each group of names."""
    yield from ("", title)
    yield " " * (_NAMES + 1) + " ".join(f"{head:<{_CELL}}" for head in _HEADS).rstrip()
    for names, answers in groups:
        cells = [wrap(_shown(in_words(answers[head])), _CELL) for head in _HEADS]
        words = wrap(", ".join(names), _NAMES - 2, break_on_hyphens=False)
        for index in range(max(map(len, (words, *cells)))):
            first, *others = (column[index] if index < len(column) else "" for column in (words, *cells))
            yield f"  {first:<{_NAMES - 2}} {' '.join(f'{cell:<{_CELL}}' for cell in others)}".rstrip()


def _shown(words: str) -> str:
    return words.replace(REFUSED, "-").replace("from above", "above").replace("both ends", "ends")
