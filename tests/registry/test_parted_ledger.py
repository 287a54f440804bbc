"""A ledger with steps on named parts of the data: the largest answer of all sets of parts that a record may be in."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

NORTH, SOUTH, ALL = "gaussian:sigma=2,times=3", "laplace:scale=4,times=10", "gaussian:sigma=9"
COUNT = "laplace:scale=10,sensitivity=1,replace-sensitivity=1"


def plan(**more: object) -> ch.PartedLedger:
    """Two regions with other mechanisms, beside one on all records."""
    return ch.PartedLedger({"north": NORTH, "south": SOUTH}, ALL, **more)  # type: ignore[arg-type]


def test_the_answer_is_the_largest_of_the_sets() -> None:
    """Of the steps on all records with those of one part; both ends, with the set that decides, to as many digits as
    are asked for and within a time for all sets."""
    answer = plan().epsilon("1e-5", seconds=60)
    north = ch.Ledger([ALL, NORTH]).epsilon("1e-5")
    assert (answer.upper, answer.lower, answer.exact) == (north.upper, north.lower, True)
    assert (answer.parts, len(answer.of_sets)) == (("north",), 2)
    assert plan().epsilon(0).upper == float("inf")
    assert plan().delta(1).upper == max(ledger.delta(1).upper for ledger in plan().ledgers.values())
    assert f"{answer:.3f}" == "3.744"
    assert round(answer, 2) == 3.75
    assert "the largest of 2 sets of parts: that of north" in repr(answer)
    fine = plan().epsilon("1e-5", digits=30)
    assert Fraction(fine.upper_exact) - Fraction(fine.lower_exact) < Fraction(1, 10**29)
    assert ch.check(fine.certificate()).accepted


def test_which_set_decides_may_depend_on_the_question() -> None:
    """A Gaussian costs more at small delta, Laplace noise at large delta; the lower end of a mu by an upper bound is
    about the profile on its path, and is none of the ledger's."""
    regions = ch.PartedLedger({"north": "gaussian:sigma=6", "south": "laplace:scale=2"})
    assert [regions.epsilon(delta).parts for delta in ("1e-12", "1e-2")] == [("north",), ("south",)]
    answer = plan().mu("1e-6")
    exact = ch.Ledger([ALL, NORTH]).mu("1e-6")
    assert answer.parts == ("south",)
    assert (answer.lower, answer.exact) == (exact.lower, False)
    assert answer.headline.startswith("mu is between 0.873")


@pytest.mark.parametrize("relation", ["add-or-remove", "zero-out", "replace-one"])
@pytest.mark.parametrize(("count", "most"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 2)])
def test_parts_with_equal_steps_are_those_of_the_wrapper(relation: str, count: int, most: int) -> None:
    """`parts:count=...,most=...`, of which theorems say what it costs, under each relation."""
    for step, delta in ((COUNT, 0), ("gaussian:sigma=3,sensitivity=5,replace-sensitivity=6", "1e-5")):
        named = ch.PartedLedger({f"part {n}": step for n in range(count)}, most=most, neighbours=relation)
        wrapped = ch.Ledger(f"parts:count={count},most={most}/{step}", relation).epsilon(delta)
        found = named.epsilon(delta)
        assert found.lower <= wrapped.upper
        assert wrapped.lower <= found.upper


def test_a_record_in_all_parts_is_an_ordinary_ledger() -> None:
    """There is one set, which has all steps."""
    assert plan(most=2).epsilon("1e-5").upper == ch.Ledger([ALL, NORTH, SOUTH]).epsilon("1e-5").upper


def test_a_replaced_record_leaves_one_part_and_enters_another() -> None:
    """Or stays in its part: three ledgers, of which each is exact."""
    regions = ch.PartedLedger({"north": COUNT, "south": "laplace:scale=20"}, neighbours="replace-one")
    assert list(regions.ledgers) == ["north", "south", "leaves or enters north, south"]
    answer = regions.epsilon(0)
    assert answer.lower <= 0.15 <= answer.upper
    assert (answer.parts, answer.exact) == (("north", "south"), True)


