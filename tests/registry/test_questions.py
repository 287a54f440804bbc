"""Questions are objects: each kind knows its words, and another kind is a class, with one function on a floor above
where the floor does something for it."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import chartered_plugins
import pytest
from chartered import BadValue, Ledger, Question
from chartered.enclose.evaluation import enclosed
from chartered.enclose.profile_answer import Enclosed
from chartered.model.guarantees import Witness
from chartered.model.privacy_profile import Profile
from chartered.model.questions import EVERYWHERE, KINDS, DeltaAt, EpsilonAt, MuWithin, Stretch
from chartered.output.html.statement import statement
from chartered.search.propose import searched
from chartered_verify.enclosure import Enclosure

LEDGER = Ledger("gaussian:sigma=20,times=1000")
EACH = (
    Question.epsilon("1e-5"),
    Question.delta(8),
    Question.mu(),
    Question.mu("1e-6", head=3),
    Question.mu(tail="0.5"),
    Question.mu(tail=0),
)


class FactorAt(Question, frozen=True):
    """The least e^eps at a delta."""

    quantity = "factor"
    given = "delta"

    def _check(self) -> None:
        EpsilonAt(self.at)


@enclosed.register(FactorAt)
def _proved(question: FactorAt, profile: Profile, witness: Witness) -> Enclosed:
    found = enclosed(EpsilonAt(question.at), profile, witness)
    ends = Enclosure(found.bound.lo.exp().lower(), found.bound.hi.exp().upper())
    return Enclosed(ends, found.exact, found.why)


@searched.register(FactorAt)
def _searched(question: FactorAt, profile: Profile) -> Witness:
    return searched(EpsilonAt(question.at), profile)


def test_nobody_asks_for_the_name_of_a_quantity() -> None:
    """No branch on the text: what differs between kinds of questions belongs to the kind."""
    pattern = re.compile(r"""quantity\b["'\]]*\s*(==|!=|(not )?in\b)|\bin [(\[{]["']epsilon["']""")
    roots = [Path(package.__file__).parent for package in (ch, chartered_plugins)]
    files = [path for root in roots for path in root.rglob("*.py") if "claims" not in path.parts]
    lines = [(path, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert not [f"{path}: {line}" for path, line in lines if pattern.search(line)]
    assert pattern.search('if question.quantity == "mu":')
    assert len(lines) > 10_000


def test_a_search_is_one_for_each_kind_or_one_for_all() -> None:
    """The own search of a kind comes first and is asked with what is held; a plugin that reads the quantity goes on."""

    def either(question: Question) -> Witness:
        return {question.quantity: question.at}

    def held(name: str) -> Any:
        return lambda at: {name: at}

    eps, delta = Question.epsilon("1e-5"), Question.delta(8)
    for search, of_eps, of_delta in (
        (ch.WitnessSearch(propose=either), {"epsilon": eps.at}, {"delta": delta.at}),
        (ch.WitnessSearch(for_epsilon=held("x")), {"x": eps.at}, {}),
        (ch.WitnessSearch(for_delta=held("y")), {}, {"y": delta.at}),
        (ch.WitnessSearch(for_epsilon=held("x"), propose=either), {"x": eps.at}, {"delta": delta.at}),
        (ch.WitnessSearch(for_epsilon=held("x"), for_delta=held("y")), {"x": eps.at}, {"y": delta.at}),
    ):
        assert (search(eps), search(delta)) == (of_eps, of_delta)
        assert search.searches
        turned = search.asked(lambda question: Question.epsilon(question.at / 16))
        assert turned(delta) == search(Question.epsilon("0.5"))
    assert ch.WitnessSearch()(eps) == {}
    assert not ch.WitnessSearch().searches


@pytest.mark.parametrize("question", EACH, ids=str)
def test_a_question_reads_back(question: Question) -> None:
    """From what is held by name, as a certificate has it, and from a pickle."""
    assert Question.read(question.quantity, question.held) == question
    assert Question.read(question.quantity, question.held | {"other": Fraction(1)}) == question
    assert pickle.loads(pickle.dumps(question)) == question
    assert KINDS[question.quantity] is type(question)


def test_questions_of_two_kinds_are_never_the_same() -> None:
    """Even where they hold the same number."""
    at = Fraction(1, 2)
    assert len({EpsilonAt(at), DeltaAt(at), MuWithin(at), MuWithin(at, Stretch(stop=at)), EpsilonAt(at)}) == 4


@pytest.mark.parametrize(
    ("question", "words", "place", "where"),
    [
        (EACH[0], "the least epsilon at delta = 1e-5; the truth is at most upper, at least lower", " at delta = 1e-5",
         "at delta = 1e-5"),
        (EACH[1], "the least delta at epsilon = 8; the truth is at most upper, at least lower", " at epsilon = 8",
         "at epsilon = 8"),
        (EACH[2], "the least mu of the best profile that is known, to within 1e-9", "", "for epsilon >= 0"),
        (EACH[3], "the least mu of the best profile that is known, for eps in [0, 3], to within 1e-6", "",
         "for epsilon <= 3 only"),
        (EACH[4], "the least mu of the best profile that is known, for eps in [0.5, inf), to within 1e-9", "",
         "for epsilon >= 0.5 only"),
    ],
    ids=str,
)  # fmt: skip
def test_a_question_words_itself(question: Question, words: str, place: str, where: str) -> None:
    """In a table, after a number, and in what a check says; with another writing of numbers."""
    assert (question.words, question.place, question.where()) == (words, place, where)
    assert re.sub(r"\S*\d\S*", "N", where) == question.where(lambda _: "N")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: EpsilonAt(Fraction(1)), "delta is 1"),
        (lambda: EpsilonAt(0.5), "a question about 'epsilon' at 0.5"),  # type: ignore[arg-type]
        (lambda: DeltaAt(Fraction(-1)), "epsilon is -1"),
        (lambda: MuWithin(Fraction(2)), "tolerance is 2"),
        (lambda: MuWithin(Fraction(1), Stretch(Fraction(-1))), "tail is -1"),
        (lambda: MuWithin(Fraction(1), Stretch(stop=Fraction(0))), "head is 0"),
        (lambda: Question.mu(head=1, tail=0), "a head and a tail are both given"),
        (lambda: Question.read("nu", {}), "a question about 'nu'"),
        (lambda: Question.read(["mu"], {}), "a question about"),
    ],
)
def test_a_question_made_by_hand_is_checked(make: Any, message: str) -> None:
    """Out of range, of no kind, or no exact number."""
    with pytest.raises(BadValue, match=re.escape(message)):
        make()


def test_another_kind_of_question_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers, table, text and certificate come with the class, a proof and a search; nothing else knows of it."""
    monkeypatch.setitem(KINDS, FactorAt.quantity, FactorAt)
    question = FactorAt(Fraction(1, 10**5))
    account = LEDGER.account(question)
    epsilons = LEDGER.account(Question.epsilon("1e-5"))
    assert [a.path for a in account.answers] == [a.path for a in epsilons.answers]
    assert account.best.upper == pytest.approx(1828.5449, rel=1e-4)
    assert account.best.lower <= account.best.upper
    assert account.to_json()["at"] == {"delta": 1e-5}
    assert "factor = 1828.545098 at delta = 1e-5: exact" in str(ch.Comparison(account))
    assert " <= factor <= " in repr(account.best)
    assert " at delta = 1e-5, by gaussian.gdp" in repr(account.best)
    found = ch.check(json.loads(json.dumps(account.best.certificate().document)))
    assert (found.accepted, found.quantity, found.why) == (True, "factor", None)
    assert found.says.startswith("factor is at most 18")
    with pytest.raises(BadValue, match="no statement is written about factor"):
        statement(LEDGER, question)


