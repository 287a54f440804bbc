"""Which mechanisms are answered exactly, from both sides, from above or not at all, under which sampling and relation:
asked of the registry by a small step for each, and kept in a file that a test compares with the answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from chartered_verify.catching import ours
from chartered_verify.progress import counted
from msgspec import Struct
from msgspec.structs import asdict

from ..accounting.every_path import Accounting
from ..accounting.headline import certainty
from ..accounting.request import Request
from ..errors import CharteredError
from ..host.registry import Registry
from ..ledger.entries import read_entries
from ..ledger.required_relation import relation
from ..model.neighbours import Neighbours
from ..model.questions import Question
from .example_steps import example_steps

RUNS = (1, 10)
"""Numbers of runs: one, and several that are composed."""
QUESTION = Question.epsilon("1e-5")
ALONE, REFUSED = "none", "refused"
"""The name of no sampling, and what a step is that may not stand under a relation."""
MEANINGS = {
    "exact": "both ends are one number: nothing is lost",
    "both ends": "an interval that holds the true value",
    "from above": "a bound, and nothing from below",
    "open": "nothing is proved here: no answer",
    REFUSED: "such a step is not defined there, or nothing holds",
}
_KEPT = Path(__file__).with_name("support.json")
_SMALL = {
    "approximate": "approximate:epsilon=1/5,delta=1e-9",
    "cloak": "cloak:n=100,m=20",
    "discrete-gaussian": "discrete-gaussian:sigma=5",
    "discrete-gaussian-vector": "discrete-gaussian-vector:sigma=5",
    "discrete-laplace": "discrete-laplace:scale=5",
    "dpsgd": "dpsgd:n=100,batch=10,steps=10,noise=4",
    "dpsgd-fixed": "dpsgd-fixed:n=100,batch=10,steps=10,noise=4",
    "dpsgd-shuffled": "dpsgd-shuffled:n=100,batch=10,epochs=1,noise=4",
    "dpsgd-truncated": "dpsgd-truncated:n=100,batch=10,steps=10,noise=4,largest-batch=20",
    "exponential": "exponential:epsilon=1/5",
    "filter": "filter:gdp=1/9,pure=1/9",
    "gaussian": "gaussian:sigma=5",
    "gaussian-mixture": "gaussian-mixture:sigma=9,sensitivities=1:2,probabilities=1/2:1/2",
    "gdp": "gdp:mu=1/5",
    "laplace": "laplace:scale=5",
    "logistic": "logistic:scale=5",
    "matrix": "matrix:sigma=9,family=square-root,steps=10",
    "noisy-max": "noisy-max:epsilon=1/5",
    "power": "power:sigma=20,A=2,B=1",
    "pure": "pure:epsilon=1/5",
    "rdp": "rdp:alpha=8,gamma=1/10",
    "rdp-curve": "rdp-curve:orders=2:8,gammas=1/20:1/10",
    "privacy-profile": "privacy-profile:epsilons=1/10:1/5,deltas=1/100:0",
    "table": "table:p=1/2:1/3:1/6,q=5/12:1/3:1/4",
    "thresholded-counts": "thresholded-counts:scale=5,threshold=99",
    "last-iterate": "last-iterate:sigma=9,contraction=9/10,epochs=10",
    "tree-aggregation": "tree-aggregation:sigma=9,steps=10",
    "truncated-laplace": "truncated-laplace:scale=5,bound=99",
    "zcdp": "zcdp:rho=1/50",
    "allocation": "allocation:steps=4",
    "checkin": "checkin:n=100,m=10",
    "filter-runs": "filter-runs:most=3",
    "group": "group:size=2",
    "parts": "parts:count=9",
    "poisson": "poisson:rate=1/10",
    "rectified": "rectified:low=-9,high=9,head=1",
    "repeat-and-select": "repeat-and-select:mean=3",
    "sample": "sample:size=10,of=100",
    "sample-with-replacement": "sample-with-replacement:size=10,of=100",
    "shuffled": "shuffled:n=100",
    "shuffled-batches": "shuffled-batches:steps=10",
    "truncated-poisson": "truncated-poisson:rate=1/10,of=100,largest=20",
}
"""Small settings, with which each mechanism is tried; of any other an example follows from its parameters."""


class Row(Struct, frozen=True):
    """What is answered of one mechanism under one sampling: under each relation for one run, and for several."""

    sampling: str
    mechanism: str
    step: str
    answers: dict[str, list[str]]


def example_of(known: Registry, name: str) -> str:
    """A step of a mechanism, or the wrapper without a step in it, with small settings."""
    mechanism = known.mechanism(name)
    text = _SMALL.get(name) or example_steps(mechanism)[0]
    return text.removesuffix("/gaussian:sigma=2") if mechanism.wraps else text


def asked(known: Registry, samplings: Iterable[str] | None = None) -> Iterator[Row]:
    """The rows of all mechanisms without a sampling, and with each, or with those of `samplings`. Of what samples by
    itself only the former."""
    every = known.mechanisms.values()
    wrappers = sorted(m.name for m in every if m.wraps) if samplings is None else samplings
    noises = sorted((m for m in every if not m.wraps), key=lambda m: m.name)
    pairs = [(name, m) for name in (*([ALONE] if samplings is None else ()), *wrappers) for m in noises]
    for sampling, mechanism in counted(pairs, "mechanisms under samplings"):
        if sampling == ALONE or not mechanism.sampling:
            before = "" if sampling == ALONE else f"{example_of(known, sampling)}/"
            step = before + example_of(known, mechanism.name)
            yield Row(sampling, mechanism.name, step, answers_to(known, step))


def answers_to(known: Registry, step: str) -> dict[str, list[str]]:
    """What is answered of a step, by relation: for one run, and for several."""
    return {one.value: [_answered(known, step, runs, one) for runs in RUNS] for one in Neighbours}


def _answered(known: Registry, step: str, runs: int, neighbours: Neighbours) -> str:
    try:
        entries = tuple(entry * runs for entry in read_entries(known, step))
        account = Accounting(Request(known, entries, relation(known, entries, neighbours))).ask(QUESTION)
    except ours(CharteredError):
        return REFUSED
    return certainty(account)


def kept() -> list[Row]:
    """The rows as they were asked when this version was made."""
    return [Row(**row) for row in json.loads(_KEPT.read_text(encoding="utf-8"))]


def keep(rows: Iterable[Row]) -> None:
    """Writes the file with the rows."""
    lines = ",\n".join(json.dumps(asdict(row)) for row in rows)
    _KEPT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def alike(rows: Iterable[Row]) -> dict[str, list[tuple[list[str], dict[str, list[str]]]]]:
    """By sampling: (the mechanisms of which the same is answered, what that is), in the order of the rows."""
    found: dict[str, list[tuple[list[str], dict[str, list[str]]]]] = {}
    for row in rows:
        groups = found.setdefault(row.sampling, [])
        same = next((names for names, answers in groups if answers == row.answers), None)
        if same is None:
            groups.append(([row.mechanism], row.answers))
        else:
            same.append(row.mechanism)
    return found


def in_words(answers: Iterable[str]) -> str:
    """What is answered for one run and for several, in a word where it is the same."""
    return "; ".join(dict.fromkeys(answers))
