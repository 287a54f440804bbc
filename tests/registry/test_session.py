"""What a session registers without a plugin: as a third-party plugin, taken back at the end, and never half."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.host.plugin_sources import LAYERS
from strangers import HALF


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """Nothing is registered before and after a test."""
    assert LAYERS == []
    yield
    assert LAYERS == []
    assert "half" not in ch.registry().mechanisms


def half(share: Fraction = ch.HALF, name: str = "half.pure", **more: Any) -> dict[str, Any]:
    """A mechanism and its theorem: it costs this share of its eps."""
    step = ch.Mechanism("half", "costs half", (ch.Parameter("epsilon", "twice its guarantee"),))

    def bound(case: ch.Case) -> ch.Pure:
        return ch.Pure(epsilon=case.number("epsilon") * share)

    given = {"statement": "It is eps/2-DP.", "source": "definition", **more}
    return {"mechanisms": [step], "theorems": [ch.Theorem(name, ch.OnStep("half"), ch.Pure, bound, **given)]}


def test_it_answers_and_is_taken_back() -> None:
    """As a stranger whom answers name; beside our own steps, with a certificate that is checked while it is there."""
    with ch.register(**half()) as added:
        answer = ch.Ledger(["half:epsilon=1", "gaussian:sigma=20"]).epsilon("1e-5")
        assert answer.strangers == ("session",)
        assert ch.registry().owner("theorem", "half.pure").version == "unknown"  # nothing states one
        certificate = answer.certificate()
        assert ch.check(certificate).accepted
        assert ch.registry().owner("mechanism", "half").name == "session"
        assert repr(added) == "<registration of half, half.pure>"
    with pytest.raises(ch.UnknownName, match="half"):
        ch.parse("half:epsilon=1")
    assert not ch.check(certificate).accepted
    added.undo()


def test_it_stays_without_a_block_until_it_is_undone() -> None:
    """Also after an error in a block."""
    added = ch.register(**half())
    assert ch.Ledger("half:epsilon=1").epsilon(0).upper == 0.5
    added.undo()
    with pytest.raises(ZeroDivisionError), ch.register(**half()):
        raise ZeroDivisionError


def test_a_cell_may_run_again_and_an_inner_block_ends_alone() -> None:
    """The last of a name counts; the one before returns when it is taken back."""

    def found() -> float:
        return ch.Ledger("half:epsilon=1").epsilon(0).upper

    with ch.register(**half()):
        with ch.register(**half(Fraction(1, 4))):
            assert found() == 0.25
        assert found() == 0.5
        with ch.register(theorems=half(Fraction(1, 8), "half.other")["theorems"]):
            assert found() == 0.125


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "nothing is registered"),
        ({"mechanisms": [7]}, "'session' .session., hook register_mechanisms: it returned 7 in its list"),
        ({"mechanisms": ch.Mechanism("x", "y", ())}, "mechanisms is <mechanism x: >"),
        ({"theorems": "half"}, "theorems is 'half'"),
        (
            {"mechanisms": [ch.Mechanism("gaussian", "ours", ())]},
            "'gaussian' is already registered by plugin 'gaussian'",
        ),
        ({"mechanisms": [ch.Mechanism("gau\u202essian", "ours", ())]}, r"the mechanism name 'gau\\u202essian' has"),
        (
            {"mechanisms": [ch.Mechanism("odd", "ours", (ch.Parameter("w", "one"), ch.Parameter("w", "other")))]},
            "mechanism 'odd': two parameters are named 'w'",
        ),
        (half(name="gaussian.gdp"), "theorem 'gaussian.gdp' is already registered by plugin 'gaussian'"),
        (half(name="g" * 101), "has 101 characters, more than 100"),
        (half(name="gdp"), "is a theorem of plugin 'session' .session. and an accountant"),
        (half(version=0), "version is 0, and no whole number from 1 on"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_stays(given: dict[str, Any], message: str) -> None:
    """With plugin, hook and value, as for an installed one."""
    with pytest.raises(ch.PluginError, match=message):
        ch.register(**given)


def test_a_fault_names_the_session() -> None:
    """Where a bound fails; our own answers stay."""
    given = half()
    broken = ch.Theorem("half.broken", ch.OnStep("half"), ch.GDP, lambda case: 1 / 0, "It fails.", "nowhere")
    with ch.register(mechanisms=given["mechanisms"], theorems=[*given["theorems"], broken]):
        account = ch.Ledger("half:epsilon=1").account(ch.Question.epsilon("1e-5"))
        assert any(
            "plugin session, theorem half.broken: bound raised ZeroDivisionError" in one for one in account.faults
        )
        assert account.best is not None


def test_an_accountant_may_come_with_a_guarantee_of_its_own() -> None:
    """As in a plugin."""
    one = ch.registry().accountant("pure")
    mine = ch.Accountant("mine", ch.Responses, times=one.times, compose=one.compose, statement="Sums.", source="none")
    with ch.register(accountants=[mine]):
        assert ch.registry().owner("accountant", "mine").name == "session"


def test_an_installed_stranger_stays_beside_it(install: Any) -> None:
    """A name of that one is taken, too, and it works afterwards."""
    install("half-dist", HALF)
    with pytest.raises(ch.PluginError, match="already registered by plugin"):
        ch.register(**half())
    assert ch.Ledger("half:epsilon=1").epsilon(0).upper == 0.5
