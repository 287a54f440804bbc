"""Freezing: what every command, certificate and page says today, as files beside this one; `python -m
tests.golden.freeze` writes them.

A changed line in these files is a changed interface: read the difference before you keep it.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import chartered as ch
from chartered.cli import chartered

from tests.certified import KINDS, document

from .cases import questions

FROZEN = Path(__file__).parent / "frozen"
PAGES = {
    "epsilon": [
        "gaussian:sigma=20,times=1000",
        "--delta",
        "1e-5",
        "--title",
        "Study",
        "--unit",
        "one person",
        "--date",
        "2026-01-01",
    ],
    "delta": ["laplace:scale=2,times=3", "--epsilon", "1"],
    "samples": ["poisson:rate=0.01/gaussian:sigma=1,times=10", "--delta", "1e-5", "--accountant", "renyi"],
    "check-ins": ["checkin:m=20,n=30/gaussian:sigma=2", "--delta", "1e-5"],
}
UNSTEADY = {"seconds", "version", "versions", "digest", "sha256", "file", "certificate"}
"""Fields that differ from run to run, or with every release."""


def names() -> list[str]:
    """Every case, `group: name`."""
    listed = sorted([*ch.registry().mechanisms, *ch.registry().accountants, *ch.registry().theorems])
    explained = [f"explain: {name}" for name in listed]
    return [*questions(), *explained, *(f"certificate: {kind}" for kind in KINDS), *(f"page: {name}" for name in PAGES)]


def said(name: str) -> Any:
    """What the case says now, as data without what is unsteady."""
    group, _, case = name.partition(": ")
    if group == "certificate":
        return steady(document(case))
    if group == "page":
        return _page(PAGES[case])
    arguments = ["explain", case] if group == "explain" else questions()[name]
    status, out = _run([*arguments, "--json"])
    return {"status": status, "json": steady(json.loads(out)), "text": _lines(_run(arguments)[1])}


def steady(value: Any) -> Any:
    """JSON without unsteady fields."""
    if isinstance(value, dict):
        return {key: steady(held) for key, held in value.items() if key not in UNSTEADY}
    return [steady(held) for held in value] if isinstance(value, list) else value


def _lines(text: str) -> list[str]:
    return [re.sub(r"\d+(\.\d+)? s\b|(?<=  )\d+\.\d\d(?=  )", "N s", line).rstrip() for line in text.splitlines()]


def _page(arguments: list[str]) -> list[str]:
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        _run(["report", *arguments, "--no-pictures", "-o", str(page)])
        text = page.read_text(encoding="utf-8")
    text = re.sub(r'href="data:[^"]*"', 'href="data:"', text).replace(ch.__version__, "VERSION")
    return re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", re.sub(r">\s*<", ">\n<", text)).splitlines()


def _run(arguments: list[str]) -> tuple[int, str]:
    """Exit status and standard output of the command, run in this process."""
    out = io.StringIO()
    try:
        with (
            patch.dict(os.environ, {"COLUMNS": "200", "NO_COLOR": "1"}),
            redirect_stdout(out),
            redirect_stderr(io.StringIO()),
        ):
            chartered.main(arguments)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    raise AssertionError(f"{arguments} did not exit")


def frozen() -> Iterator[tuple[str, Any]]:
    """Every case as it was written."""
    for file in sorted(FROZEN.glob("*.json")):
        yield from json.loads(file.read_text(encoding="utf-8")).items()


def main() -> None:
    """Writes one file for each group."""
    FROZEN.mkdir(exist_ok=True)
    groups: dict[str, dict[str, Any]] = {}
    for name in names():
        print(name, file=sys.stderr)
        groups.setdefault(name.partition(":")[0], {})[name] = said(name)
    for group, cases in groups.items():
        (FROZEN / f"{group}.json").write_text(json.dumps(cases, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
