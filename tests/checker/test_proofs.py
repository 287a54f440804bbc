"""Exported proofs: the second checker accepts them, and refuses each in which a number was nudged toward false."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import chartered as ch
import mpmath
import pytest
from certified import KINDS
from chartered.certificate.digest import sealed
from chartered.proof import export
from chartered.proof.export import proof_of
from chartered_check.command import check
from chartered_check.reading import Malformed, proof_of as read
from proofs import EXPORTED, WITH_REMAINDERS, accepted, exported, in_mpmath, number

MARGIN = mpmath.mpf(10) ** -60
OTHER = {"add": ("sub", "mul"), "sub": ("add",), "mul": ("div", "add"), "div": ("mul",), "max": ("min",)}
OTHER |= {"min": ("max",), "exp": ("sqrt",), "log": ("sqrt",), "ndtr": ("exp",), "neg": ("exp",), "sqrt": ("exp",)}


@pytest.mark.parametrize("name", EXPORTED)
def test_every_exported_proof_is_accepted(name: str) -> None:
    """By the second checker, and its expression is what mpmath finds."""
    text, document = exported(name)
    assert check(read(text.encode())).accepted
    assert holds(document) is True


@pytest.mark.parametrize("name", EXPORTED)
def test_a_bound_below_the_expression_is_refused(name: str) -> None:
    """By one part in 1e40, and by more."""
    _, document = exported(name)
    left = in_mpmath(document["nodes"])[document["inequality"]["left"]]
    for step in ("1e-40", "1e-12", "0.5"):
        with mpmath.workdps(120):
            below = left - (abs(left) or 1) * mpmath.mpf(step)
        changed = copy.deepcopy(document)
        changed["inequality"]["right"] = str(Fraction(mpmath.nstr(below, 100, min_fixed=-1, max_fixed=1)))
        assert not accepted(changed), (name, step)


EXACT = [
    name for name in EXPORTED if name.startswith(("the Gauss", "stated gdp", "optimal", "Laplace, d", "randomized"))
]


@pytest.mark.parametrize("name", EXACT)
def test_an_exact_answer_is_proved_from_both_sides(name: str) -> None:
    """Its lower end is a number below the expression, or not above it; one above by one part in 1e9 is refused, and so
    is a relation to another node, or an end of another quantity."""
    _, document = exported(name)
    (below,) = document["from_below"]
    left = in_mpmath(document["nodes"])[below["right"]]
    assert number(below["left"]) <= left <= number(below["left"]) * (1 + mpmath.mpf(10) ** -6)
    limit = str(Fraction(below["left"]) * (1 + Fraction(1, 10**6)))
    other = "delta" if below["of"] == "epsilon" else "epsilon"
    for changed in ({"left": limit}, {"right": below["at"]}, {"of": other}, {"at": below["right"]}, {"relation": ">"}):
        assert not accepted(document | {"from_below": [below | changed]}), changed
    assert not accepted(document | {"from_below": [below, below]})


def test_the_largest_loss_is_not_told_as_the_least_epsilon() -> None:
    """Where the formula of an exact eps is not decided at the precision of the record, and the certificate states an
    upper end as wide as the largest loss: that is 1000 here, the least eps is 0.56."""
    answer = ch.Ledger("randomized-response:epsilon=1000").epsilon(1 - Fraction(14, 10**435), accountant="profile")
    document = json.loads(answer.certificate().text)
    document["answer"] |= {"upper": 1000.0, "upper_exact": "1e+3", "lower": 0.1, "lower_exact": "1e-1"}
    document = sealed(document)
    assert ch.check(document).accepted
    found = proof_of(document).document
    assert found["nodes"][found["inequality"]["left"]] == ["number", "1000"]
    assert found["from_below"] == []


MISSES = ["largest times", "a budget", "calibrated noise", "a calibrated scale", "a scale for a mu", "runs for a mu"]


@pytest.mark.parametrize("name", MISSES)
def test_the_next_value_is_proved_to_miss_the_target(name: str) -> None:
    """Along the same path, with its own ledger; twice the limit is refused, and so is another conclusion."""
    _, document = exported(name)
    (one,) = document["misses"]
    assert one["relation"] == "<"
    assert one["ledger"] != document["ledger"]
    assert [use["name"] for use in one["theorems"]] == [use["name"] for use in document["theorems"]]
    assert "with the next value, as its theorems are exact, " in check(read(exported(name)[0].encode())).says
    limit = str(Fraction(one["left"]) * 2)
    for changed in ({"left": limit}, {"right": one["at"]}, {"at": one["right"]}, {"theorems": []}, {"relation": ">"}):
        assert not accepted(document | {"misses": [one | changed]}), changed
    assert not accepted(document | {"misses": [one, one]})


def test_a_bound_has_no_next_value_that_misses() -> None:
    """What only an upper bound misses, the mechanism may meet."""
    found = ch.largest_times("zcdp:rho=0.01", epsilon=2, delta="1e-5")
    assert proof_of(found.certificate()).document["misses"] == []


def test_a_bound_has_no_lower_end() -> None:
    """Theorem 3 is one."""
    assert exported("Theorem 3")[1]["from_below"] == []


@pytest.mark.parametrize("name", WITH_REMAINDERS)
def test_sums_and_remainders_are_proved(name: str) -> None:
    """Finite sums, and quadratures with the rest that they leave out; a bound lower by one part in 1e9 is refused."""
    text, document = exported(name)
    assert check(read(text.encode())).accepted
    bound = Fraction(document["inequality"]["right"]) * (1 - Fraction(1, 10**9))
    assert not accepted(document | {"inequality": document["inequality"] | {"right": str(bound)}})


@pytest.mark.parametrize("name", EXPORTED)
def test_no_mutant_is_accepted_unless_it_is_true(name: str) -> None:
    """Numbers nudged either way, operations and places changed: mpmath says which of them are true."""
    _, document = exported(name)
    seen = {True: 0, False: 0}
    for changed in mutants(document, Random(name), 4):
        truth, found = holds(changed), accepted(changed)
        if truth is not None:
            seen[truth] += 1
            assert not found or truth, changed["inequality"]
    assert seen[False] >= 1


@pytest.mark.full
@pytest.mark.parametrize("name", EXPORTED)
def test_no_mutant_of_many_is_accepted_unless_it_is_true(name: str) -> None:
    """The same for a hundred and more of each."""
    _, document = exported(name)
    false = 0
    for changed in mutants(document, Random(f"many of {name}"), 40):
        truth = holds(changed)
        assert truth is not False or not accepted(changed), changed["inequality"]
        false += truth is False
    assert false >= 1


def test_what_is_nudged_toward_true_is_still_decided() -> None:
    """The checker refuses for a reason: a mutant that holds by a margin is accepted, nearly always."""
    _, document = exported("Theorem 3")
    true = [changed for changed in mutants(document, Random(1), 12) if holds(changed)]
    assert sum(accepted(changed) for changed in true) >= 0.9 * len(true) > 5


@pytest.mark.parametrize("relation", ["<", "<="])
def test_a_false_condition_is_refused(relation: str) -> None:
    """Every branch that a formula took is proved, too."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    left, right = changed["conditions"][0]["left"], changed["conditions"][0]["right"]
    changed["conditions"][0] |= {"left": right, "right": left, "relation": relation}
    assert not accepted(changed)


