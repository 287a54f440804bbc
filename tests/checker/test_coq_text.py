"""Files for Coq, as they are written: every theorem is named, nothing from outside leaves its literal, and what cannot
be written is refused. `test_coq.py` has Coq read them."""

from __future__ import annotations

import copy
import re
from typing import Any

import chartered as ch
import pytest
from chartered.proof.coq import file
from chartered.proof.coq.escaped_text import MOST_LETTERS, identifier, literal, quotient, ratio, whole_literal
from chartered.proof.coq.nodes import exact_indices
from coq import text_of
from hypothesis import given, strategies as st
from proofs import EXPORTED, exported

HOSTILE = 'x" *) Qed. Axiom false : False. (* "" " \\ \n\r\t Ω \x00 \u2028'
LITERAL = re.compile(r'"(?:[^"]|"")*"')


@pytest.mark.parametrize("name", EXPORTED)
def test_a_file_names_every_theorem_and_states_the_answer(name: str) -> None:
    """One assumption for each use of a theorem, in order, and the inequality of the proof."""
    _, document = exported(name)
    text = text_of(document)
    names = [identifier(one["name"]) for one in document["theorems"]]
    uses = [f"{n}_{use}" for n, use in enumerate(names + ["exact"] * len(document["from_below"]), 1)]
    uses += [f"next_{n}_{use}" for _ in document["misses"] for n, use in enumerate([*names, "exact"], 1)]
    assert re.findall(r"^Parameter trusted_(\w+) :", text, re.M) == uses
    assert all(literal(one["source"]) in text for one in document["theorems"])
    answer = re.search(r"^Theorem answer : (.*)\.$", text, re.M)
    assert quotient(document["inequality"]["right"]) in answer[1]
    more = document["from_below"] or document["misses"]
    assert text.endswith(f"Print Assumptions {'all_of_it' if more else 'answer'}.\n")
    assert ("Theorem next_misses : " in text) == bool(document["misses"])
    assert ("Theorem no_smaller : " in text) == bool(document["from_below"])


def test_a_file_is_the_same_each_time() -> None:
    """Nothing of the machine or the hour is in it."""
    assert text_of(exported("Theorem 3")[1]) == text_of(copy.deepcopy(exported("Theorem 3")[1]))


def test_every_node_condition_and_bound_is_written() -> None:
    """At places counted from 1; the bound is the last node."""
    _, document = exported("Lemma 1")
    text, nodes = text_of(document), document["nodes"]
    assert len(re.findall(r"^  \(\d+%positive, ", text, re.M)) == len(nodes) + 1
    assert f"({len(nodes) + 1}%positive, Num " in text
    for one in document["conditions"]:
        assert f"{'Below' if one['relation'] == '<' else 'AtMost'} {one['left'] + 1} {one['right'] + 1}" in text
    assert f"AtMost {document['inequality']['left'] + 1} {len(nodes) + 1}; Is " in text


@pytest.mark.parametrize("key", ["name", "source", "statement", "hypotheses"])
def test_what_is_said_of_a_theorem_stays_in_its_literal(key: str) -> None:
    """Without its literals, a file with hostile words is the file without them; a name becomes a plain one."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    changed["theorems"][1][key] = HOSTILE
    honest, found = (LITERAL.sub('""', text_of(one)) for one in (document, changed))
    assert "zcdp_renyi" in honest
    assert found == (honest.replace("2_zcdp_renyi", "2_" + identifier(HOSTILE)) if key == "name" else honest)
    assert re.fullmatch(r"\w+", identifier(HOSTILE), re.ASCII)


def test_a_step_and_a_guarantee_stay_in_their_literals() -> None:
    """Steps and kinds of guarantees may be a stranger's, too."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    changed["theorems"][0]["premises"][0]["step"] = HOSTILE
    for part in (changed["theorems"][0]["conclusion"], changed["theorems"][1]["premises"][0]):
        part["kind"] = HOSTILE
        part["numbers"] = {HOSTILE: 1}
    text = LITERAL.sub('""', text_of(changed))
    assert "Axiom" not in text
    assert text.count("(*") == text.count("*)")


@given(st.text())
def test_a_literal_is_one_literal(text: str) -> None:
    """Whatever the text: printed ASCII, one string of Coq from end to end, of bounded length."""
    found = literal(text)
    assert found.isascii()
    assert found.isprintable()
    assert LITERAL.fullmatch(found.removesuffix("%string"))
    assert len(found) <= 2 * MOST_LETTERS + 20


