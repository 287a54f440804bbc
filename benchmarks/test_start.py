"""What a shell user waits for: the import, and the first answer, beside `import numpy` in the same run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import pytest

CHARTERED = shutil.which("chartered", path=str(sys.prefix) + "/bin")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("module", ["sys", "numpy", "chartered"])
def test_import(benchmark: Any, module: str) -> None:
    """A bare interpreter, NumPy, and Chartered."""
    benchmark(lambda: _run(sys.executable, "-c", f"import {module}"))


@pytest.mark.benchmark(group="start")
def test_first_answer(benchmark: Any) -> None:
    """The README's question from the shell."""
    if CHARTERED is None:
        pytest.skip("the command is not installed here")
    benchmark(lambda: _run(CHARTERED, "epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5", "--json"))
