"""Claims about the paper's figures in numbers: T3 against T4 (figure 1), and the Gaussian with sigma = 20, delta = 1e-5
(figure 2)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from chartered.proving import Certain, Covered, Each, Notation, Part, Positive, Proofs, Rounds, Same, lemma, numbers
from chartered.proving.decimals import ends

from ....basics.formulas import gaussian_profile
from ...formulas import closed_forms as renyi_conversion, linear_curve as moments
from ..gaussian_study import DELTA, least, rho, steady_second
from ..witness import bracket, lies_between

BEST = Fraction(27535, 7149)
"""Lemma 2's best order at T = 1000."""
LOWEST = Fraction(1, 10**6)
"""Orders below 1 + this are covered by an argument instead of boxes."""

NOTATION = Notation(
    "order(rho, u) = moments.accountant_order(rho, exp(-u^2))",
    "balance(rho, u) = moments.lemma2_balance(rho, exp(-u^2), order(rho, u))",
    "d = 1/10^5",
    "lowest = 1/10^6",
    "total(T) = moments.rho_of(400, T)",
    "E23(rho) = moments.accountant_epsilon(rho, d)",
    "gap = E23(total(1000)) - least(1000)",
    "profile(eps) = gaussian_profile.delta_mu(sqrt(2*total(1000)), eps)",
    "near_one(T) = log1p(total(T)*lowest/d)/lowest",
    ranges={"rho u b m": (Fraction(1, 9), 5)},
    moments=moments,
    gaussian_profile=gaussian_profile,
    least=least,
    steady_second=steady_second,
)
ORDERS = (LOWEST, 1 / DELTA - 1)


def _other_branches(times: int, level: Fraction) -> Part:
    """eps1 and the third branch of L2 are above the level, so L2 is eps0's minimum if that is below it."""
    return lemma(
        NOTATION,
        Covered(
            "eps1 is above the level for orders from 1 + 1e-6 to 1/delta",
            f"steady_second(total({times}), d, b) - {level}",
            {"b": ORDERS},
            log="b",
        ),
        Certain(
            "below 1 + 1e-6 too: eps1 >= log(1 + rho (alpha-1)/delta)/(alpha-1), which falls with alpha",
            f"near_one({times}) - {level}",
        ),
        Certain("the third branch is above it", f"moments.lemma2_edge(total({times}), d) - {level}"),
    )


BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Figure 2", notation=NOTATION)


@BOOK.table(
    "F1.T4-below-T3",
    "At three pairs (alpha, eps) and six delta each, max(g, f) is below T3's gamma, by at most 0.28.",
    "Figure 1 (pairs of our own choice)",
    "(alpha, eps) in {(2, 1), (5, 1/2), (20, 1/10)}, delta = k/(13 alpha) for k = 1, 3, ..., 11",
    Each(
        "balls: T3's gamma with both sides of the duality, T4 directly",
        cases=[(*numbers(pair), k) for pair in ("2 1", "5 1/2", "20 1/10") for k in range(1, 13, 2)],
        bits=256,
    ),
)
def _above(xp: Any, alpha: Fraction, eps: Fraction, k: int) -> bool:
    """Whether T3's gamma, by both sides of the duality, is above T4's, by less than 0.28."""
    delta = k / (13 * alpha)
    sides, at = bracket(alpha, eps, delta), (xp.number(alpha), xp.number(eps), xp.number(delta))
    gap = sides.gamma - xp.maximum(renyi_conversion.lower_gamma_g(xp, *at), renyi_conversion.lower_gamma_f(xp, *at))
    return sides.agrees(30) and gap > 0 and bool(gap < xp.number(Fraction(28, 100)))


