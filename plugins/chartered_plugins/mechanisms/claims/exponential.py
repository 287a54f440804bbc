"""Claims about losses of bounded range: pairs of every offset, eps^2/8, and the profile of the exponential
mechanism."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sign_of, slopes, tends, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import bounded_range
from .exponential_curve import OFFSETS, ORDER, PAIR, SIZE, closed, log_sinhc, weight

BOOK = Book("exponential", "direct computation")
claims = BOOK.claims


@BOOK.soundness(
    "pure.range",
    "A loss in [t - eps, t] has 0 <= t <= eps, since the likelihood ratio has the mean 1; the two-outcome pair of "
    "every such t exists.",
    "Durfee, Rogers 2019",
    OFFSETS,
)
def _range(effort: Effort) -> Verdict:
    def mean(xp: Any, x: Any, y: Any) -> Any:
        return weight(x, y) * (1 + x) + (1 - weight(x, y)) / (1 + y)

    def stated(xp: Any, x: Any, y: Any) -> Any:
        return xp.exp(bound("exponential", "exponential.pure")(Said({"epsilon": xp.log1p(x) + xp.log1p(y)})).epsilon)

    return chain(
        "So |loss| <= eps. The pair's odds differ by the factor e^eps, as those of an exponential mechanism with two "
        "outcomes whose scores "
        "move apart by the whole range; as t nears eps its loss does, so no smaller eps holds.",
        ("P sums to 1", same(mean, "1", "x y", PAIR, effort)),
        ("Q of the first is positive", sign_of(lambda xp, x, y: weight(x, y), "x y", PAIR, effort)),
        ("and below 1", sign_of(lambda xp, x, y: 1 - weight(x, y), "x y", PAIR, effort)),
        ("the factor is the shipped e^eps", same(stated, "(1 + x)*(1 + y)", "x y", PAIR, effort)),
    )


@BOOK.inequality(
    "zcdp.sound",
    "h (alpha-1) times the gap between (eps^2/8) alpha and the exact curve is F(alpha h) - F((alpha-1) h) - F(h) for "
    "h = eps/2 and "
    "F(y) = y^3/6 - y log(sinh(y)/y), and F'' = (y coth y - 1)^2/y.",
    "Cesar, Rogers 2021; proved here from renyi.closed",
    "all eps > 0, alpha > 1",
)
def _sound(effort: Effort) -> Verdict:
    def f(xp: Any, y: Any) -> Any:
        return y**3 / 6 - y * log_sinhc(xp, y)

    def gap(xp: Any, h: Any, b: Any) -> Any:
        rho = bound("exponential", "exponential.zcdp")(Said({"epsilon": 2 * h})).rho
        return h * (b * rho * (1 + b) - closed(xp, h, b))

    def parts(xp: Any, h: Any, b: Any) -> Any:
        return f(xp, (1 + b) * h) - f(xp, b * h) - f(xp, h)

    line = {"y": SIZE}
    return chain(
        "A convex function that is 0 at 0 is superadditive.",
        ("the gap", same(gap, parts, "h b", {"h": SIZE, "b": ORDER}, effort)),
        ("F tends to 0 at 0", tends(f, 0, 0, zero, "y", line, effort)),
        ("F''", same(slopes(f, 0, "y", 2), "(y*(exp(2*y) + 1)/(exp(2*y) - 1) - 1)^2/y", "y", line, effort)),
        ("a square over y", sign_of("w^2/y", "y w", {"y": SIZE, "w": SIZE}, effort, strict=False, zero=("w",))),
    )


@BOOK.soundness(
    "profile.worst-pair",
    "Among losses in [t - eps0, t] the two-outcome pair has the largest delta at every eps in [0, t], Q(first) (e^t "
    "- e^eps).",
    "the chord of (x - e^eps)_+",
    f"{OFFSETS}, e^eps = 1 + z <= e^t = 1 + z + x",
)
def _stick(effort: Effort) -> Verdict:
    def shipped(xp: Any, x: Any, y: Any, z: Any) -> Any:
        top = xp.log1p(z + x)
        return bounded_range.delta_at(xp, top + xp.log1p(y), top, xp.log1p(z))

    def chord_at_one(xp: Any, x: Any, y: Any, z: Any) -> Any:
        low, high = 1 / (1 + y), 1 + z + x
        return x * (1 - low) / (high - low)

    def pair(xp: Any, x: Any, y: Any, z: Any) -> Any:
        return weight(z + x, y) * x

    domain = {**PAIR, "z": (0, 5)}
    return chain(
        "(x - e^eps)_+ is convex in x, 0 at e^(t-eps0) <= 1, and e^t - e^eps at e^t. For eps >= t there is no delta.",
        ("the pair", same(shipped, pair, "x y z", domain, effort)),
        ("the chord at 1", same(pair, chord_at_one, "x y z", domain, effort)),
    )


@BOOK.optimum(
    "profile.offset",
    "(1 - e^-eps0) times the shipped delta less the pair's is (e^((eps-t)/2) - e^((t-eps0)/2))^2: 0 at t = (eps + "
    "eps0)/2, never negative.",
    "Dong, Durfee, Rogers 2020",
    "all 0 <= eps < eps0, all offsets t (e^(eps/2) = 1 + x, e^(eps0/2) = 1 + x + y, e^(t/2) = s)",
)
def _best(effort: Effort) -> Verdict:
    def gap(xp: Any, x: Any, y: Any, s: Any) -> Any:
        e, whole, t = 2 * xp.log1p(x), 2 * xp.log1p(x + y), 2 * xp.log(s)
        found = bound("exponential", "exponential.profile")(Said({"epsilon": whole})).delta(xp, e, {})
        return (found - bounded_range.delta_at(xp, whole, t, e)) * (1 - xp.exp(-whole))

    def root(xp: Any, x: Any, y: Any, s: Any) -> Any:
        return (1 + x) / s - s / (1 + x + y)

    def middle(xp: Any, x: Any, y: Any) -> Any:
        return root(xp, x, y, xp.sqrt((1 + x) * (1 + x + y)))

    return chain(
        "A square is never negative, and the best offset lies between eps and eps0, where the pair exists.",
        ("the gap", same_parts(gap, lambda xp, *p: root(xp, *p) ** 2, "x y s", {**PAIR, "s": SIZE}, effort)),
        ("0 at the middle", same(middle, zero, "x y", PAIR, effort)),
    )


@BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile; the profile is 0 from eps0 on and tanh(eps0/4) at eps = "
    "0.",
    "Dong, Durfee, Rogers 2020",
    "all 0 <= eps < eps0 (e^(eps/2) = 1 + x, e^(eps0/2) = 1 + x + y)",
)
def _inverse(effort: Effort) -> Verdict:
    def profile(xp: Any, width: Any, epsilon: Any) -> Any:
        return bound("exponential", "exponential.profile")(Said({"epsilon": width})).delta(xp, epsilon, {})

    def back(xp: Any, x: Any, y: Any) -> Any:
        width, epsilon = 2 * xp.log1p(x + y), 2 * xp.log1p(x)
        found = bound("exponential", "exponential.profile")(Said({"epsilon": width})).epsilon(
            xp, profile(xp, width, epsilon), {}
        )
        return xp.exp(found / 2)

    def start(xp: Any, y: Any) -> Any:
        return profile(xp, 2 * xp.log1p(y), 0 * y)

    def beyond(xp: Any, x: Any, y: Any) -> Any:
        return profile(xp, 2 * xp.log1p(y), 2 * xp.log1p(x + y))

    return chain(
        "The profile falls from eps = 0 to eps0.",
        ("eps(delta(eps)) = eps", same_parts(back, "1 + x", "x y", PAIR, effort)),
        ("at eps = 0", same_parts(start, "y/(2 + y)", "y", {"y": SIZE}, effort)),
        ("from eps0 on", same_parts(beyond, zero, "x y", PAIR, effort)),
    )


@BOOK.soundness(
    "monotone",
    "A loss within an interval of width eps lies within one of every width eps' > eps: so a smaller eps states no "
    "less, inside "
    "every wrapper.",
    "definition of bounded range",
    "all eps' > eps > 0 (eps' = eps + d), intervals that begin at t",
)
def _monotone(effort: Effort) -> Verdict:
    domain = {"t": SIZE, "e": SIZE, "d": SIZE}
    return chain(
        "The larger interval that begins where the smaller one does holds it.",
        ("its end", sign_of(lambda xp, t, e, d: (t + e + d) - (t + e), "t e d", domain, effort)),
    )
