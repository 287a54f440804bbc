"""Claims about what ships of joined dots: runs whose composition is known exactly, and every profile whose dots are
taken."""

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
from .. import profile as joined
from ..formulas import connect_the_dots as dots
from ..guarantee import Joined

FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT, CASES = (
    Book("feldman2021", "Feldman, McMillan, Talwar 2021"),
    Book("checkin", "Feldman, McMillan, Talwar 2021"),
    Book("balle2019", "Balle, Bell, Gascon, Nissim 2019"),
    Book("shuffled-response-joined", "direct computation"),
    Book("exact", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022"),
    Book("loss-distribution", "Zhu, Dong, Wang 2022"),
)
claims = claims_of(CASES, FELDMAN, CHECKIN, BLANKET, RESPONSE, EXACT)
EPSILONS = tuple(map(Fraction, ("0", "1/50", "1/7", "1/2", "2")))
TAIL = Fraction(1, 10**12)
PLACES = (0, 1, 2, 4, 6, 8, 10, 13, 15, 19, 21)
_DIGITS = 30
"""What balls of 128 bits keep of these sums."""


@CASES.soundness(
    "profile.exact-cases",
    "The shipped delta of many runs is nowhere below the exact one: of answers of randomized response, of answers "
    "that fail, and of the "
    "Gaussian mechanism; and with fine dots within a hundredth of it.",
    "Theorem 10",
    "2 and 11 runs, 5 eps, dots 1/300 and 1/8 apart",
)
def _exact_cases(effort: Effort) -> Verdict:
    cases = [(run, times, e) for run in (_answers, _failing, _normal) for times in (2, 11) for e in EPSILONS]
    return sample(_between, cases, _DIGITS, "balls")


def _answers(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    size, table = Fraction(1, 5), responses.summed(((Fraction(1, 5), times),))
    one = ch.Profile(delta=lambda xp, e, witness: response.delta(xp, xp.number(size), xp.number(2), e), attains=size)
    return one, lambda xp, e: losses.delta(xp, table, e)


def _failing(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    own, (one, exact) = Fraction(1, 1000), _answers(times)

    def delta(xp: Any, e: Value, witness: ch.Witness) -> Value:
        return failures.with_failure(xp.number(own), one.delta(xp, e, {}))

    none_fails = (1 - own) ** times
    return ch.Profile(
        delta=delta, floor=own, attains=one.attains
    ), lambda xp, e: 1 - xp.number(none_fails) * (1 - exact(xp, e))


def _normal(times: int) -> tuple[ch.Profile, Callable[[Any, Value], Value]]:
    mu = Fraction(1, 10)

    def exact(xp: Any, e: Value) -> Value:
        return gaussian_profile.delta_mu(xp, xp.sqrt(xp.number(times)) * xp.number(mu), e)

    return ch.Profile(delta=lambda xp, e, witness: gaussian_profile.delta_mu(xp, xp.number(mu), e)), exact


def _between(run: Callable[[int], Any], times: int, epsilon: Fraction) -> bool:
    one, exact = run(times)
    whole = joined.profile(joined.times(joined.of(one), times))
    with balls(128) as xp:
        e = xp.number(epsilon)
        truth = exact(xp, e)
        fine, coarse = (whole.delta(xp, e, {"step": step, "tail": TAIL}) for step in (Fraction(1, 300), Fraction(1, 8)))
        room = xp.number(TAIL) * times * 100
        return bool(
            fine.upper() >= truth.lower()
            and coarse.upper() >= truth.lower()
            and fine <= truth * xp.number(Fraction(101, 100)) + room
        )


def _taken(book: Book, joins: str, ways: Callable[[], tuple[Joined, ch.Profile]], base: str, text: str) -> None:
    """The claim that what ships under `joins` takes its dots from the profile `base`, and is nowhere below it."""

    @book.claim(
        f"{joins}.dots".removeprefix(f"{book.prefix}."),
        Kind.SOUNDNESS,
        f"The shipped pair joins dots of the profile {base}: it is nowhere below all chords between them. (Its own "
        "delta is below each of "
        "them by profile.joined.above; that pairs bound the composition of runs is "
        "loss-distribution.composition.dominated.)",
        "the profile's own source",
        f"{text}; 11 eps from 0 to 1, dots 1/7 apart",
    )
    def taken(effort: Effort) -> Verdict:
        given, profile = ways()
        return sample(lambda k: _below(given, profile, Fraction(k, 21)), [(k,) for k in PLACES], _DIGITS, "balls")


def _below(given: Joined, profile: ch.Profile, epsilon: Fraction) -> bool:
    """Whether the lines, summed loss by loss, are not below all chords between dots, the first as low as others
    show."""
    step, (((side, other), _),) = Fraction(1, 7), given.parts
    assert side == other
    with balls(128) as xp:
        taken = dots.heights(side, step, TAIL)
        loss, e = dots.joined(xp, taken, taken, step), xp.number(epsilon)
        ratios = [xp.exp(xp.number(j * step)) for j, _ in taken]
        own = [profile.delta(xp, xp.number(j * step), {}) for j, _ in taken]
        own[0] = min(
            [own[0], *((d + (a - 1) / 2) / (1 + (a - 1) / 2) for a, d in zip(ratios[1:], own[1:], strict=True))],
            key=arb.mid,
        )
        cells = loss.cells.coeffs()
        lines = loss.total - sum(cells, xp.number(0))
        for place, cell in enumerate(cells, start=loss.least):
            lines = lines + cell * xp.positive(-xp.expm1(e - xp.number(place * step)))
        return any(lines.upper() >= chord.lower() for chord in _chords(xp.exp(e), ratios, own))


def _chords(a: arb, ratios: Sequence[arb], own: Sequence[arb]) -> Iterator[arb]:
    """Of all pairs of dots around e^eps; beyond the last dot its height."""
    yield from own[-1:] if a >= ratios[-1] else ()
    for (low, p), (high, q) in combinations(zip(ratios, own, strict=True), 2):
        if low.lower() <= a.upper() and a.lower() <= high.upper():
            yield p + (q - p) * (a - low) / (high - low)


def _of_step(book: Book, base: str, plugin: str, text: str, inner: ch.Guarantee | None = None) -> None:
    """Of a theorem about a step, and the one with dots beside it."""
    joins = base.removesuffix(".profile") + "-joined"

    def ways() -> tuple[Joined, ch.Profile]:
        case = ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE, inner)
        return theorem(plugin, joins).bound(case), theorem(plugin, base).bound(case)

    _taken(book, joins, ways, base, text)


def _of_profile() -> tuple[Joined, ch.Profile]:
    profile = theorem("laplace", "laplace.profile").bound(
        ch.Case(ch.parse("laplace:scale=1").step, ch.Neighbours.ADD_OR_REMOVE)
    )
    return theorem("loss_distribution", "exact.joined").bound(profile), profile


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
_taken(EXACT, "exact.joined", _of_profile, "laplace.profile", "laplace:scale=1")
