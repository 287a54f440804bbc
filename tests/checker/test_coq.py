"""Coq accepts exported files, with no assumption but the theorems on their paths, and refuses each that was changed for
the worse."""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from chartered.proof.coq.escaped_text import identifier
from chartered_check.command import check
from chartered_check.reading import proof_of as read
from coq import OURS, assumed, compiled, needs_coq, text_of
from proofs import EXPORTED, WITH_REMAINDERS, exported

pytestmark = [pytest.mark.full, needs_coq]


@pytest.mark.parametrize("name", EXPORTED | WITH_REMAINDERS)
def test_coq_accepts_what_is_exported(name: str) -> None:
    """It assumes the theorems on the path, in words that have no definition, and what Coq's reals rest on."""
    _, document = exported(name)
    ran = compiled(text_of(document))
    assert ran.returncode == 0, ran.stderr[-1000:]
    trusted = {f"trusted_{n}_{identifier(one['name'])}" for n, one in enumerate(document["theorems"], 1)}
    trusted |= {f"trusted_{len(trusted) + 1}_exact" for _ in document["from_below"]}
    for one in document["misses"]:
        names = [*(use["name"] for use in one["theorems"]), "exact"]
        trusted |= {f"trusted_next_{n}_{identifier(name)}" for n, name in enumerate(names, 1)}
    found = assumed(ran.stdout)
    assert found - OURS == trusted
    assert ("chosen" in found) == any(node[0] == "hull" for node in document["nodes"])


def test_short_expressions_assume_no_whole_numbers_of_the_machine() -> None:
    """Beside the papers stand four assumptions of Coq's library alone."""
    ran = compiled(text_of(exported("Theorem 3")[1]))
    assert len(re.findall("PrimInt63|Uint63", ran.stdout)) == 0
    assert "sig_forall_dec" in ran.stdout


@pytest.mark.parametrize("name", ["Theorem 3", "the Gaussian mechanism, epsilon", "optimal composition", "Lemma 1"])
def test_coq_refuses_a_bound_below_the_expression(name: str) -> None:
    """By one part in a thousand million."""
    _, document = exported(name)
    bound = Fraction(document["inequality"]["right"]) * (1 - Fraction(1, 10**9))
    refused(document | {"inequality": document["inequality"] | {"right": str(bound)}})


@pytest.mark.parametrize("name", ["the Gaussian mechanism, epsilon", "randomized response", "Laplace, delta"])
def test_coq_refuses_a_lower_end_above_the_expression(name: str) -> None:
    """By one part in a thousand million."""
    _, document = exported(name)
    (below,) = document["from_below"]
    limit = Fraction(below["left"]) * (1 + Fraction(1, 10**9))
    refused(document | {"from_below": [below | {"left": str(limit)}]})


@pytest.mark.parametrize("name", ["calibrated noise"])  # that of a mu takes Coq nine minutes to refuse
def test_coq_refuses_a_false_comparison_on_a_piece_or_of_the_next_value(name: str) -> None:
    """Each is proved like the bound itself."""
    document = copy.deepcopy(exported(name)[1])
    for stretch in document["stretch"]:
        stretch["pieces"][0]["pairs"][0].reverse()
    for one in document["misses"]:
        one["left"] = str(Fraction(one["left"]) * (1 + Fraction(1, 10**6)))
    refused(document)


def test_coq_refuses_a_smaller_noise() -> None:
    """A number of the expression is changed, and the bound no longer holds."""
    _, document = exported("the Gaussian mechanism, delta")
    changed = copy.deepcopy(document)
    places = [n for n, node in enumerate(document["nodes"]) if node == ["number", "5/2"]]
    assert len(places) == 1
    changed["nodes"][places[0]][1] = "2501/1000"
    refused(changed)


