"""Other packages that tests ask: where one is missing, the tests that need it are skipped, and say so."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest


def needed(*modules: str) -> list[ModuleType]:
    """The modules, imported without their warnings. Skips the test module that asks, where one is not installed."""
    missing = [name for name in modules if find_spec(name.partition(".")[0]) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: pip install 'chartered[peers]'", allow_module_level=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [import_module(name) for name in modules]
