"""The pages for those who come from another package show what both print."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.peers
ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "opacus": ("opacus", "torch"),
    "dp-accounting": ("dp_accounting",),
    "autodp": ("autodp",),
    "flower": ("flwr", "dp_accounting"),
}


@pytest.mark.parametrize("page", PAGES)
def test_their_call_and_ours_print_what_the_page_shows(page: str) -> None:
    """All blocks in order, in a process of their own; their warnings are theirs."""
    missing = [name for name in PAGES[page] if find_spec(name) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: pip install 'chartered[peers]'")
    runner, shown = ROOT / "tests" / "docs" / "pages.py", ROOT / "docs" / "moving" / f"{page}.md"
    done = subprocess.run(
        [sys.executable, str(runner), str(shown), "--warnings"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
