"""Every hook is shown in the how-to with its exact signature, and has a test named after it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from chartered.host import hookspecs

ROOT = Path(__file__).resolve().parents[2]
HOOKS = sorted(name for name, value in vars(hookspecs).items() if name.startswith("register_") and callable(value))


def test_the_hooks_are_found() -> None:
    """There are hooks to look for."""
    assert {"register_mechanisms", "register_theorems", "register_accountants", "register_claims"} <= set(HOOKS)


@pytest.mark.parametrize("name", HOOKS)
def test_the_how_to_shows_the_signature(name: str) -> None:
    """The signature in hookspecs stands in docs/howto-plugin.md, letter by letter."""
    signature = f"def {name}{inspect.signature(getattr(hookspecs, name))}".replace("'", "")
    assert f"`{signature}`" in (ROOT / "docs" / "howto-plugin.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", HOOKS)
def test_the_hook_has_a_test(name: str) -> None:
    """Some test's name begins with the hook's."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert any(re.search(rf"^def test_{name}", text, re.MULTILINE) for text in texts)
