"""Conformance kit: the answers for a step are sound, monotone and certified."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise, product

from chartered_verify.enclosure import Side

from chartered.certificate.digest import sealed

from ..accounting.all_answers import Account
from ..accounting.answers import Answer
from ..accounting.every_path import Accounting
from ..accounting.request import Request
from ..certificate import check as certify
from ..errors import CharteredError, Contradiction
from ..host.registry import Plugin, Registry
from ..ledger.entries import Entry, read_entries
from ..ledger.required_relation import relation
from ..model.neighbours import Neighbours
from ..model.questions import Question
from .profile_comparison import DELTAS, EPSILONS

COUNTS = (1, 2, 3, 10)
"""Numbers of runs of a step."""


def check_step(known: Registry, own: Plugin, text: str) -> None:
    """Checks the answers for 1 to 10 runs of a step, under each relation that it allows. Raises AssertionError."""
    entry = read_entries(known, [text])[0]
    wanted = relation(known, [entry], None)
    required = any(known.mechanism(name).requires for name in entry.step.shape)
    for neighbours in (wanted,) if required else _fitting(known, entry):
        accounts = {}
        for count in COUNTS:
            runs = (entry * count,)
            asking = Accounting(Request(known, runs, neighbours))
            for question in (*DELTAS, *EPSILONS):
                accounts[count, question] = _account(asking, question)
                check_faults(accounts[count, question].faults, own)
                _check_account(accounts[count, question], f"{runs[0]}, {neighbours.value}, {question}")
        assert any(account.answers for account in accounts.values()), f"{text}: no theorem leads from it to an answer"
        for count in COUNTS:
            for first, second in (*pairwise(DELTAS), *pairwise(EPSILONS)):
                _check_order(accounts[count, second], accounts[count, first], f"{text}: {second} exceeds {first}")
        for question, (few, many) in product((*DELTAS, *EPSILONS), pairwise(COUNTS)):
            _check_order(
                accounts[few, question],
                accounts[many, question],
                f"{text}: {question} for {few} runs exceeds that for {many}",
            )
        for answer in accounts[2, DELTAS[3]].answers:
            _check_certificate(answer)


def _fitting(known: Registry, entry: Entry) -> list[Neighbours]:
    """The relations that a step allows: one that states its sensitivity only under replacement allows only that."""
    found = list[Neighbours]()
    for neighbours in Neighbours:
        with suppress(CharteredError):
            found.append(relation(known, [entry], neighbours))
    return found


def _account(accounting: Accounting, question: Question) -> Account:
    try:
        return accounting.ask(question)
    except Contradiction as error:
        raise AssertionError(
            f"{accounting.request.entries[0]}, {accounting.request.neighbours.value}: {error}"
        ) from error


def check_faults(faults: Sequence[str], own: Plugin) -> None:
    """Checks that no function of the plugin fails or returns an invalid value. Raises AssertionError."""
    mine = [fault for fault in faults if fault.startswith(f"plugin {own.name},")]
    assert not mine, f"a function of the plugin fails: {mine[0]}"


def _check_account(account: Account, where: str) -> None:
    for answer in account.answers:
        bound = answer.enclosed.bound
        said = f"{where}, by {' -> '.join(answer.path)}"
        assert 0 <= bound.lower <= bound.upper, (
            f"{said}: [{bound.lower}, {bound.upper}] is no interval of numbers from 0 on"
        )
        assert bound.upper < float("inf") or answer.why, f"{said}: infinite, and no reason given"
    for none in account.unavailable:
        assert none.why.strip(), f"{where}: {none.accountant} has no answer, and no reason given"
    exact = [answer for answer in account.answers if answer.lower is not None and answer.side is not Side.HEURISTIC]
    for low, high in product(exact, account.answers):
        said = (
            f"{where}: {' -> '.join(high.path)} says at most {high.upper}, {' -> '.join(low.path)} at least {low.lower}"
        )
        assert low.lower is None or low.lower <= high.upper, said


def _check_order(smaller: Account, larger: Account, message: str) -> None:
    """Checks that the tightest answers are ordered, and that exact answers are along each path (a loose bound need not
    be). Rounded ends may overlap."""
    above = {answer.derivation: answer for answer in larger.answers}
    pairs = [
        (answer, above[answer.derivation])
        for answer in smaller.answers
        if answer.side is Side.EXACT and answer.derivation in above
    ]
    if smaller.best is not None and larger.best is not None:
        pairs.append((smaller.best, larger.best))
    for less, more in pairs:
        low, high = less.enclosed.bound, more.enclosed.bound
        assert low.lower <= high.upper, f"{message} by {' -> '.join(less.path)}: {low} and {high}"


def _check_certificate(answer: Answer) -> None:
    document = answer.certificate().document
    found = certify.check(document)
    assert found.accepted, f"{answer}: its certificate is refused: {found.why}"
    for key in document:
        changed = {**document, key: "changed"}
        if key != "format":
            assert not certify.check(changed).accepted, f"{answer}: the certificate is accepted with another {key}"
    forged = {key: value for key, value in document.items() if key != "digest"}
    smaller = answer.upper / 2 if 0 < answer.upper < float("inf") else -1.0 if answer.upper == 0 else 1.0
    forged["answer"] = {**forged["answer"], "upper": smaller}
    assert not certify.check(sealed(forged)).accepted, f"{answer}: a forged certificate with a new digest is accepted"
