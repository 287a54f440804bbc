"""The examples in the docstrings of a bridge run with the package that it leads to."""

from __future__ import annotations

import doctest
from importlib import import_module
from importlib.util import find_spec

import chartered as ch
import pytest

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize(
    ("name", "package", "shown"),
    [
        ("dp_accounting", "dp_accounting", {"Accountant", "read", "write"}),
        ("flower", "flwr", {"Accountant"}),
        ("opacus", "opacus", {"Accountant"}),
        ("opendp", "opendp", {"read", "distance", "privacy_map"}),
    ],
)
def test_the_examples_of_the_bridge_run(name: str, package: str, shown: set[str]) -> None:
    """They print what they show, after `import chartered as ch`; its warnings are its own."""
    if find_spec(package) is None:
        pytest.skip(f"needs {package}: pip install 'chartered[peers]'")
    bridge = import_module(f"chartered.bridges.{name}")
    found = [test for test in doctest.DocTestFinder().find(bridge, extraglobs={"ch": ch}) if test.examples]
    assert {test.name.rpartition(".")[2] for test in found} >= shown
    for test in found:
        printed: list[str] = []
        assert not doctest.DocTestRunner(verbose=False).run(test, out=printed.append).failed, "".join(printed)
