"""Values travel: what is pickled or copied is the same afterwards, and answers the same."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import chartered as ch
import interrupting
import pytest
from chartered_verify.arithmetic import balls, digits, floats
from flint import arb
from msgspec.structs import replace

STEPS = "poisson:rate=0.01/gaussian:sigma=2,times=10"
GAUSSIAN = "gaussian:sigma=2,times=10"


def ledger() -> ch.Ledger:
    """Of a mechanism with a line to be searched."""
    return ch.Ledger(STEPS)


@cache
def answer() -> ch.Answer:
    """The one that several values are about."""
    return ledger().epsilon("1e-6")


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "pickle of protocol 2": lambda value: pickle.loads(pickle.dumps(value, 2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
VALUES: dict[str, Callable[[], Any]] = {
    "ledger": lambda: ledger(),
    "entry": lambda: ledger().entries[0],
    "step": lambda: ledger().entries[0].step,
    "question": lambda: ch.Question.epsilon("1e-6"),
    "relation": lambda: ch.Neighbours.REPLACE_ONE,
    "answer": lambda: answer(),
    "answer of mu": lambda: ch.Ledger("laplace:scale=5").mu(),
    "infinite answer": lambda: ch.Ledger("gaussian:sigma=1").epsilon(0),
    "account": lambda: ledger().account(ch.Question.delta("1/2")),
    "comparison": lambda: ledger().compare(delta="1e-6"),
    "certificate": lambda: answer().certificate(),
    "check": lambda: ch.check(answer().certificate()),
    "trade-off": lambda: ch.Ledger(GAUSSIAN).tradeoff("1/20"),
    "budget": lambda: ch.Ledger(GAUSSIAN).budget(delta="1e-5"),
    "risk": lambda: ch.Ledger(GAUSSIAN).risk(),
    "statement": lambda: ch.report("laplace:scale=5", delta="1e-6", pictures=False),
    "open ledger": lambda: ch.OpenLedger(STEPS),
    "largest times": lambda: ch.largest_times("gaussian:sigma=20", epsilon=1, delta="1e-6"),
    "calibration": lambda: ch.calibrate("laplace", solve="scale", epsilon=1, delta="1e-6", times=3, accountant="renyi"),
    "outcome of a claim": lambda: ch.verify("sample.renyi.coarse")[0],
    "mechanism": lambda: ch.registry().mechanism("gaussian"),
    "accountant": lambda: ch.registry().accountant("gdp"),
    "theorem": lambda: ch.registry().theorem("asoodeh2020.T3"),
    "parameter": lambda: ch.registry().mechanism("gaussian").parameters[0],
    "claim": lambda: ch.registry().claims()["gdp.profile.pair"],
    "regret": lambda: ch.Ledger("laplace:scale=5").mu().regret(),
    "refused check": lambda: ch.check(dict(answer().certificate().document, quantity="mu")),
    "solutions": lambda: ch.largest_times("gaussian:sigma=20", epsilon=1, delta="1e-6").answers,
    "no answer": lambda: ledger().account(ch.Question.delta("1/2")).unavailable[0],
    "questions": lambda: (ch.Question.delta(1, 30), ch.Question.mu("1e-6", tail="1/3")),
    "error": lambda: ch.BadValue("it was -1", "it would be positive"),
}


@cache
def made(name: str) -> Any:
    """A value, made when a test asks for it: some take seconds."""
    return VALUES[name]()


def shown(value: Any) -> Any:
    """All that a value says."""
    if isinstance(value, BaseException):
        return type(value), value.args, vars(value)
    if isinstance(value, ch.Ledger | ch.OpenLedger):
        return value.to_dict()
    return value.to_json() if hasattr(value, "to_json") else (repr(value), getattr(value, "html", ""))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_the_same_after_the_journey(name: str, way: str) -> None:
    """Pickled and read again, or copied: of the same type, and says the same."""
    value = made(name)
    there = WAYS[way](value)
    assert type(there) is type(value)
    assert shown(there) == shown(value)
    assert there == value or name == "error"


@pytest.mark.parametrize("way", WAYS)
def test_no_copy_of_a_filter_spends_its_budget_again(way: str) -> None:
    """It is told where to go on."""
    budget = ch.Filter(gdp=1, scopes=["north", "south"])
    budget.spend("gaussian:sigma=2", scope="north")
    with pytest.raises(ch.BadValue, match=r"a filter is neither copied nor pickled.*from_state"):
        WAYS[way](budget)
    assert ch.Filter.from_state(budget.state()).state() == budget.state()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "name", ["ledger", "answer", "answer of mu", "question", "questions", "account", "comparison", "risk"]
)
def test_a_value_that_does_not_change_is_found_among_equal_ones(name: str, way: str) -> None:
    """Its hash is that of what it says."""
    assert WAYS[way](made(name)) in {made(name): True}


def test_answers_are_equal_if_they_say_the_same() -> None:
    """Asked again, whatever time it took; not at another delta, by another accountant or of another ledger."""
    interrupting.forget()
    assert ledger().epsilon("1e-6") == answer()
    others = [ledger().epsilon("1e-7"), ledger().epsilon("1e-6", "renyi"), ch.Ledger(GAUSSIAN).epsilon("1e-6")]
    assert answer() not in [*others, answer().upper, None]
    table = made("comparison")
    others = [ledger().compare(delta="1e-7"), ch.Comparison(table.account, everything=False), table.account, None]
    assert table not in [*others, ch.Comparison(table.account, peers=[])]
    assert ch.Enclosure.of(arb(1), arb(2)) != ch.Enclosure.of(arb(1), arb(3))


@pytest.mark.parametrize("way", WAYS)
def test_what_was_pickled_answers_the_same(way: str) -> None:
    """A ledger is asked again from empty caches, a certificate is checked, an answer writes the same one."""
    interrupting.forget()
    asked, told, certificate = (WAYS[way](made(name)) for name in ("ledger", "answer", "certificate"))
    assert asked.epsilon("1e-6").to_json() == answer().to_json()
    assert told.certificate().document == answer().certificate().document
    assert ch.check(certificate).accepted
    assert ch.check(WAYS[way](made("calibration")).certificate()).accepted


@pytest.mark.parametrize("way", WAYS)
def test_ends_of_any_size_stay_exact(way: str) -> None:
    """Also far beyond doubles, and infinite."""
    for low, high in ((arb(1) / 3, arb(2)), (arb((3, -(10**30))), arb((3, 10**30))), (arb.neg_inf(), arb.pos_inf())):
        found = WAYS[way](ch.Enclosure.of(low, high))
        assert (found.lo, found.hi) == (low.lower(), high.upper())


def run(code: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Python in another process."""
    command = [sys.executable, "-c", f"import pickle, sys, chartered as ch\n{code}"]
    return subprocess.run(command, input=given, capture_output=True, timeout=60, env=os.environ | environment)


