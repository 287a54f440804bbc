"""A neighbouring relation is one object: its name, words, span, and what it admits; another one is stated in one
place."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys

import chartered as ch
import pytest
from chartered import Neighbours, NeighboursMismatch

ANOTHER = """
import json, sys
from importlib.util import find_spec, module_from_spec

spec = find_spec("chartered.model.neighbours")
source = open(spec.origin, encoding="utf-8").read()
stated = '''
    BLANK = Relation("blank", "one record is blanked", "at most {} are blanked", "one record of the two is blank")
    SWAP = Relation("swap", "one is swapped", "at most {} are swapped", "two are swapped", doubles="add-or-remove")

    def __new__('''
assert source.count("    def __new__(") == 1
module = sys.modules[spec.name] = module_from_spec(spec)
exec(compile(source.replace("    def __new__(", stated), spec.origin, "exec"), module.__dict__)

import chartered as ch
from msgspec.structs import force_setattr
from chartered.cli.shared_options import takes_a_ledger

PLAIN, SAMPLED = "gaussian:sigma=20,times=1000", "poisson:rate=0.1/gaussian:sigma=4,times=10"

def upper(step, neighbours):
    answer = ch.Ledger(step, neighbours=neighbours).epsilon("1e-5")
    assert ch.check(json.loads(answer.certificate().text)).accepted
    return answer.upper

def refused(*steps, neighbours=None):
    try:
        ch.Ledger(steps, neighbours=neighbours)
    except ch.NeighboursMismatch as error:
        return str(error)

found = {
    "span": {relation.value: relation.span for relation in ch.Neighbours},
    "plain": {relation.value: upper(PLAIN, relation) for relation in ch.Neighbours},
    "sampled": {name: upper(SAMPLED, name) for name in ("add-or-remove", "replace-one", "swap")},
    "table": str(ch.Ledger(PLAIN, neighbours="blank").compare(delta="1e-5")),
    "page": ch.report(ch.Ledger(PLAIN, neighbours="blank"), delta="1e-5", pictures=False).html,
    "help": takes_a_ledger(lambda: None).__click_params__[0].help,
    "unknown": refused(PLAIN, neighbours="x"),
    "stray": refused(SAMPLED, neighbours="blank"),
}
force_setattr(ch.registry().mechanism("laplace"), "requires", ch.Neighbours.BLANK)
found["apart"] = refused("laplace:scale=1", SAMPLED)
found["alone"] = ch.Ledger("laplace:scale=1").neighbours.value
print(json.dumps(found))
"""
"""A fresh process in which the module states two relations more."""


def test_a_relation_says_what_it_is() -> None:
    """Name, words, span and the relation that it doubles."""
    one, both, null = Neighbours
    assert (one, both, null) == (Neighbours.ADD_OR_REMOVE, Neighbours.REPLACE_ONE, Neighbours.ZERO_OUT)
    assert (one.value, one.change, one.span, one.doubles, one.implied, one.sensitivity) == (
        "add-or-remove",
        "one record is added or removed",
        *(1, None, None, None),
    )
    assert (both.value, both.change, both.span, both.doubles, both.implied, both.sensitivity) == (
        "replace-one",
        "one record is replaced",
        *(2, null, None, "replace-sensitivity"),
    )
    assert (null.value, null.change, null.span, null.doubles, null.implied, null.sensitivity) == (
        "zero-out",
        "one record is replaced by a null record, of no effect",
        *(1, None, one, None),
    )
    assert Neighbours.names() == "add-or-remove, replace-one or zero-out"
    assert Neighbours.names([one, null]) == "add-or-remove or zero-out"
    assert Neighbours.names([null]) == "zero-out"


@pytest.mark.parametrize("relation", Neighbours)
def test_a_relation_is_one_object(relation: Neighbours) -> None:
    """However it is read, copied or sent to another process."""
    again = (Neighbours.read(relation.value), Neighbours.read(relation), pickle.loads(pickle.dumps(relation)))
    assert all(other is relation for other in (*again, copy.deepcopy(relation), Neighbours[relation.name]))


@pytest.mark.parametrize("value", ["", "zero", None, [], 1])
def test_an_unknown_relation_is_refused_by_the_names_of_all(value: object) -> None:
    """Whatever it is."""
    with pytest.raises(NeighboursMismatch, match="it must be add-or-remove, replace-one or zero-out"):
        Neighbours.read(value)


def test_what_a_relation_admits() -> None:
    """Itself, what implies it, and what it doubles with all that implies that."""
    admitted = {one.value: [need.value for need in Neighbours if one.admits(need)] for one in Neighbours}
    assert admitted == {
        "add-or-remove": ["add-or-remove"],
        "replace-one": ["add-or-remove", "replace-one", "zero-out"],
        "zero-out": ["add-or-remove", "zero-out"],
    }


def test_another_relation_is_stated_in_one_place() -> None:
    """One that doubles none and one that doubles add-or-remove: ledgers, tables, pages, certificates and errors know
    them at once."""
    ran = subprocess.run([sys.executable, "-c", ANOTHER], capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["span"] == {"add-or-remove": 1, "replace-one": 2, "zero-out": 1, "blank": 1, "swap": 2}
    plain, sampled = found["plain"], found["sampled"]
    assert plain["blank"] == plain["add-or-remove"] == ch.Ledger("gaussian:sigma=20,times=1000").epsilon(1e-5).upper
    assert plain["swap"] == plain["replace-one"] > plain["blank"]
    assert sampled["swap"] == sampled["replace-one"] > sampled["add-or-remove"]
    assert "blank: one record is blanked" in found["table"]
    assert "blank: one record of the two is blank." in found["page"]
    names = "add-or-remove, replace-one, zero-out, blank or swap"
    assert found["help"].startswith(f"{names}. Default")
    assert found["unknown"] == f"neighbours is 'x'; it must be {names}"
    assert found["stray"].endswith("needs add-or-remove, but blank was asked for; ask for add-or-remove")
    assert "gaussian:sigma=4" in found["apart"]
    assert "needs add-or-remove, but laplace:" in found["apart"]
    assert found["apart"].endswith("needs blank; give each a ledger of its own")
    assert found["alone"] == "blank"
