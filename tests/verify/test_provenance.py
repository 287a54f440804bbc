"""Provenance: which code a digest covers."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path

import pytest
from chartered_verify.runs.provenance import source_digest, tool_versions


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the search path, in which nothing is written twice under one name."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def modules(site: Path, claims: str, formulas: str) -> str:
    """Writes a module that imports a package inside a function; gives its name."""
    source_digest.cache_clear()
    (site / "prov_claims.py").write_text(f"def claims():\n    from prov_formulas import law\n    return {claims!r}\n")
    package = site / "prov_formulas"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("import sympy\n")
    (package / "law.py").write_text(f"LAW = {formulas!r}\n")
    return source_digest(frozenset({"prov_claims"}), frozenset())


def test_a_change_in_a_module_or_in_what_it_imports_is_another_digest(site: Path) -> None:
    """Also where the import stands inside a function, and in a file of the package that nobody names."""
    first = modules(site, "one", "x")
    assert modules(site, "one", "x") == first
    assert modules(site, "two", "x") != first
    assert modules(site, "one", "y") != first


def test_a_new_or_renamed_file_is_another_digest(site: Path) -> None:
    """The names count as well as the contents."""
    first = modules(site, "one", "x")
    (site / "prov_formulas" / "law.py").rename(site / "prov_formulas" / "rule.py")
    source_digest.cache_clear()
    assert source_digest(frozenset({"prov_claims"}), frozenset()) != first


def test_compiled_files_do_not_count(site: Path) -> None:
    """What Python writes beside the sources changes nothing."""
    first = modules(site, "one", "x")
    cache = site / "prov_formulas" / "__pycache__"
    cache.mkdir()
    (cache / "law.pyc").write_bytes(b"compiled")
    source_digest.cache_clear()
    assert source_digest(frozenset({"prov_claims"}), frozenset()) == first


def test_a_file_that_is_no_python_counts_by_its_bytes(site: Path) -> None:
    """A package may hold a template; nothing is imported by it."""
    first = modules(site, "one", "x")
    (site / "prov_formulas" / "template.py").write_text("def {name}(:\n")
    source_digest.cache_clear()
    assert source_digest(frozenset({"prov_claims"}), frozenset()) != first


def test_tools_are_known_by_their_versions() -> None:
    """Python, and what the distribution requires without its extras."""
    found = tool_versions(["chartered", "no-such-distribution"])
    assert found["python"] == platform.python_version()
    assert found["python-flint"] == version("python-flint")
    assert not {"matplotlib", "pytest", "distributed"} & set(found)
