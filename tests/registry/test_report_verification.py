"""The verification report: every claim with its verdict, the share proved, and a filter that is the only script."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from chartered.output.html.page import own
from chartered.output.html.verification_report import source_of, verification_report
from chartered_verify.runs.suite import Outcome
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided
from html_reading import Page

HOSTILE = "<script>alert(1)</script>\" onload='x' </article>"


def outcome(
    name: str, verdict: Any, source: str = "Stranger 2021, Theorem 1", kind: Kind = Kind.IDENTITY, **more: str
) -> Outcome:
    """An outcome that took a second and a half."""
    return Outcome(
        Claim(name, kind, f"statement of {name}", source, "x > 0", lambda effort: verdict, **more), verdict, 1.5
    )


OUTCOMES = [
    outcome("a.proved", Proved("by hand", hunted=7)),
    outcome("a.supported", Supported("sampled", points=12, digits=50)),
    outcome("b.open", Undecided("cut", left="x < 1"), "ours, our check"),
    outcome("b.false", Refuted("look", {"x": float("inf"), "y": "<b>2</b>"}), "ours, our check", Kind.INEQUALITY),
    outcome("asoodeh2020.T1.again", Proved("by algebra"), "Asoodeh et al. 2020, T1"),
    outcome("a.erratum", Proved("it is"), kind=Kind.ERRATUM, printed="1 + 1 = 3", corrected="1 + 1 = 2"),
]


def page(outcomes: list[Outcome]) -> Page:
    """The report, taken apart."""
    return Page(verification_report(ch.registry(), outcomes, "quick tier, 50 digits"))


def test_every_claim_is_told_with_its_evidence() -> None:
    """Statement, domain, how, points and digits, what was hunted, witness, print and correction, seconds, source."""
    text = page(OUTCOMES).text
    for words in (
        "6 claims, tried by machine: quick tier, 50 digits.",
        "proved a.proved identity, 1.50 s statement of a.proved Domain x > 0 How by hand",
        "Tried also hunted for a counterexample at 7 points",
        "How sampled Tried 12 points, 50 digits Source Stranger 2021, Theorem 1",
        "How cut; left: x < 1",
        "Witness x = Infinity; y = <b>2</b>",
        "Printed 1 + 1 = 3 Corrected 1 + 1 = 2",
    ):
        assert words in text, words


def test_the_share_proved_is_counted_in_all_and_by_source() -> None:
    """Rounded down: a share of 100 % means every claim."""
    text = page(OUTCOMES).text
    assert "Proved 50.0 % 3 of 6 claims" in text
    assert "Asoodeh et al. 2020 1 100.0 % Stranger 2021 2 1 66.6 % ours 1 1 0.0 %" in text


def test_the_filter_is_the_only_script() -> None:
    """By the digest in the policy; every choice is there, and every claim says what it may be chosen by."""
    found = page(OUTCOMES)
    found.assert_loads_nothing()
    found.assert_runs_only(own("filter.js"))
    assert found.inside("script") == own("filter.js")
    told = {(a["data-verdict"], a["data-kind"], a["data-source"]) for a in found.all("article")}
    assert ("refuted", "inequality", "ours") in told
    offered = {str(option["value"]) for option in found.all("option")}
    assert {part for one in told for part in one} <= offered


def test_the_formula_of_the_theorem_is_shown() -> None:
    """Where the claim's name begins with a theorem's."""
    assert len(page(OUTCOMES).all("math")) == 1


def test_whatever_a_claim_says_is_text() -> None:
    """Names are checked, all else may hold anything."""
    hostile = Claim(
        "a.b",
        Kind.ERRATUM,
        HOSTILE,
        HOSTILE,
        HOSTILE,
        lambda effort: Proved(HOSTILE),
        printed=HOSTILE,
        corrected=HOSTILE,
    )
    plain = Claim("a.b", Kind.ERRATUM, "x", "x", "x", lambda effort: Proved("x"), printed="x", corrected="x")
    found, usual = (page([Outcome(claim, Proved(claim.statement), 1.0)]) for claim in (hostile, plain))
    assert [tag for tag, _ in found.elements] == [tag for tag, _ in usual.elements]
    found.assert_runs_only(own("filter.js"))


def test_no_claims_are_a_page_too() -> None:
    """Nothing is divided by nothing."""
    assert "0 of 0 claims" in page([]).text


@pytest.mark.parametrize(
    ("source", "work"),
    [
        ("Asoodeh et al. 2020, Theorem 3", "Asoodeh et al. 2020"),
        ("Balle et al. 2020 (random check-ins), Theorem 5.1; Mironov 2017", "Balle et al. 2020 (random check-ins)"),
        ("Dong, Roth, Su 2022, Corollary 2", "Dong, Roth, Su 2022"),
        ("direct computation, Asoodeh et al. 2020", "direct computation"),
        ("definition of the divergence", "definition of the divergence"),
        ("nobody", "nobody"),
    ],
)
def test_a_source_is_known_by_its_work(source: str, work: str) -> None:
    """Authors and year, or the first words where it is our own."""
    assert source_of(source) == work
