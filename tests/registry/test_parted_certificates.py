"""Certificates of ledgers with parts: one of each set of parts that may decide, and the largest of their ends."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import chartered as ch
import pytest
from chartered.certificate.digest import sealed
from chartered.proof.export import proof_of

PLAN = ch.PartedLedger({"north": "gaussian:sigma=2,times=3", "south": "laplace:scale=4,times=10"}, "gaussian:sigma=9")
DOCUMENT = PLAN.epsilon("1e-5").certificate().to_dict()


def forged(change: Callable[[Any], Any]) -> dict[str, Any]:
    """A copy, changed, with a digest that fits again."""
    made = copy.deepcopy(DOCUMENT)
    change(made)
    del made["digest"]
    return sealed(made)


def test_it_is_derived_again() -> None:
    """With the plan, the assumption and both ends in the sentence."""
    found = ch.check(DOCUMENT)
    assert found.accepted
    assert (found.quantity, found.upper, found.accountant) == ("epsilon", PLAN.epsilon("1e-5").upper, "gdp")
    assert "laplace:scale=4,sensitivity=1,times=10 in south, where each record is in at most 1 of" in str(found.says)
    assert "and at least 3.743" in str(found.says)
    assert [entry.get("part") for entry in found.ledger] == [None, "north", "south"]
    assert all(ch.check(one).accepted for one in DOCUMENT["sets"])


@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one", "zero-out"])
@pytest.mark.parametrize("ask", [lambda p: p.epsilon("1e-5"), lambda p: p.delta(1), lambda p: p.mu("1e-2")])
def test_every_answer_has_one(relation: str, ask: Callable[[ch.PartedLedger], ch.PartedAnswer]) -> None:
    """Under each relation, of each question."""
    parts = {"north": "(gaussian:sigma=3 + laplace:scale=9)", "south": "gaussian:sigma=4", "west": "gaussian:sigma=3"}
    answer = ask(ch.PartedLedger(parts, most=2, neighbours=relation))
    found = ch.check(answer.certificate())
    assert (found.accepted, found.upper) == (True, answer.upper)


def test_one_without_a_finite_bound_says_so() -> None:
    """The set that decides has none."""
    found = ch.check(
        ch.PartedLedger({"north": "gaussian:sigma=1", "south": "laplace:scale=1"}).epsilon(0).certificate()
    )
    assert (found.accepted, found.upper) == (True, "inf")
    assert "no finite epsilon" in str(found.says)


def _smaller(document: Any) -> None:
    document["answer"] = {**document["answer"], "upper": 2.7, "upper_exact": "2.7e+0"}


def _without_worst(document: Any) -> None:
    del document["sets"][0]


def _twice_the_other(document: Any) -> None:
    document["sets"][0] = document["sets"][1]


def _other_part(document: Any) -> None:
    document["ledger"][1]["part"] = "south"


def _tampered(document: Any) -> None:
    document["sets"][0]["answer"]["upper"] = 1.0


def _false(document: Any) -> None:
    one = document["sets"][0]
    one["answer"]["upper"], one["answer"]["upper_exact"] = 1.0, "1"
    del one["digest"]
    document["sets"][0] = sealed(one)


def _other_question(document: Any) -> None:
    document["at"] = {"delta": "1e-4"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_smaller, "the certificate says answer = "),
        (_without_worst, "it has certificates of 1 sets of parts, and there are 2"),
        (_twice_the_other, "of north it has another certificate: ledger differs"),
        (_other_part, "it has certificates of 2 sets of parts, and there are 1"),
        (_tampered, "of north it has another certificate: its content differs"),
        (_false, "the certificate of north: the certificate says upper"),
        (_other_question, "of north it has another certificate: at differs"),
        (lambda d: d.update(most=2), "it has certificates of 2 sets of parts, and there are 1"),
        (lambda d: d.update(most=3), "the number of parts of a record is 3"),
        (lambda d: d.update(most="1"), "the certificate says most = '1'"),
        (lambda d: d.update(neighbours="zero-out"), "of north it has another certificate: neighbours differs"),
        (lambda d: d.update(neighbours="replace-one"), "it has certificates of 2 sets of parts, and there are 3"),
        (lambda d: d.update(note="x"), "its keys are"),
        (lambda d: d.pop("most"), "its keys are"),
        (lambda d: d["ledger"][0].update(label="x", times="1"), "the certificate says ledger ="),
        (lambda d: d["sets"].__setitem__(0, 7), "the certificate is malformed"),
        (
            lambda d: d["sets"][0].update(format="chartered certificate 1"),
            "of north it has another certificate: format",
        ),
        (lambda d: d.update(ledger=7), "the certificate is malformed"),
    ],
)
def test_a_changed_one_is_refused(change: Callable[[Any], Any], why: str) -> None:
    """Whatever was changed, even where the digest fits again."""
    found = ch.check(forged(change))
    assert not found.accepted
    assert why in str(found.why)


def test_an_outdated_one_is_not_decided() -> None:
    """One set rests on another version of a theorem."""

    def older(document: Any) -> None:
        one = document["sets"][0]
        one["statements"] = {**one["statements"], "check": 0}
        del one["digest"]
        document["sets"][0] = sealed(one)

    found = ch.check(forged(older))
    assert (found.accepted, found.outdated) == (False, True)


def test_a_proof_is_of_one_set() -> None:
    """Its own certificate is exported, and not that of all."""
    with pytest.raises(ch.CharteredError, match="a proof is written of one ledger, and this certificate has parts"):
        proof_of(DOCUMENT)
    assert proof_of(DOCUMENT["sets"][0]).document["nodes"]
