"""What a paper may say of an answer: a sentence, the same in LaTeX, and BibTeX."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import chartered as ch
import pytest
from html_reading import Page

STUDY = "gaussian:sigma=20,times=1000"


def said(steps: object = STUDY, **more: object) -> ch.Statement:
    """A statement without pictures."""
    return ch.report(steps, **{"delta": "1e-5", "accountant": "gdp", "pictures": False} | more)  # type: ignore[arg-type]


def test_the_sentence_says_what_is_proved() -> None:
    """Steps, relation, unit, a bound that is not below the answer, the accountant and the certificate."""
    made = said(unit="one person")
    paper = made.paper
    for words in (
        "(gaussian:sigma=20,sensitivity=1,times=1000)",
        "under add-or-remove neighbours",
        "one person",
        made.digest,
    ):
        assert words in paper.sentence
    assert "with ε ≤ 7.5113 at δ = 1e-5. The bound was computed by the accountant gdp of Chartered" in paper.sentence
    assert r"with $\varepsilon \le 7.5113$ at $\delta = 10^{-5}$" in paper.latex
    assert r"\cite{chartered}" in paper.latex
    assert "@misc{chartered," in paper.bibtex
    assert set(paper.sources) == {
        (ch.registry().theorems.get(name) or ch.registry().accountants[name]).source for name in made.answer.path
    }


def test_a_paper_says_how_batches_were_drawn() -> None:
    """Whose number it is depends on that; what to write for another loader is for who runs the command."""
    training = "dpsgd:n=60000,batch=256,epochs=1,noise=1.1"
    poisson, shuffled = (said(f"{training}{loader}", accountant=None).paper for loader in ("", ",loader=shuffled"))
    for text in (poisson.sentence, poisson.latex):
        assert "Assumed of the sampling: Poisson, as noisy SGD assumes: each record is in each batch" in text
        assert "probability batch/n. The bound was computed" in text
    assert "shuffled batches: in each epoch" in shuffled.sentence
    assert "the order is drawn anew and kept secret" in shuffled.sentence
    assert "sampling" not in str(said().paper)


def test_of_several_records_of_a_person_the_sentence_says_what_holds_of_all() -> None:
    """No paper says that one record is one person where a person has four."""
    stated = {"privacy_unit": "one person", "records_per_unit": 4}
    paper = said(stated=stated, accountant=None).paper
    whole = ch.Ledger(f"group:size=4/{STUDY}").epsilon("1e-5")
    assert "(one person may have up to 4 records; one record is added or removed), with ε ≤ 7.5113" in paper.sentence
    bound = f"{whole.upper:.5g}"
    assert f", and for all records of a unit with ε ≤ {bound[:5]}" in paper.sentence
    assert rf", and for all records of a unit with $\varepsilon \le {bound[:5]}" in paper.latex
    grouped = said(f"group:size=4/{STUDY}", unit="one household", accountant=None).paper
    assert "(a person is one household; a person with at most 4 records is added or removed), with" in grouped.sentence


@pytest.mark.parametrize("at", ["1e-5", "1/3", "0.1234567", "3e-300"])
def test_both_parameters_are_rounded_up(at: str) -> None:
    """To five digits."""
    made = said(delta=at)
    found = re.search(r"ε ≤ (\S+) at δ = (\S+)\. ", made.paper.sentence)
    assert found
    assert (
        Fraction(made.answer.upper_exact)
        <= Fraction(found[1])
        <= Fraction(made.answer.upper_exact) * Fraction(10001, 10000)
    )
    assert Fraction(at) <= Fraction(found[2]) <= Fraction(at) * Fraction(10001, 10000)


def test_a_delta_is_said_as_well() -> None:
    """Of the other question."""
    made = said("laplace:scale=2,times=10", delta=None, epsilon="3", accountant=None)
    found = re.search(r"ε ≤ 3 at δ = (\S+)\. ", made.paper.sentence)
    assert found
    assert Fraction(found[1]) >= Fraction(made.answer.upper_exact)


def test_latex_sets_every_letter_of_a_user() -> None:
    """Nothing that a user writes is a command."""
    made = said(unit="a_b & 100% of {x} \\input{y} ~ ^ $ #")
    assert (
        r"a\_b \& 100\% of \{x\} \textbackslash{}input\{y\} \textasciitilde{} \textasciicircum{} \$ \#"
        in made.paper.latex
    )


def test_the_page_has_the_three_in_blocks() -> None:
    """Each is one element, which a click selects, and holds the very text."""
    made = said()
    page = Page(made.html)
    assert [data for where, data in page.words if "pre" in where and data.strip()] == [
        made.paper.sentence,
        made.paper.latex,
        made.paper.bibtex,
    ]


def test_the_bibtex_agrees_with_the_citation_file() -> None:
    """Author and title."""
    citation = (Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8")
    title = re.search(r'^title: "(.*)"$', citation, re.MULTILINE)
    made = said()
    assert title
    assert f"title = {{{title[1]}}}" in made.paper.bibtex
    assert "The Chartered authors" in citation
