"""Claims about the moments of privacy losses: of randomized response, Laplace noise and Gaussian DP, that they add up,
and about the worst shift of Laplace noise."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Shipped, accountant, claims_of, held, registered
from chartered.proving.proof_parts import Positive, Same, SameParts, Tends
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.large_packages import sympy

from ...basics.claims.gdp import NOTATION as NORMAL
from ...mechanisms.formulas.laplace_profile import delta_laplace

SIZE = (Fraction(1, 10), 9)
PARTS = ("mean", "variance", "third")


@cache
def _integrals() -> dict[str, Callable[..., Any]]:
    """Integrals over the loss of Laplace noise: eps0 with probability 1/2, -eps0 with e^-eps0/2, and a density in
    between."""
    e, t, m = sympy.symbols("e t m", positive=True)
    density = sympy.exp((t - e) / 2) / 4
    ends = ((e, sympy.Rational(1, 2)), (-e, sympy.exp(-e) / 2))

    def over(power: Any, low: Any, high: Any) -> Any:
        return sympy.integrate(sympy.expand(power) * density, (t, low, high))

    mean = sum(at * weight for at, weight in ends) + over(t, -e, e)
    second = sum(at**2 * weight for at, weight in ends) + over(t**2, -e, e)
    cubed = (e - m) ** 3 * ends[0][1] + (e + m) ** 3 * ends[1][1]
    third = (cubed + over((m - t) ** 3, -e, m) + over((t - m) ** 3, m, e)).subs(m, mean)
    mass = over(sympy.Integer(1), -e, e) + sum(weight for _, weight in ends)
    found = {"mass": mass, "mean": mean, "variance": second - mean**2, "third": third}
    return {name: formula_of(expression, [e]) for name, expression in found.items()}


def integrated(name: str) -> Callable[..., Any]:
    """One of these integrals."""
    return lambda xp, e: _integrals()[name](xp, e)


def pure(eps0: Any) -> Any:
    """The registered moments of eps0-DP."""
    return registered("pure.moments").bound(ch.Pure(epsilon=held(eps0)))


NOTATION = Notation(
    "truth = exp(eps0)/(exp(eps0) + 1 + j)",
    "other = 1/(exp(eps0) + 1 + j)",
    "mean = eps0*(truth - other)",
    # the mean of the n-th power of the distance from the mean
    "centred(n, eps0, j) = truth*(eps0 - mean)^n + other*(eps0 + mean)^n + j*other*mean^n",
    "term(x, y, n, c) = (x + y - c)^n/(1 + exp(-x))/(1 + exp(-y))",
    "of_two(x, y, n, c) = term(x, y, n, c) + term(x, -y, n, c) + term(-x, y, n, c) + term(-x, -y, n, c)",
    "overlap(t, u) = 1 - delta_laplace(t + 2*log(u), t)",
    ranges={"eps0 eps1 eps2": Range.epsilon(SIZE), "j": (0, 9), "mu x e s t more": SIZE, "u v": Range.order(SIZE)},
    response=Shipped("randomized-response.moments"),
    laplace=Shipped("laplace.moments"),
    gdp=Shipped("gdp.moments", ch.GDP),
    pure=pure,
    two=lambda one, other: accountant("central_limit", "central-limit").compose([pure(one), pure(other)]),
    three=lambda eps0: accountant("central_limit", "central-limit").times(pure(eps0), 3),
    normal=NORMAL,
    delta_laplace=delta_laplace,
)
BOOKS = RESPONSE, PURE, GDP, WHOLE, LAPLACE = tuple(
    Proofs(prefix, "direct computation", notation=NOTATION)
    for prefix in (
        "randomized-response.moments",
        "pure.moments",
        "gdp.moments",
        "central-limit.composition",
        "laplace.moments",
    )
)
claims = claims_of(*BOOKS)

RESPONSE.identity(
    "sum",
    "The shipped moments are sums over the outcomes: the loss is eps0 with probability t = e^eps0/(e^eps0+k-1), -eps0 "
    "with o = 1/(e^eps0+k-1), else 0, in either order of the two inputs.",
    "the definition",
    "all eps0 > 0 (e^eps0 = 1 + y), k = 2 + j",
    *(
        Same(name, f"response(epsilon=eps0, k=2 + j).{name}", written)
        for name, written in zip(PARTS, ("mean", "centred(2, eps0, j)", "centred(3, eps0, j)"), strict=True)
    ),
    Positive("mean < eps0", "1 - (truth - other)", zero="j"),
    so="The mean lies between 0 and eps0, so the distances from it are those that are cubed.",
)

PURE.soundness(
    "worst-case",
    "For eps0-DP they are eps0 t, eps0^2 (1-t^2) and eps0^3 (1-t^4) with t = tanh(eps0/2): those of binary randomized "
    "response, which has the largest delta at every eps in both orders (pure.profile.sound).",
    "Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all eps0 > 0 (e^eps0 = 1 + y)",
    Same("mean", "pure(eps0).mean", "eps0*tanh"),
    Same("variance", "pure(eps0).variance", "eps0^2*(1 - tanh^2)"),
    Same("third", "pure(eps0).third", "eps0^3*(1 - tanh^4)"),
    so="A pair whose delta is nowhere above that of another in both orders is what some processing makes of it "
    "(Blackwell), and so are products of such pairs.",
    where=("tanh = (exp(eps0) - 1)/(exp(eps0) + 1)",),
)

GDP.soundness(
    "normal",
    "The loss mu x - mu^2/2 of N(mu, 1) against N(0, 1) is normal with the shipped mean and variance; as the sum of m "
    "normal terms its third moment is m (mu/sqrt(m))^3 times a constant, which tends to 0 as m grows.",
    "the definition",
    "all mu > 0",
    Same("the loss", "normal.ratio(x, mu)", "gdp(mu_squared=mu^2).mean + sqrt(gdp(mu_squared=mu^2).variance)*(x - mu)"),
    Tends("the third moment of m terms", "m*(mu/sqrt(m))^3", "m", "inf", "0"),
    Same("the shipped third moment", "gdp(mu_squared=mu^2).third", "0"),
    so="x - mu is standard normal. The theorem of Berry and Esseen holds for every number m of terms, so with the "
    "limit of its bound.",
    over={"m": (1, 9)},
)

WHOLE.identity(
    "adds",
    "The mean and the variance of the loss of two independent runs are the shipped sums, and three runs of one are "
    "three times its own.",
    "the definition; third moments add up in the theorem of Berry and Esseen",
    "two randomized responses, e^eps1 = 1 + x and e^eps2 = 1 + y",
    Same("mean", "of_two(eps1, eps2, 1, 0)", "two(eps1, eps2).mean"),
    Same("variance", "of_two(eps1, eps2, 2, of_two(eps1, eps2, 1, 0))", "two(eps1, eps2).variance"),
    *(Same(name, f"three(eps0).{name}", f"3*pure(eps0).{name}") for name in PARTS),
    so="What an adaptive run reveals is dominated by an independent one (Dong, Roth, Su 2022, Theorem 4; Zhu, Dong, "
    "Wang 2022).",
)

LAPLACE.identity(
    "integral",
    "The shipped moments are integrals over the loss: eps0 with probability 1/2, -eps0 with e^-eps0/2, and between "
    "them the density e^((t-eps0)/2)/4.",
    "the definition",
    "all Delta/b = eps0 > 0",
    Same("the probabilities sum to 1", integrated("mass"), "1"),
    *(Same(name, f"laplace(epsilon=e).{name}", integrated(name)) for name in PARTS),
    so="Beyond the two centres the loss is constant; between them it is (2 x - Delta)/b under the density "
    "e^((x-Delta)/b)/(2b), so that dx = b dt/2. The mean eps0 - 1 + e^-eps0 lies between 0 and eps0.",
)

LAPLACE.soundness(
    "worst-shift",
    "A shift that is split over several coordinates (its l1 norm counts), or a smaller one, has no larger delta at "
    "any eps: the overlaps 1 - delta of the parts multiply to that of the whole.",
    "the definition of the hockey-stick divergence",
    "all shifts a = t + u, b = s + v in units of the scale, at eps = t + s",
    SameParts(
        "the product of the overlaps",
        "overlap(t, u)*overlap(s, v)",
        "1 - delta_laplace(t + s + 2*log(u) + 2*log(v), t + s)",
    ),
    SameParts("a larger shift", "overlap(t, u) - overlap(t, u + more)", "1/u - 1/(u + more)"),
    Positive("has a larger delta", "1/u - 1/(u + more)"),
    so="The overlap of P and e^eps Q is the sum of min(p, e^eps q), and min(p p', e^(t+s) q q') >= min(p, e^t q) "
    "min(p', e^s q'). For eps below a + b it is split in proportion to a and b; shifts are t + 2 log u, u > 1. By "
    "symmetry the same holds in the other order.",
)