def test_different_names_are_different_literals() -> None:
    """What names something is never cut, and refused where it is too long."""
    assert len({whole_literal(x, "a step") for x in ("a\\u{3a9}", "aΩ", "a\\\\u{3a9}", 'a"', 'a""')}) == 5
    with pytest.raises(ch.CharteredError, match="a step has too many letters"):
        whole_literal("x" * (MOST_LETTERS + 1), "a step")
    assert literal("x" * 10**5).endswith('..."%string')


@pytest.mark.parametrize("text", ["", "1/0", "1.5", "1/2/3", "٣", "1 ", "--1", "1). Axiom", "9" * 30_000])
def test_what_is_no_rational_is_refused(text: str) -> None:
    """Numbers are digits, and nothing else."""
    with pytest.raises(ch.CharteredError, match="no rational"):
        ratio(text)


def test_rationals_are_written_as_coq_reads_them() -> None:
    """A negative one in brackets."""
    assert quotient("-1/3") == "(IZR (-1) / IZR 3)"
    assert quotient("7") == "(IZR 7 / IZR 1)"


def test_equal_sides_are_followed_exactly() -> None:
    """2/3 - 1/3 is 1/3, which no interval shows; what is apart is left to intervals, and a root is none."""
    nodes = [["number", "2/3"], ["number", "1/3"], ["sub", 0, 1], ["sqrt", 0], ["div", 0, 2], ["neg", 1], ["div", 0, 5]]
    assert exact_indices(nodes, [(2, 1)]) == [0, 1, 2]
    assert exact_indices(nodes, [(2, 0), (3, 3)]) == []
    nodes += [["sub", 1, 1], ["div", 1, 7]]
    assert exact_indices(nodes, [(8, 8)]) == []


def test_a_long_expression_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coq reads no long list in moderate time; the other checker does."""
    _, document = exported("Theorem 3")
    monkeypatch.setattr(file, "MOST_NODES", len(document["nodes"]))
    with pytest.raises(ch.CharteredError, match="too many for Coq"):
        text_of(document)


def test_theorems_that_do_not_lead_to_each_other_are_refused() -> None:
    """A premise that none before it concluded would be an assumption without a source."""
    _, document = exported("Theorem 3")
    changed = copy.deepcopy(document)
    changed["theorems"][1]["premises"][0]["numbers"] = {"rho": 1}
    with pytest.raises(ch.CharteredError, match=r"zcdp\.renyi: .* no conclusion"):
        text_of(changed)


def test_two_steps_of_one_guarantee_are_told_apart() -> None:
    """What is composed is the ledger, also where two steps have equal guarantees."""
    ledger = ch.Ledger(["gaussian:sigma=2", "gaussian:sigma=4,sensitivity=2"])
    document = _document(ledger.epsilon("1e-5", accountant="gdp"))
    answer = re.search(r"^Theorem answer : (.*)$", text_of(document), re.M)
    assert answer is not None
    for step in ledger.entries:
        assert str(step.step) in answer[1]


@pytest.mark.parametrize(
    ("step", "theorem"),
    [
        ("poisson:rate=0.1/exponential:epsilon=1,times=3", "group.pure"),
        ("poisson:rate=0.1/laplace:scale=2", "poisson.exact-replaced-profile"),
    ],
)
def test_a_theorem_that_changes_the_relation_concludes_under_that_of_the_ledger(step: str, theorem: str) -> None:
    """What it takes is under add-or-remove; its conclusion, what follows, and the answer are under replace-one."""
    found = ch.Ledger(step, neighbours="replace-one").epsilon("1e-3", accountant=theorem)
    text = text_of(_document(found))
    before, changing, after = re.split(
        rf"(^Parameter trusted_\d+_{identifier(theorem)} .*?^\n)", text, flags=re.M | re.S
    )
    assert "replace-one" not in before
    assert "add-or-remove" in changing
    assert "replace-one" in changing
    assert "add-or-remove" not in after
    assert "replace-one" in after


def _document(answer: Any) -> dict[str, Any]:
    from chartered.proof.export import proof_of

    return dict(proof_of(answer.certificate()).document)
