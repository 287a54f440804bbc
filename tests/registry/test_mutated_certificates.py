"""Mutated certificates, re-digested: none is accepted unless what it claims is still true, as decided in another
way."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from certified import KINDS, document
from mutating import mutants
from truth import still_true

HEAVY = "m.split('.')[0] in ('numpy', 'scipy', 'sympy', 'mpmath', 'click') or '.search.' in m or m in SEARCHES"
SEARCHES = (
    "chartered.accounting.every_path",
    "chartered.accounting.path_combinations",
    "chartered.search.profile_inverse",
    "chartered.search.least_mu",
    "chartered.accounting.inverse.largest_times",
    "chartered.accounting.inverse.calibrate",
    "chartered.search.farthest_value",
    "chartered.search.threshold",
    "chartered.profiles.refinement_search",
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_answer_has_a_certificate_that_is_accepted_and_true(kind: str) -> None:
    """Conversions, inversions, brackets, compositions, counts and calibrations."""
    found = ch.check(document(kind))
    assert found.accepted, found.why
    assert found.says
    assert still_true(document(kind))


def test_no_kind_of_certificate_needs_a_search(tmp_path: Path) -> None:
    """All are checked by one fresh process that has neither NumPy nor SciPy nor any module of the searches when it is
    done."""
    file = tmp_path / "all.json"
    file.write_text(json.dumps([document(kind) for kind in KINDS]))
    code = f"""
import sys, json, chartered
SEARCHES = {SEARCHES!r}
assert all(chartered.check(one).accepted for one in json.load(open({str(file)!r})))
print([m for m in sys.modules if {HEAVY}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def hunt(count: int, seed: int, kinds: Iterable[str] = KINDS) -> tuple[int, int]:
    """How many mutants were refused, and how many accepted, all of which are true."""
    refused = accepted = 0
    for origin, made in mutants([document(kind) for kind in kinds], count, seed):
        found = ch.check(made)
        assert found.accepted or found.why, made
        refused, accepted = refused + (not found.accepted), accepted + found.accepted
        assert not found.accepted or still_true(made), f"accepted: {found.says}\n{origin}\n{made}"
    return refused, accepted


def test_a_mutated_certificate_is_refused_or_true() -> None:
    """A quick draw; some are still true, so that the question has been asked."""
    refused, accepted = hunt(400, seed=1)
    assert refused > 250
    assert accepted > 10


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 12))
def test_thousands_of_mutated_certificates_are_refused_or_true(seed: int) -> None:
    """The same, ten times 1000."""
    refused, accepted = hunt(1000, seed)
    assert refused > 700
    assert accepted > 30


NOISE = ("inversion of an exact profile", "an exact delta", "a closed delta", "optimal composition")
VALUES = ("largest times", "calibrated noise")
HOLES: dict[str, tuple[str, Any, tuple[str, ...]]] = {
    "no end is compared": ("chartered.certificate.check._holds", lambda key, said, found: True, NOISE),
    "an inversion is taken on trust": ("chartered.enclose.evaluation.delta_is", lambda *_, **__: True, NOISE),
    "every target is met": ("chartered.enclose.eps_delta_mu_targets.Goal.met_by", lambda *_: True, VALUES),
    "every next value fails": ("chartered.enclose.eps_delta_mu_targets.Goal.missed", lambda *_: True, VALUES),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_check_is_found_by_mutants(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hunt itself can fail: with one line of the check taken out, something false is accepted."""
    place, instead, kinds = HOLES[hole]
    monkeypatch.setattr(place, instead)
    with pytest.raises(AssertionError, match="accepted:"):
        hunt(400, 1, kinds)
