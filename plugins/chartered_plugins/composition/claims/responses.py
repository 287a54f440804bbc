"""Claims about the exact profile of many randomized responses: its printed forms, its inverse, and long sums; and about
losses that are rounded up to a grid if an exact sum would be too long."""

from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving import Each, Nonnegative, Notation, Positive, Proofs, Same, numbers
from chartered_verify.arithmetic import Arithmetic, balls
from chartered_verify.large_packages import sympy

from ..formulas import binomial, finite_loss as losses, randomized_response_products as responses
from .optimal_composition import summed

SIZE = (Fraction(1, 20), 20)
BOOK = Proofs(
    "responses",
    "Kairouz, Oh, Viswanath 2015",
    at="Theorem 3.3",
    notation=Notation(ranges={"y x t i rest": SIZE, "level": (1, 20)}),
)
SEVERAL: tuple[responses.Counts, ...] = (
    ((Fraction(1, 5), 5), (Fraction(1, 2), 3)),
    ((Fraction(1, 10), 7), (Fraction(3, 10), 2), (Fraction(1), 1)),
    ((Fraction(1, 3), 4), (Fraction(2, 7), 6)),
)
LONG: tuple[responses.Counts, ...] = (
    ((Fraction(1, 5), 300), (Fraction(1, 7), 20)),
    ((Fraction(1, 100), 10**5), (Fraction(1, 2), 2)),
    ((Fraction(3), 400),),
)
ALONE = [((e, k),) for e in numbers("1/100 1/5 3") for k in (1, 2, 7, 50, 1001, 30_000, 10**9)]
DELTAS = numbers("1e-300 1e-9 1e-3 1/5")


def largest(counts: responses.Counts) -> Fraction:
    """The sum of all eps."""
    return sum((k * e for e, k in counts), Fraction(0))


def _printed(k: int, i: int, tail: str) -> str:
    """The first i terms C(k,l) (e^((k-l) eps0) - tail)/(1+e^eps0)^k of Theorem 3.3, where e^eps0 = 1 + y."""
    terms = (f"{comb(k, flips)}*((1 + y)^{k - flips} - {tail.format(flips=flips)})" for flips in range(i))
    return f"({' + '.join(('0', *terms))})/(2 + y)^{k}"


def _two_versions(k: int, i: int) -> tuple[Same, Same]:
    """The first i losses of the shipped weights, at any level e^eps and at e^((k-2i) eps0)."""

    def gain(xp: Any, y: Any, level: Any) -> Any:
        weights = binomial.weights(xp, xp.log1p(y), k, 0, k)
        return sum(weights[:i], 0 * y) - level * sum(weights[::-1][:i], 0 * y)

    on_grid = _printed(k, i, f"(1 + y)^({k - 2 * i} + {{flips}})")
    return (
        Same(f"k = {k}, i = {i}", gain, _printed(k, i, "level*(1 + y)^{flips}"), points=2),
        Same(f"at (k-2i) eps0, k = {k}", lambda xp, y: gain(xp, y, (1 + y) ** (k - 2 * i)), on_grid, points=2),
    )