def test_coq_refuses_a_false_condition() -> None:
    """What a formula compared is proved, too."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    one = changed["conditions"][0]
    one["left"], one["right"] = one["right"], one["left"]
    refused(changed)


def test_coq_refuses_another_operation() -> None:
    """A sum in place of a difference, where the second checker refuses it."""
    _, document = exported("Theorem 3, delta")
    for at in (n for n, node in enumerate(document["nodes"]) if node[0] == "sub"):
        changed = copy.deepcopy(document)
        changed["nodes"][at][0] = "add"
        if not check(read(json.dumps(changed).encode())).accepted:
            refused(changed)
            return
    pytest.fail("none of its differences matters")


@pytest.mark.parametrize(
    ("nodes", "bound"),
    [
        ([["number", "-8"], ["ndtr", 0]], "6220960574271784/10000000000000000000000000000000"),
        ([["number", "1"], ["neg", 0], ["ndtr", 1]], "15865525393145705/100000000000000000"),
        ([["number", "-40"], ["ndtr", 0]], "36/" + "1" + "0" * 351),
        ([["number", "3"], ["ndtr", 0]], "99865010196836990/100000000000000000"),
        ([["number", "0"], ["log", 0]], "0"),
        ([["number", "-1"], ["sqrt", 0]], "5"),
        ([["number", "0"], ["number", "1"], ["div", 1, 0]], "5"),
        ([["number", "1"], ["number", "3"], ["hull", 0, 1]], "2"),
        ([["number", "1"], ["number", "3"], ["max", 0, 1]], "2"),
        ([["pi"]], "314159265358979323846264338327950288/" + "1" + "0" * 35),
        ([["number", "-100000000000000000000"], ["exp", 0], ["number", "1"], ["add", 1, 2]], "1"),
    ],
)
def test_each_operation_has_its_meaning(nodes: list[list[Any]], bound: str) -> None:
    """A bound just below its value, or of what has none, is refused: by Coq as it is by the second checker."""
    refused(of(nodes, bound))


@pytest.mark.parametrize(
    ("nodes", "bound"),
    [
        ([["number", "-8"], ["ndtr", 0]], "6220960574271785/10000000000000000000000000000000"),
        ([["number", "-40"], ["ndtr", 0]], "4/" + "1" + "0" * 350),
        ([["number", "3"], ["ndtr", 0]], "99865010196836991/100000000000000000"),
        ([["number", "1"], ["number", "3"], ["hull", 0, 1]], "3"),
        ([["number", "3"], ["power", 0, -2]], "14/125"),
        ([["number", "1/3"], ["number", "3"], ["mul", 0, 1]], "1"),
        ([["pi"]], "314159265358979323846264338327950289/" + "1" + "0" * 35),
        ([["number", "-100000000000000000000"], ["exp", 0], ["number", "1"], ["add", 1, 2]], "100001/100000"),
    ],
)
def test_each_operation_is_enclosed_tightly(nodes: list[list[Any]], bound: str) -> None:
    """A bound just above is proved, of tails and of what is equal, too."""
    ran = compiled(text_of(of(nodes, bound)))
    assert ran.returncode == 0, ran.stderr[-1000:]


def of(nodes: list[list[Any]], bound: str) -> dict[str, Any]:
    """A proof that an expression is not above a bound."""
    _, document = exported("pure, one run")
    changed = copy.deepcopy(document)
    at, left = len(nodes), len(nodes) - 1
    changed |= {"nodes": [*nodes, ["number", "7"]], "conditions": [], "witness": {}, "from_below": [], "misses": []}
    changed["inequality"] |= {"at": at, "left": left, "right": bound}
    changed["theorems"][-1]["conclusion"]["numbers"] = {"at": at, changed["inequality"]["of"]: left}
    return changed


def refused(document: dict[str, Any]) -> None:
    """Coq finds no proof of the numbers; nothing else is wrong with the file."""
    ran = compiled(text_of(document))
    assert ran.returncode != 0
    assert "No applicable tactic" in ran.stderr, ran.stderr[-1000:]
