"""docs/planted-errors.md: which share of planted errors the claims find, and which claims find one alone.

`python docs/pages/planted_errors.py RESULTS`, from the results of
`python -m tests.mutation.score --each 1 --finders 2 --results RESULTS`."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from marking import code, table
from wrapping import wrapped

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "planted-errors.md"
SUBJECTS = ("subject", "functions:", "found:", "by one claim alone:", "cannot be found:", "not found:")
STATEMENT = "the statement of the claims"
"""What stands for a claim in the results where one could not be stated."""
CLAIMS = ("claim", "errors that it alone finds:", "one of them")
_HEAD = """# Planted errors

A claim is worth its line if an error in what it speaks of makes it fail. So an error is planted in each function of
Chartered that computes what is answered, one at a time: a sign, a constant, an order, a direction or two arguments are
exchanged, by a draw among all errors that the function can have. The claims that run the function are tried until two
of them find the error: one that is refuted, that is no longer proved, or that no longer ends has found it. What only
one claim finds would be missed without that claim.

Found are {found} of {tried} errors, {share} % of those that can be found: {excused} change nothing that is answered,
each for a reason that is written down beside the tests.

`python -m tests.mutation.score --each 1 --finders 2 --results FILE` plants them, in some hours, and
`python docs/pages/planted_errors.py FILE` writes this page. The claims about our code alone, which only the tests try,
are among those that find.
"""


def page(fates: Sequence[Mapping[str, str | None]], accepted: Mapping[str, bool]) -> str:
    """The page. `fates`: what the score wrote of each error; `accepted`: whether it is known why it cannot be found."""
    groups = defaultdict[str, Counter[str]](Counter)
    alone = defaultdict[str, list[str]](list)
    for fate in fates:
        error = str(fate["mutant"])
        what = _what(fate, accepted[error])
        groups[error.partition(".")[0]][what] += 1
        if what == "alone":
            alone[str(fate["by"])].append(error)
    rows = [_row(name, groups[name]) for name in sorted(groups)]
    total = sum(groups.values(), Counter[str]())
    found = total["alone"] + total["found"]
    head = _HEAD.format(
        found=found, tried=len(fates), excused=total["excused"], share=_share(found, len(fates) - total["excused"])
    )
    finders = sorted(alone.items(), key=lambda item: (-len(item[1]), item[0]))
    return wrapped(
        f"{head}\n## By subject\n\n{table(SUBJECTS, [*rows, _row('all', total)])}"
        f"\n## Claims that find something alone\n\n{len(finders)} claims find what no other does.\n\n"
        + table(CLAIMS, [[code(name), str(len(errors)), code(min(errors, key=len))] for name, errors in finders])
    )


def _what(fate: Mapping[str, str | None], excused: bool) -> str:
    """Found by two, by one alone, or by none. A process that was ended tells only that it was found, as does an error
    with which claims cannot be stated."""
    if fate["by"] is None:
        return "excused" if excused else "missed"
    return "found" if fate["also"] or fate["verdict"] == "ended" or fate["by"] == STATEMENT else "alone"


def _row(name: str, counts: Counter[str]) -> list[str]:
    found = counts["found"] + counts["alone"]
    numbers = (counts.total(), found, counts["alone"], counts["excused"], counts["missed"])
    return [name.replace("_", " "), *map(str, numbers)]


def _share(part: int, whole: int) -> str:
    return f"{1000 * part // max(1, whole) / 10}"


def main() -> None:
    """The command."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from tests.mutation.score import chosen
    from tests.mutation.survivors import accepted

    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    known = {mutant.name: accepted(mutant.name) for mutant in chosen()}
    fates = [fate for fate in map(json.loads, lines) if fate["mutant"] in known]
    PAGE.write_text(page(fates, known), encoding="utf-8")


if __name__ == "__main__":
    main()
