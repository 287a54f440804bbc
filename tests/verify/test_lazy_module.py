"""A module that is imported when something of it is first used."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from chartered_verify.lazy_module import LazyModule
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
