"""Claims about Renyi DP: its order, the exact curve of pure DP, and its composition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, accountant, bound, held
from chartered.proving.rewriting import rewrites
from chartered.proving.steps import Step, chain, same, sample, sign_of, slopes, touches
from chartered_verify.arithmetic import balls, floats
from chartered_verify.boxes.sampling import points_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from . import bernoulli

BOOK = Book("renyi", "Mironov 2017")
RDP = Book("rdp", "van Erven, Harremoes 2014")
PURE = Book("pure", "Bun, Steinke 2016")
claims = claims_of(RDP, PURE, BOOK)
SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)
CURVE = {"e": SIZE, "b": ORDER}


def of_pure(xp: Any, epsilon: Any, b: Any) -> Any:
    """The shipped curve of an eps-DP guarantee, at the order 1 + b."""
    return bound("renyi", "pure.renyi")(ch.Pure(epsilon=held(epsilon))).curve(xp, 1 + b)


@RDP.inequality(
    "renyi.monotone",
    "A divergence of order alpha is none smaller than those of smaller orders: E_P[t]^c <= E_P[t^c] for t = "
    "(P/Q)^(alpha'-1) and "
    "c = (alpha-1)/(alpha'-1) >= 1.",
    "Theorem 3",
    "all 1 < alpha' < alpha (c = 1 + k), all likelihood ratios t > 0",
)
def _monotone(effort: Effort) -> Verdict:
    def jensen(xp: Any, t: Any, k: Any) -> Any:
        return t ** (1 + k) - (1 + k) * t + k

    def point(xp: Any, g: Any, b: Any) -> Any:
        return bound("renyi", "rdp.renyi")(Said({"alpha": 9, "gamma": g})).curve(xp, 1 + b)

    return chain(
        "t^c - c t + c - 1 >= 0 at t/E_P[t] has the mean E_P[t^c]/E_P[t]^c - 1 >= 0; (alpha-1) D_alpha = log "
        "E_P[(P/Q)^(alpha-1)], so "
        "D_alpha' <= D_alpha. The stated point therefore holds for all smaller orders.",
        *touches(jensen, lambda xp, k: 1 + 0 * k, "t k", {"t": SIZE, "k": SIZE}, effort),
        ("the shipped curve is the constant gamma", same(point, "g", "g b", {"g": SIZE, "b": ORDER}, effort)),
    )


def nothing_released(effort: Effort) -> list[Step]:
    """A divergence of order alpha is 0 only between equal distributions: x^alpha - alpha x + alpha - 1 is 0 at x = 1
    alone."""

    def excess(xp: Any, x: Any, b: Any) -> Any:
        return x ** (1 + b) - (1 + b) * x + b

    return touches(excess, lambda xp, b: 1 + 0 * b, "x b", {"x": SIZE, "b": ORDER}, effort)


@RDP.soundness(
    "nothing.equal",
    "A divergence of 0 means equal distributions: the mean over Q of x^alpha - alpha x + alpha - 1 >= 0 at x = P/Q "
    "is then 0, so x = 1.",
    "Theorem 8",
    "all alpha > 1, all likelihood ratios; the rewriting on one example",
)
def _nothing(effort: Effort) -> Verdict:
    return chain(
        "Its curvature is positive, so it is 0 at x = 1 alone. Equal distributions are 0-DP.",
        *nothing_released(effort),
        ("the rewriting", rewrites("renyi", "rdp.nothing", "rdp:alpha=2,gamma=0", "pure:epsilon=0")),
    )


@PURE.identity(
    "renyi.attained",
    "Binary randomized response, which is eps-DP, has exactly this divergence: no smaller curve holds.",
    "Proposition 3.3",
    "all eps > 0, alpha > 1",
)
def _attained(effort: Effort) -> Verdict:
    def response(xp: Any, e: Any, b: Any) -> Any:
        lie = 1 / (1 + xp.exp(e))
        return xp.exp(bernoulli.log_moment(xp, 1 + b, 1 - lie, lie))

    return same(response, lambda xp, e, b: xp.exp(b * of_pure(xp, e, b)), "e b", CURVE, effort)


@PURE.soundness(
    "renyi.worst-case",
    "No eps-DP pair has a larger divergence: x^alpha is convex, so it is below its chord on [e^-eps, e^eps], whose "
    "mean over Q "
    "(where x = P/Q has mean 1) is that of the two-point pair.",
    "Proposition 3.3; Kairouz, Oh, Viswanath 2015",
    "all eps > 0, alpha > 1, all likelihood ratios",
)
def _worst(effort: Effort) -> Verdict:
    def power(xp: Any, x: Any, b: Any) -> Any:
        return x ** (1 + b)

    def chord_at_one(xp: Any, e: Any, b: Any) -> Any:
        high, low = xp.exp(e), xp.exp(-e)
        return (power(xp, high, b) * (1 - low) + power(xp, low, b) * (high - 1)) / (high - low)

    return chain(
        "A chord is linear, so its mean is its value at the mean, 1.",
        ("x^alpha is convex", sign_of(slopes(power, 0, "x b", 2), "x b", {"x": SIZE, "b": ORDER}, effort)),
        ("the chord at 1", same(lambda xp, e, b: xp.exp(b * of_pure(xp, e, b)), chord_at_one, "e b", CURVE, effort)),
    )


@PURE.table(
    "renyi.no-cancellation",
    "In doubles the shipped curve keeps 10 digits down to eps = 1e-6 and to orders 1e-6 above 1.",
    "our way of writing it",
    "100 random points, eps in [1e-6, 20], alpha - 1 in [1e-6, 1e4]",
)
def _digits(effort: Effort) -> Verdict:
    def close(e: Fraction, b: Fraction) -> bool:
        found = Fraction(of_pure(floats, float(e), float(b)))
        with balls(320) as xp:
            exact = of_pure(xp, xp.number(Fraction(float(e))), xp.number(Fraction(float(b))))
            return bool(abs(xp.number(found) - exact) * 10**10 < exact)

    domain = {"e": (Fraction(1, 10**6), 20), "b": (Fraction(1, 10**6), 10**4)}
    return sample(close, list(points_of(domain, 100, effort.seed)), 10, "doubles against balls")


@BOOK.identity(
    "composition.adds",
    "Divergences of one order add up: the moment of a product of two Bernoulli pairs is the product of their moments.",
    "Proposition 1",
    "all alpha > 1, all Bernoulli pairs with probabilities in (0, 1)",
)
def _adds(effort: Effort) -> Verdict:
    law = accountant("renyi", "renyi")

    def chance(odds: Any) -> Any:
        return odds / (1 + odds)

    def curve(p: Any, q: Any) -> ch.Renyi:
        return ch.Renyi(curve=lambda xp, alpha: bernoulli.log_moment(xp, alpha, chance(p), chance(q)) / (alpha - 1))

    def composed(xp: Any, p: Any, q: Any, r: Any, s: Any, b: Any) -> Any:
        return xp.exp(b * law.compose([curve(p, q), curve(r, s)]).curve(xp, 1 + b))

    def product(xp: Any, p: Any, q: Any, r: Any, s: Any, b: Any) -> Any:
        total = xp.number(0)
        for one, other in ((chance(p), chance(q)), (1 - chance(p), 1 - chance(q))):
            for two, another in ((chance(r), chance(s)), (1 - chance(r), 1 - chance(s))):
                total = total + (one * two) ** (1 + b) * (other * another) ** (-b)
        return total

    def thrice(xp: Any, p: Any, q: Any, b: Any) -> Any:
        return law.times(curve(p, q), 3).curve(xp, 1 + b) - 3 * curve(p, q).curve(xp, 1 + b)

    domain = {**dict.fromkeys(("p", "q", "r", "s"), SIZE), "b": ORDER}
    few = {name: domain[name] for name in ("p", "q", "b")}
    return chain(
        "The same holds outcome by outcome for any pairs; if the second run adapts, its moment is at most its worst "
        "for each first one.",
        ("two runs (p, q, r, s are odds)", same(composed, product, "p q r s b", domain, effort)),
        ("three runs of one", same(thrice, "0", "p q b", few, effort)),
    )


@RDP.soundness(
    "monotone",
    "A point (alpha, gamma) of a curve states no less than (alpha', gamma') with alpha' < alpha and gamma' > gamma: "
    "a smaller "
    "gamma, or a larger order, inside every wrapper.",
    "Mironov 2017, Proposition 9",
    "all alpha' < alpha, gamma < gamma' (gamma' = gamma + d)",
)
def _point(effort: Effort) -> Verdict:
    more = sign_of(lambda xp, g, d: (g + d) - g, "g d", {"g": SIZE, "d": SIZE}, effort)
    return chain(
        "The divergence of the smaller order is none larger, so at most gamma, and that is below gamma'.",
        ("the order", RDP.verdict("renyi.monotone", effort)),
        ("gamma' - gamma", more),
    )
