"""Claims about concentrated DP: its curve, what pure DP implies, and its composition."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Composed, Notation, Proofs, Rewrites, Shipped, accountant, claims_of, held, registered
from chartered.proving.proof_parts import Nonnegative, Positive, Same, Tends

from . import renyi

SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)


def of_curves(xp: Any, r: Any, s: Any, b: Any) -> Any:
    """The registered composition of both curves."""
    parts = [registered("zcdp.renyi").bound(ch.ZCDP(rho=held(x))) for x in (r, s)]
    return accountant("renyi", "renyi").compose(parts).curve(xp, 1 + b)


NOTATION = Notation(
    "curve(rho, alpha) = zcdp_renyi(rho=rho).curve(alpha)",
    "shipped(epsilon, b) = curve(pure_zcdp(epsilon=epsilon).rho, 1 + b)",
    "share(y) = -expm1(-2*y)/(1 + exp(-2*y))/y",
    "k(y, z) = log((exp(y) + exp(-y))/2) - y^2*share(z)/2",
    "m(y) = (exp(2*y) - exp(-2*y))/4 - y",
    ranges={"r s rho e y z d": SIZE, "b": ORDER},
    zcdp_zcdp=Shipped("zcdp.zcdp"),
    zcdp_renyi=Shipped("zcdp.renyi", ch.ZCDP),
    pure_zcdp=Shipped("pure.zcdp", ch.Pure),
    renyi=renyi.NOTATION,
    composed=Composed("zcdp", ch.ZCDP, "rho"),
    thrice=Composed("zcdp", ch.ZCDP, "rho", times=3),
    of_curves=of_curves,
)
BOOK = Proofs("zcdp", "Bun, Steinke 2016", at="Definition 1.1", notation=NOTATION)
PURE = Proofs("pure", "Bun, Steinke 2016", notation=NOTATION)
claims = claims_of(BOOK, PURE)

BOOK.identity(
    "zcdp.definition",
    "The step's guarantee is the rho that it states.",
    "all rho > 0",
    Same("", "zcdp_zcdp(rho=r).rho", "r"),
)

BOOK.soundness(
    "nothing.equal",
    "At rho = 0 every divergence is 0, which holds between equal distributions only.",
    "Definition 1.1; van Erven, Harremoes 2014, Theorem 8",
    "all alpha > 1, all likelihood ratios; the rewriting on one example",
    renyi.nothing_released,
    Rewrites("zcdp.nothing", "zcdp:rho=0", "pure:epsilon=0"),
    so="The mean over Q of x^alpha - alpha x + alpha - 1 at x = P/Q is 0, and this is 0 at x = 1 alone.",
)

BOOK.identity(
    "renyi.line",
    "rho-zCDP is the Renyi curve gamma(alpha) = rho alpha.",
    "all rho > 0, alpha > 1",
    Same("", "curve(rho, 1 + b)", "rho*(1 + b)"),
)

BOOK.identity(
    "composition.adds",
    "rho adds up: the curve of the composed rho is the composition of the curves (renyi.composition), and nothing is "
    "lost.",
    "Lemma 1.7",
    "all rho1, rho2 > 0, alpha > 1",
    Same("two guarantees", "curve(composed(r, s), 1 + b)", "of_curves(r, s, b)"),
    Same("three runs of one", "thrice(r)", "3*r"),
    so="Gaussian mechanisms have exactly these curves (gaussian.zcdp.square).",
)

PURE.inequality(
    "zcdp.sound",
    "The exact curve of eps-DP is below rho alpha for rho = eps tanh(eps/2): (alpha-1) times the gap is k(z) - k(z + "
    "(alpha-1) eps) at z = eps/2, for k(y) = log cosh y - y^2 tanh(z)/(2z), which falls from z on.",
    "Proposition 1.4, sharpened; the exact curve by pure.renyi",
    "all eps > 0, alpha > 1",
    Same("the gap", "exp(b*(shipped(e, b) - renyi.of_pure(e, b)))", "exp(k(e/2, e/2) - k(e/2 + b*e, e/2))"),
    Same("k'(y) = y (tanh(y)/y - tanh(z)/z)", "d/dy k(y, z)", "y*(share(y) - share(z))"),
    Same(
        "(tanh(y)/y)' = -m(y)/(y cosh y)^2 for m(y) = sinh(2y)/2 - y",
        "d/dy share(y)",
        "-4*m(y)/(y*(exp(y) + exp(-y)))^2",
    ),
    Same("m(0) = 0", "m(0)", "0"),
    Same("m' = 2 sinh^2", "d/dy m(y)", "(exp(y) - exp(-y))^2/2"),
    Nonnegative("2 sinh^2 >= 0", "(exp(y) - exp(-y))^2/2"),
    so="m is 0 at 0 and rises, so tanh(y)/y falls, so k'(y) <= 0 for y >= z, and the gap is nonnegative.",
)

PURE.optimum(
    "zcdp.constant",
    "rho cannot be lowered: the exact curve over rho alpha tends to 1 as alpha tends to 1.",
    "Proposition 1.4, sharpened",
    "all eps > 0",
    Tends("", "renyi.of_pure(e, b)/shipped(e, b)", "b", 0, "1"),
)

BOOK.soundness(
    "monotone",
    "What is rho-zCDP is rho'-zCDP for every rho' > rho: so a smaller rho states no less, inside every wrapper.",
    "all rho' > rho > 0 (rho' = rho + d), all orders 1 + b",
    Positive("what is more", "curve(r + d, 1 + b) - curve(r, 1 + b)"),
    so="The shipped curve rises.",
)
