"""A module that is imported when something of it is first used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from chartered_verify.lazy_module import LazyModule, import_later
from chartered_verify.spot_checks.branch_points import FormulaCode


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module of its own, not imported yet."""
    file = tmp_path / "a_formula_elsewhere.py"
    file.write_text("def double(x):\n    return 2 * x if x < 12345 else 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, file.stem, raising=False)
    return file


def test_it_is_imported_by_its_first_use(written: Path) -> None:
    """Not before, and once."""
    module = LazyModule(written.stem)
    assert written.stem not in sys.modules
    assert module.double(2) == 4
    assert module.whole() is sys.modules.pop(written.stem)
    assert module.double(3) == 6


def test_what_is_put_into_the_module_later_is_seen(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is kept here: an error that a test plants in a formula reaches everybody."""
    module = LazyModule(written.stem)
    assert module.double(2) == 4
    monkeypatch.setattr(module.whole(), "double", lambda x: 5)
    assert module.double(2) == 5


def test_a_name_that_the_module_lacks_is_an_attribute_error(written: Path) -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match=r"a_formula_elsewhere.*no_such"):
        _ = LazyModule(written.stem).no_such


def test_an_import_that_failed_is_tried_again(written: Path) -> None:
    """An interrupt in the middle of it leaves nothing behind."""
    good = written.read_text()
    written.write_text("raise KeyboardInterrupt")
    module = LazyModule(written.stem)
    with pytest.raises(KeyboardInterrupt):
        module.double(2)
    written.write_text(good)
    assert module.double(2) == 4


def test_the_numbers_in_its_functions_are_those_of_a_formula(written: Path) -> None:
    """Where a formula branches is read also in functions that it takes from such a module."""
    module = LazyModule(written.stem)
    space = {"module": module}
    exec("def formula(x):\n    return module.double(x)", space)
    assert Fraction(12345) in FormulaCode.of(space["formula"]).numbers


def test_what_is_put_into_it_is_put_into_the_module(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is taken out of it is gone there, too."""
    module = LazyModule(written.stem)
    with monkeypatch.context() as planted:
        planted.setattr(module, "double", lambda x: 5)
        assert sys.modules[written.stem].double(2) == module.double(2) == 5
    assert sys.modules[written.stem].double(2) == 4
    del module.double
    assert not hasattr(sys.modules[written.stem], "double")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package of two modules that wait, of which one takes a name of the other."""
    folder = tmp_path / "formulas_elsewhere"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from chartered_verify.lazy_module import import_later\nimport_later(__name__)\n"
    )
    (folder / "one.py").write_text("from .two import two\nNUMBER = two - 1\n")
    (folder / "two.py").write_text("two = 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


def loaded(package: str) -> set[str]:
    """The modules of a package that were imported."""
    return {name.removeprefix(f"{package}.") for name in sys.modules if name.startswith(f"{package}.")}


def test_the_modules_of_a_package_wait(package: str) -> None:
    """`from package import module` imports nothing; a name that is used, or taken, does."""
    names: dict[str, Any] = {}
    exec(f"from {package} import one, two", names)
    assert loaded(package) == set()
    assert names["one"].NUMBER == 1
    assert loaded(package) == {"one", "two"}
    exec(f"from {package} import one as same", names)
    assert type(names["same"]) is ModuleType  # a module that was imported takes its place
    assert names["one"].whole() is names["same"]


def test_a_name_that_is_taken_is_imported_at_once(package: str) -> None:
    """As from any module."""
    names: dict[str, Any] = {}
    exec(f"from {package}.two import two", names)
    assert names["two"] == 2
    assert loaded(package) == {"two"}


def test_threads_that_use_a_module_first_all_have_it_whole(package: str) -> None:
    """Python's own lock on an import holds the others back."""
    names: dict[str, Any] = {}
    exec(f"from {package} import one", names)
    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(lambda _: names["one"].NUMBER, range(64))) == {1}


def test_only_some_modules_of_a_package_wait(package: str) -> None:
    """Those that are named."""
    __import__(package)
    held = sys.modules[package]
    import_later(package, "two")
    assert isinstance(held.two, LazyModule)
    assert held.two.two == 2
