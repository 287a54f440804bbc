"""Coq, where it is installed: files are compiled in a folder of their own, and what they assume is read."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from chartered.proof.coq.file import coq_file
from chartered.proof.document import Proof

LONGEST = 600
"""Seconds after which a file is given up."""
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (coq, libcoq-interval)")
OF_COQ = re.compile(
    r"ClassicalDedekindReals\.\w+|FunctionalExtensionality\.\w+|Classical_Prop\.classic|PrimInt63\.\w+|Uint63\.\w+"
)
"""What Coq's real numbers rest on, and the whole numbers of the machine."""
OURS = {"dp", "satisfies", "chosen"}
"""The words that theorems are stated in, which have no definition."""


def text_of(document: dict[str, Any]) -> str:
    """The file of a proof."""
    return coq_file(Proof(document)).text


def compiled(text: str) -> subprocess.CompletedProcess[str]:
    """What Coq says of a file: status 0 if it accepts all of it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "run.v").write_text(text, "utf-8")
        return subprocess.run(
            ["coqc", "run.v"], cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST
        )


def assumed(printed: str) -> set[str]:
    """The names under "Axioms:", without those of Coq itself."""
    names = re.findall(r"^([A-Za-z_][\w.]*)(?= *:|$)", printed.partition("Axioms:")[2], re.MULTILINE)
    return {name for name in names if not OF_COQ.fullmatch(name)}