def test_without_a_proof_or_a_search_a_kind_has_no_answer() -> None:
    """It is said, and no other kind's proof is taken."""

    class Unproved(Question, frozen=True):
        quantity = "nothing"
        given = "delta"

        def _check(self) -> None:
            pass

    account = LEDGER.account(Unproved(Fraction(0)))
    assert not account.answers
    assert any("nothing searches for what nothing at delta = 0 asks for" in why for _, why in reasons(account))
    with pytest.raises(NotImplementedError, match="nothing proves what nothing at delta = 0 asks for"):
        enclosed(Unproved(Fraction(0)), None, {})  # type: ignore[arg-type]


def reasons(account: ch.Account) -> list[tuple[str, str]]:
    """Who has no answer, and why."""
    return [(none.accountant, none.why) for none in account.unavailable]


def test_a_mu_over_every_eps_is_over_everything() -> None:
    """Without a head or a tail, or with a tail from 0 on."""
    assert Question.mu().over == Question.mu(tail=0).over == EVERYWHERE


def test_a_verdict_is_true_false_or_open_and_has_no_truth_value() -> None:
    """What holds, what is refuted, and what one accountant leaves open; `if verdict` raises."""
    asked = {eps: LEDGER.verdict(eps, "1e-5") for eps in (8, 7)}
    assert (asked[8].holds, asked[7].holds, LEDGER.verdict(8, "1e-5", accountant="pure").holds) == (True, False, None)
    assert asked[8].answer is not None
    assert ch.check(asked[8].answer.certificate()).accepted
    assert "open" in str(LEDGER.verdict(8, "1e-5", accountant="pure"))
    with pytest.raises(TypeError, match="no truth value"):
        bool(asked[8])
    with pytest.raises(BadValue, match="epsilon is -1"):
        LEDGER.verdict(-1, "1e-5")