BOOK.identity(
    "profile.two-versions",
    "The upper tails of the shipped weights are the sums that the theorem prints: at eps = (k-2i) eps0 for its i, and "
    "at any eps those of its positive terms.",
    "all eps0 > 0, eps >= 0, k <= 8, all i",
    *(part for k in range(1, 9) for i in range(k // 2 + 1) for part in _two_versions(k, i)),
    so="A term is positive exactly for k - 2l > eps/eps0, so these are the upper tails {loss > eps}.",
)


def _weights(k: int) -> list[Same]:
    def in_turn(xp: Any, y: Any) -> Any:
        return sum(((i + 1) * w for i, w in enumerate(binomial.weights(xp, xp.log1p(y), k, 0, k))), 0 * y)

    def by_gamma(xp: Any, y: Any) -> Any:
        return sum(((i + 1) * binomial.weight(xp, xp.log1p(y), k, i) for i in range(k + 1)), 0 * y)

    wanted = " + ".join(f"{(i + 1) * comb(k, i)}*(1 + y)^{k - i}/(2 + y)^{k}" for i in range(k + 1))
    found = [Same(f"in turn, k = {k}", in_turn, wanted, points=2)]
    if k <= 3:
        expanded = (lambda expr: sympy.expand_func(expr),)
        found.append(Same(f"by gamma functions, k = {k}", by_gamma, wanted, rewrites=expanded, points=2))
    return found


BOOK.identity(
    "profile.weights",
    "Each weight is the one before times (k-l)/(l+1) e^-eps0, as for C(k,l) e^((k-l) eps0)/(1+e^eps0)^k, and so is "
    "the one from gamma functions.",
    "all eps0 > 0, k <= 12, all l",
    *(part for k in range(1, 13) for part in _weights(k)),
    so="Sums with the weights 1, 2, ..., so that no two terms can be exchanged.",
)


@BOOK.identity(
    "profile.several",
    "The sums on a grid and those over every combination of flips are the same profile.",
    "Theorem 3.3; Murtagh, Vadhan 2016, Theorem 1.5",
    "three lists of two or three eps, eps at five shares of their sum",
    Each("balls overlap", bits=256, counts=SEVERAL, share="0 1/7 1/3 3/5 9/10"),
)
def _several(xp: Any, counts: responses.Counts, share: Fraction) -> Any:
    epsilon = xp.number(share * largest(counts))
    on_grid, terms = (losses.delta(xp, of(counts), epsilon) for of in (responses.summed, responses.multiplied))
    return on_grid.overlaps(terms) and (on_grid - terms).rad() * 10**40 < 1


def _inverse(counts: responses.Counts, delta: Fraction, failing: Fraction) -> bool:
    profile = summed(*counts, delta=failing)
    inverse = profile.epsilon
    assert inverse is not None
    whole = failing + (1 - failing) * delta
    for bits in (192, 1200):
        with balls(bits) as xp:
            epsilon = inverse(xp, xp.number(whole), {})
            if epsilon.rad() * 10**20 < 1 + abs(epsilon):
                back = profile.delta(xp, epsilon, {})
                return bool(back.overlaps(xp.number(whole))) and bool(back.rad() * 10**9 < xp.number(whole))
    return False


BOOK.identity(
    "profile.inverse",
    "The eps that is found at delta has this delta, for few and for very many answers, of one eps or of several, and "
    "with failures.",
    "k in {1, 2, 7, 50, 1001, 30000, 10^9} at eps0 in {1/100, 1/5, 3}, and three lists of several; delta in {1e-300, "
    "1e-9, 1e-3, 1/5}",
    Each("balls, without failures", _inverse, counts=[*ALONE, *SEVERAL], delta=DELTAS, failing="0"),
    Each("balls, with failures", _inverse, counts=SEVERAL, delta=DELTAS, failing="1/100"),
)


@BOOK.identity(
    "profile.tails",
    "The probability of at most l flips by the series 2F1(1, -l; k-l+1; -e^eps0), as used for very many answers, is "
    "the sum of the weights.",
    "direct computation: the ratio of weights",
    "k in {3, 40, 300}, eps0 in {-1, -1/5, 1/100, 1/5, 3}, every l (every 7th for k = 300)",
    Each("balls overlap", bits=256, k=(3, 40, 300), eps0="-1 -1/5 1/100 1/5 3"),
)
def _tails(xp: Any, k: int, epsilon0: Fraction) -> bool:
    total = xp.number(0)
    for flips, weight in enumerate(binomial.weights(xp, xp.number(epsilon0), k, 0, k)):
        total = total + weight
        if k > 100 and flips % 7:
            continue
        found = binomial.cached_cdf(256, epsilon0, k, flips)
        if not (found.overlaps(total) and (found - total).rad() * 10**30 < total):
            return False
    return True


def _exact(xp: Arithmetic, counts: responses.Counts, epsilon: Fraction) -> Any:
    """The exact profile, as a mean over the flips of all but the first group."""
    if len(counts) == 1:
        return losses.delta(xp, responses.summed(counts), xp.number(epsilon))
    (e, k), total = counts[-1], xp.number(0)
    for flips, weight in enumerate(binomial.weights(xp, xp.number(e), k, 0, k)):
        total = total + weight * _exact(xp, counts[:-1], epsilon - (k - 2 * flips) * e)
    return total


@BOOK.soundness(
    "rounded.sound",
    "A larger loss has the larger delta: w (1 - e^(eps - loss))_+ does not fall with the loss. Every group's loss "
    "goes up by less than a step, and the mass outside its window is at most the stated rest, and goes to infinity or "
    "up to the window.",
    "all losses and eps; the grid in six cases of up to 10^5 answers at one eps, four eps each",
    # e^(eps - loss) = 1/(1 + x) becomes 1/((1 + x)(1 + t))
    Nonnegative("the term rises", "(1 - 1/((1 + x)*(1 + t))) - (1 - 1/(1 + x))", zero="x t"),
    # l/(k-l+1) less (l-1)/(k-l+2) for 1 <= l = 1 + i <= k = l + rest
    Positive("the ratios fall", "(1 + i)/(rest + 1) - i/(rest + 2)"),
    Each(
        "balls: the shipped grid is above the exact profile, and below it one interval a group earlier",
        bits=256,
        counts=(*SEVERAL, *LONG),
        share="1/50 1/7 1/2 9/10",
    ),
    so="At losses below eps the term is 0. The rest of a binomial tail is at most a geometric series, since its "
    "ratios fall.",
)
def _rounds_up(xp: Any, counts: responses.Counts, share: Fraction) -> Any:
    rounded, epsilon = responses.rounded(counts), share * largest(counts)
    step = (rounded.negated[1] - rounded.negated[0]) * rounded.unit
    found = losses.delta(xp, rounded, xp.number(epsilon))
    there, before = (_exact(xp, counts, epsilon - back) for back in (Fraction(0), len(counts) * step))
    room = 1 + xp.number(Fraction(1, 10**60))
    return there <= found * room and found <= before * room + xp.number(Fraction(1, 10**300))
