"""A check needs no search: counted over every theorem, in a process in which every search raises as soon as it is
imported or asked."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import chartered as ch
from theorem_paths import NOWHERE, PLACES, by_theorem

CODE = """
import json, sys
from importlib.abc import MetaPathFinder

class NoSearch(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        rooms = ("chartered.search.", "chartered.accounting.", "chartered.testing.",
            "chartered.profiles.refinement_search")
        if name.startswith(rooms) or (name.startswith("chartered_plugins.") and ".search." in name):
            raise AssertionError(f"a check imports {name}")
        if name in {"numpy", "scipy", "sympy", "mpmath", "click"}:
            raise AssertionError(f"a check imports {name}")

sys.meta_path.insert(0, NoSearch())
import msgspec, chartered, chartered.paths.step_witnesses

def asked(*_):
    raise AssertionError("a check asks for a witness")

for theorem in chartered.registry().theorems.values():
    if theorem.propose is not None:
        msgspec.structs.force_setattr(theorem, "propose", asked)

refused = {}
for name, document in json.load(open(sys.argv[1])).items():
    found = chartered.check(document)
    if not found.accepted:
        refused[name] = found.why
print(json.dumps(refused))
"""


def test_every_theorem_has_a_place() -> None:
    """Each one that proves a bound stands on a path of the table, but for those that no step of ours leads to."""
    proving = {name for name, theorem in ch.registry().theorems.items() if theorem.side is not ch.Side.HEURISTIC}
    assert set(PLACES) == proving - NOWHERE


def test_no_theorem_needs_a_search_to_be_checked(tmp_path: Path) -> None:
    """An answer through each theorem has a certificate that is accepted where no search can be imported."""
    file = tmp_path / "all.json"
    file.write_text(json.dumps({name: dict(by_theorem(name).certificate().document) for name in PLACES}))
    done = subprocess.run([sys.executable, "-c", CODE, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {}


def test_a_certificate_without_the_witness_of_a_theorem_is_refused_in_words() -> None:
    """As those that were made before theorems stated theirs: nothing is searched in its place."""
    from chartered.certificate.digest import sealed

    document = json.loads(by_theorem("rectified.gdp").certificate().text)
    (stated,) = document["derivation"].pop("witnesses")
    assert stated["theorem"] == "rectified.gdp"
    found = ch.check(sealed({key: value for key, value in document.items() if key != "digest"}))
    assert (
        found.why
        == "the certificate states no witness of rectified.gdp, as those of an earlier version did not: make it anew"
    )


def test_a_forged_witness_of_a_theorem_is_refused() -> None:
    """A smaller mu does not hold, and one beyond the limits of its fields is not tried."""
    from forging import forged

    document = json.loads(by_theorem("rectified.gdp").certificate().text)
    way = ("derivation", "witnesses", 0, "witness")
    mu = float(Fraction(document["derivation"]["witnesses"][0]["witness"]["mu"]))
    assert "not certainly below" in (ch.check(forged(document, (*way, "mu"), mu * 0.999)).why or "")
    why = "the witness's bits is 65536; it must be a whole number at least 64 and at most 8192"
    assert ch.check(forged(document, (*way, "bits"), 65536)).why == why
