"""Every code block of the README and the docs runs, and prints what the page shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PEERS = {f"docs/moving/{name}.md" for name in ("opacus", "dp-accounting", "autodp", "flower")}
"""Pages whose blocks need another package: tests/peers runs them."""
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *sorted({str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("**/*.md")} - PEERS),
]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_does_what_it_shows(page: str) -> None:
    """All blocks of the page run in order, in a process of their own, and the shown output is the output."""
    done = subprocess.run(
        [sys.executable, str(HERE / "pages.py"), str(ROOT / page)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_kind_of_page_is_there() -> None:
    """A tutorial, how-to guides, a reference and an explanation: the runner has something to run."""
    assert {
        "docs/tutorial.md",
        "docs/howto-plugin.md",
        "docs/howto-certificate.md",
        "docs/reference.md",
        "docs/explanation.md",
    } <= set(PAGES)


def test_a_page_that_shows_another_number_is_caught(tmp_path: Path) -> None:
    """The runner compares: one changed digit in the output of a console or pycon block fails the page."""
    for text in (
        "```console\n$ echo 7.51\n7.52\n```\n",
        "```pycon\n>>> 7.51\n7.52\n\n```\n",
        "```python\nassert 7.51 == 7.52\n```\n",
        "```python\nimport warnings\nwarnings.warn('x')\n```\n",
    ):
        page = tmp_path / "page.md"
        page.write_text(text)
        done = subprocess.run(
            [sys.executable, str(HERE / "pages.py"), str(page)], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 1, text
