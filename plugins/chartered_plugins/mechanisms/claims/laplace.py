"""Claims about the Laplace mechanism: its likelihood ratio, and its profile by direct integration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound
from chartered.proving.steps import Formula, chain, same, sign_of, zero
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

BOOK = Book("laplace", "Balle, Barthe, Gaboardi 2018")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 9)
LEVELS = {"x": SIZE, "y": SIZE}
BELOW = "all 0 <= eps < Delta/b (e^(eps/2) = 1 + x, e^(Delta/(2b)) = 1 + x + y)"


def log_density(distance: Any, b: Any) -> Any:
    """The logarithm of the density at that distance from its centre, up to a constant."""
    return -distance / b


def shipped(xp: Any, epsilon0: Any, epsilon: Any) -> Any:
    """The shipped profile at Delta/b = eps0."""
    return bound("laplace", "laplace.profile")(Said({"epsilon": epsilon0})).delta(xp, epsilon, {})


def below(xp: Any, x: Any, y: Any) -> Any:
    """The shipped profile at eps < Delta/b."""
    return shipped(xp, 2 * xp.log1p(x + y), 2 * xp.log1p(x))


@BOOK.soundness(
    "pure.ratio",
    "The log-likelihood ratio (|x| - |x - Delta|)/b is -Delta/b below 0, Delta/b above Delta, and between them in "
    "between: eps = Delta/b "
    "holds and no smaller eps does.",
    "Dwork, McSherry, Nissim, Smith 2006",
    "all Delta, b > 0, all x",
)
def _ratio(effort: Effort) -> Verdict:
    def stated(xp: Any, d: Any, b: Any) -> Any:
        return bound("laplace", "laplace.pure")(Said({"sensitivity": d, "scale": b})).epsilon

    def replaced(xp: Any, d: Any, b: Any) -> Any:
        return bound("laplace", "laplace.pure")(Said({"sensitivity": d, "scale": b}, span=2)).epsilon

    def ratio(near: Any, far: Any, b: Any) -> Any:
        return log_density(near, b) - log_density(far, b)

    def spare(sign: int) -> Formula:
        return lambda xp, d, b, u: stated(xp, d, b) + sign * ratio(d / (1 + u), d * u / (1 + u), b)

    outside, noise = {"d": SIZE, "b": SIZE, "u": SIZE}, {"d": SIZE, "b": SIZE}
    return chain(
        "x = -u, Delta + u, and Delta u/(1+u) in between; the middle has probability less than 1, so the ends are "
        "attained.",
        (
            "above Delta",
            same(
                lambda xp, d, b, u: ratio(u, d + u, b), lambda xp, d, b, u: stated(xp, d, b), "d b u", outside, effort
            ),
        ),
        (
            "below 0",
            same(
                lambda xp, d, b, u: ratio(d + u, u, b), lambda xp, d, b, u: -stated(xp, d, b), "d b u", outside, effort
            ),
        ),
        ("between, from above", sign_of(spare(-1), "d b u", outside, effort)),
        ("between, from below", sign_of(spare(1), "d b u", outside, effort)),
        ("replace-one", same(replaced, "2*d/b", "d b", noise, effort)),
    )


@BOOK.identity(
    "profile.integral",
    "The shipped profile is P(x > t) - e^eps Q(x > t), integrated, at the t = (Delta/b + eps)/2 where the likelihood "
    "ratio is e^eps.",
    "Theorem 3; Liu et al. 2022",
    f"{BELOW}, in units of b",
)
def _integral(effort: Effort) -> Verdict:
    e, gap, z = sympy.symbols("e gap z", positive=True)
    shift, cut = e + gap, e + gap / 2
    rising = sympy.integrate(sympy.exp(z - shift) / 2, (z, cut, shift))
    falling = [
        sympy.integrate(sympy.exp(centre - z) / 2, (z, start, sympy.oo)) for centre, start in ((shift, shift), (0, cut))
    ]
    integrated = formula_of(rising + falling[0] - sympy.exp(e) * falling[1], [e, gap])

    def tails(xp: Any, x: Any, y: Any) -> Any:
        lower = 2 * xp.log1p(x)
        return integrated(xp, lower, 2 * xp.log1p(x + y) - lower)

    def ratio(xp: Any, e: Any, gap: Any) -> Any:
        return log_density(gap / 2, 1) - log_density(e + gap / 2, 1)

    line = {"e": SIZE, "gap": SIZE}
    return chain(
        "Q is centred at 0, P at Delta; between them the ratio 2 x - Delta/b rises through eps at t, so x > t is the "
        "best event. By "
        "symmetry the divergence of (Q, P) is the same.",
        ("the ratio at t, whose distance to Delta/b is gap/2", same(ratio, "e", "e gap", line, effort)),
        ("the integrals", same_parts(below, tails, "x y", LEVELS, effort)),
    )


@BOOK.identity(
    "profile.ends",
    "The profile is 1 - e^(-Delta/(2b)) at eps = 0, and 0 from eps = Delta/b on; scale and sensitivity enter by "
    "Delta/b alone.",
    "Theorem 3",
    "all Delta, b > 0, eps = 0 or eps >= Delta/b",
)
def _ends(effort: Effort) -> Verdict:
    def by_scale(xp: Any, x: Any, y: Any, b: Any) -> Any:
        d = 2 * xp.log1p(x + y)
        return bound("laplace", "laplace.profile")(Said({"sensitivity": d * b, "scale": b})).delta(
            xp, 2 * xp.log1p(x), {}
        )

    def beyond(xp: Any, x: Any, y: Any) -> Any:
        return shipped(xp, 2 * xp.log1p(y), 2 * xp.log1p(x + y))

    line, three = {"y": SIZE}, {**LEVELS, "b": SIZE}
    return chain(
        "The likelihood ratio never exceeds e^(Delta/b) (laplace.pure.ratio).",
        ("at eps = 0", same_parts(lambda xp, y: below(xp, 0 * y, y), "y/(1 + y)", "y", line, effort)),
        ("from Delta/b on", same_parts(beyond, zero, "x y", LEVELS, effort)),
        ("at Delta/b", same_parts(lambda xp, y: shipped(xp, y, y), zero, "y", line, effort)),
        ("through Delta/b", same_parts(by_scale, lambda xp, x, y, b: below(xp, x, y), "x y b", three, effort)),
    )


@BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    "Theorem 3",
    BELOW,
)
def _inverse(effort: Effort) -> Verdict:
    def solved(xp: Any, epsilon0: Any, delta: Any) -> Any:
        return bound("laplace", "laplace.profile")(Said({"epsilon": epsilon0})).epsilon(xp, delta, {})

    def back(xp: Any, x: Any, y: Any) -> Any:
        return xp.exp(solved(xp, 2 * xp.log1p(x + y), below(xp, x, y)) / 2)

    def above(xp: Any, y: Any, u: Any) -> Any:
        return solved(xp, 2 * xp.log1p(y), 1 - 1 / ((1 + y) * (1 + u)))

    return chain(
        "The profile falls from eps = 0 to Delta/b.",
        ("eps(delta(eps)) = eps", same_parts(back, "1 + x", "x y", LEVELS, effort)),
        ("eps = 0 above delta(0)", same_parts(above, zero, "y u", {"y": SIZE, "u": SIZE}, effort)),
    )


@BOOK.soundness(
    "monotone",
    "Noise of the larger scale is noise of the smaller one to which, with some chance, independent Laplace noise of "
    "the larger "
    "scale is added, whatever the data; and a query of smaller sensitivity is one of the larger, too. So neither "
    "more scale (less "
    "epsilon) nor less sensitivity costs more, inside every wrapper.",
    "data processing",
    "all scales b < c (c^2 = b^2 + w) and every frequency t",
)
def _monotone(effort: Effort) -> Verdict:
    def transform(square: Any, t: Any) -> Any:
        return 1 / (1 + square * t * t)

    def chance(b: Any, w: Any) -> Any:
        return w / (b * b + w)

    def added(xp: Any, b: Any, w: Any, t: Any) -> Any:
        share = chance(b, w)
        return transform(b * b, t) * (1 - share + share * transform(b * b + w, t))

    domain = {"b": SIZE, "w": SIZE, "t": SIZE}
    return chain(
        "The transform of a sum of independent noises is the product of theirs; the chance w/(b^2 + w) lies between "
        "0 and 1.",
        ("the transforms", same(added, lambda xp, b, w, t: transform(b * b + w, t), "b w t", domain, effort)),
        ("the chance is positive", sign_of(lambda xp, b, w, t: chance(b, w), "b w t", domain, effort)),
        ("and below 1", sign_of(lambda xp, b, w, t: 1 - chance(b, w), "b w t", domain, effort)),
    )
