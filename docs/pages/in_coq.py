"""docs/pages/in_coq.json: which proved inequalities Coq has checked, step by step. `python docs/pages/in_coq.py` has
Coq read the file of every such claim, about ten seconds each; with names those alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from chartered.coq_claims.claim_steps import NotStated
from chartered.coq_claims.file import claim_file
from chartered.host.registry import registry
from chartered_verify.statements.claim import Claim, Kind
from marking import cells, code
from verdicts import COLUMNS, PAGE

RESULTS = Path(__file__).with_suffix(".json")
LONGEST = 240
"""Seconds after which a file is given up."""


def inequalities() -> list[Claim]:
    """The inequalities that are proved, as the page of verdicts has them."""
    proved = {row[0] for row in cells(PAGE.read_text("utf-8"), COLUMNS) if row[2:4] == ["inequality", "proved"]}
    return [one for one in registry().claims().values() if one.kind is Kind.INEQUALITY and code(one.name) in proved]


def kept() -> dict[str, dict[str, Any]]:
    """The results of the file, by claim: "coq" is proved, open (Coq found the script of some step wanting) or none (it
    has no file, and "why")."""
    found: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text("utf-8"))
    return found


def result(claim: Claim) -> dict[str, Any]:
    """What Coq says of a claim now."""
    told = stated(claim)
    if told["coq"] == "none":
        return told
    return {**told, "coq": "proved" if accepted(claim_file(claim).text) else "open"}


def stated(claim: Claim) -> dict[str, Any]:
    """The same without Coq, which leaves open what has a file."""
    try:
        file = claim_file(claim)
    except NotStated as error:
        return {"coq": "none", "why": str(error)}
    return {"coq": "open", "steps": file.steps, "inequalities": file.inequalities}


def accepted(text: str) -> bool:
    """Whether Coq accepts all of a file, and it assumes nothing but the axioms of the real numbers."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "claim.v").write_text(text, "utf-8")
        command = [str(shutil.which("coqc")), "claim.v"]
        try:
            ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return False
    return ran.returncode == 0 and not assumed(ran.stdout)


def assumed(printed: str) -> set[str]:
    """What a file assumes beside the axioms of Coq's real numbers and the whole numbers of the machine."""
    names = {line.split()[0] for line in printed.partition("Axioms:")[2].splitlines() if line[:1].strip()}
    return {name for name in names if not name.startswith(_OF_COQ)}


_OF_COQ = ("ClassicalDedekindReals.", "FunctionalExtensionality.", "Classical_Prop.classic", "PrimInt63.", "Uint63.")


def shares(results: Iterable[dict[str, Any]]) -> dict[str, int]:
    """How many claims there are, how many Coq has proved, and how many of these have an inequality among their
    steps."""
    every = list(results)
    proved = [one for one in every if one["coq"] == "proved"]
    return {"all": len(every), "proved": len(proved), "inequalities": sum(one["inequalities"] > 0 for one in proved)}


def main() -> None:
    """Writes the results of all claims, or of those that are named beside the others."""
    names = sys.argv[1:]
    found = kept() if names else {}
    for claim in inequalities():
        if not names or claim.name in names:
            found[claim.name] = result(claim)
            print(claim.name, found[claim.name]["coq"], flush=True)
    order = [claim.name for claim in inequalities()]
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in order if name in found]
    RESULTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
