"""What other accountants print: divergences of several orders, and pairs of eps and delta."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import chartered as ch
import numpy as np
import pytest
from chartered import Ledger
from hypothesis import given, settings, strategies as st

ORDERS = [1 + Fraction(k, 10) for k in range(1, 100)] + [Fraction(k) for k in range(12, 64)]
CURVE = "rdp-curve:orders=2:4:8:16,gammas=1/10:1/5:2/5:4/5"
PAIRS = "privacy-profile:epsilons=0.1:1:2,deltas=0.1:0.01:1e-9"


def test_one_order_is_the_point_that_is_known() -> None:
    """`rdp` and a list of one say the same."""
    one, listed = Ledger("rdp:alpha=8,gamma=0.5,times=3"), Ledger("rdp-curve:orders=8,gammas=0.5,times=3")
    assert one.epsilon("1e-6").upper == listed.epsilon("1e-6").upper
    assert one.delta(2).upper == listed.delta(2).upper


@pytest.mark.parametrize("sigma", [1, 20])
def test_a_list_of_a_known_curve_costs_little_more(sigma: int) -> None:
    """At the usual orders of Gaussian noise the chords lose less than 1e-3 of the eps, and none of its soundness."""
    gammas = [alpha / (2 * sigma**2) for alpha in ORDERS]
    listed = Ledger(ch.mechanism("rdp-curve", orders=ORDERS, gammas=gammas, times=sigma)).epsilon("1e-5")
    whole = Ledger(f"gaussian:sigma={sigma},times={sigma}").epsilon("1e-5", accountant="renyi")
    assert whole.upper <= listed.upper < whole.upper * (1 + 1e-3)
    assert ch.check(listed.certificate()).accepted


def test_more_orders_are_never_worse_and_needless_ones_change_nothing() -> None:
    """A divergence above the chord of others, in any order of the list, says nothing."""
    few, more = Ledger("rdp-curve:orders=2:16,gammas=1/10:4/5"), Ledger(CURVE)
    needless = Ledger("rdp-curve:orders=16:8:4:3:2,gammas=4/5:2/5:1/5:7:1/10")
    assert more.epsilon("0.02").upper < few.epsilon("0.02").upper
    assert needless.epsilon("0.02").upper == more.epsilon("0.02").upper


def test_one_pair_is_the_guarantee_that_is_known() -> None:
    """From both sides, alone, repeated and beside noise."""
    for more in ("", ",times=9"):
        one = Ledger([f"approximate:epsilon=1,delta=1e-6{more}", "gaussian:sigma=9"]).epsilon("1e-4")
        listed = Ledger([f"privacy-profile:epsilons=1,deltas=1e-6{more}", "gaussian:sigma=9"]).epsilon("1e-4")
        assert one.lower is not None
        assert one.lower <= listed.upper
        assert listed.lower is not None
        assert listed.lower <= one.upper
    assert ch.check(listed.certificate()).accepted


def _events(runs: int, grown: Fraction) -> Fraction:
    """delta of repeated three-valued answers at e^eps, by enumeration, in the worse direction."""
    p, q = ([Fraction(x, 10) for x in column] for column in ((6, 3, 1), (2, 5, 3)))
    found = [(Fraction(1), Fraction(1))]
    for _ in range(runs):
        found = [(a * x, b * y) for a, b in found for x, y in zip(p, q, strict=True)]
    return max(sum(max(a - grown * b, 0) for a, b in way) for way in (found, [(b, a) for a, b in found]))


@pytest.mark.parametrize(
    ("epsilons", "deltas"), [("0:1", "0.1:0.01"), ("0:1", "0.125:0"), ("0.5:1:2", "1e-3:1e-5:1e-9")]
)
def test_the_last_pair_is_given_back_from_both_sides(epsilons: str, deltas: str) -> None:
    """At the least delta, whose eps needs no search."""
    found = Ledger(f"privacy-profile:epsilons={epsilons},deltas={deltas}").epsilon(deltas.rpartition(":")[2])
    assert found.lower is not None
    assert found.lower <= float(epsilons.rpartition(":")[2]) <= found.upper < found.lower + 1e-15


@pytest.mark.parametrize("runs", [1, 2, 4])
def test_what_is_known_of_a_mechanism_bounds_it(runs: int) -> None:
    """Its pairs at a few eps, which are rounded up, never say less than it costs in one run or several."""
    grown = [Fraction(1), Fraction(5, 4), Fraction(2), Fraction(29, 10)]
    pairs = [(math.log(x), _events(1, x)) for x in grown]
    listed = {
        "epsilons": [math.nextafter(epsilon, 9) if epsilon else 0 for epsilon, _ in pairs],
        "deltas": [math.nextafter(float(delta), 1) for _, delta in pairs],
    }
    ledger = Ledger(ch.mechanism("privacy-profile", times=runs, **listed))
    for x in (Fraction(1), Fraction(3, 2), Fraction(5, 2), Fraction(8)):
        assert _events(runs, x) <= Fraction(ledger.delta(math.nextafter(math.log(x), 0) if x > 1 else 0).upper)


_PAIR = st.tuples(st.integers(0, 60), st.integers(1, 9))


@settings(max_examples=25)
@given(st.lists(_PAIR, min_size=1, max_size=6), _PAIR)
def test_another_pair_is_never_worse(pairs: list[tuple[int, int]], more: tuple[int, int]) -> None:
    """And each holds: the delta at a stated eps is at most the stated one."""

    def ledger(known: list[tuple[int, int]]) -> Ledger:
        epsilons, deltas = [Fraction(e, 20) for e, _ in known], [Fraction(1, 10**k) for _, k in known]
        return Ledger(ch.mechanism("privacy-profile", epsilons=epsilons, deltas=deltas))

    few, all_of_them = ledger(pairs), ledger([*pairs, more])
    for epsilon, digits in pairs:
        lower = all_of_them.delta(Fraction(epsilon, 20)).lower
        assert lower is not None
        assert lower <= Fraction(1, 10**digits)
        assert lower <= few.delta(Fraction(epsilon, 20)).upper


@pytest.mark.parametrize(
    ("around", "relation"),
    [
        ("poisson:rate=0.01/{},times=100", "add-or-remove"),
        ("poisson:rate=0.01/{},times=100", "replace-one"),
        ("sample:size=10,of=1000/{},times=100", "replace-one"),
        ("group:size=2/{}", "add-or-remove"),
    ],
)
@pytest.mark.parametrize("step", [CURVE, PAIRS])
def test_they_stand_inside_wrappers(around: str, relation: str, step: str) -> None:
    """With answers that are certified, from above."""
    found = Ledger(around.format(step), neighbours=relation).epsilon("1e-3")
    assert found.upper < 9
    assert ch.check(found.certificate()).accepted


def test_both_are_read_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two columns, with a first line of names or without; the text of the step has the numbers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rdp.csv").write_text("order,rdp\n2,0.1\n4,0.2\n8,0.4\n16,0.8\n", "utf-8")
    (tmp_path / "pairs.csv").write_text("0.1;0.1\n1;0.01\n2;1e-9\n", "utf-8")
    assert ch.parse("rdp-curve:file=rdp.csv") == ch.parse(CURVE)
    assert ch.parse("privacy-profile:file=pairs.csv") == ch.parse(PAIRS)


def test_a_list_is_understood_by_the_name_of_one_order() -> None:
    """As text and as a list; one order is still one."""
    assert ch.parse("rdp:alpha=2:4:8:16,gamma=1/10:1/5:2/5:4/5") == ch.parse(CURVE)
    assert ch.mechanism("rdp", alpha=[2, 4, 8, 16], gamma=["0.1", "0.2", "0.4", "0.8"]) == ch.parse(CURVE)
    assert ch.parse("rdp:alpha=8,gamma=0.4").step.name == "rdp"
    with pytest.raises(ch.BadValue, match="orders has 3 numbers, gammas has 1"):
        ch.parse("rdp:alpha=2:4:8,gamma=1")


def test_arrays_are_read_as_their_shortest_decimals() -> None:
    """As a list of floats is."""
    array = ch.mechanism("rdp-curve", orders=np.array([2, 4, 8, 16]), gammas=np.array([0.1, 0.2, 0.4, 0.8]))
    assert array == ch.parse(CURVE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rdp-curve:orders=2:4,gammas=1", "orders has 2 numbers, gammas has 1"),
        ("rdp-curve:orders=1:4,gammas=1:2", "orders is 1; it must be a number above 1"),
        ("rdp-curve:orders=2,gammas=-1", "gammas is -1; it must be a number at least 0"),
        ("rdp-curve:orders=2,gammas=inf", "gammas is 'inf', which is not a finite number"),
        ("privacy-profile:epsilons=1:2,deltas=0.1", "epsilons has 2 numbers, deltas has 1"),
        ("privacy-profile:epsilons=1,deltas=1", "deltas is 1; it must be a number at least 0 and below 1"),
        ("privacy-profile:epsilons=701,deltas=0", "epsilons is 701; it must be a number at least 0 and at most 700"),
        ("privacy-profile:epsilons=1,deltas=0,eps=1", "it takes epsilons, deltas"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    """Which value, and what would be right."""
    with pytest.raises(ch.CharteredError) as caught:
        ch.parse(text)
    assert message in str(caught.value)