def test_the_last_theorem_concludes_what_is_bounded() -> None:
    """An expression beside the theorems is refused, whatever holds of it."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    changed["inequality"]["left"] = changed["inequality"]["at"]
    with pytest.raises(Malformed, match="last theorem"):
        read(json.dumps(changed).encode())


@pytest.mark.parametrize(
    ("kind", "theorem"),
    [
        ("conversion by an order alone", "characteristic-function.profile: .* balls"),
        ("sums of losses", "loss-distribution.profile: a proof has no operation in_balls"),
        ("the clones pair", "feldman2021.clones: a proof has no operation radius"),
        ("nothing finite", "no finite bound"),
    ],
)
def test_what_has_no_record_is_refused_by_name(kind: str, theorem: str) -> None:
    """With the theorem, and the reason."""
    certificate = KINDS[kind]().certificate()
    with pytest.raises(ch.CharteredError, match=f"cannot be recorded: .*{theorem}"):
        proof_of(certificate)


@pytest.mark.parametrize("theorem", ["L1", "T1", "T3"])
def test_an_expression_with_a_logarithm_of_zero_is_refused(theorem: str) -> None:
    """Balls know it as an infinity, and no checker as a number: it was written, and accepted by none."""
    answer = ch.Ledger(["rdp:alpha=8,gamma=0"]).epsilon("1e-5", accountant=f"asoodeh2020.{theorem}")
    with pytest.raises(ch.CharteredError, match="not decided to be a finite number"):
        proof_of(answer.certificate())


def test_a_refused_certificate_is_not_exported() -> None:
    """A forged one is no proof."""
    certificate = ch.Ledger(["pure:epsilon=1"]).epsilon("1e-5").certificate()
    with pytest.raises(ch.CharteredError, match="refused"):
        proof_of({**certificate.document, "quantity": "delta"})


def test_a_record_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of work, as the check of its certificate has one."""
    certificate = ch.Ledger(["pure:epsilon=0.05,times=1000"]).epsilon("1e-5", accountant="optimal").certificate()
    found = ch.check(certificate)
    monkeypatch.setattr(export, "check", lambda document, budget: found)
    with pytest.raises(ch.CharteredError, match=r"not recorded within 0\.01 seconds"):
        proof_of(certificate, budget=0.01)


