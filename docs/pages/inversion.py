"""The last section of docs/inversion.md: Chartered beside other accountants, as benchmarks/noisy_sgd.tsv has it."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from marking import plain, table
from wrapping import wrapped

DOCS = Path(__file__).resolve().parents[1]
MEASURED = DOCS.parent / "benchmarks" / "noisy_sgd.tsv"
HEADING = "## Beside other accountants\n"
OURS, TRUTH = "chartered", "truth"
COLUMNS = ("question", "accountant", "cpu", "lower", "upper", "off", "width", "note")
_SHOWN = 12
"""Digits of the truth."""
Row = dict[str, str]

_INTRODUCTION = """
CPU time of each, over that of Chartered, which answers certified. All are asked in one run, each cell in a fresh
process after a question of the same kind, so that imports are not counted (but for the command from the shell). `>`
stands for no answer within {limit} s, `none` for a package without a function for the question, `fails` for an error;
who does not answer the first question in time is not asked the others. Chartered's answers have both ends, but one end
in sweeps and for sigma. `chartered by name` names the accountant, characteristic-function: no other one is asked.

"""
_DISTANCES = """
How far each is off the truth, which is Chartered's answer to 40 digits, certified; for many answers the farthest of
twenty. A minus sign stands before a bound that is below the truth, and inf for one that says nothing. `width` is that
of Chartered's own interval. The error that PRV accountants are asked for is 0.01, PLD
accountants have their default spacing of 1e-4.

"""
_SETTING = """
Measured with {setting}; the command and what it asks are in `benchmarks/README.md`. This section is written by `python
docs/pages/write.py inversion` from `benchmarks/noisy_sgd.tsv`.
"""


def page(jobs: int = 1, results: Path | None = None) -> str:
    """The page: all above the section as it stands, and the section."""
    above = (DOCS / "inversion.md").read_text(encoding="utf-8").partition(HEADING)[0]
    return above + section(MEASURED.read_text(encoding="utf-8"))


def section(measured: str) -> str:
    """The section, from the text of the table."""
    setting, _, rest = measured.removeprefix("# ").partition("\n")
    rows = list(csv.DictReader(rest.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    asked: dict[str, dict[str, Row]] = {}
    for row in rows:
        asked.setdefault(row["question"], {})[row["accountant"]] = row
    peers = [name for name in next(iter(asked.values())) if name not in (OURS, TRUTH)]
    limit = re.findall(r"(\d+) s of CPU", setting)[0]

    def cells(name: str, tell: Callable[[Row], str]) -> list[str]:
        return [tell(asked[name][peer]) for peer in peers]

    ratios = [[plain(name), *cells(name, lambda row: ratio(row, asked[row["question"]][OURS]))] for name in asked]
    told = [name for name, found in asked.items() if found[TRUTH]["upper"] and found[OURS]["upper"]]
    distances = [
        [plain(name), _short(asked[name][TRUTH]["upper"]), asked[name][OURS]["width"], *cells(name, _distance)]
        for name in told
    ]
    parts = [
        _INTRODUCTION.format(limit=limit),
        table(("CPU time over ours", *(f"{peer}:" for peer in peers)), ratios),
        _DISTANCES,
        table(("off the truth", "truth:", "width:", *(f"{peer}:" for peer in peers)), distances),
        _SETTING.format(setting=plain(setting)),
    ]
    return wrapped(HEADING + "".join(parts))


def ratio(row: Row, ours: Row) -> str:
    """How many times our CPU time."""
    if row["note"].endswith("at the first question"):
        return "not asked"
    late = re.search(r"over (\d+) s", row["note"])
    if late:
        return f"> {_two_digits(float(late[1]) / float(ours['cpu']))}"
    if row["note"].startswith(("has no", "is not")):
        return "none"
    return "fails" if row["note"].startswith("fails") else _two_digits(float(row["cpu"]) / float(ours["cpu"]))


def _short(truth: str) -> str:
    return f"{Decimal(truth):.{_SHOWN}g}"


def _distance(row: Row) -> str:
    """The signed distance of its bound, nothing where it has none."""
    return row["off"] and (row["off"] if row["off"] in ("inf", "nan") else f"{float(row['off']):+.2g}")


def _two_digits(x: float) -> str:
    """No more digits than a measurement has."""
    return f"{x:.0f}" if x >= 100 else f"{float(f'{x:.2g}'):g}" if math.isfinite(x) else "inf"
