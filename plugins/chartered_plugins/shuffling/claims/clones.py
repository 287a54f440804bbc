"""Claims about shuffles of adaptive reports: the sum over positions, and the clones pair."""

from fractions import Fraction
from functools import partial
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Crosses, Notation, Positive, Proofs, Rounds, Same, Shipped, claims_of

from ...basics.formulas import subgaussian_tail as tail
from ..formulas import clones_tail, closed_forms as shuffling
from .shuffling_cases import delta_of

ALL = "all eps0 > 0 (e^eps0 = 1 + l), n, 0 < delta < 1"


def _delta(name: str, xp: Any, epsilon: Fraction) -> Any:
    """delta of 1000 reports at eps0 = 1."""
    own = xp.constants  # in which floats propose what is summed
    return delta_of(f"feldman2021.{name}", own, 1000, Fraction(1), own.number(epsilon))


NOTATION = Notation(
    "odds = 1 + l",
    "proxy(l, n) = shuffling.variance_proxy(log1p(l), n)",
    "window(l, n, d) = tail.tail_epsilon(proxy(l, n)/2, proxy(l, n), d)",
    "rho = shipped(n=n, epsilon=log1p(l)).rho",
    "cut(l, m) = clones_tail.cut(log1p(m + l*(1 + m)), log1p(m))",
    "closed(l, n, d) = shuffling.feldman_epsilon(log1p(l), n, d)",
    ranges={"l j r s n m x t": POSITIVE, "d q y": (Fraction(1, 99), Fraction(9, 10))},
    clones_tail=clones_tail,
    shuffling=shuffling,
    tail=tail,
    shipped=Shipped("balle2020checkins.rho", inner=ch.Pure),
)
EXPONENTIAL = Same("e^x - 1 - x rises from 0: its slope at e^x = 1 + l is l", "d/dx exp(x) - 1 - x", "exp(x) - 1")
WINDOW = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)", notation=NOTATION)
SWAPS = Proofs("erlingsson2019", "Erlingsson et al. 2019", notation=NOTATION)
CLONES = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021", notation=NOTATION)
claims = claims_of(WINDOW, SWAPS, CLONES)
WINDOW.inequality(
    "T5.1.places",
    "Place i is log(1 + a/(n - b (i-1)))-DP with a = e^eps0 (e^eps0 - 1), b = 1 - e^-eps0; the sum of eps_i^2 is at "
    "most a^2/(n (1-b)), the shipped variance proxy.",
    "Theorem 5.1 and Lemma A.2",
    "all n, all eps0 > 0 (e^eps0 = 1 + l); place j = i - 1, of which n - j = r + 1 are left",
    # the integral of 1/(n - b x)^2 over [j, j + 1], less its first value, with n = j + 1 + r
    Positive("each term is at most its stretch of the integral", "1/(here*(here - b)) - 1/here^2", zero="j r"),
    Same("the integral is the shipped variance proxy", "(odds*l)^2*n/(n*(n - b*n))", "proxy(l, n)"),
    so="The record swaps with a uniform place; given the reports so far two likelihood ratios bound the posterior of "
    "place i by e^eps0/(n - b (i-1)), and Lemma A.1 the step (checkin.pure.A1). log(1+x) <= x; the integral of "
    "a^2/(n - b x)^2 over [0, n] is a^2 n/(n (n - b n)).",
    where=("here = j + 1 + r - j*b", "b = l/odds"),
)
WINDOW.identity(
    "T5.1.shipped",
    "The shipped eps is the print.",
    "Theorem 5.1",
    ALL,
    Same("the print", "window(l, n, d)", "odds^3*l^2/(2*n) + sqrt(odds^3)*l*sqrt(2*(-log(d))/n)", points=40),
)
WINDOW.identity(
    "rho.conversion",
    "The plain conversion rho + 2 sqrt(rho log(1/delta)) of half the variance proxy is Theorem 5.1.",
    "Theorem 5.1; Bun, Steinke 2016, Propositions 1.3 and 1.4",
    ALL,
    Same("the conversion", "rho + 2*sqrt(rho*(-log(d)))", "window(l, n, d)"),
    so="eps_i-DP is eps_i^2/2-zCDP, and these add up over adaptive steps (T5.1.places bounds their sum).",
)
SWAPS.inequality(
    "T7.above-T5.1",
    "Its variance proxy is 4 e^eps0 times that of Theorem 5.1 (so its leading term 2 e^(eps0/2) times as large), and "
    "its mean loss is above half of its variance proxy: it is sound, and Theorem 5.1 always beats it.",
    "Theorem 7, general form",
    "all eps0 > 0 (e^eps0 = 1 + l), all n",
    Same("the ratio", "shuffling.swap_variance_proxy(log1p(l), n)[1]/proxy(l, n)", "4*odds"),
    EXPONENTIAL,
    so="The mean loss n eps_1 (e^eps_1 - 1) is at least n eps_1^2, the variance proxy.",
)
SWAPS.inequality(
    "T7-short.above-T5.1",
    "For n >= 1000, eps0 < 1/2 and delta < 1/100 Theorem 5.1 is below 3.92 eps0 sqrt(log(1/delta)/n): the constant "
    "12 is sound.",
    "Theorem 7",
    "all n >= 1000, 0 < eps0 <= 1/2, delta <= 1/100",
    # the rise of (e^x - 1)/x, times x^2 e^-x
    Same(
        "(e^x - 1)/x rises: x - 1 + e^-x is 0 at 0, and its slope at e^x = 1 + l is l/(1 + l)",
        "d/dx x - 1 + exp(-x)",
        "(exp(x) - 1)/exp(x)",
    ),
    Positive(
        "at eps0 = 1/2, n = 1000, delta = 1/100 the sum is below 3.92",
        "392/100 - exp(3/4)*2*rise*sqrt(2) - exp(3/2)*2*rise^2/(2*sqrt(1000*log(100)))",
    ),
    so="Over eps0 sqrt(log(1/delta)/n) the two terms are sqrt(2) e^(3 eps0/2) (e^eps0-1)/eps0 and e^(3 eps0) "
    "(e^eps0-1)^2/eps0 over 2 sqrt(n log(1/delta)); both rise with eps0.",
    where=("rise = exp(1/2) - 1",),
)
CLONES.identity(
    "T31.inverse",
    "The shipped delta, before its ends, inverts the shipped eps.",
    "Theorem 3.1",
    "all eps0 > 0 (e^eps0 = 1 + l), n, s = sqrt(e^eps0 log(4/delta)/n)",
    Same("at the delta of s", "expm1(closed(l, n, 4*exp(-n*s^2/odds)))", "8*l/(2 + l)*(s + odds/n)"),
)
CLONES.identity(
    "clones.cut",
    "With c clones the outcome x = theta (c+1) gains nothing: p (1 - e^(eps-eps0)) x = p (e^eps - e^-eps0) (c+1-x) "
    "at theta = (e^(eps+eps0)-1)/((e^eps0-1)(e^eps+1)).",
    "Section 3.2",
    "all 0 < eps < eps0 (e^eps = 1 + m, e^eps0 = (1+m)(1+l))",
    Same("the cut", "(1 - (1 + m)/size)*theta - (1 + m - 1/size)*(1 - theta)", "0"),
    # x/(c + 1 - x) at x + 1 less that at x; c + 1 - x = r + 1
    Positive("the ratio rises", "(x + 1)/r - x/(r + 1)"),
    so="Bin(c, 1/2) at x - 1 over that at x is x/(c+1-x), which rises with x: the outcomes above theta (c+1) gain, "
    "those below lose. One clone more adds a fair coin to both distributions: H falls with c, by data processing.",
    where=("theta = ((1 + m)*size - 1)/((size - 1)*(2 + m))", "size = (1 + m)*odds"),
)
CLONES.inequality(
    "clones.tail",
    "delta(eps) = 2 s/(n q) E[W_+] <= 2 s/(n q e t) E[e^(t W)] for every t > 0, where s = (e^eps0-1)/(e^eps0+1) "
    "(1+e^eps), q = e^-eps0, and W is a sum of n independent variables: 1 - theta or -theta with probability q/2 each, "
    "else 0.",
    "Section 3.2",
    "all 0 < eps < eps0 (e^eps = 1 + m, e^eps0 = (1+m)(1+l)), n, 0 < q < 1, t > 0; x of x + r coins",
    Same(
        "what an outcome gains, relative to fair coins",
        "2*(size*x + r - (1 + m)*(size*r + x))/((size + 1)*(x + r))",
        "2*gain*(x - (x + r)*theta)/(x + r)",
    ),
    EXPONENTIAL,
    Same("the shipped theta", "cut(l, m)[0]", "theta"),
    Same("1 less the shipped theta", "cut(l, m)[1]", "1 - theta"),
    Same(
        "the shipped E[e^(t W)]/(e t), at theta = y",
        "clones_tail.excess(n, q, t, y, 1 - y)",
        "(1 - q + q*(exp(t*(1 - y)) + exp(-t*y))/2)^n/(exp(1)*t)",
    ),
    so="C clones and the record are M' = C + 1 coins, C ~ Bin(n-1, q), and m Pr[M = m] = n q Pr[M' = m] for M ~ "
    "Bin(n, q): the mean of the gain over M' coins is that of (x - M theta)_+ over M, times 2 s/(n q). y_+ <= "
    "e^(t y - 1)/t, as 1 + x <= e^x at x = t y - 1.",
    where=(
        "gain = (size - 1)/(size + 1)*(2 + m)",
        "theta = ((1 + m)*size - 1)/((size - 1)*(2 + m))",
        "size = (1 + m)*odds",
    ),
)
CLONES.inequality(
    "clones-approximate.transfer",
    "(eps0, delta0)-DP reports are within delta0 + 2 (n-1) e^-eps0 delta0 of eps0-DP ones that have clones of either "
    "value of the record.",
    "Theorem 3.2; Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all n, eps0 > 0 (e^eps0 = 1 + l), 0 < delta0",
    # of the record, and of n - 1 others what lies below e^-eps0 times the mean of the two: delta0 by definition,
    # delta0 by the first step
    Same("the sum is the shipped one", "d + (n - 1)*(d + d + d + d)/2/odds", "shuffling.transfer(log1p(l), n, d)"),
    so="The two reports of the record come from a pair that with probability delta0 tells the value and otherwise is "
    "eps0-close; let it be eps0-close always, which moves and adds at most delta0. Each other report is raised to "
    "e^-eps0 times the mean of the two, and the same mass is taken from where it is above. Then it is a mixture with "
    "the clones of Theorem 3.2. Distances add up over the reports, and (eps, delta)-DP of what is near is (eps, "
    "delta + (e^eps + 1) distance)-DP.",
)
TARGET = Fraction(1, 10**6)
CLONES.table(
    "clones.numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: the pair gives 0.1824, the closed form 0.5662, Theorem 5.1 of the check-ins "
    "paper 1.3097.",
    "Sections 3.2 and 4",
    "these numbers",
    Crosses("eps of the pair", partial(_delta, "clones"), TARGET, "0.1824"),
    Crosses("eps of the closed form", partial(_delta, "T31"), TARGET, "0.5662"),
    Rounds("Theorem 5.1", "window(expm1(1), 1000, 10^-6)", "1.3097"),
    so="All three are run in balls.",
)