def test_what_was_kept_does_not_enter_the_record() -> None:
    """An answer asked before, whose numbers functions keep, is refused all the same."""
    certificate = KINDS["exact shuffling"]().certificate()
    assert ch.check(certificate).accepted
    for _ in range(2):
        with pytest.raises(ch.CharteredError, match="cannot be recorded"):
            proof_of(certificate)


def holds(document: dict[str, Any]) -> bool | None:
    """Whether all inequalities hold in mpmath; None where one is too close to say, or not a number."""
    values, shown = in_mpmath(document["nodes"]), document["inequality"]
    pairs = [(values[one["left"]], values[one["right"]], one["relation"]) for one in document["conditions"]]
    pairs.append((values[shown["left"]], number(shown["right"]), "<="))
    lower = [*document["from_below"], *document["misses"]]
    pairs += [(number(one["left"]), values[one["right"]], one["relation"]) for one in lower]
    pieces = [piece for stretch in document["stretch"] for piece in stretch["pieces"]]
    pairs += [(values[x], values[y], "<=") for piece in pieces for x, y in piece["pairs"]]
    told = [_ordered(*pair) for pair in pairs]
    return False if False in told else None if None in told else True


def _ordered(x: Any, y: Any, relation: str) -> bool | None:
    if x is None or y is None:
        return None
    with mpmath.workdps(120):
        if x == y:
            return relation == "<=" or None
        return None if abs(x - y) <= MARGIN * max(abs(x), abs(y)) else bool(x < y)


def mutants(document: dict[str, Any], random: Random, many: int) -> Iterator[dict[str, Any]]:
    """Each of so many numbers nudged and scaled, and twice as many nodes changed."""
    nodes = document["nodes"]
    numbers = [place for place, node in enumerate(nodes) if node[0] == "number"]
    for place in random.sample(numbers, min(len(numbers), many)):
        for factor in ("999999/1000000", "1000001/1000000", "2", "-1"):
            changed = copy.deepcopy(document)
            changed["nodes"][place][1] = str(Fraction(nodes[place][1]) * Fraction(factor))
            if changed != document:
                yield changed
    others = [place for place, node in enumerate(nodes) if node[0] in OTHER]
    for place in random.sample(others, min(len(others), 2 * many)):
        changed = copy.deepcopy(document)
        node = changed["nodes"][place]
        if random.random() < 0.5:
            node[random.randrange(1, len(node))] = random.randrange(place)
        else:
            node[0] = random.choice(OTHER[node[0]])
            del node[2 if node[0] in ("exp", "sqrt") else 3 :]
        if changed != document:
            yield changed
