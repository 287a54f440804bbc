"""Claims about the registered privacy loss distributions: runs whose composition is known exactly, and every profile
from which a distribution is made."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

import chartered as ch
from chartered.model import failure_event as failures
from chartered.proving import Conditions, Proofs, Sampled, case, claims_of, numbers, profile, registered, replaced
from chartered_verify.arithmetic import Value
from flint import arb

from ...basics.formulas import gaussian_profile, randomized_response as response
from ...composition.formulas import finite_loss as losses, randomized_response_products as responses
from .. import from_profiles as pld
from ..formulas import connect_the_dots
from ..guarantee import LossDistribution

PROFILE, FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT, WORST, CASES = (
    Proofs("profile", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"),
    Proofs("feldman2021", "Feldman, McMillan, Talwar 2021"),
    Proofs("checkin", "Feldman, McMillan, Talwar 2021"),
    Proofs("balle2019", "Balle, Bell, Gascon, Nissim 2019"),
    Proofs("shuffled-response", "direct computation"),
    Proofs("exact", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"),
    Proofs("worst-pair", "Zhu, Dong, Wang 2022"),
    Proofs("loss-distribution", "Zhu, Dong, Wang 2022"),
)
REPLACING = Proofs("sample-with-replacement", "Balle, Barthe, Gaboardi 2018")
claims = claims_of(PROFILE, CASES, FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT, WORST, REPLACING)
EPSILONS = numbers("0 1/50 1/7 1/2 2")
TRUNCATED_MASS = Fraction(1, 10**12)
INDICES = (0, 1, 2, 4, 6, 8, 10, 13, 15, 19, 21)
Exact: TypeAlias = Callable[[Any, Value], Value]
Run: TypeAlias = Callable[[int], tuple[ch.Profile, Exact]]
"""As a function of the number of runs: the profile of one run, and the exact delta of all."""


def _answers(times: int) -> tuple[ch.Profile, Exact]:
    size, loss = Fraction(1, 5), responses.summed(((Fraction(1, 5), times),))
    one = ch.Profile(
        delta=lambda xp, e, witness: response.delta(xp, xp.number(size), xp.number(2), e),
        at_infinity=ch.AtInfinity(max_loss=size),
    )
    return one, lambda xp, e: losses.delta(xp, loss, e)


def _failing(times: int) -> tuple[ch.Profile, Exact]:
    failure_event, (one, exact) = Fraction(1, 1000), _answers(times)

    def delta(xp: Any, e: Value, witness: ch.Witness) -> Value:
        return failures.with_failure_event(xp.number(failure_event), one.delta(xp, e, {}))

    end = ch.AtInfinity(delta=failure_event, max_loss=one.at_infinity.max_loss)
    without_failure = (1 - failure_event) ** times
    return ch.Profile(delta=delta, at_infinity=end), lambda xp, e: 1 - xp.number(without_failure) * (1 - exact(xp, e))


def _normal(times: int) -> tuple[ch.Profile, Exact]:
    mu = Fraction(1, 10)

    def exact(xp: Any, e: Value) -> Value:
        return gaussian_profile.delta_mu(xp, xp.sqrt(xp.number(times)) * xp.number(mu), e)

    return ch.Profile(delta=lambda xp, e, witness: gaussian_profile.delta_mu(xp, xp.number(mu), e)), exact


MECHANISMS = (_answers, _failing, _normal)


@cache
def _many(run: Run, times: int) -> tuple[ch.Profile, Exact]:
    """The shipped profile of `times` runs, which are convolved once for every eps, and their exact delta."""
    one, exact = run(times)
    return pld.profile(pld.times(pld.from_profile(one), times)), exact


@CASES.soundness(
    "profile.exact-cases",
    "The exact delta of many runs is between the shipped ends: of answers of randomized response, of answers that "
    "fail, and of the Gaussian mechanism; and on a fine grid the upper one is within a hundredth of it, the lower one "
    "within three.",
    "Theorem 10",
    "2 and 11 runs, 5 eps, grid spacings of 1/300 and 1/8",
    Sampled("balls", digits=30, bits=128, mechanisms=MECHANISMS, runs=(2, 11), eps=EPSILONS),
)
def _between(xp: Any, run: Run, times: int, epsilon: Fraction) -> Any:
    (whole, exact), e = _many(run, times), xp.number(epsilon)
    truth, room = exact(xp, e), xp.number(TRUNCATED_MASS) * times * 100
    fine, coarse = (whole.delta(xp, e, {"step": h, "tail": TRUNCATED_MASS}) for h in numbers("1/300 1/8"))
    sound = all(found.lower() <= truth.upper() and found.upper() >= truth.lower() for found in (fine, coarse))
    low, high = (xp.number(Fraction(percent, 100)) for percent in (97, 101))
    return sound and fine <= truth * high + room and fine.lower() >= (truth * low - room).lower()


def _taken(
    book: Proofs, name: str, base: str, text: str, given: Callable[[], tuple[LossDistribution, ch.Profile]]
) -> None:
    """Enters the claim that the distribution by theorem `name` is made from the profile `base`, and is nowhere below
    it."""
    book.soundness(
        f"{name}.grid".removeprefix(f"{book.prefix}."),
        f"The shipped dominating pair is made from the profile {base} on a grid: it is nowhere below all chords "
        "between grid points. (The profile is below each of them by profile.pld.above; that dominating pairs bound the "
        "composition of runs is loss-distribution.composition.dominated.)",
        "the profile's own source",
        f"{text}; 11 eps from 0 to 1, grid spacing 1/7",
        Sampled("balls", _below, lambda effort: [(*given(), Fraction(k, 21)) for k in INDICES], bits=128, digits=30),
    )


def _below(xp: Any, given: LossDistribution, profile: ch.Profile, epsilon: Fraction) -> bool:
    """Whether the hull, summed loss by loss, is not below all chords between grid points, with the start tightened by
    the other points."""
    spacing, (((removal, addition), _),) = Fraction(1, 7), given.composition
    assert removal == addition
    grid = connect_the_dots.grid_bounds(removal, spacing, TRUNCATED_MASS)
    loss, e = connect_the_dots.dominating_pair(xp, grid, grid, spacing), xp.number(epsilon)
    ratios = [xp.exp(xp.number(j * spacing)) for j, _ in grid]
    deltas = [profile.delta(xp, xp.number(j * spacing), {}) for j, _ in grid]
    tightened = [(d + (a - 1) / 2) / (1 + (a - 1) / 2) for a, d in zip(ratios[1:], deltas[1:], strict=True)]
    deltas[0] = min([deltas[0], *tightened], key=arb.mid)
    masses = loss.masses
    hull = loss.infinite
    for index, mass in enumerate(masses, start=loss.offset):
        hull = hull + mass * xp.positive(-xp.expm1(e - xp.number(index * spacing)))
    return any(hull.upper() >= chord.lower() for chord in _chords(xp.exp(e), ratios, deltas))


def _chords(a: arb, ratios: Sequence[arb], deltas: Sequence[arb]) -> Iterator[arb]:
    """The chords at e^eps between all pairs of grid points around it; beyond the last grid point, its value."""
    yield from deltas[-1:] if a >= ratios[-1] else ()
    for (low, p), (high, q) in combinations(zip(ratios, deltas, strict=True), 2):
        if low.lower() <= a.upper() and a.lower() <= high.upper():
            yield p + (q - p) * (a - low) / (high - low)


def _of_step(book: Proofs, base: str, text: str, inner: ch.Guarantee | None = None) -> None:
    """Enters the claim for a theorem about a step, and its loss distribution."""
    name = base.removesuffix("profile") + "pld" if base.endswith(".profile") else f"{base}-pld"

    def given() -> tuple[LossDistribution, ch.Profile]:
        step = replaced(text, inner)
        return registered(name).bound(step), registered(base).bound(step)

    _taken(book, name, base, text, given)


def _of_profile(name: str = "exact.pld") -> tuple[LossDistribution, ch.Profile]:
    profile = registered("laplace.profile").bound(case("laplace:scale=1"))
    return registered(name).bound(profile), profile


def _of_shared_slot() -> tuple[LossDistribution, ch.Profile]:
    step = replaced(SHARED, registered("randomized-response.profile").bound(case(SHARED.rpartition("/")[2])))
    return registered("checkin.shared-slot-pld").bound(step), registered("checkin.shared-slot").bound(step)


SHARED = "checkin:m=5,n=40/randomized-response:epsilon=1"
_PURE, _APPROXIMATE = ch.Pure(epsilon=Fraction(1)), ch.Approximate(epsilon=Fraction(1), delta=Fraction(1, 10**6))
_REPLACED = "sample-with-replacement:size=3,of=9"
_FAILING = "approximate:epsilon=1,delta=1e-6"
_of_step(FELDMAN, "feldman2021.clones", "shuffled:n=20/pure:epsilon=1", _PURE)
_of_step(FELDMAN, "feldman2021.clones-approximate", f"shuffled:n=20/{_FAILING}", _APPROXIMATE)
_of_step(CHECKIN, "checkin.clones", "checkin:m=5,n=40,p=1/2/pure:epsilon=1", _PURE)
_of_step(CHECKIN, "checkin.clones-approximate", f"checkin:m=5,n=40,p=1/2/{_FAILING}", _APPROXIMATE)
_of_step(BLANKET, "balle2019.response-pair", "shuffled:n=20/randomized-response:epsilon=1,k=3")
_of_step(RESPONSE, "shuffled-response.profile", "shuffled:n=20/randomized-response:epsilon=1")
_of_step(REPLACING, "sample-with-replacement.gdp", f"{_REPLACED}/gdp:mu=1", ch.GDP(mu_squared=1))
_taken(CHECKIN, "checkin.shared-slot-pld", "checkin.shared-slot", SHARED, _of_shared_slot)
_taken(EXACT, "exact.pld", "laplace.profile", "laplace:scale=1", _of_profile)
_taken(WORST, "worst-pair.pld", "laplace.profile", "laplace:scale=1", lambda: _of_profile("worst-pair.pld"))

PROFILE.stated(
    "pld.where-it-answers",
    "Connect the dots answers of a profile that needs no search at each eps.",
    "our own condition",
    "a profile in closed form, and one with a search",
    Conditions("profile.pld", [profile("exp(-eps)/2")], [profile("exp(-eps)/2", propose=lambda question: {})]),
)
