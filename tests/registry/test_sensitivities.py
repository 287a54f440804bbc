"""Every output shows the sensitivity that was used, the one stated for a replaced record is an ordinary parameter, and
a certificate under another relation is refused."""

from __future__ import annotations

import json
from pathlib import Path

import chartered as ch
import pytest
from chartered import Ledger, Neighbours
from chartered.host.registry import registry
from chartered.ledger.sensitivities import sensitivities
from forging import changed, forged

REPLACED = "1, 2 under replace-one"


@pytest.mark.parametrize(
    ("steps", "relation", "words"),
    [
        (["gaussian:sigma=2"], "add-or-remove", ""),
        (["gaussian:sigma=2"], "zero-out", ""),
        (["gaussian:sigma=2"], "replace-one", REPLACED),
        (["gaussian:sigma=2", "laplace:scale=3,times=2"], "replace-one", REPLACED),
        (["gaussian:sigma=2,sensitivity=1/3"], "replace-one", "1/3, 2/3 under replace-one"),
        (["discrete-gaussian:sigma=2,sensitivity=3"], "replace-one", "3, 6 under replace-one"),
        (["gaussian:sigma=2,replace-sensitivity=1"], None, "1 under replace-one"),
        (["gaussian:sigma=2,sensitivity=6,replace-sensitivity=1"], "replace-one", "6, 1 under replace-one"),
        (["gaussian:sigma=2,sensitivity=6,replace-sensitivity=1"], None, "6, 6 under add-or-remove"),
        (["gaussian:sigma=2,sensitivity=6,replace-sensitivity=1"], "zero-out", "6, 6 under zero-out"),
        (["sample:size=2,of=9/gaussian:sigma=2"], None, REPLACED),
        (["poisson:rate=1/2/gaussian:sigma=2"], None, ""),
        (["poisson:rate=1/2/gaussian:sigma=2"], "replace-one", "1 under add-or-remove, for each of two records"),
        (["shuffled:n=9/gaussian:sigma=2,sensitivity=3"], None, ""),
        (["laplace:epsilon=1", "pure:epsilon=1", "randomized-response:epsilon=1"], "replace-one", ""),
    ],
)
def test_the_sensitivity_that_is_used_in_words(steps: list[str], relation: str | None, words: str) -> None:
    """Where the text of the step does not show it: doubled, stated for a replaced record, or stated twice."""
    ledger = Ledger(steps, relation)
    assert sensitivities(registry(), ledger.entries, ledger.neighbours) == words


def test_every_output_shows_it(tmp_path: Path) -> None:
    """Tables, JSON, objects, statements, pictures, inverse questions, and what a check says."""
    ledger = Ledger("gaussian:sigma=20,times=9", "replace-one")
    answer = ledger.epsilon("1e-5")
    account = ledger.account(ch.Question.epsilon("1e-5"))
    assert f"sensitivity  {REPLACED}" in str(ledger.compare(delta="1e-5"))
    assert account.to_json()["ledger"][0]["sensitivity_used"] == "2"
    assert ("sensitivity", REPLACED) in answer.layout().facts
    assert f"<dt>Sensitivity</dt><dd>{REPLACED}.</dd>" in ch.report(ledger, delta="1e-5", pictures=False).html
    assert f"under replace-one neighbours (sensitivity {REPLACED})" in str(ch.check(answer.certificate()).says)
    solved = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", neighbours="replace-one")
    assert solved.to_json()["sensitivity"] == solved.sensitivity == REPLACED
    assert f"(sensitivity {REPLACED})" in str(ch.check(solved.certificate()).says)


@pytest.mark.parametrize("name", ["gaussian:sigma=2", "laplace:scale=2", "discrete-gaussian:sigma=2"])
def test_a_sensitivity_for_a_replaced_record_is_not_doubled(name: str) -> None:
    """It is half of what is doubled, requires replace-one, and is written in every form of a ledger."""
    ledger = Ledger(f"{name},replace-sensitivity=2,times=3")
    assert ledger.neighbours is Neighbours.REPLACE_ONE
    assert ledger.epsilon("1e-5").upper == Ledger(f"{name},times=3", "replace-one").epsilon("1e-5").upper
    mechanism, _, setting = name.partition(":")
    key, _, value = setting.partition("=")
    assert Ledger([ch.mechanism(mechanism, **{key: value}, replace_sensitivity=2) * 3]) == ledger


def test_a_ledger_file_may_state_it(tmp_path: Path) -> None:
    """In TOML as in JSON."""
    toml, as_json = tmp_path / "run.toml", tmp_path / "run.json"
    toml.write_text('neighbours = "replace-one"\n[[steps]]\nstep = "gaussian:sigma=2,replace-sensitivity=1"\n')
    ledger = Ledger.read(toml)
    as_json.write_text(json.dumps(ledger.to_dict()))
    assert Ledger.read(as_json) == ledger == Ledger("gaussian:sigma=2,replace-sensitivity=1")


@pytest.mark.parametrize("outside", ["shuffled:n=1000", "checkin:m=20,n=20"])
def test_a_local_randomizer_takes_either_as_the_diameter_of_a_record(outside: str) -> None:
    """Replacing its record is the only change, so nothing is doubled."""
    own, stated = (Ledger(f"{outside}/gaussian:sigma=9,{key}=2") for key in ("replace-sensitivity", "sensitivity"))
    assert own.epsilon("1e-4").upper == stated.epsilon("1e-4").upper


