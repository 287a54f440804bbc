"""The comparison as people see it in Python, and its outward rounding."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import chartered as ch
import pytest
from chartered.accounting.answer_comparison import Comparison
from chartered_verify.outward_rounding import outward
from hypothesis import given, strategies as st
from msgspec import structs


@pytest.fixture
def comparison() -> Comparison:
    """The Gaussian study side by side."""
    return ch.Ledger("gaussian:sigma=20,times=1000").compare(delta="1e-5")


def test_it_prints_as_the_table(comparison: Comparison) -> None:
    """str and repr are the table as text: a Python prompt shows it."""
    assert str(comparison) == repr(comparison)
    assert "7.511275901" in str(comparison)
    assert comparison.account.best.accountant == "gdp"


@pytest.mark.parametrize(("delta", "told"), [("1/50", True), ("0.0199", False)])
def test_a_delta_that_promises_nothing_is_told(delta: str, told: bool) -> None:
    """At 1/n and above it publishing one record at random meets it; the least n that a step states counts."""
    ledger = ch.Ledger(["dpsgd:n=60,batch=10,steps=2,noise=4", "poisson:rate=1/5,of=50,largest=20/gaussian:sigma=4"])
    assert ("is not below 1/n, with n = 50 records" in str(ledger.compare(delta=delta, accountant="renyi"))) is told
    assert "1/n" not in str(ledger.compare(epsilon=1, accountant="renyi"))


def test_a_notebook_gets_html_with_everything_escaped() -> None:
    """Labels are the user's text, and no markup."""
    ledger = ch.Ledger([{"step": "gaussian:sigma=20", "label": "<b>&"}])
    html = ledger.compare(delta="1e-5")._repr_html_()
    assert "&lt;b&gt;&amp;" in html
    assert "<b>&" not in html
    assert html.count("<tr>") == html.count("</tr>")
    assert "gdp.profile" in html
    assert "no answer: " in html


def test_labels_are_no_markup_in_a_terminal() -> None:
    """Brackets are printed as they stand."""
    ledger = ch.Ledger([{"step": "gaussian:sigma=20", "label": "[red]x[/red]"}])
    assert "[red]x[/red]" in str(ledger.compare(delta="1e-5"))


def test_a_row_for_each_accountant_and_theorem_and_the_others_counted() -> None:
    """The tightest of each; the best lower end is in a row, too, and a program has all."""
    shown = ch.Ledger("checkin:m=100,p=1,n=1000,protocol=averaged/randomized-response:epsilon=1,k=2").compare(
        delta="1e-6"
    )
    rows = shown.rows()
    by = [row[:2] for row in rows]
    assert len(set(by)) == len(by) < len(shown.answers)
    assert {(answer.accountant, answer.theorem) for answer in shown.answers} == set(by)
    assert f"{len(shown.answers) - len(rows)} other paths by these accountants and theorems, none tighter" in str(shown)
    assert f"{len(shown.answers) - len(rows)} other paths" in shown._repr_html_()


def test_the_best_lower_end_has_a_row_of_its_own() -> None:
    """Where another path of the same accountant and theorem bounds better from below."""
    shown = ch.Ledger("gaussian:sigma=20,times=1000").compare(delta="1e-5")
    exact, last = shown.answers[0], shown.answers[-1]
    below = replace(last, enclosed=structs.replace(last.enclosed, under=exact.enclosed.bound))
    account = replace(shown.account, answers=(*shown.answers[1:], below))
    rows = Comparison(account).rows()
    assert len(rows) == len(shown.answers)
    assert rows[-1][2].startswith("7.5112759")


def test_it_compares_deltas_too() -> None:
    """Asked for epsilon it answers delta."""
    assert str(ch.Ledger("laplace:scale=2").compare(epsilon=1)).startswith("delta = 0 at epsilon = 1: exact, ")


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value="-1e40", max_value="1e40"))
def test_rounding_for_show_is_outward_and_close(number: object) -> None:
    """What is shown as upper is not below the number, as lower not above, and both to ten digits."""
    exact = Fraction(str(number))
    up, down = Fraction(outward(str(number), up=True)), Fraction(outward(str(number), up=False))
    assert down <= exact <= up
    assert up - down <= abs(exact) * Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("text", "up", "down"),
    [
        ("inf", "inf", "inf"),
        ("-inf", "-inf", "-inf"),
        ("0", "0", "0"),
        ("1e-20000000000", "1e-1000000009", "0"),
        ("1e+20000000000", "inf", "9.999999999e+1000000000"),
        ("9.99999999999", "10.00000000", "9.999999999"),
    ],
)
def test_rounding_holds_at_the_edges(text: str, up: str, down: str) -> None:
    """Also beyond the exponents that decimals have."""
    assert (outward(text, up=True), outward(text, up=False)) == (up, down)
