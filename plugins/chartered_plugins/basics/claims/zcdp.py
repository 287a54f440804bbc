"""Claims about concentrated DP: its curve, what pure DP implies, and its composition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, accountant, bound, held
from chartered.proving.rewriting import rewrites
from chartered.proving.steps import chain, same, sign_of, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .renyi import nothing_released, of_pure

BOOK = Book("zcdp", "Bun, Steinke 2016")
PURE = Book("pure", "Bun, Steinke 2016")
claims = claims_of(BOOK, PURE)
SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)


def curve(xp: Any, rho: Any, alpha: Any) -> Any:
    """The shipped Renyi curve of rho-zCDP."""
    return bound("zcdp", "zcdp.renyi")(ch.ZCDP(rho=held(rho))).curve(xp, alpha)


@BOOK.identity(
    "zcdp.definition",
    "The step's guarantee is the rho that it states.",
    "Definition 1.1",
    "all rho > 0",
)
def _definition(effort: Effort) -> Verdict:
    return same(lambda xp, r: bound("zcdp", "zcdp.zcdp")(Said({"rho": r})).rho, "r", "r", {"r": SIZE}, effort)


@BOOK.soundness(
    "nothing.equal",
    "At rho = 0 every divergence is 0, which holds between equal distributions only.",
    "Definition 1.1; van Erven, Harremoes 2014, Theorem 8",
    "all alpha > 1, all likelihood ratios; the rewriting on one example",
)
def _nothing(effort: Effort) -> Verdict:
    return chain(
        "The mean over Q of x^alpha - alpha x + alpha - 1 at x = P/Q is 0, and this is 0 at x = 1 alone.",
        *nothing_released(effort),
        ("the rewriting", rewrites("zcdp", "zcdp.nothing", "zcdp:rho=0", "pure:epsilon=0")),
    )


@BOOK.identity(
    "renyi.line",
    "rho-zCDP is the Renyi curve gamma(alpha) = rho alpha.",
    "Definition 1.1",
    "all rho > 0, alpha > 1",
)
def _line(effort: Effort) -> Verdict:
    domain = {"rho": SIZE, "b": ORDER}
    return same(lambda xp, rho, b: curve(xp, rho, 1 + b), "rho*(1 + b)", "rho b", domain, effort)


@BOOK.identity(
    "composition.adds",
    "rho adds up: the curve of the composed rho is the composition of the curves (renyi.composition), and nothing is "
    "lost.",
    "Lemma 1.7",
    "all rho1, rho2 > 0, alpha > 1",
)
def _adds(effort: Effort) -> Verdict:
    law, curves = accountant("zcdp", "zcdp"), accountant("renyi", "renyi")

    def of_sum(xp: Any, r: Any, s: Any, b: Any) -> Any:
        return curve(xp, xp.number(law.compose([ch.ZCDP(rho=held(x)) for x in (r, s)]).rho), 1 + b)

    def sum_of(xp: Any, r: Any, s: Any, b: Any) -> Any:
        parts = [bound("zcdp", "zcdp.renyi")(ch.ZCDP(rho=held(x))) for x in (r, s)]
        return curves.compose(parts).curve(xp, 1 + b)

    def thrice(xp: Any, r: Any) -> Any:
        return xp.number(law.times(ch.ZCDP(rho=held(r)), 3).rho)

    return chain(
        "Gaussian mechanisms have exactly these curves (gaussian.zcdp.square).",
        ("two guarantees", same(of_sum, sum_of, "r s b", {"r": SIZE, "s": SIZE, "b": ORDER}, effort)),
        ("three runs of one", same(thrice, "3*r", "r", {"r": SIZE}, effort)),
    )


def shipped(xp: Any, epsilon: Any, b: Any) -> Any:
    """The curve that an eps-DP guarantee gets through zCDP."""
    rho = xp.number(bound("zcdp", "pure.zcdp")(ch.Pure(epsilon=held(epsilon))).rho)
    return curve(xp, rho, 1 + b)


@PURE.inequality(
    "zcdp.sound",
    "The exact curve of eps-DP is below rho alpha for rho = eps tanh(eps/2): (alpha-1) times the gap is k(z) - k(z + "
    "(alpha-1) eps) at "
    "z = eps/2, for k(y) = log cosh y - y^2 tanh(z)/(2z), which falls from z on.",
    "Proposition 1.4, sharpened; the exact curve by pure.renyi",
    "all eps > 0, alpha > 1",
)
def _sound(effort: Effort) -> Verdict:
    def k(xp: Any, y: Any, z: Any) -> Any:
        return xp.log((xp.exp(y) + xp.exp(-y)) / 2) - y**2 * _share(xp, z) / 2

    def gap(xp: Any, e: Any, b: Any) -> Any:
        return xp.exp(b * (shipped(xp, e, b) - of_pure(xp, e, b)))

    def parts(xp: Any, e: Any, b: Any) -> Any:
        return xp.exp(k(xp, e / 2, e / 2) - k(xp, e / 2 + b * e, e / 2))

    def falls(xp: Any, y: Any, z: Any) -> Any:
        return y * (_share(xp, y) - _share(xp, z))

    def m(xp: Any, y: Any) -> Any:
        return (xp.exp(2 * y) - xp.exp(-2 * y)) / 4 - y

    def of_m(xp: Any, y: Any) -> Any:
        return -4 * m(xp, y) / (y * (xp.exp(y) + xp.exp(-y))) ** 2

    line, pair = {"y": SIZE}, {"y": SIZE, "z": SIZE}
    return chain(
        "m is 0 at 0 and rises, so tanh(y)/y falls, so k'(y) <= 0 for y >= z, and the gap is nonnegative.",
        ("the gap", same(gap, parts, "e b", {"e": SIZE, "b": ORDER}, effort)),
        ("k'(y) = y (tanh(y)/y - tanh(z)/z)", same(slopes(k, 0, "y z"), falls, "y z", pair, effort)),
        (
            "(tanh(y)/y)' = -m(y)/(y cosh y)^2 for m(y) = sinh(2y)/2 - y",
            same(slopes(_share, 0, "y"), of_m, "y", line, effort),
        ),
        ("m(0) = 0", same(lambda xp, y: m(xp, 0 * y), "0", "y", line, effort)),
        ("m' = 2 sinh^2", same(slopes(m, 0, "y"), "(exp(y) - exp(-y))^2/2", "y", line, effort)),
        ("2 sinh^2 >= 0", sign_of("(exp(y) - exp(-y))^2/2", "y", line, effort, strict=False)),
    )


def _share(xp: Any, y: Any) -> Any:
    """tanh(y)/y."""
    return -xp.expm1(-2 * y) / (1 + xp.exp(-2 * y)) / y


@PURE.optimum(
    "zcdp.constant",
    "rho cannot be lowered: the exact curve over rho alpha tends to 1 as alpha tends to 1.",
    "Proposition 1.4, sharpened",
    "all eps > 0",
)
def _constant(effort: Effort) -> Verdict:
    def ratio(xp: Any, b: Any, e: Any) -> Any:
        return of_pure(xp, e, b) / shipped(xp, e, b)

    return tends(ratio, 0, 0, "1", "b e", {"b": ORDER, "e": SIZE}, effort)


@BOOK.soundness(
    "monotone",
    "What is rho-zCDP is rho'-zCDP for every rho' > rho: so a smaller rho states no less, inside every wrapper.",
    "Definition 1.1",
    "all rho' > rho > 0 (rho' = rho + d), all orders 1 + b",
)
def _monotone(effort: Effort) -> Verdict:
    def spare(xp: Any, r: Any, d: Any, b: Any) -> Any:
        return curve(xp, r + d, 1 + b) - curve(xp, r, 1 + b)

    return chain(
        "The shipped curve rises.",
        ("what is more", sign_of(spare, "r d b", {"r": SIZE, "d": SIZE, "b": ORDER}, effort)),
    )