def test_it_is_calibrated_and_certified() -> None:
    """The largest that meets a target is twice the largest sensitivity, and the certificate is accepted."""
    asked = {"epsilon": 1, "delta": "1e-5"}
    own = ch.calibrate("gaussian:sigma=5,times=10", solve="replace-sensitivity", **asked)
    half = ch.calibrate("gaussian:sigma=5,times=10", solve="sensitivity", neighbours="replace-one", **asked)
    assert own.neighbours is Neighbours.REPLACE_ONE
    assert own.monotone
    assert float(own) == pytest.approx(2 * float(half), rel=1e-9)
    assert ch.check(own.certificate()).accepted


def test_a_sensitivity_for_a_replaced_record_says_nothing_of_one_that_is_removed() -> None:
    """Under other relations the step is refused, also inside a Poisson sample, whose theorems need the other one, too;
    beside that it counts, but for a group of two."""
    with pytest.raises(ch.NeighboursMismatch, match="needs replace-one, but add-or-remove was asked for; ask for repl"):
        Ledger("gaussian:sigma=2,replace-sensitivity=1", "add-or-remove")
    with pytest.raises(ch.NeighboursMismatch, match="gaussian needs replace-one; give gaussian a sensitivity, too"):
        Ledger("poisson:rate=1/2/gaussian:sigma=2,replace-sensitivity=1")
    with pytest.raises(ch.NeighboursMismatch, match="needs replace-one, but add-or-remove"):
        Ledger(["gaussian:sigma=2", "gaussian:sigma=2,replace-sensitivity=1"], "add-or-remove")
    mixed, alone = (
        Ledger(f"poisson:rate=1/2/gaussian:sigma=2,sensitivity=1{more}", "replace-one")
        for more in (",replace-sensitivity=1", "")
    )
    assert mixed.epsilon("1e-5").upper < alone.epsilon("1e-5").upper * 0.7
    assert mixed.epsilon("1e-5", "group.renyi").upper == alone.epsilon("1e-5", "group.renyi").upper


def test_a_case_without_a_sensitivity_for_its_relation_has_none() -> None:
    """A theorem that is applied by hand is told so."""
    step = ch.parse("gaussian:sigma=2,replace-sensitivity=1").step
    assert ch.Case(step, Neighbours.REPLACE_ONE).sensitivity == 1
    with pytest.raises(ch.Unavailable, match="states no sensitivity for zero-out neighbours"):
        _ = ch.Case(step, Neighbours.ZERO_OUT).sensitivity


@pytest.mark.parametrize("relation", Neighbours)
@pytest.mark.parametrize("other", Neighbours)
@pytest.mark.parametrize("step", ["gaussian:sigma=20,times=9", "poisson:rate=1/9/laplace:scale=3"])
def test_a_certificate_under_another_relation_is_refused(step: str, relation: Neighbours, other: Neighbours) -> None:
    """By its digest; with one that fits again by the bound itself, unless what it then says is true."""
    answer = Ledger(step, relation).epsilon("1e-3", accountant=None if "gaussian" in step else "pure")
    document = answer.certificate().document
    assert ch.check(document).accepted
    if relation is other:
        return
    assert "the digest does not fit" in str(ch.check(changed(document, ("neighbours",), other.value)).why)
    resealed = forged(changed(document, ("answer", "neighbours"), other.value), ("neighbours",), other.value)
    found, honest = ch.check(resealed), Ledger(step, other).epsilon("1e-3", accountant=answer.accountant)
    assert found.accepted == (Neighbours.REPLACE_ONE not in (relation, other))
    assert not found.accepted or honest.upper == answer.upper


def test_a_certificate_that_mixes_relations_is_refused() -> None:
    """The relation of the answer is that of the ledger."""
    document = Ledger("gaussian:sigma=20", "zero-out").epsilon("1e-3").certificate().document
    assert document["neighbours"] == document["answer"]["neighbours"] == "zero-out"
    assert not ch.check(forged(document, ("neighbours",), "add-or-remove")).accepted
    assert not ch.check(forged(document, ("answer", "neighbours"), "replace-one")).accepted
    crossed = ch.check(forged(document, ("derivation", "climbs"), [["gaussian.gdp", "group.gdp"]]))
    assert "group.gdp does not follow there" in str(crossed.why)


def test_a_statement_under_zero_out_says_what_a_null_record_is() -> None:
    """The relation in a sentence, and that no null record may have an effect."""
    page = ch.report(Ledger("gaussian:sigma=20", "zero-out"), delta="1e-5", pictures=False).html
    assert "every step answers as if a null record were not there" in page
    assert "programs in which a null record has an effect" in page


def test_a_case_gives_the_step_inside_a_wrapper_under_the_same_relation() -> None:
    """And of a step that wraps none it says so."""
    case = ch.Case(ch.parse("poisson:rate=0.1/laplace:scale=2,sensitivity=3").step, ch.Neighbours.ZERO_OUT)
    assert (case.wrapped, case.within) == (case.step.inner, ch.Case(case.wrapped, ch.Neighbours.ZERO_OUT))
    with pytest.raises(TypeError, match="laplace: it wraps no step"):
        _ = case.within.within