BOOK.table(
    "F2.values",
    "At T = 1000: E23 8.8371356, L2 8.0783595, the exact Gaussian 7.5112759 (to half a unit of the last digit).",
    "sigma = 20, delta = 1e-5, T = 1000",
    Rounds("E23", "E23(total(1000))", "8.8371356"),
    Rounds("eps0's minimum", "least(1000)", "8.0783595"),
    _other_branches(1000, Fraction(81, 10)),
    Certain("the profile is below delta half a unit above 7.5112759", "d - profile(150225519/(2*10^7))"),
    Certain("and above delta half a unit below", "profile(150225517/(2*10^7)) - d"),
    so="The exact eps is where the profile crosses delta.",
)

BOOK.inequality(
    "F2.gap-grows",
    "The gap between E23 and eps0's minimum rises with T: by the envelope theorem its slope in rho is E23's order "
    "minus eps0's, and the balance at E23's order is the logarithm of that order, so positive.",
    "all rho > 0, 0 < delta < 1 (rho = m^2, log(1/delta) = u^2)",
    Same("d E23/d rho is its order", "d/drho moments.accountant_epsilon(rho, exp(-u^2))", "order(rho, u)"),
    Same("d eps0/d rho is its order", "d/drho moments.lemma2_first(rho, exp(-u^2), 1 + b)", "1 + b"),
    Same("the balance at E23's order", "balance(rho, u)", "log(order(rho, u))"),
    Positive("that order exceeds 1", "order(m^2, u) - 1"),
    so="The balance rises with alpha (L2.balance), so eps0's order is below E23's.",
)

BOOK.table(
    "F2.gap",
    "For T = 1..1000 the largest gap between E23 and L2 is 0.75878, at T = 1000.",
    "Figure 2 (the paper says 'up to 0.75')",
    "sigma = 20, delta = 1e-5, T = 1..1000",
    Rounds("the gap at T = 1000", "gap", "0.75878"),
    Covered(
        "eps1 > E23 - 3/4",
        "steady_second(rho, d, b) - E23(rho) + 3/4",
        {"rho": (rho(1), rho(1000)), "b": ORDERS},
        log="rho b",
        bits=53,
    ),
    Certain("below the order 1 + 1e-6 too", "near_one(1) - 9"),
    Covered("the third branch > E23", "moments.lemma2_edge(rho, d) - E23(rho)", {"rho": (rho(1), rho(1000))}),
    so="E23 minus eps0's minimum rises with T (F2.gap-grows), and on all of T = 1..1000 the other branches stay above "
    "E23 - 3/4 (below the order 1 + 1e-6 by L2.second-branch-slack).",
)


def _rounds(eps: int, by_accountant: int, by_lemma: int) -> Iterator[Part]:
    for what, most, formula in (("E23", by_accountant, "E23(total({}))"), ("eps0's minimum", by_lemma, "least({})")):
        yield Certain(f"{what} at T = {most} against {eps}", f"{eps} - {formula.format(most)}")
        yield Certain(f"{what} at T = {most + 1} against {eps}", f"{formula.format(most + 1)} - {eps}")
    yield _other_branches(by_lemma + 1, Fraction(eps))


BOOK.table(
    "F2.rounds",
    "Rounds allowed: at eps = 6, 501 by E23 and 603 by L2; at eps = 8, 839 and 983; one more round is too many.",
    "sigma = 20, delta = 1e-5",
    *_rounds(6, 501, 603),
    *_rounds(8, 839, 983),
    so="E23 and L2 rise with T.",
)

BOOK.table(
    "F2.T3-at-its-order",
    "At T = 1000 and L2's best order T3 gives 8.0783592, 3.8e-7 below L2: they agree to 7 digits.",
    "Figure 2 and Theorem 3",
    "sigma = 20, delta = 1e-5, T = 1000, alpha = 27535/7149",
    Each("balls: T3", lies_between, [(BEST, rho(1000) * BEST, DELTA, *ends("8.0783592"))]),
    Certain("L2 - 8.0783592 > 3e-7", "least(1000) - 80783595/10^7"),
    so="T3 is enclosed by a pair from below and a tangent from above.",
)
