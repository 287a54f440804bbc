"""Claims about Table 1 of the check-ins paper: n updates of one report each by sampling, by check-ins and by two bounds
on shuffles.

All four are the tail of a sum of small steps, so a variance proxy orders them: (e^eps0 - 1)^2/n times 1, e^eps0,
e^(3 eps0) and 4 e^(4 eps0)."""

from fractions import Fraction

from chartered.proving import POSITIVE, Between, Claimed, Notation, Positive, Proofs, Same, Tends

from ...basics.formulas import subgaussian_tail as tail
from ...shuffling.claims.clones import SWAPS
from ...shuffling.formulas import closed_forms as shuffling
from ...subsampling.formulas import amplification
from ..formulas import report_slots
from .checkins_numbers import BOOK as NUMBERS, RISES

NOTATION = Notation(
    # n steps on one record drawn uniformly: eps_i = log(1 + (e^eps0-1)/n), at most e^eps_i - 1
    "sampled(l, n) = n*expm1(amplification.sampled_epsilon(1/n, log1p(l)))^2",
    # n/m rounds of m slots at p = m/n, each by Theorem 3.2; and with p kept in the posterior
    "checked_in(l, n, m) = n/m*report_slots.printed_variance_proxy(m, m/n, log1p(l))",
    "sharpened(l, n, p) = report_slots.variance_proxy(n*p, p, l, 1/(1 + l))/p",
    # Theorem 5.1, and the general form of Erlingsson et al. 2019
    "shuffled(l, n) = shuffling.variance_proxy(log1p(l), n)",
    "swapped(l, n) = shuffling.swap_variance_proxy(log1p(l), n)[1]",
    "p = u/(1 + u)",
    "ratio = 1/(1 - p + p/(1 + l))",
    # n log(1 - 1/n) at n = 1 + y
    "logarithm = (1 + y)*(log(y) - log(1 + y))",
    ranges={"l n m u v x y": POSITIVE},
    amplification=amplification,
    report_slots=report_slots,
    shuffling=shuffling,
    tail=tail,
)
BOOK = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", at="Table 1", notation=NOTATION)
ROWS = (
    ("uniform subsampling", "sampled({l}, {n})", 1, 2, "1.719"),
    ("check-ins", "checked_in({l}, {n}, 1)", 1, 3, "2.833"),
    ("Theorem 5.1", "shuffled({l}, {n})", 1, 5, "7.701"),
    ("Erlingsson et al. 2019", "swapped({l}, {n})", 2, 6, "25.393"),
)
"""For each row: its name, its variance proxy, the factor and twice the power of e^eps0 in its rate, and the constant up
to eps0 = 1."""


def _at_one(row: str, proxy: str, most: str) -> Between:
    """A step that proves that the constant at eps0 = 1 rounds up to the printed one."""
    root = f"sqrt({proxy.format(l='expm1(1)', n=1)})"
    return Between(f"{row} at eps0 = 1", root, str(Fraction(most) - Fraction(1, 1000)), most)


BOOK.inequality(
    "Table1.order",
    "From row to row the variance proxy grows by e^eps0 (sampling to check-ins, whatever m is), e^(2 eps0) (to "
    "Theorem 5.1) and 4 e^eps0 (to Erlingsson et al. 2019), and eps with it: leading terms by e^(eps0/2), e^eps0 and "
    "2 e^(eps0/2).",
    "Table 1, and the remark after Theorem 5.1",
    "all eps0 > 0 (e^eps0 = 1 + l), n, m; energies v^2, delta = e^-y",
    Positive("eps rises with the variance proxy", "d/dv tail.tail_epsilon(v^2/2, v^2, exp(-y))"),
    Same("sampling to check-ins", "checked_in(l, n, m)/sampled(l, n)", "1 + l"),
    Same("check-ins to Theorem 5.1", "shuffled(l, n)/checked_in(l, n, m)", "(1 + l)^2"),
    Claimed("Theorem 5.1 to Erlingsson et al.", SWAPS, "T7.above-T5.1"),
    so="eps = v^2/2 + v sqrt(2 log(1/delta)); the mean loss of Erlingsson et al. is the larger besides.",
)
BOOK.inequality(
    "Table1.large",
    "The leading terms over sqrt(2 log(1/delta)) are 1 - e^-eps0 times e^eps0/sqrt n (sampling), e^(1.5 eps0)/sqrt n "
    "(check-ins), e^(2.5 eps0)/sqrt n (Theorem 5.1) and 2 e^(3 eps0)/sqrt n (Erlingsson et al. 2019): for eps0 >= 1 "
    "between 0.632 and 1 of these rates, and in the limit all of them.",
    "all eps0 >= 1, n",
    *(
        Same(row, proxy.format(l="l", n="n"), f"({factor}*l/(1 + l))^2*(1 + l)^{twice}/n")
        for row, proxy, factor, twice, _ in ROWS
    ),
    Positive("it rises", "d/dx 1 - exp(-x)"),
    Positive("from 0.632 at eps0 = 1", "1 - exp(-1) - 632/1000"),
    Tends("to 1", "1 - exp(-x)", "x", "inf", "1"),
    so="1 - e^-eps0 rises with eps0.",
)
BOOK.inequality(
    "Table1.small",
    "For eps0 <= 1 the leading terms over sqrt(2 log(1/delta)/n) are at most 1.719, 2.833, 7.701 and 25.393 times "
    "eps0: all rows are O(eps0/sqrt n). At eps0 = 1 all of these but 0.001 is reached.",
    "all 0 < eps0 <= 1, n",
    RISES,
    *(_at_one(row, proxy, most) for row, proxy, _, _, most in ROWS),
    so="Over eps0 the leading terms are (e^eps0 - 1)/eps0 times a power of e^eps0 (Table1.large), and rise with eps0.",
)
BOOK.inequality(
    "Table1.sharpened",
    "With p = m/n kept in the posterior the variance proxy of the check-ins is (e^eps0-1)^2/(n (1 - p (1 - "
    "e^-eps0))): 1/(1 - p + p e^-eps0) times that of uniform subsampling, below the printed row, and for m/n to 0 "
    "the factor e^(eps0/2) of its rate is gone.",
    "Table 1 and Theorem 3.2, sharpened",
    "all eps0 > 0 (e^eps0 = 1 + l), 0 < p < 1 (p = u/(1+u)), n",
    Same("the ratio", "sharpened(l, n, p)/sampled(l, n)", "ratio"),
    Positive("it is above 1", "ratio - 1"),
    Positive("below the print", "checked_in(l, n, n*p) - sharpened(l, n, p)"),
    Tends("and 1 in the limit", "ratio", "u", 0, "1"),
    so="The rate is the root of the variance proxy.",
)
BOOK.inequality(
    "P3.4.share",
    "At p = m/n, the choice of Corollary 3.3, the share (1 - 1/n)^n of slots without client rises with n, stays "
    "below 1/e and tends to it.",
    "Proposition 3.4 with c = 1",
    "all n = 1 + y > 1",
    Positive("the slope of n log(1 - 1/n) falls", "d2/dy2 -logarithm"),
    Tends("to 0", "d/dy logarithm", "y", "inf", "0"),
    Tends("its limit is -1", "logarithm", "y", "inf", "-1"),
    Claimed("it is below 1/e", NUMBERS, "P34.at-most"),
    so="n log(1 - 1/n) rises where its slope, which falls to 0 at infinity, has a negative slope.",
)
