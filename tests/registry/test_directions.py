"""In which direction more privacy lies: what is stated is proved by a claim, and elsewhere a calibrated value is
promised alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import chartered as ch
import pytest
from chartered.ledger.unknown_parameter import Unknown
from chartered.model.mechanisms import Parameter
from chartered.search.farthest_value import QUICK, THOROUGH, farthest
from chartered_verify.statements.verdict import Proved
from claim_outcomes import outcome
from hypothesis import given, strategies as st

KNOWN = ch.registry()
PARAMETERS = [
    (mechanism.name, parameter) for mechanism in KNOWN.mechanisms.values() for parameter in mechanism.parameters
]
UNPROVED = {
    ("discrete-gaussian", "sigma"), ("discrete-gaussian-vector", "sigma"),
    ("checkin", "m"), ("checkin", "p"), ("checkin", "n"), ("dpsgd", "n"),
    ("dpsgd", "group"), ("dpsgd", "batch"), ("dpsgd", "sample-rate"), ("repeat-and-select", "mean"),
    ("truncated-laplace", "bound"), ("truncated-discrete-laplace", "bound"), ("sample-with-replacement", "of"),
    ("sample-with-replacement", "size"), ("thresholded-counts", "scale"), ("thresholded-counts", "sigma")
}  # fmt: skip

SCANS: dict[str, list[str]] = {
    "gaussian:sigma={}": ["0.1", "0.4", "0.55", "1", "3", "40"],
    "gaussian:sigma=2,sensitivity={}": ["0.1", "0.5", "1", "3", "9"],
    "gaussian:sigma=2,sensitivity=3,replace-sensitivity={}": ["0.1", "1", "6", "9"],
    "gaussian:sigma=2,sensitivity={},replace-sensitivity=3": ["0.1", "1", "6"],
    "laplace:scale=2,sensitivity=3,replace-sensitivity={}": ["0.1", "1", "6", "9"],
    "discrete-laplace:scale=2,sensitivity=3,replace-sensitivity={}": ["1", "3", "6", "9"],
    "discrete-gaussian:sigma=2,sensitivity=3,replace-sensitivity={}": ["1", "3", "6", "9"],
    "logistic:scale={}": ["0.1", "0.3", "1", "3", "50"],
    "logistic:scale=2,sensitivity={}": ["0.1", "1", "6"],
    "logistic:scale=2,sensitivity=3,replace-sensitivity={}": ["0.1", "1", "6", "9"],
    "laplace:scale={}": ["0.1", "0.3", "1", "3", "50"],
    "laplace:epsilon={}": ["0.01", "0.3", "1", "3", "9"],
    "discrete-laplace:scale={}": ["0.1", "0.3", "0.41", "0.57", "1", "3", "50"],
    "discrete-laplace:scale=2,sensitivity={}": ["1", "2", "3", "7"],
    "discrete-laplace:epsilon={}": ["0.01", "0.3", "1", "3"],
    "discrete-gaussian:sigma=0.6,sensitivity={}": ["1", "2", "3", "7"],
    "discrete-gaussian:sigma=3,sensitivity={}": ["1", "2", "3", "7"],
    "skellam:variance={}": ["0.1", "1", "9", "50"],
    "skellam:variance=3,sensitivity={}": ["1", "2", "7"],
    "randomized-response:epsilon={}": ["0.01", "0.3", "1", "3"],
    "randomized-response:epsilon={},k=5": ["0.01", "0.3", "1", "3"],
    "randomized-response:epsilon=2,k={}": ["2", "3", "5", "40"],
    "rappor:f={},p=0.2,q=0.7,reports=3": ["0.1", "0.5", "0.9"],
    "rappor:f=0.4,p={},q=0.7,reports=3": ["0", "0.1", "0.5"],
    "rappor:f=0.4,p=0.2,q={},reports=3": ["0.3", "0.5", "1"],
    "rappor:f=0.4,p=0.2,q=0.7,hashes={}": ["1", "2", "5"],
    "rappor:f=0.4,p=0.2,q=0.7,reports={}": ["1", "2", "8"],
    "pure:epsilon={}": ["0", "0.3", "1", "3"],
    "approximate:epsilon={},delta=0.01": ["0", "0.3", "1", "3"],
    "approximate:epsilon=0.5,delta={}": ["0", "0.01", "0.1", "0.6"],
    "exponential:epsilon={}": ["0.1", "0.3", "1", "3"],
    "zcdp:rho={}": ["0", "0.01", "0.3", "2"],
    "gdp:mu={}": ["0", "0.1", "1", "4"],
    "power:sigma={},A=1,B=2": ["0.5", "1", "2", "9"],
    "power:sigma=2,A={},B=2": ["0.1", "1", "2", "9"],
    "power:sigma=2,A=1,B={}": ["1", "1.5", "2", "9"],
    "cloak:n={},m=100": ["1", "2", "30", "1000"],
    "cloak:n=100,m={}": ["1", "20", "30", "100"],
    "rectified:low=0,high=1,head={}/gaussian:sigma=1": ["0.1", "0.5", "1", "3"],
}
WRAPPERS = ["{}", "poisson:rate=0.2/{}", "sample:size=3,of=10/{}", "rectified:low=0,high=1,head=2/{}"]
SAMPLED = {
    "poisson:rate={}/gaussian:sigma=1": ["0", "0.01", "0.3", "0.9", "1"],
    "poisson:rate={}/exponential:epsilon=1": ["0", "0.01", "0.3", "0.9", "1"],
    "sample:size={},of=20/laplace:scale=1": ["1", "2", "9", "19"],
    "sample:size=3,of={}/laplace:scale=1": ["4", "9", "20", "1000"],
    "group:size={}/poisson:rate=0.2/gaussian:sigma=1": ["1", "2", "5", "20"],
    "group:size={}/laplace:scale=3": ["1", "2", "5", "20"],
    "shuffled:n={}/randomized-response:epsilon=1": ["2", "3", "5", "9", "50"],
    "shuffled:n=20/randomized-response:epsilon={}": ["0.1", "0.5", "1", "3"],
}


def solved_key(template: str) -> tuple[str, str]:
    """The step with the key in braces left out, and the key."""
    head, _, tail = template.partition("={}")
    place = max(head.rfind(":"), head.rfind(","))
    rest = head[: place + 1] + tail.removeprefix(",")
    return rest.replace(":/", "/").rstrip(",:").replace(",/", "/"), head[place + 1 :]


def scans() -> Iterator[tuple[str, list[str]]]:
    """Every stated direction, alone and inside the wrappers that take the step."""
    yield from SAMPLED.items()
    for template, values in SCANS.items():
        wordy = not KNOWN.mechanism(template.split(":")[0]).numeric
        for wrapper in WRAPPERS:
            response = wrapper.startswith("poisson") and template.startswith(("randomized-response", "rappor"))
            if not response and not (wrapper.startswith("rectified") and (wordy or template.startswith("rectified"))):
                yield wrapper.format(template), values


@pytest.mark.parametrize("neighbours", list(ch.Neighbours)[:2])
@pytest.mark.parametrize(("template", "values"), list(scans()))
def test_no_stated_direction_is_refuted_by_a_scan(template: str, values: list[str], neighbours: ch.Neighbours) -> None:
    """Where a claim says so, no safer value costs more than one less safe: by the profile of one run, at each of three
    eps."""
    step, key = solved_key(template)
    unknown = Unknown.read(KNOWN, step, key)
    assert unknown.monotone
    if KNOWN.mechanism(template.split(":")[0]).requires not in (None, neighbours):
        pytest.skip("the step makes no sense under this relation")
    ordered = values if unknown.larger_is_safer else values[::-1]
    runs = [ch.Ledger(template.format(value), neighbours) for value in ordered]
    for epsilon in ("0", "0.5", "3"):
        costs = [run.delta(epsilon, accountant=["profile", "gdp", "zcdp"]).upper for run in runs]
        for more, less in pairwise(costs):
            assert less <= more * (1 + 1e-9), (ordered, epsilon, costs)


@pytest.mark.parametrize(
    "name", sorted({proof for _, one in PARAMETERS for proof in (one.monotone, one.monotone_rho) if proof})
)
def test_every_stated_direction_is_a_proved_claim(name: str) -> None:
    """The claim that a parameter names is registered, and proved."""
    assert isinstance(outcome(name).verdict, Proved)


def test_no_direction_is_stated_where_it_is_false_or_open() -> None:
    """Of all parameters that can be calibrated these have no claim."""
    assert {(name, p.name) for name, p in PARAMETERS if p.safer is not None and not p.monotone} == UNPROVED


def test_the_delta_of_a_discrete_gaussian_rises_with_sigma() -> None:
    """Which is why nothing is stated of it: at eps = 3 it is .0474 at sigma = .412 and .1215 at .568, certainly."""
    small, large = (ch.Ledger(f"discrete-gaussian:sigma={sigma}").delta(3) for sigma in ("0.412", "0.568"))
    assert small.upper < 0.0475 < 0.1214 < large.lower


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("3", "0.05"), ("3", "0.1"), ("2", "0.05"), ("4", "0.02"), ("1", "1e-5")]
)
@pytest.mark.parametrize("sensitivity", [1, 2])
def test_a_discrete_gaussian_is_calibrated_to_the_least_sigma_that_a_fine_scan_finds(
    epsilon: str, delta: str, sensitivity: int
) -> None:
    """On both sides of the first value that meets the target; and the promise is for the printed value alone."""
    solved = ch.calibrate(f"discrete-gaussian:sensitivity={sensitivity}", solve="sigma", epsilon=epsilon, delta=delta)
    sigma = Fraction(solved.value)
    assert not solved.monotone
    assert solved.to_json()["monotone"] is False

    def meets(x: Fraction) -> bool:
        return ch.Ledger(f"discrete-gaussian:sigma={x},sensitivity={sensitivity}").delta(epsilon).upper <= float(delta)

    assert meets(sigma)
    assert not any(meets(sigma * Fraction(k, 200)) for k in range(20, 200))


def test_k_of_shuffled_responses_is_promised_alone() -> None:
    """Elsewhere more values are proved to cost no more; among other reports they may cost more."""
    alone = ch.calibrate("randomized-response:epsilon=1", solve="k", epsilon="0.5", delta="0.01")
    assert (alone.monotone, alone.promise, alone.value) == (True, None, 106)
    assert "monotone" not in alone.to_json()
    among = ch.calibrate("shuffled:n=100/randomized-response:epsilon=2", solve="k", epsilon="0.4", delta="1e-4")
    assert not among.monotone
    assert (
        among.promise == "each k that is shown certainly meets the target; that a larger one does, too, is not proved"
    )
    assert ch.Ledger(f"shuffled:n=100/randomized-response:epsilon=2,k={among.value}").delta("0.4").upper <= 1e-4


def test_a_certificate_of_a_value_promised_alone_says_so() -> None:
    """What is accepted is that value."""
    solved = ch.calibrate("discrete-gaussian", solve="sigma", epsilon="3", delta="0.05")
    checked = ch.check(solved.certificate().document)
    assert checked.accepted
    assert "; this value alone is promised, and no other" in str(checked.says)


def test_the_rho_of_a_discrete_gaussian_falls_with_sigma() -> None:
    """Which is proved of rho alone, and of the step alone: inside a wrapper nothing is said."""
    solved = ch.calibrate("discrete-gaussian", solve="sigma", rho="2.63")
    assert (solved.monotone, solved.promise, f"{solved:.3f}") == (True, None, "0.437")
    assert "alone is promised" not in str(ch.check(solved.certificate().document).says)
    assert not ch.calibrate("group:size=3/discrete-gaussian", solve="sigma", rho="2.63").monotone


def test_a_strangers_parameter_without_a_claim_is_promised_alone() -> None:
    """The default: a direction that nobody has proved."""
    assert Parameter("size", "how strange", safer="larger").monotone == ""


@given(first=st.floats(0.5, 3), width=st.floats(1.02, 3), start=st.floats(0.1, 10))
def test_a_scan_finds_a_valley_apart_from_the_rest(first: float, width: float, start: float) -> None:
    """All values from 20 on meet the target, and those of one valley farther out: its far end is found, and is safe."""

    def miss(x: float) -> float:
        inside = math.log(x / first) * math.log(x / (first * width))
        return min(inside, math.log(20 / x)) if x > 1e-6 else math.inf

    found = farthest(miss, (0.0, math.inf), start, 20.0, larger=True, whole=False, narrow=2.0**-44)
    assert miss(found) <= 0
    assert found == pytest.approx(first, rel=1e-9)


def test_a_scan_of_few_whole_numbers_tries_them_all() -> None:
    """A single number that meets the target is found, wherever it lies."""
    for hit in range(1, 60):
        asked: list[Any] = []

        def miss(x: float, hit: int = hit, asked: list[Any] = asked) -> float:
            asked.append(x)
            return -1.0 if x == hit else 1.0

        assert farthest(miss, (1, 60), 8, None, larger=True, whole=True, narrow=1) == hit
        assert all(isinstance(x, int) for x in asked)


@pytest.mark.parametrize("points", [THOROUGH, QUICK])
def test_a_scan_has_a_budget_of_values(points: int) -> None:
    """However rough the curve is: two scans on one side, a few dips and two brackets."""
    asked: list[float] = []

    def miss(x: float) -> float:
        asked.append(x)
        return 1 + math.sin(1000 * x) if x < 20 else -1.0

    farthest(miss, (0.0, math.inf), 20.0, 20.0, larger=True, whole=False, narrow=2.0**-44, points=points)
    assert len(asked) <= 2 * points + (200 if points == THOROUGH else 0)
