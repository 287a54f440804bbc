"""Claims about the shipped privacy loss distributions: runs whose composition is known exactly, and every profile from
which one is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import theorem
from chartered.proving.steps import sample
from chartered_verify.arithmetic import Value, balls
from chartered_verify.statements.claim import Effort, Kind
from chartered_verify.statements.verdict import Verdict
from flint import arb

from ...basics.formulas import failure_probability as failures, gaussian_profile, randomized_response as response
from ...composition.formulas import finite_loss as losses, randomized_response_products as responses
from .. import profile as pld
from ..formulas import connect_the_dots
from ..guarantee import LossDistribution

FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT, CASES = (
    Book("feldman2021", "Feldman, McMillan, Talwar 2021"),
    Book("checkin", "Feldman, McMillan, Talwar 2021"),
    Book("balle2019", "Balle, Bell, Gascon, Nissim 2019"),
    Book("shuffled-response", "direct computation"),
    Book("exact", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"),
    Book("loss-distribution", "Zhu, Dong, Wang 2022"),
)
claims = claims_of(CASES, FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT)
EPSILONS = tuple(map(Fraction, ("0", "1/50", "1/7", "1/2", "2")))
TRUNCATED_MASS = Fraction(1, 10**12)
INDICES = (0, 1, 2, 4, 6, 8, 10, 13, 15, 19, 21)
_DIGITS = 30
"""What balls of 128 bits keep of these sums."""


@CASES.soundness(
    "profile.exact-cases",
    "The shipped delta of many runs is nowhere below the exact one: of answers of randomized response, of answers "
    "that fail, and of the Gaussian mechanism; and on a fine grid within a hundredth of it.",
    "Theorem 10",
    "2 and 11 runs, 5 eps, grid spacings of 1/300 and 1/8",
)
def _exact_cases(effort: Effort) -> Verdict:
    cases = [(run, times, e) for run in (_answers, _failing, _normal) for times in (2, 11) for e in EPSILONS]
    return sample(_between, cases, _DIGITS, "balls")


def _answers(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    size, loss = Fraction(1, 5), responses.summed(((Fraction(1, 5), times),))
    one = ch.Profile(
        delta=lambda xp, e, witness: response.delta(xp, xp.number(size), xp.number(2), e),
        at_infinity=ch.AtInfinity(max_loss=size),
    )
    return one, lambda xp, e: losses.delta(xp, loss, e)


def _failing(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    failure_event, (one, exact) = Fraction(1, 1000), _answers(times)

    def delta(xp: Any, e: Value, witness: ch.Witness) -> Value:
        return failures.with_failure_event(xp.number(failure_event), one.delta(xp, e, {}))

    without_failure = (1 - failure_event) ** times
    return ch.Profile(
        delta=delta,
        at_infinity=ch.AtInfinity(delta=failure_event, max_loss=one.at_infinity.max_loss),
    ), lambda xp, e: 1 - xp.number(without_failure) * (1 - exact(xp, e))


def _normal(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    mu = Fraction(1, 10)

    def exact(xp: Any, e: Value) -> Value:
        return gaussian_profile.delta_mu(xp, xp.sqrt(xp.number(times)) * xp.number(mu), e)

    return ch.Profile(delta=lambda xp, e, witness: gaussian_profile.delta_mu(xp, xp.number(mu), e)), exact


def _between(run: Callable[[int], Any], times: int, epsilon: Fraction) -> bool:
    one, exact = run(times)
    whole = pld.profile(pld.times(pld.from_profile(one), times))
    with balls(128) as xp:
        e = xp.number(epsilon)
        truth = exact(xp, e)
        fine, coarse = (
            whole.delta(xp, e, {"step": spacing, "tail": TRUNCATED_MASS})
            for spacing in (Fraction(1, 300), Fraction(1, 8))
        )
        room = xp.number(TRUNCATED_MASS) * times * 100
        return bool(
            fine.upper() >= truth.lower()
            and coarse.upper() >= truth.lower()
            and fine <= truth * xp.number(Fraction(101, 100)) + room
        )


def _taken(
    book: Book, name: str, given: Callable[[], tuple[LossDistribution, ch.Profile]], base: str, text: str
) -> None:
    """The claim that the distribution by theorem `name` is made from the profile `base`, and is nowhere below it."""

    @book.claim(
        f"{name}.grid".removeprefix(f"{book.prefix}."),
        Kind.SOUNDNESS,
        f"The shipped dominating pair is made from the profile {base} on a grid: it is nowhere below all chords "
        "between grid points. (The profile is below each of them by profile.pld.above; that dominating pairs bound the "
        "composition of runs is loss-distribution.composition.dominated.)",
        "the profile's own source",
        f"{text}; 11 eps from 0 to 1, grid spacing 1/7",
    )
    def taken(effort: Effort) -> Verdict:
        distribution, profile = given()
        return sample(
            lambda k: _below(distribution, profile, Fraction(k, 21)), [(k,) for k in INDICES], _DIGITS, "balls"
        )


def _below(given: LossDistribution, profile: ch.Profile, epsilon: Fraction) -> bool:
    """Whether the hull, summed loss by loss, is not below all chords between grid points, the start tightened by the
    others."""
    spacing, (((removal, addition), _),) = Fraction(1, 7), given.composition
    assert removal == addition
    with balls(128) as xp:
        grid = connect_the_dots.grid_bounds(removal, spacing, TRUNCATED_MASS)
        loss, e = connect_the_dots.dominating_pair(xp, grid, grid, spacing), xp.number(epsilon)
        ratios = [xp.exp(xp.number(j * spacing)) for j, _ in grid]
        deltas = [profile.delta(xp, xp.number(j * spacing), {}) for j, _ in grid]
        deltas[0] = min(
            [deltas[0], *((d + (a - 1) / 2) / (1 + (a - 1) / 2) for a, d in zip(ratios[1:], deltas[1:], strict=True))],
            key=arb.mid,
        )
        masses = loss.masses.coeffs()
        hull = loss.total - sum(masses, xp.number(0))
        for index, mass in enumerate(masses, start=loss.offset):
            hull = hull + mass * xp.positive(-xp.expm1(e - xp.number(index * spacing)))
        return any(hull.upper() >= chord.lower() for chord in _chords(xp.exp(e), ratios, deltas))


def _chords(a: arb, ratios: Sequence[arb], deltas: Sequence[arb]) -> Iterator[arb]:
    """Of all pairs of grid points around e^eps; beyond the last one its value."""
    yield from deltas[-1:] if a >= ratios[-1] else ()
    for (low, p), (high, q) in combinations(zip(ratios, deltas, strict=True), 2):
        if low.lower() <= a.upper() and a.lower() <= high.upper():
            yield p + (q - p) * (a - low) / (high - low)


def _of_step(book: Book, base: str, plugin: str, text: str, inner: ch.Guarantee | None = None) -> None:
    """Of a theorem about a step, and the loss distribution beside it."""
    name = base.removesuffix("profile") + "pld" if base.endswith(".profile") else f"{base}-pld"

    def given() -> tuple[LossDistribution, ch.Profile]:
        case = ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE, inner)
        return theorem(plugin, name).bound(case), theorem(plugin, base).bound(case)

    _taken(book, name, given, base, text)


def _of_profile() -> tuple[LossDistribution, ch.Profile]:
    profile = theorem("laplace", "laplace.profile").bound(
        ch.Case(ch.parse("laplace:scale=1").step, ch.Neighbours.ADD_OR_REMOVE)
    )
    return theorem("loss_distribution", "exact.pld").bound(profile), profile


_PURE, _APPROXIMATE = ch.Pure(epsilon=Fraction(1)), ch.Approximate(epsilon=Fraction(1), delta=Fraction(1, 10**6))
_of_step(FELDMAN, "feldman2021.clones", "shuffled_reports", "shuffled:n=20/pure:epsilon=1", _PURE)
_of_step(
    FELDMAN,
    "feldman2021.clones-approximate",
    "shuffled_reports",
    "shuffled:n=20/approximate:epsilon=1,delta=1e-6",
    _APPROXIMATE,
)
_of_step(CHECKIN, "checkin.clones", "crowds", "checkin:m=5,n=40,p=1/2/pure:epsilon=1", _PURE)
_of_step(
    CHECKIN,
    "checkin.clones-approximate",
    "crowds",
    "checkin:m=5,n=40,p=1/2/approximate:epsilon=1,delta=1e-6",
    _APPROXIMATE,
)
_of_step(BLANKET, "balle2019.response-pair", "blanket", "shuffled:n=20/randomized-response:epsilon=1,k=3")
_of_step(RESPONSE, "shuffled-response.profile", "blanket", "shuffled:n=20/randomized-response:epsilon=1")
_taken(EXACT, "exact.pld", _of_profile, "laplace.profile", "laplace:scale=1")
