"""Claims about report noisy max: Laplace's distribution function is the fastest that a choice can change by."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod

from chartered.proving import Notation, Proofs, Range, Rewrites, Sampled, Shipped
from chartered.proving.proof_parts import Nonnegative, Positive, Same, SameParts, Tends

NOTATION = Notation(
    # the chance of a set that is s ahead, in units of the noise, from the chance p at 0: below 1/2, through it, above
    "low(p, s) = p*exp(s)",
    "through(p, s) = 1 - exp(-s)/(4*p)",
    "high(p, s) = 1 - (1 - p)*exp(-s)",
    "shipped(epsilon0, epsilon) = profile(epsilon=epsilon0).delta(epsilon)",
    "sum(g, x) = exp(-(2*x + g))/2 - exp(-x)",
    "tail(g) = (1/2 + g/4)*exp(-g)",
    "gumbel(u, v) = exp(u)/(exp(u) + exp(v))",
    ranges={"p q r": Range.chance((Fraction(1, 100), 100)), "s x g u v l d b": (Fraction(1, 10), 5)},
    profile=Shipped("noisy-max.profile"),
    scaled=Shipped("noisy-max.pure"),
    replaced=Shipped("noisy-max.pure", span=2),
)
BOOK = Proofs("noisy-max", "direct computation", at="direct computation", notation=NOTATION)

BOOK.inequality(
    "laplace.hazard",
    "The density of exponential and Laplace noise of rate l is at most l times the upper tail.",
    "all rates l; at a distance u below the centre, and above it, where the two are equal",
    Nonnegative("Laplace, below, where e^(-l u) = q", "l*(1 - q/2) - l*q/2"),
    Same("above", "d/du (1 - exp(-l*u)/2)", "l*exp(-l*u)/2"),
    so="Exponential noise has the density l e^(-l x) and the tail e^(-l x) above 0, and no density below.",
)

BOOK.inequality(
    "laplace.one-exceeds",
    "The density of the largest of several noisy scores is at most l times the chance that exactly one of them exceeds "
    "it, which is at most the chance that some does.",
    "two scores, or one and the largest of the others: tails q and r",
    Nonnegative("the chance that both do", "(1 - (1 - q)*(1 - r)) - (q*(1 - r) + r*(1 - q))"),
    so="So dp/ds <= l p for the chance p that a set wins by its lead s, and for the others dp/ds <= l (1 - p).",
)

BOOK.identity(
    "laplace.fastest",
    "What rises by dp/ds = min(p, 1 - p) is Laplace's distribution function: e^s p up to 1/2, then 1 - e^-s/(4 p), and "
    "1 - e^-s (1 - p) from 1/2 on.",
    "all chances p, leads s in units of the noise",
    Same("below 1/2", "d/ds low(p, s)", "low(p, s)"),
    Same("beyond 1/2", "d/ds through(p, s)", "1 - through(p, s)"),
    Same("they meet at 1/2", "through(p, -log(2*p))", "low(p, -log(2*p))"),
    Same("from 1/2 on", "d/ds high(p, s)", "1 - high(p, s)"),
    Same("Laplace's own, below", "low(exp(-u)/2, s)", "exp(s - u)/2"),
    Same("and above", "high(1 - exp(-u)/2, s)", "1 - exp(-u - s)/2"),
    so="min(p, 1 - p) is Lipschitz, so that nothing that rises by at most as much overtakes it. A lead changes by at "
    "most eps in units of the noise. All tests against Laplace noise have this boundary, which is concave: so its pair "
    "dominates, in either order, and each run given those before it.",
)

BOOK.optimum(
    "profile.largest",
    "Over all chances p the largest p' - e^eps p is at p = e^(-(eps0 + eps)/2)/2, where it is the shipped delta.",
    "all 0 <= eps < eps0 (e^(eps/2) = 1 + x, e^(eps0/2) = 1 + x + g), p = e^(-(eps0 + eps)/2) v/2",
    SameParts(
        "the gap is a square",
        "shipped(2*log1p(x + g), 2*log1p(x)) - (through(v/(2*(1 + x)*(1 + x + g)), 2*log1p(x + g)) "
        "- (1 + x)^2*v/(2*(1 + x)*(1 + x + g)))",
        "(1 + x)/(1 + x + g)*(1 - v)^2/(2*v)",
    ),
    so="Of the other pieces the first rises in p up to it, since e^eps0 > e^eps, and the last falls.",
)

BOOK.identity(
    "profile.two",
    "With exponential noise and two candidates, of which one is g ahead in units of the noise, it wins with the "
    "probability 1 - e^-g/2: Laplace's distribution function, so the bound is attained.",
    "all leads g",
    Same("the density of a win", "d/dx sum(g, x)", "exp(-x)*(1 - exp(-(x + g)))"),
    Same("from 0 on", "-sum(g, 0)", "1 - exp(-g)/2"),
    so="Beyond all x the antiderivative is 0. The lead moves by eps0 if the scores move apart, also in opposite "
    "directions by half of it each.",
)

BOOK.identity(
    "pure.limit",
    "With Laplace noise and two candidates the one that is g behind wins with the probability (1/2 + g/4) e^-g, whose "
    "ratio for a lead that is s less tends to e^s; with exponential noise it is e^s.",
    "Dwork, Roth 2014, Claim 3.9; direct computation",
    "all changes s of the lead, in units of the noise",
    Tends("the ratio", "tail(1/x)/tail(1/x + s)*exp(-s)", "x", 0, "1"),
    so="So no smaller eps holds for all scores.",
)

BOOK.identity(
    "pure.scale",
    "eps is twice the sensitivity over the scale, once if all scores move the same way; twice as much where a record "
    "is replaced.",
    "definition",
    "all sensitivities d and scales b",
    Same("in general", "scaled(scale=b, sensitivity=d).epsilon", "2*d/b"),
    Same("replaced", "replaced(scale=b, sensitivity=d).epsilon", "4*d/b"),
    so="The lead of a set changes by two scores that move apart, or by one of them; a replaced record moves each two "
    "times.",
)

BOOK.soundness(
    "monotone",
    "A smaller eps states no less: a lead that changes by less is among those that change by at most eps.",
    "definition",
    "all eps and eps + d",
    Positive("the difference", "(s + d) - s"),
)

BOOK.identity(
    "gumbel.choice",
    "With Gumbel noise one of two wins with the odds e^(u - v): a lead of s multiplies them by e^s.",
    "Durfee, Rogers 2019, Lemma 4.2",
    "all scores u and v in units of the noise",
    Same("the odds", "gumbel(u, v)/(1 - gumbel(u, v))", "exp(u - v)"),
    Rewrites("noisy-max.gumbel", "noisy-max:epsilon=2,noise=gumbel", "exponential:epsilon=2"),
    Rewrites("noisy-max.gumbel", "noisy-max:scale=2,noise=gumbel,monotone=true", "exponential:epsilon=1/2"),
    so="The largest of several Gumbel variables is one, so that the others count as one candidate.",
)

BOOK.inequality(
    "laplace.not-an-eighth",
    "Permute and flip is not (eps^2/8)-zCDP, as the exponential mechanism is: at eps = 1, from equal scores to a lead "
    "of eps, the Kullback-Leibler divergence is above 1/8.",
    "two candidates, chances 1/2 and 1 - 1/(2e)",
    Positive("the excess", "(1 - exp(-1)/2)*log(2 - exp(-1)) + exp(-1)/2*log(exp(-1)) - 1/8"),
)


@cache
def chances(scores: tuple[int, ...]) -> list[Fraction]:
    """With exponential noise of the rate log 2: a score that is n below the best has a_j = 2^-n, and j wins with the
    chance a_j E_u prod (1 - a_i u) over the others i, for u uniform on [0, 1]."""
    best = max(scores)
    weights = [Fraction(1, 2 ** (best - score)) for score in scores]
    found = []
    for j, own in enumerate(weights):
        others = [a for i, a in enumerate(weights) if i != j]
        terms = (
            (-1) ** size * prod(chosen, start=Fraction(1)) / (size + 1)
            for size in range(len(others) + 1)
            for chosen in combinations(others, size)
        )
        found.append(own * sum(terms, Fraction(0)))
    return found


def reached(p: Fraction, odds: Fraction) -> Fraction:
    """Laplace's boundary at e^eps = `odds`."""
    if p <= 1 / (2 * odds):
        return odds * p
    return 1 - 1 / (4 * p * odds) if p <= Fraction(1, 2) else 1 - (1 - p) / odds


@BOOK.table(
    "profile.choices",
    "No set of candidates passes Laplace's boundary, whatever the scores and however they move by at most 1.",
    "direct computation: all scores, all moves, all sets",
    "two to four candidates, scores from 0 to 3, noise of the rate log 2",
    Sampled(
        "fractions: all sets",
        cases=[
            (scores, way)
            for k in (2, 3, 4)
            for scores in product(range(4), repeat=k)
            for way in (True, False)
            if min(scores) == 0 and list(scores) == sorted(scores)
        ],
        digits=30,
    ),
)
def _within(scores: tuple[int, ...], monotone: bool) -> bool:
    before, odds = chances(scores), Fraction(2 if monotone else 4)
    for moves in product((0, 1) if monotone else (-1, 0, 1), repeat=len(scores)):
        after = chances(tuple(map(sum, zip(scores, moves, strict=True))))
        for size in range(len(scores) + 1):
            for chosen in combinations(range(len(scores)), size):
                p, q = (sum((law[j] for j in chosen), Fraction(0)) for law in (before, after))
                if q > reached(p, odds) or p > reached(q, odds):
                    return False
    return sum(before) == 1