@pytest.mark.parametrize(
    ("neighbours", "steps"),
    [("zero-out", ["gaussian:sigma=2,times=6"]), ("replace-one", ["gaussian:sigma=2,times=6", "gaussian:sigma=200"])],
)
def test_sets_with_the_same_first_names_are_each_asked(neighbours: str, steps: list[str]) -> None:
    """The names of many parts are cut where they are shown; no set is lost by that."""
    noise = "gaussian:sigma={},sensitivity=1,replace-sensitivity=1"
    parts = {f"a{n}": noise.format(2) for n in range(6)} | {"b": noise.format(200)}
    regions = ch.PartedLedger(parts, most=6, neighbours=neighbours)
    assert len(regions.ledgers) == len(regions.epsilon("1e-5").sets) > 1
    assert len({row for row in str(regions.epsilon("1e-5")).splitlines() if row.startswith("a0, a1")}) > 1
    whole = ch.Ledger(steps)
    assert regions.budget()["rho"].upper == whole.budget()["rho"].upper
    assert regions.budget()["mu"].upper == regions.mu().upper == whole.mu().upper
    assert regions.risk().advantage.upper == whole.risk().advantage.upper
    assert regions.tradeoff("0.01").lower == whole.tradeoff("0.01").lower
    assert ch.report(regions, delta="1e-5").answer.upper == whole.epsilon("1e-5").upper


def test_equal_parts_are_asked_once() -> None:
    """Whatever their labels say; as many as may be in one set are composed, and counts are never lost."""
    same = {f"part {n}": [{"step": NORTH, "label": f"release {n}"}] for n in range(60)}
    assert [str(ledger) for ledger in ch.PartedLedger(same, most=3).ledgers] == ["part 0, part 1, part 2"]
    (ledger,) = ch.PartedLedger(same, most=3).ledgers.values()
    assert [(str(entry.step), entry.times) for entry in ledger.entries] == [("gaussian:sigma=2,sensitivity=1", 9)]
    most = "gaussian:sigma=1000000,times=1e12"
    more = ch.PartedLedger({"a": most, "b": [most, most]})
    assert [sum(entry.times for entry in ledger.entries) for ledger in more.ledgers.values()] == [10**12, 2 * 10**12]


