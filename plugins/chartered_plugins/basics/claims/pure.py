"""Claims about pure DP: its worst case, the profile that it implies, and that it adds up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, accountant, bound, held
from chartered.proving.steps import chain, same, sign_of, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from . import bernoulli
from .approximate import first_weight, second_weight

BOOK = Book("pure", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
LEVELS = {"x": (0, 20), "y": SIZE}
BELOW = "all 0 <= eps < eps0 (e^eps = 1 + x, e^eps0 = 1 + x + y)"


def profile(xp: Any, epsilon0: Any, epsilon: Any) -> Any:
    """The shipped profile of an eps0-DP guarantee."""
    return bound("pure", "pure.profile")(ch.Pure(epsilon=held(epsilon0))).delta(xp, epsilon, {})


def below(xp: Any, x: Any, y: Any) -> Any:
    """The shipped profile at eps < eps0."""
    return profile(xp, xp.log1p(x + y), xp.log1p(x))


def response(xp: Any, epsilon0: Any, epsilon: Any) -> Any:
    """The hockey-stick divergence of binary randomized response: the truth with probability e^eps0/(1 + e^eps0)."""
    lie = 1 / (1 + xp.exp(epsilon0))
    return bernoulli.hockey_stick(xp, 1 - lie, lie, epsilon)


@BOOK.identity(
    "pure.definition",
    "The step's guarantee is the eps that it states.",
    "definition of eps-DP",
    "all eps > 0",
)
def _definition(effort: Effort) -> Verdict:
    return same(lambda xp, e: bound("pure", "pure.pure")(Said({"epsilon": e})).epsilon, "e", "e", {"e": SIZE}, effort)


@BOOK.identity(
    "worst-case.attained",
    "Binary randomized response, which is eps0-DP, has the stated delta at every eps: no smaller delta holds for all "
    "eps0-DP mechanisms.",
    "Theorem 2.1 with delta0 = 0; Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all eps0 > 0, eps >= 0",
)
def _attained(effort: Effort) -> Verdict:
    def shipped(xp: Any, epsilon0: Any, epsilon: Any) -> Any:
        return bound("pure", "pure.worst-case")(Said({"epsilon": epsilon0})).delta(xp, epsilon, {})

    def gap(xp: Any, epsilon0: Any, epsilon: Any) -> Any:
        return shipped(xp, epsilon0, epsilon) - response(xp, epsilon0, epsilon)

    return chain(
        "The two outcomes' probabilities differ by the factor e^eps0, so the mechanism is eps0-DP.",
        (
            "for eps < eps0",
            same_parts(lambda xp, x, y: gap(xp, xp.log1p(x + y), xp.log1p(x)), zero, "x y", LEVELS, effort),
        ),
        (
            "for eps >= eps0",
            same_parts(lambda xp, x, y: gap(xp, xp.log1p(y), xp.log1p(x + y)), zero, "x y", LEVELS, effort),
        ),
    )


@BOOK.soundness(
    "profile.sound",
    "For probabilities p, q of an event with p <= A q and 1-q <= A (1-p), p - L q <= (A-L)/(1+A): the difference is "
    "a sum of both "
    "constraints with nonnegative weights.",
    "Theorem 2.1 with delta0 = 0, 'if'",
    BELOW,
)
def _sound(effort: Effort) -> Verdict:
    def spare(xp: Any, x: Any, y: Any, p: Any, q: Any) -> Any:
        return below(xp, x, y) - (p - (1 + x) * q)

    def weighted(xp: Any, x: Any, y: Any, p: Any, q: Any) -> Any:
        most = 1 + x + y
        return first_weight(xp, x, y) * (most * q - p) + second_weight(xp, x, y) * (most * (1 - p) - (1 - q))

    domain = {**LEVELS, "p": (0, 1), "q": (0, 1)}
    return chain(
        "A = e^eps0, L = e^eps; the constraints are those of the event and of its complement. For L >= A, p - L q <= "
        "p - A q <= 0.",
        (
            "bound - (p - L q) = u (A q - p) + v (A (1-p) - (1-q))",
            same_parts(spare, weighted, "x y p q", domain, effort),
        ),
        ("u = (A L - 1)/(A^2 - 1) > 0", sign_of(first_weight, "x y", LEVELS, effort, zero=("x",))),
        ("v = (A - L)/(A^2 - 1) > 0", sign_of(second_weight, "x y", LEVELS, effort, zero=("x",))),
        (
            "the bound is 0 at L >= A",
            same_parts(lambda xp, x, y: profile(xp, xp.log1p(y), xp.log1p(x + y)), zero, "x y", LEVELS, effort),
        ),
    )


@BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile; at eps = 0 the profile is tanh(eps0/2), and for larger "
    "delta eps is 0.",
    "Theorem 2.1 with delta0 = 0",
    BELOW,
)
def _inverse(effort: Effort) -> Verdict:
    def solved(xp: Any, epsilon0: Any, delta: Any) -> Any:
        return bound("pure", "pure.profile")(ch.Pure(epsilon=held(epsilon0))).epsilon(xp, delta, {})

    def back(xp: Any, x: Any, y: Any) -> Any:
        return xp.exp(solved(xp, xp.log1p(x + y), below(xp, x, y)))

    def beyond(xp: Any, y: Any, z: Any) -> Any:
        return solved(xp, xp.log1p(y), y / (2 + y) + z)

    return chain(
        "The profile falls from eps = 0 to eps0.",
        ("eps(delta(eps)) = eps", same_parts(back, "1 + x", "x y", LEVELS, effort)),
        (
            "delta(0) = (e^eps0 - 1)/(e^eps0 + 1)",
            same_parts(lambda xp, y: below(xp, 0 * y, y), "y/(2 + y)", "y", {"y": SIZE}, effort),
        ),
        ("eps = 0 above it", same_parts(beyond, zero, "y z", {"y": SIZE, "z": (0, 1)}, effort)),
    )


@BOOK.soundness(
    "composition.adds",
    "A1 A2 q1 q2 - p1 p2 = A1 q1 (A2 q2 - p2) + p2 (A1 q1 - p1): the likelihood ratios of two runs multiply, so the "
    "eps add up; "
    "randomized response attains it.",
    "basic composition (Dwork, McSherry, Nissim, Smith 2006)",
    "all eps1, eps2 > 0, and all outcomes",
)
def _adds(effort: Effort) -> Verdict:
    law = accountant("pure", "pure")
    domain = dict.fromkeys(("x", "y"), SIZE)

    def whole(xp: Any, x: Any, y: Any) -> Any:
        return xp.exp(xp.number(law.compose([ch.Pure(epsilon=held(xp.log1p(z))) for z in (x, y)]).epsilon))

    def spare(xp: Any, x: Any, y: Any, p: Any, q: Any, r: Any, s: Any) -> Any:
        return whole(xp, x, y) * q * s - p * r

    def thrice(xp: Any, x: Any) -> Any:
        return xp.number(law.times(ch.Pure(epsilon=held(x)), 3).epsilon)

    chances = {name: (Fraction(1, 100), 1) for name in ("p", "q", "r", "s")}
    return chain(
        "(p1, q1, p2, q2) = (p, q, r, s); r and s are conditional on the first outcome, so the second run may adapt. "
        "At q = 1/(1+A1), "
        "p = A1 q and likewise s, r (the truth twice) both sides are equal: no smaller eps holds.",
        (
            "the identity, with the shipped sum",
            same(spare, "(1 + x)*q*((1 + y)*s - r) + r*((1 + x)*q - p)", "x y p q r s", {**domain, **chances}, effort),
        ),
        ("three runs of one guarantee", same(thrice, "3*x", "x", {"x": SIZE}, effort)),
    )


@BOOK.soundness(
    "monotone",
    "What is eps-DP is eps'-DP for every eps' > eps: so a smaller eps states no less, inside every wrapper.",
    "definition of eps-DP",
    "all eps' > eps >= 0 and events (e^eps' = e^eps (1 + y), a chance q > 0)",
)
def _monotone(effort: Effort) -> Verdict:
    domain = {"x": LEVELS["x"], "y": SIZE, "q": (Fraction(1, 100), 1)}
    spare = sign_of(lambda xp, x, y, q: (1 + x) * (1 + y) * q - (1 + x) * q, "x y q", domain, effort, zero=("x",))
    return chain("P <= e^eps Q <= e^eps' Q for every event.", ("what is more", spare))
