"""Claims about the bound on cut batches that ships: terms one by one, and one term for all the others; and how likely
a record stays."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving import Points, Proofs, Sampled, case, near, numbers, registered
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.batches.formulas import truncated_poisson as formulas
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled
from flint import arb

BOOK = Proofs("truncated-poisson", "Chua et al. 2024 (2411.04205); ours")
SIZES = [(40, 3, Fraction(1, 2)), (30, 1, Fraction(1, 10)), (9, 2, Fraction(2, 3))]
"""Records, the size of a batch, and the rate: most of the mass is in the others, a little, and none."""


def _written(xp: Any, sizes: tuple[int, int, Fraction], mu: Fraction, level: Fraction, removal: bool) -> bool:
    records, largest, rate = sizes
    found, noise, grown = formulas.cuts(records, rate, largest), formulas.noise(mu), xp.number(level)
    alone = sampled.removal(rate, noise) if removal else sampled.addition(rate, noise)

    def apart(r: Fraction, times: int) -> Any:
        """r times the profile of so many records apart, at 1 + (t - 1)/r."""
        return xp.number(r) * delta_mu(xp, times * xp.number(mu), xp.log(1 + (grown - 1) / xp.number(r)))

    def term(r: Fraction) -> Any:
        """r [(1-b) h_2mu(t1) + b h_mu(t1)], or r h_mu(t1) in the other order."""
        both = grown / (1 + (grown - 1) / xp.number(r))
        return (1 - both) * apart(r, 2) + both * apart(r, 1) if removal else apart(r, 1)

    eps = xp.log(grown)
    terms = sum((xp.number(mass) * term(r) for r, mass in found.cut), xp.number(found.uncut) * alone.curve(xp, eps))
    most, rest = found.others
    written = terms + xp.number(rest) * apart(most, 2 if removal else 1)
    return near(formulas.direction(found, rate, mu, removal=removal).curve(xp, eps), written, 15)


BOOK.table(
    "pld.written-out",
    "The shipped bound is the uncut sample, the terms of the first numbers of others, and the coarser term of all that "
    "follow with the largest r among them.",
    "3 sizes, 2 noises, 2 e^eps, both orders; 15 digits",
    Sampled(
        "balls: term by term",
        _written,
        digits=15,
        bits=192,
        why="a sum of a number of terms that is not fixed",
        sizes=SIZES,
        mus=numbers("1/2 2"),
        levels=numbers("3/2 4"),
        orders=(True, False),
    ),
)


def _registered(xp: Any, sigma: Fraction, level: Fraction) -> bool:
    """The theorem's pair in both directions, and its lower end: a Poisson sample at the chance to be in a batch."""
    step, theorem = case(f"poisson:rate=1/2,of=9,largest=3/gaussian:sigma={sigma}"), registered("truncated-poisson.pld")
    eps, found, least = xp.log(xp.number(level)), theorem.apply(step), theorem.from_below.apply(step)
    ((above, runs),), ((below, _),) = found.composition, least.composition
    kept = formulas.cuts(9, Fraction(1, 2), 3).kept
    noise = formulas.noise(1 / sigma)
    exact = sampled.removal(kept, noise), sampled.addition(kept, noise)
    shipped = formulas.above(9, Fraction(1, 2), 3, 1 / sigma)
    same = [*zip(above, shipped, strict=True), *zip(below, exact, strict=True)]
    known = runs == 1 and found.deltas_at_infinity == least.deltas_at_infinity == (0,)
    return known and all(near(one.curve(xp, eps), other.curve(xp, eps), 15) for one, other in same)


BOOK.table(
    "pld.registered",
    "The theorem states the shipped pair from above, and from below the sample whose rate is that of being in a batch.",
    "two noises, 2 e^eps; 15 digits",
    Sampled(
        "balls: both pairs",
        _registered,
        digits=15,
        bits=192,
        why="values are compared one by one",
        sigmas=numbers("1 3"),
        levels=numbers("3/2 4"),
    ),
)


def _binomial(n: int, p: Fraction, k: int) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


@BOOK.identity(
    "pld.probabilities",
    "The shipped probabilities of the numbers of others are above the binomial ones, and the chance to be in a batch, "
    "E min(N, B)/n with N ~ Bin(n, p), is above the shipped one, by at most 10^-30.",
    "6 sizes, 3 rates, exact fractions",
    Sampled(
        "run: exact fractions",
        why="a sum of a number of terms that is not fixed",
        cases=[
            (n, p, largest)
            for (n, largest), p in product(
                ((2, 1), (3, 1), (5, 4), (40, 3), (60, 30), (200, 11)), numbers("1/100 1/2 9/10")
            )
        ],
    ),
)
def _probabilities(n: int, p: Fraction, largest: int) -> bool:
    found, least = formulas.cuts(n, p, largest), Fraction(1, 10**30)
    exact = [_binomial(n - 1, p, others) for others in range(n)]
    kept = sum((_binomial(n, p, k) * min(k, largest) for k in range(n + 1)), Fraction(0)) / n
    pairs = [(found.uncut, sum(exact[:largest], Fraction(0)))]
    pairs += [(mass, exact[largest + index]) for index, (_, mass) in enumerate(found.cut)]
    pairs.append((found.others[1], sum(exact[largest + len(found.cut) :], Fraction(0))))
    stays = all(r == p * largest / (largest + index + 1) for index, (r, _) in enumerate((*found.cut, found.others)))
    above = all(0 <= shown - true <= least for shown, true in pairs)
    return stays and above and 0 <= kept - found.kept <= least


@BOOK.inequality(
    "pld.coarser",
    "r ((1-b) h_2mu(t1) + b h_mu(t1)) is at most r h_2mu(t1), since profiles rise with mu.",
    "",
    "200 random points",
    Sampled(
        "balls",
        cases=Points(200, {"r": (Fraction(1, 50), 1), "mu": (Fraction(1, 10), 4), "eps": (0, 4)}),
        digits=10,
        bits=192,
        why="that the profile of mu-GDP rises with mu is a claim of its own; the formula is run",
    ),
)
def _first_terms(xp: Any, *at: Fraction) -> bool:
    """Whether the first terms are no larger than those by which the others are bounded, in both orders."""
    stays, mu, eps = map(xp.number, at)
    return all(
        bool(
            formulas.displacing(xp, stays, mu, eps, removal=removal)
            <= formulas.displacing_more(xp, stays, mu, eps, removal=removal) * (1 + arb(2) ** -40)
        )
        for removal in (True, False)
    )