@pytest.mark.parametrize(
    ("parts", "more", "error"),
    [
        ({}, {}, "the parts are {}"),
        ([NORTH], {}, "the parts are ['gaussian:sigma=2,times=3']"),
        ({"": NORTH}, {}, "a part is ''"),
        ({3: NORTH}, {}, "a part is 3"),
        ({"leaves or enters b": NORTH}, {}, "a part is 'leaves or enters b'"),
        ({"north": NORTH, "North": SOUTH}, {}, "the parts north and North have one name"),
        ({"north": NORTH}, {"most": 2}, "the number of parts of a record is 2; it must be a whole number from 1 to 1"),
        ({"north": NORTH}, {"most": 0}, "the number of parts of a record is 0"),
        ({"north": []}, {}, "the ledger is empty"),
        ({"north": "gausian:sigma=2"}, {}, "gausian"),
        ({str(n): NORTH for n in range(501)}, {}, "501 parts are too many; at most 500"),
        ({str(n): f"gaussian:sigma={n + 1}" for n in range(20)}, {"most": 3},
         "20 parts, with 3 for a record, make more than 100 ledgers; parts with equal steps count once"),
        ({"north": "poisson:rate=1/10/gaussian:sigma=2"}, {"neighbours": "replace-one"},
         "a replaced record may leave north or enter it, and of poisson it is not known what that costs"),
        ({"north": "pure:epsilon=1"}, {"neighbours": "replace-one"}, "and of pure it is not known"),
        ({"north": "tree-aggregation:sigma=9,steps=8"}, {"neighbours": "replace-one"}, "of tree-aggregation it is"),
        ({"north": "(gaussian:sigma=2 + pure:epsilon=1)"}, {"neighbours": "replace-one"}, "and of pure it is not"),
        ({"north": "pure:epsilon=1"}, {"neighbours": "zero-out"},
         "a null record is in no part, and pure:epsilon=1 in north is stated of data where it takes a record's"),
        ({"north": "dpsgd:n=6000,batch=60,epochs=6,noise=1,loader=truncated,largest-batch=90"}, {},
         "a null record is in no part"),
        ({"north": "sample:size=1,of=9/gaussian:sigma=2"}, {"neighbours": "add-or-remove"}, "sample"),
        ({"north": NORTH}, {"neighbours": "nobody"}, "neighbours is 'nobody'"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_an_error(parts: object, more: dict[str, object], error: str) -> None:
    """In one line, with what would be right."""
    with pytest.raises(ch.CharteredError) as raised:
        ch.PartedLedger(parts, **more)  # type: ignore[arg-type]
    assert error in str(raised.value)


def test_a_question_must_be_one() -> None:
    """And an accountant that does not answer for one set of parts has no answer for all; in a time above 0."""
    with pytest.raises(ch.BadValue, match="the question is 1"):
        plan().answer(1)  # type: ignore[arg-type]
    with pytest.raises(ch.NoAnswer):
        plan().epsilon("1e-5", accountant="pure")
    with pytest.raises(ch.BadValue, match="the time limit"):
        plan().epsilon("1e-5", seconds=-1)
    by_zcdp = plan().epsilon("1e-5", accountant="zcdp", seconds=60)
    assert {answer.accountant for answer in by_zcdp.of_sets} == {"zcdp"}
    assert by_zcdp.upper >= plan().epsilon("1e-5").upper


def test_what_is_read_beside_an_irrational_number_is_noted() -> None:
    """Once, though each set of parts has the step."""
    answer = ch.PartedLedger({"north": "pure:epsilon=1", "south": "pure:epsilon=2"}, "gaussian:sigma=sqrt(2)")
    notes = answer.epsilon("1e-5").notes
    assert sum("sqrt(2)" in note for note in notes) == 1
    assert answer.epsilon("1e-5").to_json()["notes"] == list(notes)


@pytest.mark.parametrize("name", ["regions.toml", "regions.json"])
def test_a_saved_ledger_reads_back(tmp_path: Path, name: str) -> None:
    """Parts, labels, the number of parts of a record, and the relation."""
    labelled = {"north": [{"step": NORTH, "label": "ages"}, SOUTH], "south": SOUTH}
    regions = ch.PartedLedger(labelled, ALL, most=2, neighbours="zero-out")
    regions.save(tmp_path / name)
    again = ch.PartedLedger.read(tmp_path / name)
    assert again == regions
    assert hash(again) == hash(regions)
    assert again != plan()
    assert again != 1
    assert ch.PartedLedger.from_dict(again.to_dict()).neighbours.value == "zero-out"
    assert ch.PartedLedger.read(tmp_path / name, neighbors="add-or-remove").neighbours.value == "add-or-remove"
    assert repr(again).startswith("PartedLedger({'north': ['gaussian:sigma=2,sensitivity=1,times=3', 'laplace")
    assert "each record is in at most 2 of north, south" in str(again)
    with pytest.raises(ch.BadLedger, match="steps on parts of the data, which only epsilon, delta, mu, risk"):
        ch.Ledger.read(tmp_path / name)
    with pytest.raises(ch.BadLedger, match="has steps on parts"):
        ch.OpenLedger.read(tmp_path / name)


TABLES = [{"step": ALL}, {"step": NORTH, "part": "north"}, {"step": SOUTH, "part": "south"}]
BOUND = [{"step": "pure:epsilon=1", "part": "north"}]


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        ({"steps": TABLES[:1], "most": 1}, ch.BadLedger, "the ledger has no step on a part of the data"),
        ({"steps": TABLES, "statement": {"name": "x"}}, ch.BadLedger, "has parts and a statement"),
        ({"steps": [{"step": ALL, "part": 7}]}, ch.BadValue, "a part is 7"),
        ({"steps": TABLES, "parts": 2}, ch.BadLedger, "with parts, neighbours, steps and most"),
        ({"steps": BOUND, "neighbours": "replace-one"}, ch.NeighboursMismatch, "zero-out was asked for"),
    ],
)
def test_without_a_number_of_parts_they_are_disjoint(content: Any, error: type[Exception], says: str) -> None:
    """`most` is 1, as in Python; without any part there is nothing to read."""
    assert ch.PartedLedger.from_dict({"steps": TABLES}) == plan()
    with pytest.raises(error, match=says):
        ch.PartedLedger.from_dict(content, "zero-out" if "neighbours" in content else None)
    with pytest.raises(ch.BadLedger, match=r"unknown key 'part'.*a PartedLedger has parts"):
        ch.Ledger(TABLES[1])


def test_they_can_be_pickled() -> None:
    """The ledger, and what it answers."""
    answer = plan().epsilon("1e-5")
    again = pickle.loads(pickle.dumps((plan(), answer)))
    assert again == (plan(), answer)
    assert "gaussian:sigma=9" in again[1]._repr_html_()


def test_a_head_leaves_the_failure_of_the_largest_mu() -> None:
    """As of an ordinary ledger; no other question leaves one."""
    regions = ch.PartedLedger({"north": "laplace:scale=1", "south": "laplace:scale=4"})
    found = regions.mu(head="0.3")
    assert found.parts == ("north",)
    assert found.failure == ch.Ledger(["laplace:scale=1"]).mu(head="0.3").failure
    assert regions.mu().failure is None
    assert regions.epsilon(0).failure is None


def test_a_heuristic_number_of_one_set_is_none_of_all() -> None:
    """Another set may have the largest of what is true."""
    with pytest.raises(ch.BadValue, match="heuristic is given, and the ledger has parts"):
        plan().epsilon("1e-5", heuristic=True)
