"""Claims about the central limit theorem for privacy losses: its normal distribution, its error, and the limit without
the error, compared with compositions that are summed exactly."""

from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Sampled, accountant, case, held, registered
from chartered.proving.proof_parts import Certain, Positive, Same, Slope, Tends

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas import central_limit as clt


def alone(xp: Any, m: Any, v: Any, k: Any, t: Any, e: Any) -> Any:
    """The registered bound for a sum of these moments, with an additional variance t."""
    profile = registered("central-limit.profile").bound(_sum(m, v, k))
    return profile.delta(xp, e, {"added": t})


def beside_a_run(xp: Any, m: Any, v: Any, k: Any, t: Any, e: Any) -> Any:
    """The registered bound for the sum and one run of Gaussian DP with mu^2 = t."""
    run = registered("gdp.moments").bound(ch.GDP(mu_squared=held(t)))
    whole = accountant("central_limit", "central-limit").compose([_sum(m, v, k), run])
    return registered("central-limit.profile").bound(whole).delta(xp, e, {})


def _sum(m: Any, v: Any, k: Any) -> Any:
    kind: Any = accountant("central_limit", "central-limit").kind
    return kind(mean=held(m), variance=held(v), third=held(k))


NOTATION = Notation(
    "rise(e, t) = 1 - exp(e - t)",
    "response(y) = clt.response(log1p(y), 2)",
    ranges={"m v e t mu p q z k a g big x u y": (Fraction(1, 10), 9)},
    clt=clt,
    delta_mu=delta_mu,
    alone=alone,
    beside_a_run=beside_a_run,
)
BOOK = Proofs("central-limit", "Dong, Roth, Su 2022", at="direct computation", notation=NOTATION)

BOOK.identity(
    "profile.normal",
    "For X ~ N(m, v) the mean of (1 - e^(eps-X))_+ is Phi(x) - e^(eps-m+v/2) Phi(x - sqrt(v)) with x = (m - "
    "eps)/sqrt(v): e^(eps-t) times the density of N(m, v) is e^(eps-m+v/2) times that of N(m-v, v). At m = v/2 it is "
    "the delta of Gaussian DP.",
    "all means, variances > 0, eps >= 0",
    Same("the exponents", "e - t - (t - m)^2/(2*v)", "e - m + v/2 - (t - (m - v))^2/(2*v)"),
    Same(
        "the shipped formula",
        "clt.delta_normal(m, v, e)",
        "Phi((m - e)/sqrt(v)) - exp(e - m + v/2)*Phi((m - v - e)/sqrt(v))",
    ),
    Same("m = mu^2/2, v = mu^2", "clt.delta_normal(mu^2/2, mu^2, e)", "delta_mu(mu, e)"),
    so="The second term is the part of that mean beyond eps, and both densities are even about their means.",
)

BOOK.soundness(
    "profile.variation",
    "delta(eps) is the mean of h(T) = (1 - e^(eps-T))_+ over the loss T, and h rises from 0 at eps to 1: so that mean "
    "is that of P(T > t) with the weight h'(t), whose total is 1, and two laws whose distribution functions are "
    "within g have deltas within g, from above and from below.",
    "direct computation; the distance g is Berry-Esseen's, with Shevtsova's 0.56",
    "all laws of the loss, eps >= 0",
    Same("an outcome's q - e^eps p is q h(log(q/p))", "q*rise(e, log(q/p))", "q - exp(e)*p"),
    Slope("the slope of h beyond eps", "rise(e, t)", "t", "exp(e - t)"),
    Positive("is positive", "exp(e - t)"),
    Same("h is 0 at eps", "rise(e, e)", "0"),
    Tends("h tends to 1", "rise(0, z)", "z", "inf", "1"),
    so="The losses of independent runs add up, and T is log(q/p) under q; the third moments are those of the terms.",
)

BOOK.soundness(
    "profile.added",
    "The shipped bound with an added variance t is that of the sum and one run of Gaussian DP with mu^2 = t, whose "
    "delta is no smaller: what leaves that run out is processing (rectified.processing.event).",
    "all moments, t >= 0, eps >= 0",
    Same("both formulas", alone, beside_a_run),
    so="A test of the sum alone is a test of both that ignores the run.",
)

