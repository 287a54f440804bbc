"""Claims about the noise of clip-and-rectify, about guarantees that processing preserves, and about the mu of a
rectified Laplace mechanism."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Rewrites, Said, Shipped, registered
from chartered.proving.proof_parts import Certain, Claimed, Positive, Same, SameParts

from ..formulas.laplace_profile import covering_scale
from . import laplace
from .laplace import BOOK as LAPLACE

SIZE = (Fraction(1, 10), 9)
WRAPPED = "rectified:low=0,high=1,head=2/gaussian:sigma=1"


def mu_squared(xp: Any) -> Any:
    """The registered mu^2 of a Laplace mechanism with Delta/b = 2, rectified at head = 3."""
    case: Any = Said({"head": Fraction(3)}, inner=registered("laplace.profile").bound(Said({"epsilon": Fraction(2)})))
    rectified = registered("rectified.gdp")
    assert rectified.propose is not None
    return xp.number(rectified.bound(case, rectified.propose(case)).mu_squared)


NOTATION = Notation(
    "scale(low, width, head) = covering_scale(low, low + width, head)",
    "loss(distance, low, width, head) = laplace.log_density(distance, scale(low, width, head))",
    "ratio(near, far, low, width, head) = loss(near, low, width, head) - loss(far, low, width, head)",
    "stated(head) = rectified_pure(head=head).epsilon",
    ranges={"gain low width head z u less": SIZE},
    laplace=laplace.NOTATION,
    covering_scale=covering_scale,
    mu_squared=mu_squared,
    pure_gdp=Shipped("pure.gdp", ch.Pure),
    rectified_pure=Shipped("rectified.pure"),
)
BOOK = Proofs("rectified", "Liu et al. 2022", at="Theorem 4.4, proof", notation=NOTATION)

BOOK.soundness(
    "processing.event",
    "(p - e^eps q) k <= (p - e^eps q)_+ for an outcome of probabilities p and q and the chance k with which noise that "
    "does not depend on the data takes it into an event: summed over the outcomes, no delta grows.",
    "all p, q, eps, 0 < k < 1 (k = 1/(1+u))",
    SameParts("p - e^eps q > 0", "positive(gain) - gain/(1 + u)", "gain*u/(1 + u)"),
    SameParts("p - e^eps q < 0", "positive(-gain) + gain/(1 + u)", "gain/(1 + u)"),
    Rewrites("rectified.processing", WRAPPED, "gaussian:sigma=1"),
    so="Both differences are positive. A rewriting to the wrapped step states no more.",
)

BOOK.soundness(
    "pure.noise",
    "Noise of scale (high - low)/head: the log-likelihood ratio of two outcomes in [low, high] is at most head, "
    "whatever they are.",
    "all low < high, head > 0, outcomes (high - low)/(1 + u) apart",
    Same("the ends of the range", "ratio(z, z + width, low, width, head)", "stated(head)"),
    Positive("outcomes between them", "stated(head) - ratio(0, width/(1 + u), low, width, head)"),
    so="Distances z and z' to two outcomes differ by at most the distance between them; a range of any sign is "
    "moved by `low`.",
)

BOOK.table(
    "gdp.laplace",
    "A Laplace mechanism of Delta/b = 2 is 1.80091-GDP; rectified at head = 3 it is 1.32103-GDP, which its noise alone "
    "(3-DP) is not.",
    "Theorem 4.4; Example 4.2",
    "Delta/b = 2, head = 3",
    Certain("mu < 1.321027", "(1321027/10^6)^2 - mu_squared()"),
    Certain("mu > 1.321026", "mu_squared() - (1321026/10^6)^2"),
    Certain("less than by the noise alone", "pure_gdp(epsilon=3).mu_squared - mu_squared()"),
    so="The proof that the profile is nowhere above that of mu is run; the bracket of mu is 1e-9 wide.",
)

BOOK.soundness(
    "monotone",
    "A smaller head is Laplace noise of a larger scale, which is processing of the noise of the smaller one: so it "
    "costs no more.",
    "data processing",
    "all heads, low < high",
    Positive("the scale falls with the head", "scale(low, width, head) - scale(low, width, head + less)"),
    Claimed("Laplace noise of the larger scale", LAPLACE, "monotone"),
    so="What is clipped does not depend on the head.",
)
