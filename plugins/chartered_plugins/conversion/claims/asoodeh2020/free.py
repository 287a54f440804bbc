"""Claims about where eps is 0, or gamma is: Lemma 1 at gamma = 0, the edge solved for delta, R1 and that it is not
necessary."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...formulas import closed_forms as renyi_conversion

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SMALL = (Fraction(1, 99), Fraction(9, 10))
POINT = {"b": (Fraction(1, 10), 9), "gamma": (Fraction(1, 10), 3), "delta": SMALL}


@BOOK.identity("L1.zero", "eps = 0 at gamma = 0, by the second branch.", "Lemma 1", "all alpha > 1, 0 < delta < 1")
def _zero_gamma(effort: Effort) -> Verdict:
    def at_zero(xp: Any, b: Any, delta: Any) -> Any:
        return renyi_conversion.closed_epsilon_f(xp, 1 + b, xp.number(0), delta)

    return same(at_zero, "0", "b delta", {"b": POINT["b"], "delta": SMALL}, effort)


@BOOK.identity(
    "L1.edge",
    "For alpha delta >= 1, eps = gamma + log(1-delta) and delta = 1 - e^(eps-gamma) say the same.",
    "Lemma 1 and Theorem 4, first case",
    "all gamma > 0, 0 < delta < 1",
)
def _edge(effort: Effort) -> Verdict:
    def back(xp: Any, gamma: Any, delta: Any) -> Any:
        return renyi_conversion.edge_delta(xp, gamma, renyi_conversion.edge_epsilon(xp, gamma, delta))

    return same(back, "delta", "gamma delta", {"gamma": POINT["gamma"], "delta": SMALL}, effort, points=40)


@BOOK.soundness(
    "R1.small-delta",
    "If zeta e^((alpha-1) gamma) <= delta <= 1/alpha then L1's first branch is <= 0, so (0, delta)-DP; such "
    "delta exist exactly when 1 - e^-gamma <= 1/alpha.",
    "Remark 1",
    "all alpha > 1, gamma > 0",
)
def _small_delta(effort: Effort) -> Verdict:
    def branch(xp: Any, b: Any, gamma: Any, k: Any) -> Any:
        return b * renyi_conversion.closed_epsilon_g(
            xp, 1 + b, gamma, renyi_conversion.closed_delta_g(xp, 1 + b, gamma, xp.number(0)) * (1 + k)
        )

    def room(xp: Any, b: Any, gamma: Any) -> Any:
        return xp.log(renyi_conversion.closed_delta_g(xp, 1 + b, gamma, xp.number(0)) * (1 + b))

    inside = {"b": POINT["b"], "gamma": POINT["gamma"]}
    return chain(
        "The branch is -log(1+k)/(alpha-1) at delta = (1+k) zeta M; zeta M <= 1/alpha exactly when gamma <= "
        "-log(1-1/alpha).",
        (
            "the branch at delta = (1+k) zeta e^((alpha-1) gamma)",
            same(branch, "-log(1 + k)", "b gamma k", {**inside, "k": (0, 9)}, effort),
        ),
        (
            "log(alpha zeta M) = (alpha-1)(gamma + log(1-1/alpha))",
            same(room, "b*(gamma + log(b/(1 + b)))", "b gamma", inside, effort),
        ),
        ("log(1+k) >= 0", sign_of("log(1 + k)", "k", {"k": (0, 9)}, effort, strict=False, zero=("k",))),
    )


@BOOK.soundness(
    "R1.large-delta",
    "If delta > max(1 - e^-gamma, 1/alpha) then gamma + log(1-delta) < 0, so (0, delta)-DP.",
    "Remark 1",
    "all alpha > 1, gamma > 0",
)
def _large_delta(effort: Effort) -> Verdict:
    def at(xp: Any, gamma: Any, k: Any) -> Any:
        return renyi_conversion.edge_epsilon(xp, gamma, 1 - xp.exp(-gamma) / (1 + k))

    domain = {"gamma": POINT["gamma"], "k": (Fraction(1, 10), 9)}
    return chain(
        "With delta = 1 - e^-gamma/(1+k), k > 0: every delta above 1 - e^-gamma. The edge branch holds as delta >= "
        "1/alpha (T3.dual-edge).",
        ("the branch is -log(1+k)", same(at, "-log(1 + k)", "gamma k", domain, effort)),
        ("log(1+k) > 0", sign_of("log(1 + k)", "k", {"k": (0, 9)}, effort, strict=False)),
    )


@BOOK.inequality(
    "R1.not-necessary",
    "R1 is not necessary: at alpha = 2, gamma = 1/10, delta = 1/5 neither condition holds, and T3 still gives eps = 0.",
    "Remark 1 and Theorem 3",
    "the point alpha = 2, gamma = 1/10, delta = 1/5",
)
def _not_necessary(effort: Effort) -> Verdict:
    alpha, gamma, delta = Fraction(2), Fraction(1, 10), Fraction(1, 5)

    def short(xp: Any) -> Any:
        return renyi_conversion.closed_delta_g(xp, xp.number(alpha), xp.number(gamma), xp.number(0)) - xp.number(delta)

    def dual(xp: Any) -> Any:
        return -renyi_conversion.tangent_epsilon(
            xp, xp.number(alpha), xp.number(gamma), xp.number(delta), xp.number(Fraction(1, 2))
        )

    return chain(
        "The first condition fails by its lower end, the second since delta < 1/alpha; the dual bound with v = 1/2 "
        "is negative.",
        certain("zeta e^gamma > delta", short),
        certain("1/alpha > delta", lambda xp: 1 / xp.number(alpha) - xp.number(delta)),
        certain("T3's dual bound on eps is negative", dual),
    )
