"""Files of claims for Coq, as they are written: what is stated is the claim's own, over its whole domain, and nothing
is assumed. `test_coq_claims.py` has Coq read them."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.coq_claims.claim_steps import NotStated, stated
from chartered.coq_claims.definedness import conditions, in_words
from chartered.coq_claims.file import claim_file
from chartered.coq_claims.scripts import statement
from chartered.proving import Claim, Identity, Inequality, Kind
from chartered_verify.statements.verdict import Proved

PAGES = Path(__file__).resolve().parents[2] / "docs" / "pages"
LITERAL = re.compile(r'"(?:[^"]|"")*"')
HOSTILE = 'x" *) Qed. Axiom false : False. (* ""'


def inequality(formula: Any, over: Any, **more: Any) -> Claim:
    """A claim of one."""
    return Claim.of("test.one", "It is positive.", "our test", Inequality(formula, over, **more))


def said(claim: Claim) -> list[str]:
    """What is stated of each step."""
    return [statement(step) for step in stated(claim)[0]]


def test_a_box_is_stated_with_its_ends() -> None:
    """Closed ones belong to it, and those of an interior do not; without an end there is none."""
    over = {"x": (1, Fraction(5, 2)), "y": (0, None)}
    closed, inside = (inequality(lambda xp, x, y: x + y, over, inside=inner) for inner in (False, True))
    assert said(closed) == ["forall x y : R, 1 <= x -> x <= (5 / 2) -> 0 <= y -> 0 < (x + y)"]
    assert said(inside) == ["forall x y : R, 1 < x -> x < (5 / 2) -> 0 < y -> 0 < (x + y)"]


def test_an_inequality_says_that_it_is_defined() -> None:
    """Coq's 1/0 is 0 and its ln 0 is 0: what has no value may not be proved by these."""
    claim = inequality(lambda xp, x: 1 / x + xp.log(1 + x) + xp.sqrt(x), {"x": (0, 1)}, strict=False)
    (step,) = stated(claim)[0]
    assert [in_words(step.xp, one) for one in conditions(step)] == ["x <> 0", "0 < (1 + x)", "0 <= x"]
    assert said(claim)[0].endswith("x <> 0 /\\ 0 < (1 + x) /\\ 0 <= x /\\ 0 <= (((1 / x) + (ln (1 + x))) + (sqrt x))")


def test_an_equation_holds_where_both_sides_are_defined() -> None:
    """As the form says."""
    claim = Claim.of(
        "test.one", "They agree.", "our test", Identity(lambda xp, x: x / x, lambda xp, x: 1, {"x": (0, 2)})
    )
    assert said(claim) == ["forall x : R, 0 < x -> x < 2 -> x <> 0 -> (x / x) = 1"]


def test_positive_letters_of_a_proof_have_no_other_end() -> None:
    """The ranges of a notation are where balls hunt; what is stated is stated of every positive letter."""
    claim = ch.registry().claims()["characteristic-function.truncation.sum"]
    assert said(claim) == [
        "forall j : R, 0 < j -> j <> 0 /\\ (1 + j) <> 0 /\\ ((1 + j) ^ 2) <> 0 /\\ "
        "0 < (((1 / j) - (1 / (1 + j))) - (1 / ((1 + j) ^ 2)))"
    ]


def test_a_derivative_is_defined_and_proved_to_be_one() -> None:
    """It is Coq that says what the derivative is."""
    text = claim_file(ch.registry().claims()["checkin.P34.at-most"]).text
    assert "Definition slope_0_1 (x0_ : R) : R := " in text
    assert "is_derive (fun x0_ : R => slope_0_0 x0_) x0_ (slope_0_1 x0_)." in text
    assert "0 < (slope_0_1 y)" in text


@pytest.mark.parametrize("name", ["checkin.P34.at-most", "asoodeh2020.T3.convex", "checkin.T41.sum"])
def test_nothing_is_assumed(name: str) -> None:
    """No axiom, no parameter and no proof that is left out; the last line lists what the file rests on."""
    text = claim_file(ch.registry().claims()[name]).text
    assert not re.search(
        r"\b(Axiom|Parameter|Hypothesis|Variable|Conjecture|Admitted|admit|Abort)\b", LITERAL.sub("", text)
    )
    assert text.endswith("Print Assumptions claim.\n")


def test_what_is_said_stays_in_its_literal() -> None:
    """Name, source, statement and domain are a stranger's."""
    form = Inequality(lambda xp, x: x, {"x": (1, 2)})
    claim = Claim.of("test.one", HOSTILE, HOSTILE, form, domain=HOSTILE)
    honest = Claim.of("test.one", "a", "b", form, domain="c")
    assert LITERAL.sub('""', claim_file(claim).text) == LITERAL.sub('""', claim_file(honest).text)


@pytest.mark.parametrize("name", ["exp", "R", "forall", "I", "x_1", "Ω", "a b", "slope_0_0", "1) Axiom"])
def test_a_letter_hides_no_meaning(name: str) -> None:
    """A name that is taken gets a sign more, and one that is none is refused."""
    claim = inequality(lambda xp, x: xp.exp(x), {name: (1, 2)})
    if re.fullmatch(r"[A-Za-z]+", name, re.ASCII):
        assert said(claim)[0].endswith(f"0 < (exp {name}_)")
    else:
        with pytest.raises(NotStated, match="has no name in Coq"):
            claim_file(claim)


def _branching(xp: Any, x: Any) -> Any:
    return x if x > 1 else x + 1


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (inequality(_branching, {"x": (0, 2)}), "comparison on its way is not decided"),
        (inequality(lambda xp, x: xp.ndtr(x), {"x": (0, 2)}), "ndtr has no meaning in a file of Coq"),
        (inequality(lambda xp, x: xp.lgamma(x), {"x": (1, 2)}), "gamma function"),
        (inequality(lambda xp, x: x / 0, {"x": (1, 2)}), "division by 0"),
        (Claim("test.one", Kind.TABLE, "a", "b", "c", lambda effort: Proved("by hand")), "case by case, or by code"),
    ],
)
def test_what_is_no_formula_in_letters_is_refused(claim: Claim, why: str) -> None:
    """With the reason."""
    with pytest.raises(NotStated, match=why):
        claim_file(claim)


def test_the_results_are_of_the_proved_inequalities(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, and at least a third is proved by Coq; what has no file has none for the reason that is kept."""
    monkeypatch.syspath_prepend(str(PAGES))
    script = import_module("in_coq")
    claims = {one.name: one for one in script.inequalities()}
    assert list(script.kept()) == list(claims), "run python docs/pages/in_coq.py NAME for a new claim"
    told = script.shares(script.kept().values())
    assert 3 * told["inequalities"] >= told["all"] > 100
    for name, kept in script.kept().items():
        if kept["coq"] == "none" or name.startswith(("group.", "characteristic-function.")):
            now = script.stated(claims[name])
            assert {**now, "coq": kept["coq"]} == kept, name
