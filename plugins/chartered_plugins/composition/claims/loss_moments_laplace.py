"""Claims about the moments of the privacy loss of Laplace noise, and about the worst shift."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sign_of
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...mechanisms.formulas.laplace_profile import delta_laplace
from .loss_moments import all_three

BOOK = Book("laplace.moments", "direct computation")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 9)


def of_laplace(xp: Any, epsilon0: Any) -> Any:
    """The shipped moments of Laplace noise."""
    return bound("central_limit", "laplace.moments")(Said({"epsilon": epsilon0}))


@BOOK.identity(
    "integral",
    "The shipped moments are integrals over the loss: eps0 with probability 1/2, -eps0 with e^-eps0/2, and between "
    "them the density "
    "e^((t-eps0)/2)/4.",
    "the definition",
    "all Delta/b = eps0 > 0",
)
def _laplace(effort: Effort) -> Verdict:
    e, t = sympy.symbols("e t", positive=True)
    density = sympy.exp((t - e) / 2) / 4
    ends = ((e, sympy.Rational(1, 2)), (-e, sympy.exp(-e) / 2))

    def over(power: Any, low: Any, high: Any) -> Any:
        return sympy.integrate(sympy.expand(power) * density, (t, low, high))

    mean = sum(at * weight for at, weight in ends) + over(t, -e, e)
    second = sum(at**2 * weight for at, weight in ends) + over(t**2, -e, e)
    m = sympy.Symbol("m", positive=True)
    cubed = (e - m) ** 3 * ends[0][1] + (e + m) ** 3 * ends[1][1]
    third = (cubed + over((m - t) ** 3, -e, m) + over((t - m) ** 3, m, e)).subs(m, mean)
    integrals = {"mean": mean, "variance": second - mean**2, "third": third}
    mass = over(sympy.Integer(1), -e, e) + sum(weight for _, weight in ends)
    domain = {"e": SIZE}
    return chain(
        "Beyond the two centres the loss is constant; between them it is (2 x - Delta)/b under the density "
        "e^((x-Delta)/b)/(2b), so that "
        "dx = b dt/2. The mean eps0 - 1 + e^-eps0 lies between 0 and eps0.",
        ("the probabilities sum to 1", same(formula_of(mass, [e]), "1", "e", domain, effort)),
        *all_three(of_laplace, lambda name: formula_of(integrals[name], [e]), "e", domain, effort),
    )


@BOOK.soundness(
    "worst-shift",
    "A shift that is split over several coordinates (its l1 norm counts), or a smaller one, has no larger delta at "
    "any eps: the overlaps "
    "1 - delta of the parts multiply to that of the whole.",
    "the definition of the hockey-stick divergence",
    "all shifts a = t + u, b = s + v in units of the scale, at eps = t + s",
)
def _worst_shift(effort: Effort) -> Verdict:
    def parts(xp: Any, t: Any, u: Any, s: Any, v: Any) -> Any:
        return (1 - delta_laplace(xp, t + 2 * xp.log1p(u), t)) * (1 - delta_laplace(xp, s + 2 * xp.log1p(v), s))

    def whole(xp: Any, t: Any, u: Any, s: Any, v: Any) -> Any:
        return 1 - delta_laplace(xp, t + s + 2 * xp.log1p(u) + 2 * xp.log1p(v), t + s)

    def spared(xp: Any, t: Any, u: Any, v: Any) -> Any:
        return delta_laplace(xp, t + 2 * xp.log1p(u + v), t) - delta_laplace(xp, t + 2 * xp.log1p(u), t)

    domain = dict.fromkeys(("t", "u", "s", "v"), SIZE)
    three = dict.fromkeys(("t", "u", "v"), SIZE)
    return chain(
        "The overlap of P and e^eps Q is the sum of min(p, e^eps q), and min(p p', e^(t+s) q q') >= min(p, e^t q) "
        "min(p', e^s q'). For eps "
        "below a + b it is split in proportion to a and b; shifts are t + 2 log(1+u). By symmetry the same holds in "
        "the other order.",
        ("the product of the overlaps", same_parts(parts, whole, "t u s v", domain, effort)),
        ("a larger shift", same_parts(spared, "1/(1 + u) - 1/(1 + u + v)", "t u v", three, effort)),
        ("has a larger delta", sign_of("1/(1 + u) - 1/(1 + u + v)", "t u v", three, effort)),
    )
