"""Writes the pages that follow from the registry: `python docs/pages/write.py [errata] [trust] [verdicts] [--new] [--results FILE]`.

Without names, all of them. With --new only claims that the page does not have yet, or not in these words, are tried for its verdicts. With
a file of results, claims are taken from it where nothing has changed since, as `chartered verify` does.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

NAMES = ("errata", "trust", "verdicts")
DOCS = Path(__file__).resolve().parents[1]


def main() -> None:
    """Writes the named pages, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--results", type=Path, metavar="FILE", help="a file of results to take from and to add to")
    parser.add_argument("--new", action="store_true", help="verdicts: try what is new, and keep the others")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(NAMES):
        parser.error(f"no page is named {sorted(unknown)[0]!r}; there are {', '.join(NAMES)}")
    for name in asked.names or NAMES:
        more = {"new": True} if asked.new and name == "verdicts" else {}
        text = import_module(name).page(jobs=os.cpu_count() or 1, results=asked.results, **more)
        (DOCS / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
