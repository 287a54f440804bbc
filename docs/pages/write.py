"""Writes the pages that follow from the registry: `python docs/pages/write.py [NAME...] [--new] [--results FILE]`.

Names are errata, inversion, plugins, support, trust, verdicts, and the folders accountants and subjects; without names,
all of them.

With --new only claims that the page does not have yet, or not in these words, are tried for its verdicts. With a file
of results, claims are taken from it where nothing has changed since, as `chartered verify` does.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

NAMES = ("errata", "inversion", "plugins", "support", "trust", "verdicts")
FOLDERS = ("accountants", "subjects")
DOCS = Path(__file__).resolve().parents[1]


def main() -> None:
    """Writes the named pages, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES + FOLDERS))
    parser.add_argument("--results", type=Path, metavar="FILE", help="a file of results to take from and to add to")
    parser.add_argument("--new", action="store_true", help="verdicts: try what is new, and keep the others")
    asked = parser.parse_args()
    if unknown := set(asked.names) - {*NAMES, *FOLDERS}:
        parser.error(f"no page is named {sorted(unknown)[0]!r}; there are {', '.join(NAMES + FOLDERS)}")
    for name in asked.names or NAMES + FOLDERS:
        if name in FOLDERS:
            _write_folder(name)
            continue
        more = {"new": True} if asked.new and name == "verdicts" else {}
        text = import_module(name).page(jobs=os.cpu_count() or 1, results=asked.results, **more)
        (DOCS / f"{name}.md").write_text(text, encoding="utf-8")


def _write_folder(name: str) -> None:
    """All pages of a folder, and no other: a page of something that is gone goes, too."""
    found: dict[str, str] = import_module(name).pages()
    (DOCS / name).mkdir(exist_ok=True)
    for page in (DOCS / name).glob("*.md"):
        if f"{name}/{page.name}" not in found:
            page.unlink()
    for path, text in found.items():
        (DOCS / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
