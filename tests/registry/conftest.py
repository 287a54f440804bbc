"""A stranger's distribution, installed for the length of a test; and a place for a book."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chartered.host import registry as host
from strangers import Install, distribution


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a module of this name as a plugin of the same name, found through its entry point like any other."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    known = set(sys.modules)

    def do(name: str, code: str, version: str = "1.0") -> None:
        distribution(folder, name, {name: name.replace("-", "_")}, code, version)
        host.registry.cache_clear()
        host.registry()

    yield do
    for name in set(sys.modules) - known:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    host.registry.cache_clear()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where a new book may be."""
    pytest.importorskip("sqlalchemy")
    return str(tmp_path / "budget.db")
