"""The arithmetic that records: a formula leaves its expression, and what it compared; what has no node is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from chartered_verify.arithmetic import Arithmetic, balls, recording
from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Recorder
from chartered_verify.arithmetic.recording_watch import NotRecorded, watched
from chartered_verify.enclosure import enclose, sign
from flint import arb
from proofs import in_mpmath

FORMULAS: dict[str, Callable[[Any], Any]] = {
    "sums and products": lambda xp: (1 - xp.number(Fraction(1, 3)) * 2 + xp.number(Fraction(1, 7))) / xp.pi,
    "reversed": lambda xp: 2 / (3 - xp.number(Fraction(1, 3))) + 1.5 * xp.number(1),
    "powers": lambda xp: xp.number(Fraction(3, 2)) ** -5 + xp.pi**2 + xp.number(2) ** xp.number(Fraction(1, 3)),
    "functions": lambda xp: xp.exp(-xp.pi) + xp.log(xp.pi) + xp.sqrt(xp.pi) + xp.ndtr(-xp.pi) + xp.erfc(xp.pi),
    "small ones": lambda xp: xp.expm1(xp.number(Fraction(1, 10**9))) + xp.log1p(xp.number(Fraction(1, 10**9))),
    "logarithms of sums": lambda xp: xp.logaddexp(xp.pi, -500 * xp.pi) + xp.log1p_sum_exp([xp.number(1), xp.pi]),
    "a log of a tail": lambda xp: xp.log_ndtr(xp.number(-30)),
    "the larger and the smaller": lambda xp: xp.maximum(1, xp.pi) - xp.minimum(2, xp.pi) + xp.positive(-xp.pi),
    "an absolute value": lambda xp: abs(xp.number(-2) * xp.pi) + +xp.pi,
    "factorials": lambda xp: xp.exp(xp.lgamma(xp.number(11))),
    "a function of an arithmetic": lambda xp: xp.number(lambda a: a.sqrt(a.number(2))),
    "products of polynomials": lambda xp: xp.convolve([xp.number(1), xp.pi], [xp.number(2), xp.pi])[1],
}


def record(formula: Callable[[Any], Any], bits: int) -> tuple[Recorder, Recorded]:
    """The record and the value of a formula that is evaluated once."""
    recorder = Recorder(bits)
    with watched(recorder.refuse), recorder as xp:
        found = xp.number(formula(xp))
    if recorder.refused is not None:
        raise NotRecorded(recorder.refused)
    return recorder, found


@pytest.mark.parametrize("name", FORMULAS)
def test_the_expression_is_the_formula(name: str) -> None:
    """Its nodes come to what balls give of the same formula, in a third arithmetic."""
    formula = FORMULAS[name]
    recorder, found = record(formula, 256)
    nodes = [[op, str(parts[0])] if op == "number" else [op, *parts] for op, *parts in recorder.nodes]
    right = in_mpmath(nodes)[found.index]
    truth = enclose(lambda xp: xp.number(formula(xp)))
    with mpmath.workdps(120):
        assert mpmath.mpf(truth.lower_exact) <= right <= mpmath.mpf(truth.upper_exact)


def test_the_same_operation_is_one_node() -> None:
    """A number that is used often is written once."""
    recorder, _ = record(lambda xp: xp.exp(xp.number(2)) * xp.exp(xp.number(2)), 128)
    assert [node[0] for node in recorder.nodes] == ["number", "exp", "mul"]


@pytest.mark.parametrize(
    ("formula", "kept"),
    [
        (lambda xp: 1 if xp.pi > 3 else 2, ("number", "<", "pi")),
        (lambda xp: 1 if xp.pi < 3 else 2, ("number", "<=", "pi")),
        (lambda xp: 1 if xp.pi <= 4 else 2, ("pi", "<=", "number")),
        (lambda xp: 1 if xp.pi == 3 else 2, ("number", "<", "pi")),
        (lambda xp: 1 if xp.pi != 3 else 2, ("number", "<", "pi")),
    ],
)
def test_a_branch_is_a_condition(formula: Callable[[Any], Any], kept: tuple[str, str, str]) -> None:
    """The way that was taken, and not its opposite, is to be proved."""
    recorder, _ = record(formula, 128)
    conditions = {(recorder.nodes[a][0], how, recorder.nodes[b][0]) for a, how, b in recorder.conditions}
    assert kept in conditions


def test_a_floor_is_a_condition() -> None:
    """Below and above; also of an exact number, at its very floor."""
    recorder, _ = record(lambda xp: xp.floor_range(10 * xp.pi, Fraction(1, 2))[0], 128)
    assert sorted(how for _, how, _ in recorder.conditions) == ["<", "<="]
    numbers = {node[1] for node in recorder.nodes if node[0] == "number"}
    assert {Fraction(31), Fraction(63, 2), Fraction(62)} <= numbers
    assert record(lambda xp: xp.floor_range(xp.number(3))[0], 128)[1].exact == 3


def test_an_inverse_is_any_number_between_two() -> None:
    """Of which conditions say that the function is below, and above: they hold, and the two are near."""
    recorder, found = record(lambda xp: xp.ndtri(xp.number(Fraction(1, 3))), 128)
    nodes = [[op, str(parts[0])] if op == "number" else [op, *parts] for op, *parts in recorder.nodes]
    values, (kind, low, high) = in_mpmath(nodes), recorder.nodes[found.index]
    assert kind == "hull"
    assert len(recorder.conditions) == 2
    assert all(values[left] < values[right] for left, how, right in recorder.conditions if how == "<=")
    assert 0 < values[high] - values[low] < 1e-18


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        (lambda xp: 1 if xp.exp(xp.log(3)) < 3 else 2, "not decided"),
        (lambda xp: 1 if xp.pi else 2, "whether it is true"),
        (lambda xp: xp.ndtri(xp.number(1)), "inverse normal"),
        (lambda xp: xp.digamma(xp.pi), "a proof has no operation digamma"),
        (lambda xp: xp.gamma(xp.pi), "a proof has no operation gamma"),
        (lambda xp: xp.lgamma(xp.pi), "gamma function"),
        (lambda xp: xp.radius(xp.pi), "a proof has no operation radius"),
        (lambda xp: xp.in_balls(64), "a proof has no operation in_balls"),
        (lambda xp: arb(3), "computed and not read"),
        (lambda xp: xp.pi + arb(3), "computed and not read"),
        (lambda xp: xp.pi * "3", "computed and not read"),
        (lambda xp: enclose(lambda b: b.number(2)).upper, "computed in balls"),
        (lambda xp: sign(lambda b: b.number(2)), "computed in balls"),
        (lambda xp: Recorder(64).number(1), "another record"),
    ],
)
def test_what_has_no_record_is_refused(formula: Callable[[Any], Any], why: str) -> None:
    """It raises, with the reason."""
    with pytest.raises(NotRecorded, match=why):
        record(formula, 128)


def test_a_refusal_that_is_caught_voids_the_record() -> None:
    """Whoever catches it, and goes on with another number."""

    def formula(xp: Arithmetic) -> Any:
        try:
            return xp.gamma(xp.pi)
        except Exception:
            return xp.number(1)

    with pytest.raises(NotRecorded, match="gamma"):
        record(formula, 128)


def test_balls_are_entered_again_afterwards() -> None:
    """The watch ends with the record, also where it raises."""
    recorder = Recorder(64)
    with pytest.raises(NotRecorded), watched(recorder.refuse), balls(64):
        pass
    with balls(64) as xp:
        assert xp.number(1) == 1


def test_the_number_of_nodes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long sum is refused before it fills the memory."""
    monkeypatch.setattr(recording, "MOST_NODES", 100)
    with pytest.raises(NotRecorded, match="more than 100 nodes"):
        record(lambda xp: sum((xp.exp(n) for n in range(100)), xp.number(0)), 64)


def test_what_is_not_certainly_finite_is_told() -> None:
    """The logarithm of 0; a logarithm of a far tail is finite, for it is known by a ball of its own."""
    with Recorder(64) as xp:
        endless = xp.log(xp.number(0))
        xp.log_ndtr(xp.number(-30))
    assert xp.not_finite == {endless.index}