def test_a_step_of_another_process_is_found_among_equal_ones() -> None:
    """The hash of text differs between processes, and a step that has been looked up before keeps its own."""
    step = ch.parse("poisson:rate=1/10/gaussian:sigma=2").step
    written = f"step = ch.parse({str(step)!r}).step\nhash(step)\nsys.stdout.buffer.write(pickle.dumps(step))"
    for seed in ("1", "2"):
        read = pickle.loads(run(written, PYTHONHASHSEED=seed).stdout)
        assert read == step
        assert hash(read) == hash(step)
        assert read in {step}


def test_arithmetics_and_the_registry_are_those_of_the_process() -> None:
    """A copy would have state of its own."""
    for one in (balls(64), digits(20), floats, ch.registry()):
        assert all(WAYS[way](one) is one for way in WAYS)
    assert pickle.loads(pickle.dumps(ch.registry().plugins)) == ch.registry().plugins


def test_what_is_registered_is_that_of_the_process() -> None:
    """Its functions may not travel, so its name does; one that was made otherwise is another one, or refuses."""
    known = ch.registry()
    for one in (*known.theorems.values(), *known.accountants.values(), *known.mechanisms.values()):
        assert all(WAYS[way](one) is one for way in WAYS)
    other = replace(known.mechanism("gaussian"), summary="another")
    assert pickle.loads(pickle.dumps(other)) == other
    assert copy.deepcopy(replace(known.theorem("gdp.profile"), version=2)).version == 2


def test_what_is_not_registered_there_is_named() -> None:
    """As where its plugin is not installed: the kind and the name, and what is left out, instead of a bare key."""
    written = pickle.dumps(ch.registry().theorem("laplace.profile"), 2).replace(b"laplace.profile", b"laplace.profily")
    said = run("pickle.loads(sys.stdin.buffer.read())", written, CHARTERED_BLOCK="laplace").stderr.decode()
    assert "UnknownName: unknown theorem 'laplace.profily'" in said
    assert "laplace" in said.partition("unknown theorem 'laplace.profily'")[2]


def test_a_registry_of_ones_own_does_not_pickle() -> None:
    """It would be read as another one."""
    from chartered.host.registry import build_registry

    with pytest.raises(TypeError, match="only the registry of what is installed"):
        pickle.dumps(build_registry(list(ch.registry().plugins[:3])))