BOOK.soundness(
    "profile.tradeoff",
    "The trade-off form, f(a) >= G_mu(a+g) - g, says delta(eps) <= delta_mu(eps) + g (1 + e^eps) with mu = 2 "
    "m/sqrt(v). The shipped bound is nowhere above it where 2 m >= v, as for randomized response.",
    "Theorem 3.5 (Berry-Esseen)",
    "all eps >= 0, 0 < g < 1/2; a loss of mean m and variance v <= 2 m",
    Same("the gain of a test, with b = a + g", "1 - (big - g) - exp(e)*a", "1 - big - exp(e)*(a + g) + g*(1 + exp(e))"),
    Same(
        "the stretched law is that of mu-GDP", "clt.delta_normal(2*m/v*m, (2*m/v)^2*v, e)", "delta_mu(2*m/sqrt(v), e)"
    ),
    Same("what the stretching adds", "rise(e, (1 + u)*(e + x)) - rise(0, x)", "exp(-x)*(1 - exp(-u*(e + x)))"),
    Same(
        "2 m/v - 1 of randomized response",
        "2*response(y)[0]/response(y)[1] - 1",
        "(1 + y - 1/(1 + y))/(2*log(1 + y)) - 1",
    ),
    Slope("its numerator's slope", "1 + y - 1/(1 + y) - 2*log(1 + y)", "y", "y^2/(1 + y)^2"),
    so="1 - G_mu(b) - e^eps b is at most delta_mu(eps) (gdp.profile.tradeoff). A loss X becomes that of mu-GDP if it "
    "is stretched by 2 m/v = 1 + u, which raises (1 - e^(eps-X))_+ wherever X = eps + x is beyond eps; e^-x (1 - "
    "e^(-u (eps+x))) is positive. For randomized response 2 m/v is sinh(eps0)/eps0 (e^eps0 = 1 + y); the numerator is "
    "0 at eps0 = 0 and rises.",
)


def _exact_response(xp: Any, epsilon0: Any, k: int, times: int, epsilon: Any) -> Any:
    """The delta of this number of runs of k-ary randomized response, by sums over the counts of each loss."""
    other = 1 / (xp.exp(epsilon0) + k - 1)
    truth, neither = xp.exp(epsilon0) * other, (k - 2) * other
    found = xp.number(0)
    for kept in range(times + 1):
        for flipped in range(times - kept + 1):
            rest = times - kept - flipped
            if rest and k == 2:
                continue
            orders = comb(times, kept) * comb(times - kept, flipped)
            chance = orders * truth**kept * other**flipped * (neither**rest if rest else 1)
            found = found + chance * xp.positive(-xp.expm1(epsilon - (kept - flipped) * epsilon0))
    return found


def _moments(epsilon0: Fraction, k: int) -> Any:
    """The registered moments of one run."""
    return registered("randomized-response.moments").bound(case(f"randomized-response:epsilon={epsilon0},k={k}"))


@BOOK.soundness(
    "profile.exact-sums",
    "The exact delta of n runs of randomized response is within g of the normal law's, and between the two shipped "
    "bounds.",
    "Theorem 3.5; Kairouz, Oh, Viswanath 2015, Theorem 3.3",
    "k = 2 with n in {1, 7, 60, 300}, k in {3, 100} with n in {1, 12}; eps0 in {1/10, 1, 4}; eps in {0, 1/2, 3}",
    Sampled(
        "balls: both sides",
        bits=256,
        runs=[*((2, n) for n in (1, 7, 60, 300)), *((k, n) for k in (3, 100) for n in (1, 12))],
        eps0="1/10 1 4",
        eps="0 1/2 3",
    ),
)
def _exact_sums(xp: Any, runs: tuple[int, int], epsilon0: Fraction, epsilon: Fraction) -> Any:
    (k, times), e = runs, xp.number(epsilon)
    whole = accountant("central_limit", "central-limit").times(_moments(epsilon0, k), times)
    mean, variance, third = (xp.number(x) for x in (whole.mean, whole.variance, whole.third))
    middle, error = clt.delta_normal(xp, mean, variance, e), clt.distance(xp, variance, third)
    exact = _exact_response(xp, xp.number(epsilon0), k, times, e)
    shipped = registered("central-limit.profile").bound(whole)
    below, above = shipped.lower_bound(xp, e), shipped.delta(xp, e, {})
    return below <= exact and exact <= above and abs(exact - middle) <= error


def _lead(xp: Any) -> Any:
    """The exact delta of one run minus 1000 times the limit."""
    limit = registered("central-limit.limit").bound(_moments(Fraction(5), 1000))
    exact = _exact_response(xp, xp.number(5), 1000, 1, xp.number(3))
    return exact - 10**3 * limit.delta(xp, xp.number(3), {})


BOOK.soundness(
    "limit.too-low",
    "The limit without its error can be below the truth, so it answers only if it is requested by name: one run of "
    "randomized response on 1000 values has a larger delta at eps = 3 than mu-GDP with the limit's mu.",
    "the central limit theorem",
    "eps0 = 5, k = 1000, one run, eps = 3",
    Certain("the truth is more than 1000 times as large", _lead),
    so="One run is enough to make it HEURISTIC.",
)
