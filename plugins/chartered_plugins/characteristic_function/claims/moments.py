"""Claims about moment generating functions in closed form: their derivation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, case, claims_of, registered
from chartered.proving.proof_parts import Positive, Same

from ..formulas.moments import Gaussian, Laplace, RandomizedResponse

THIRD, SEVENTH = Fraction(1, 3), Fraction(1, 7)


def _shipped(theorem: str, takes: Any) -> Callable[..., Any]:
    """The registered moment generating function of a step with a stated eps and delta, or of a guarantee."""

    def shipped(xp: Any, z: Any) -> Any:
        (((found, _),),) = registered(f"{theorem}.characteristic").apply(takes).directions
        return found.moment(xp, z)

    return shipped


NOTATION = Notation(
    "gaussian(z, s) = value(z, normal(s))",
    "two_sided(z, e) = value(z, laplace(e))",
    "answers(z, e, k) = value(z, response(e, k))",
    "between(z, e) = exp(-z*e)*(exp((2*z - 1)*e) - 1)/(2*(2*z - 1))",
    "worst(z, e, d) = (1 - d)*(exp(z*e) + exp(e)*exp(-z*e))/(exp(e) + 1)",
    ranges={"z k c": (1, 9), "y u v e s p r A B C D": (0, 9)},
    value=lambda xp, z, moments: moments.moment(xp, z),
    normal=Gaussian,
    laplace=Laplace,
    bound_beyond=lambda xp, c, y, e: xp.exp(Laplace(e).log_beyond(xp, c, y)),
    response=RandomizedResponse,
    of_pure_step=_shipped("pure-step", case("pure:epsilon=1/3")),
    of_approximate_step=_shipped("approximate-step", case("approximate:epsilon=1/3,delta=1/7")),
    of_pure=_shipped("pure", ch.Pure(epsilon=THIRD)),
    of_approximate=_shipped("approximate", ch.Approximate(epsilon=THIRD, delta=SEVENTH)),
)
LOSS = "direct computation from the loss"
LAPLACE, RESPONSE, GDP, COMPOSITION = (
    Proofs(prefix, LOSS, notation=NOTATION)
    for prefix in ("laplace", "randomized-response", "gdp", "characteristic-function")
)
WORST = {
    name: Proofs(name, "Kairouz, Oh, Viswanath 2015", notation=NOTATION)
    for name in ("pure-step", "approximate-step", "pure", "approximate")
}
claims = claims_of(LAPLACE, RESPONSE, GDP, *WORST.values(), COMPOSITION)

LAPLACE.identity(
    "characteristic.pieces",
    "Q is Laplace noise around 0, P around eps times the scale. The loss is -eps left of 0, with chance 1/2 under Q; "
    "eps right of eps, with chance e^(-eps)/2; and 2x - eps between, with the density e^(-x)/2.",
    "z > 1, e > 0",
    Same("the pieces", "exp(-z*e)/2 + exp((z - 1)*e)/2 + between(z, e)", "two_sided(z, e)"),
)

LAPLACE.inequality(
    "characteristic.beyond",
    "On the line z = c + iy, c > 1, |z/(2z-1)| decreases in y, and |(z-1)/(2z-1)| is below 1/2, so that |M(c + it)| is "
    "at most |z/(2z-1)| e^((c-1)e) + e^(-ce)/2 for all t >= y.",
    "all c > 1, y > 0, e > 0",
    Same(
        "the fall of |z|^2/|2z-1|^2 from y^2 = u to u + v",
        "(c^2 + u)/((2*c - 1)^2 + 4*u) - (c^2 + u + v)/((2*c - 1)^2 + 4*(u + v))",
        "(4*c - 1)*v/(((2*c - 1)^2 + 4*u)*((2*c - 1)^2 + 4*(u + v)))",
    ),
    Positive("it, with c = 1 + s", "(4*(1 + s) - 1)*v/(((1 + 2*s)^2 + 4*u)*((1 + 2*s)^2 + 4*(u + v)))"),
    Positive("1/4 - |z-1|^2/|2z-1|^2, with c = 1 + s", "1/4 - (s^2 + u)/((1 + 2*s)^2 + 4*u)"),
    Same(
        "what ships is that bound",
        "bound_beyond(c, y, e)",
        "sqrt((c^2 + y^2)/((2*c - 1)^2 + 4*y^2))*exp((c - 1)*e) + exp(-c*e)/2",
    ),
    so="For M(z) is z/(2z-1) e^((z-1)e) + (z-1)/(2z-1) e^(-ze).",
)


RESPONSE.identity(
    "characteristic.values",
    "Under Q the loss eps has the chance s = 1/(e^eps + k - 1), -eps has s e^eps, and 0 the rest, (k-2) s.",
    "z > 1, e > 0, k > 2",
    Same("the values", "(exp(z*e) + (k - 2) + exp(e)*exp(-z*e))/(exp(e) + k - 1)", "answers(z, e, k)"),
)

GDP.identity(
    "characteristic.normal",
    "Under Q the loss is normal with mean -mu^2/2 and variance mu^2, whose moment generating function is "
    "e^(z mean + z^2 variance/2).",
    "z > 1, s > 0",
    Same("with s = mu^2", "exp(-z*s/2 + z*z*s/2)", "gaussian(z, s)"),
)

for _name, _book in WORST.items():
    _failing = "1/7" if _name.startswith("approximate") else "0"
    _book.identity(
        "characteristic.values",
        "Under Q the loss eps has the chance (1-delta)/(1 + e^eps), and -eps has (1-delta) e^eps/(1 + e^eps); the "
        "rest, delta, is an outcome that P never gives; of eps-DP there is none.",
        "Theorem 2.4",
        "z > 1, at eps = 1/3 and delta = 1/7",
        Same("the values", f"worst(z, 1/3, {_failing})", f"of_{_name.replace('-', '_')}(z)"),
        so="That it bounds every such mechanism is pure.response.sound and approximate.response.sound.",
    )

COMPOSITION.identity(
    "composition.product",
    "Two independent losses add up, and their functions multiply: of two losses each, with chances p and 1-p, r and "
    "1-r, where A = e^(z a), B = e^(z b), C = e^(z c), D = e^(z d).",
    "0 < p < 1, 0 < r < 1, A > 0, B > 0, C > 0, D > 0",
    Same(
        "all four pairs",
        "p*r*A*C + p*(1 - r)*A*D + (1 - p)*r*B*C + (1 - p)*(1 - r)*B*D",
        "(p*A + (1 - p)*B)*(r*C + (1 - r)*D)",
    ),
)
