"""Claims about the Laplace mechanism: its likelihood ratio, and its profile by direct integration."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Same, SameParts, Shipped
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.large_packages import sympy

SIZE = (Fraction(1, 10), 9)
BELOW = "all 0 <= eps < Delta/b (e^(eps/2) = 1 + x, e^(Delta/(2b)) = 1 + x + y)"


@cache
def _integral() -> Callable[..., Any]:
    e, more, z = sympy.symbols("e gap z", positive=True)
    shift, cut = e + more, e + more / 2
    rising = sympy.integrate(sympy.exp(z - shift) / 2, (z, cut, shift))
    falling = [
        sympy.integrate(sympy.exp(centre - z) / 2, (z, start, sympy.oo)) for centre, start in ((shift, shift), (0, cut))
    ]
    return formula_of(rising + falling[0] - sympy.exp(e) * falling[1], [e, more])


def integrated(xp: Any, epsilon: Any, gap: Any) -> Any:
    """P(x > t) - e^eps Q(x > t) for Delta/b = eps + gap, in units of b, by SymPy's integrals, taken once."""
    return _integral()(xp, epsilon, gap)


NOTATION = Notation(
    "log_density(distance, b) = -distance/b",
    "ratio(near, far, b) = log_density(near, b) - log_density(far, b)",
    "stated(d, b) = pure(sensitivity=d, scale=b).epsilon",
    "shipped(epsilon0, epsilon) = profile(epsilon=epsilon0).delta(epsilon)",
    "e0 = 2*log1p(x + y)",
    "eps = 2*log1p(x)",
    "below(x, y) = shipped(e0, eps)",
    "solved(epsilon0, delta) = profile(epsilon=epsilon0).epsilon(delta)",
    "transform(square, t) = 1/(1 + square*t*t)",
    "chance = w/(b*b + w)",
    ranges={"d b u y x w t e gap": SIZE},
    pure=Shipped("laplace.pure"),
    replaced=Shipped("laplace.pure", span=2),
    profile=Shipped("laplace.profile"),
    integrated=integrated,
)
BOOK = Proofs("laplace", "Balle, Barthe, Gaboardi 2018", at="Theorem 3", notation=NOTATION)

BOOK.soundness(
    "pure.ratio",
    "The log-likelihood ratio (|x| - |x - Delta|)/b is -Delta/b below 0, Delta/b above Delta, and between them in "
    "between: eps = Delta/b holds and no smaller eps does.",
    "Dwork, McSherry, Nissim, Smith 2006",
    "all Delta, b > 0, all x",
    Same("above Delta", "ratio(u, d + u, b)", "stated(d, b)"),
    Same("below 0", "ratio(d + u, u, b)", "-stated(d, b)"),
    Positive("between, from above", "stated(d, b) - ratio(d/(1 + u), d*u/(1 + u), b)"),
    Positive("between, from below", "stated(d, b) + ratio(d/(1 + u), d*u/(1 + u), b)"),
    Same("replace-one", "replaced(sensitivity=d, scale=b).epsilon", "2*d/b"),
    so="x = -u, Delta + u, and Delta u/(1+u) in between; the middle has probability less than 1, so the ends are "
    "attained.",
)

BOOK.identity(
    "profile.integral",
    "The shipped profile is P(x > t) - e^eps Q(x > t), integrated, at the t = (Delta/b + eps)/2 where the likelihood "
    "ratio is e^eps.",
    "Theorem 3; Liu et al. 2022",
    f"{BELOW}, in units of b",
    Same("the ratio at t, whose distance to Delta/b is gap/2", "ratio(gap/2, e + gap/2, 1)", "e"),
    SameParts("the integrals", "below(x, y)", "integrated(eps, e0 - eps)"),
    so="Q is centred at 0, P at Delta; between them the ratio 2 x - Delta/b rises through eps at t, so x > t is the "
    "best event. By symmetry the divergence of (Q, P) is the same.",
)

BOOK.identity(
    "profile.ends",
    "The profile is 1 - e^(-Delta/(2b)) at eps = 0, and 0 from eps = Delta/b on; scale and sensitivity enter by "
    "Delta/b alone.",
    "all Delta, b > 0, eps = 0 or eps >= Delta/b",
    SameParts("at eps = 0", "below(0, y)", "y/(1 + y)"),
    SameParts("from Delta/b on", "shipped(2*log1p(y), e0)", "0"),
    SameParts("at Delta/b", "shipped(y, y)", "0"),
    SameParts("through Delta/b", "profile(sensitivity=e0*b, scale=b).delta(eps)", "below(x, y)"),
    so="The likelihood ratio never exceeds e^(Delta/b) (laplace.pure.ratio).",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    BELOW,
    SameParts("eps(delta(eps)) = eps", "exp(solved(e0, below(x, y))/2)", "1 + x"),
    SameParts("eps = 0 above delta(0)", "solved(2*log1p(y), 1 - 1/((1 + y)*(1 + u)))", "0"),
    so="The profile falls from eps = 0 to Delta/b.",
)

BOOK.soundness(
    "monotone",
    "Noise of the larger scale is noise of the smaller one to which, with some chance, independent Laplace noise of "
    "the larger scale is added, whatever the data; and a query of smaller sensitivity is one of the larger, too. So "
    "neither more scale (less epsilon) nor less sensitivity costs more, inside every wrapper.",
    "data processing",
    "all scales b < c (c^2 = b^2 + w) and every frequency t",
    Same("the transforms", "transform(b*b, t)*(1 - chance + chance*transform(b*b + w, t))", "transform(b*b + w, t)"),
    Positive("the chance is positive", "chance"),
    Positive("and below 1", "1 - chance"),
    so="The transform of a sum of independent noises is the product of theirs; the chance w/(b^2 + w) lies between "
    "0 and 1.",
)
