"""Claims about Theorem 3's dual form at its ends: alpha delta >= 1, and the tangents that give Lemma 1's branches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, tends, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...formulas import closed_forms as renyi_conversion

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
TANGENTS = {"t": SIZE, "k": SIZE, "b": (Fraction(1, 10), 9)}


@BOOK.soundness(
    "T3.dual-edge",
    "If alpha delta >= 1, h(x) = c x^alpha + d x with d = (alpha delta - 1)/(alpha-1) >= 0 and E_Q[h] = delta lies "
    "above x - (1-delta) e^gamma, its tangent at e^gamma: eps = gamma + log(1-delta) holds.",
    "Theorem 4 and Lemma 1, first case",
    "all alpha > 1, gamma > 0, 1/alpha <= delta < 1",
)
def _dual_edge(effort: Effort) -> Verdict:
    def delta(b: Any, spare: Any) -> Any:
        return (1 + b * spare / (1 + spare)) / (1 + b)

    def function(xp: Any, x: Any, b: Any, spare: Any, gamma: Any) -> Any:
        d = delta(b, spare)
        return (1 - d) / b * xp.exp(-b * gamma) * x ** (1 + b) + ((1 + b) * d - 1) / b * x

    def above(xp: Any, x: Any, b: Any, spare: Any, gamma: Any) -> Any:
        return function(xp, x, b, spare, gamma) - x + xp.exp(renyi_conversion.edge_epsilon(xp, gamma, delta(b, spare)))

    def mean(xp: Any, b: Any, spare: Any, gamma: Any) -> Any:
        d = delta(b, spare)
        return (1 - d) / b * xp.exp(-b * gamma) * xp.exp(b * gamma) + ((1 + b) * d - 1) / b

    domain = {"x": SIZE, "b": (Fraction(1, 10), 9), "spare": SIZE, "gamma": (Fraction(1, 10), 3)}
    inside = {name: ends for name, ends in domain.items() if name != "x"}
    return chain(
        "delta = (1 + (alpha-1) u)/alpha with 0 < u < 1 (u = 0 by continuity). Nonnegative and above x - "
        "lambda, h bounds (x - lambda)_+; T3.edge attains it.",
        ("h > 0", sign_of(function, "x b spare gamma", domain, effort)),
        (
            "E_Q[h] = delta, from E_Q[x] = 1 and E_Q[x^alpha] = e^((alpha-1) gamma)",
            same(mean, lambda xp, b, u, g: delta(b, u), "b spare gamma", inside, effort),
        ),
        *touches(above, lambda xp, b, spare, gamma: xp.exp(gamma), "x b spare gamma", domain, effort),
    )


@BOOK.identity(
    "T3.dual-ends",
    "The tangent t -> 0 gives L1's first branch, and t = 1 gives at most L1's second: T3 lies below both branches of "
    "L1.",
    "Theorem 3 and Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def below_branches(effort: Effort) -> Verdict:
    """Both of L1's branches are tangents' bounds, of which T3 takes the least."""

    def at_zero(xp: Any, b: Any, m: Any, delta: Any) -> Any:
        return renyi_conversion.tangent_epsilon(xp, 1 + b, xp.log1p(m) / b, delta, None)

    def first(xp: Any, b: Any, m: Any, delta: Any) -> Any:
        return renyi_conversion.closed_epsilon_g(xp, 1 + b, xp.log1p(m) / b, delta)

    def moment(xp: Any, z: Any, b: Any, m: Any) -> Any:
        return xp.exp(renyi_conversion.log_mean(xp, 1 + b, xp.log1p(m) / b, -xp.log(z) / b))

    def at_one(xp: Any, b: Any, m: Any, delta: Any) -> Any:
        return renyi_conversion.tangent_point(xp, 1 + b, xp.log1p(m) / b, delta, xp.number(0))

    def second(xp: Any, b: Any, m: Any, delta: Any) -> Any:
        return renyi_conversion.closed_epsilon_f(xp, 1 + b, xp.log1p(m) / b, delta)

    domain = {"b": (Fraction(1, 10), 9), "m": SIZE, "delta": (Fraction(1, 99), Fraction(9, 10))}
    with_z = {"z": (Fraction(1, 10**6), Fraction(1, 2)), "b": domain["b"], "m": SIZE}
    return chain(
        "At t = 1, e^eps = T - h(T) <= T since h >= 0 (T3.dual-function), and log T is the second branch.",
        ("t = 0 is the first branch", same(at_zero, first, "b m delta", domain, effort)),
        ("E_Q[h]/c is continuous at t -> 0 (z = t^(alpha-1))", tends(moment, 0, 0, "1 + m", "z b m", with_z, effort)),
        ("at t = 1, log T is the second branch", same(at_one, second, "b m delta", domain, effort)),
    )
