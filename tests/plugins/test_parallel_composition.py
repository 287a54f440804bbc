"""Parts of the data: disjoint ones cost what one costs, others as many as a record is in, and replaced records two."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger
from chartered_plugins.composition.claims.parallel_composition import NOISE, RATIOS, delta, neighbours
from hypothesis import given, settings, strategies as st

COUNT = "sensitivity=1,replace-sensitivity=1"
FAR = "sensitivity=5,replace-sensitivity=8"


def test_a_dozen_regions_cost_what_one_costs() -> None:
    """A tenth and not 1.2, exactly; on the same records twelve answers add up."""
    regions = Ledger("parts:count=12/laplace:scale=10").epsilon(0)
    assert float(regions.upper) == pytest.approx(0.1)
    assert regions.lower <= Fraction(1, 10) <= regions.upper
    assert ch.check(regions.certificate()).accepted
    assert Ledger("laplace:scale=10,times=12").epsilon(0).upper >= 1.2


@pytest.mark.parametrize("relation", ["add-or-remove", "zero-out"])
@pytest.mark.parametrize(
    ("parts", "same"),
    [
        ("parts:count=12/gaussian:sigma=9", "gaussian:sigma=9"),
        ("parts:count=12,most=3/gaussian:sigma=9,times=4", "gaussian:sigma=9,times=12"),
        ("parts:count=12/poisson:rate=1/10/gaussian:sigma=2,times=9", "poisson:rate=1/10/gaussian:sigma=2,times=9"),
        ("parts:count=4/dpsgd:n=1000,batch=10,epochs=1,noise=2", "dpsgd:n=1000,batch=10,epochs=1,noise=2"),
        ("parts:count=5,most=2/parts:count=3,most=2/gaussian:sigma=9", "gaussian:sigma=9,times=4"),
    ],
)
def test_parts_are_runs_of_one(parts: str, same: str, relation: str) -> None:
    """Of whatever stands in them: from both sides, and with a certificate."""
    answer, expected = (Ledger(step, neighbours=relation).epsilon("1e-5") for step in (parts, same))
    assert (answer.upper, answer.lower) == (expected.upper, expected.lower)
    assert answer.path[0] == "parts.most"
    assert ch.check(answer.certificate()).accepted


def test_several_steps_in_parentheses_are_run_on_each_part() -> None:
    """All of them, so that one part costs what they cost together."""
    parts = Ledger("parts:count=9/(gaussian:sigma=9 + laplace:scale=9)").epsilon("1e-5")
    assert parts.upper == Ledger(["gaussian:sigma=9", "laplace:scale=9"]).epsilon("1e-5").upper


@pytest.mark.parametrize(
    ("parts", "same"),
    [
        ("parts:count=12/gaussian:sigma=9", "gaussian:sigma=9"),
        ("parts:count=12,most=2/laplace:scale=9", "laplace:scale=9,times=2"),
        (f"parts:count=12/laplace:scale=9,{COUNT}", "laplace:scale=9,replace-sensitivity=1,times=2"),
        (f"parts:count=3,most=2/gaussian:sigma=9,{COUNT}", "gaussian:sigma=9,replace-sensitivity=1,times=3"),
        (f"parts:count=9/logistic:scale=9,{COUNT}", "logistic:scale=9,replace-sensitivity=1,times=2"),
        (f"parts:count=9/gaussian:sigma=9,{FAR}", "gaussian:sigma=9,replace-sensitivity=8"),
        (
            f"parts:count=9/(gaussian:sigma=9,{COUNT} + discrete-gaussian:sigma=9,{COUNT})",
            f"(gaussian:sigma=9,{COUNT} + discrete-gaussian:sigma=9,{COUNT}),times=2",
        ),
    ],
)
def test_a_replaced_record_leaves_one_part_and_enters_another(parts: str, same: str) -> None:
    """Or stays, which costs more where replacing it moves the query twice as far."""
    same = same.replace("),times", "):times")
    answer, expected = (Ledger(step, neighbours="replace-one").epsilon("1e-4") for step in (parts, same))
    assert (answer.upper, answer.lower) == (expected.upper, expected.lower)
    assert answer.path[0] == "parts.replaced"
    assert ch.check(answer.certificate()).accepted


def test_between_the_two_a_replaced_record_has_an_interval() -> None:
    """Whose ends are the record that stays, and one that moves the query twice as far."""
    step = "parts:count=9,most=2/laplace:scale=9,sensitivity=2,replace-sensitivity=3"
    answer = Ledger(step, neighbours="replace-one").delta("1/9")
    ends = [Ledger(f"laplace:scale=9,replace-sensitivity={r},times=2").delta("1/9") for r in (3, 4)]
    assert ends[0].lower is not None
    assert answer.lower == pytest.approx(ends[0].lower, rel=1e-12)
    assert answer.upper == pytest.approx(ends[1].upper, rel=1e-12)
    assert ch.check(answer.certificate()).accepted


def _law(part: str | None, plan: list[tuple[str, int]]) -> dict[tuple[int, ...], Fraction]:
    """The outcomes of a fixed plan of steps, each on a part and by how much a record moves it; the record is in `part`,
    or not there. The sign of its value, and the values of others, follow from the outcomes before."""
    found = {(): Fraction(1)}
    for place, distance in plan:
        found = {
            (*before, sum(before) + (-1) ** sum(before) * distance * (part == place) + noise): chance * weight
            for before, chance in found.items()
            for noise in range(-2, 3)
            for weight in [Fraction(NOISE[abs(noise)], NOISE[0] + 2 * (NOISE[1] + NOISE[2]))]
        }
    return found


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_step_for_each_part_costs_the_largest(ratio: Fraction) -> None:
    """Of a plan with steps of its own for each part, in any order: all outcomes in fractions, while others' answers
    and the record's own value depend on all before. The ledger of the record's part is exact."""
    plan = [("north", 1), ("south", 2), ("north", 1), ("west", 1)]
    absent = _law(None, plan)
    for part in ("north", "south", "west"):
        moves = tuple(distance for place, distance in plan if place == part)
        there = _law(part, plan)
        for one, other in ((there, absent), (absent, there)):
            gains = (max(Fraction(0), chance - ratio * other.get(seen, Fraction(0))) for seen, chance in one.items())
            assert sum(gains) == delta(moves, ratio), part


@given(
    st.integers(1, 4),
    st.integers(1, 2),
    st.lists(st.integers(-2, 2), min_size=1, max_size=3, unique=True),
    st.sampled_from(RATIOS),
)
@settings(max_examples=40, deadline=None)
def test_no_neighbours_lose_more(count: int, most: int, values: list[int], ratio: Fraction) -> None:
    """Of records with any values, replaced in any parts: the theorem that answers is never below them, in fractions."""
    own, between = max(map(abs, values)) or 1, max(max(values) - min(values), 1)
    step = f"parts:count={count},most={min(most, count)}/discrete-laplace:scale=1,sensitivity={own}"
    case = ch.Case(ch.parse(f"{step},replace-sensitivity={between}").step, ch.Neighbours.REPLACE_ONE)
    names = ("parts.replaced", "parts.replaced-between")
    theorem = next(t for name in names if (t := ch.registry().theorem(name)).conditions(case) is None)
    written = [int(ch.Case(inner, case.neighbours).sensitivity) for inner, n in theorem.apply(case) for _ in range(n)]
    worst = max(delta(move, ratio) for move in neighbours(count, min(most, count), tuple(values), True))
    assert worst <= delta(tuple(sorted(written)), ratio)


def test_the_noise_of_these_tests_is_log_concave() -> None:
    """As the theorem about replaced records needs it."""
    assert NOISE[1] ** 2 >= NOISE[0] * NOISE[2]
    assert list(NOISE) == sorted(NOISE, reverse=True)


ELSEWHERE, NULL = "a replaced record may leave one part and enter another, and of", "a null record is in no part, and "


@pytest.mark.parametrize(
    ("relation", "why", "step"),
    [
        ("replace-one", ELSEWHERE, "pure:epsilon=1"),
        ("replace-one", ELSEWHERE, "laplace:epsilon=1"),
        ("replace-one", ELSEWHERE, "poisson:rate=1/10/gaussian:sigma=1"),
        ("replace-one", ELSEWHERE, "sample:size=10,of=100/gaussian:sigma=1"),
        ("replace-one", ELSEWHERE, "randomized-response:epsilon=1"),
        ("replace-one", ELSEWHERE, "gaussian:sigma=1,replace-sensitivity=1"),
        ("replace-one", ELSEWHERE, "(gaussian:sigma=1 + pure:epsilon=1)"),
        # numbers about a null record, or a fixed number of records, say nothing of the part that has one less
        ("zero-out", NULL, "pure:epsilon=1"),
        ("zero-out", NULL, "laplace:epsilon=1"),
        ("zero-out", NULL, "shuffled-batches:steps=9/gaussian:sigma=9"),
        ("zero-out", NULL, "poisson:rate=1/10,of=100,largest=20/gaussian:sigma=9"),
    ],
)
def test_what_is_not_known_of_a_record_elsewhere_is_refused(relation: str, why: str, step: str) -> None:
    """With the part of which it is not known, and what would be right."""
    with pytest.raises(ch.NoAnswer, match=why):
        Ledger(f"parts:count=9/{step}", neighbours=relation).epsilon("1e-5")


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("parts:count=2,most=3/gaussian:sigma=1", "most must be at most count"),
        ("parts:count=0/gaussian:sigma=1", "count is 0"),
        ("parts:most=1/gaussian:sigma=1", "count is missing"),
        ("parts:count=3", "stands alone"),
        ("poisson:rate=1/10/parts:count=3/gaussian:sigma=1", "parts stand around samples and groups"),
        ("group:size=2/parts:count=3/gaussian:sigma=1", "parts stand around samples and groups"),
        ("shuffled:n=9/parts:count=3/laplace:scale=1", "parts stand around samples and groups"),
    ],
)
def test_what_makes_no_sense_is_refused(step: str, why: str) -> None:
    """With what is wrong."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(step).epsilon("1e-5")


def test_the_parameters_may_be_solved_for() -> None:
    """Noise from above, and in how many parts a record may be from below."""
    sigma = ch.calibrate("parts:count=12,most=4/gaussian", solve="sigma", epsilon=1, delta="1e-5").best
    one = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5").best
    assert math.isclose(float(sigma.value), 2 * float(one.value), rel_tol=1e-6)
    most = ch.calibrate("parts:count=12/laplace:scale=10", solve="most", epsilon="0.35", delta=0).best
    assert most.value == 3


def test_the_first_lines_say_what_is_assumed() -> None:
    """In the shell, as users meet it."""
    words = ["epsilon", "parts:count=12/laplace:scale=10,times=2", "--delta", "0"]
    done = subprocess.run([sys.executable, "-m", "chartered", *words], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("eps = 0.2")
    assert "the list of parts is fixed beforehand" in done.stdout
    assert "2 rounds over all parts, in each of which there is one run of laplace" in done.stdout
