"""Claims about the noise of clipping and rectifying, about what processing keeps, and about the mu of a rectified
Laplace mechanism."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, bound, theorem
from chartered.proving.rewriting import rewrites
from chartered.proving.steps import certain, chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas.laplace_profile import covering_scale
from .laplace import BOOK as LAPLACE, log_density

BOOK = Book("rectified", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 9)


@BOOK.soundness(
    "processing.event",
    "(p - e^eps q) k <= (p - e^eps q)_+ for an outcome of probabilities p and q and the chance k with which noise "
    "that does not depend on "
    "the data takes it into an event: summed over the outcomes, no delta grows.",
    "Theorem 4.4, proof",
    "all p, q, eps, 0 < k < 1 (k = 1/(1+u))",
)
def _event(effort: Effort) -> Verdict:
    def spare(xp: Any, gain: Any, u: Any, *, sign: int) -> Any:
        return xp.positive(sign * gain) - sign * gain / (1 + u)

    def expected(factor: Any) -> Any:
        return lambda xp, gain, u: gain * factor(u) / (1 + u)

    domain = {"gain": SIZE, "u": SIZE}
    steps = [
        (
            f"p - e^eps q {word} 0",
            same_parts(lambda xp, g, u, s=sign: spare(xp, g, u, sign=s), expected(factor), "gain u", domain, effort),
        )
        for word, sign, factor in ((">", 1, lambda u: u), ("<", -1, lambda u: 1))
    ]
    wrapped, inner = "rectified:low=0,high=1,head=2/gaussian:sigma=1", "gaussian:sigma=1"
    return chain(
        "Both differences are positive. A rewriting to the wrapped step states no more.",
        *steps,
        ("the rewriting", rewrites("rectifying", "rectified.processing", wrapped, inner)),
    )


@BOOK.soundness(
    "pure.noise",
    "Noise of scale (high - low)/head: the log-likelihood ratio of two outcomes in [low, high] is at most head, "
    "whatever they are.",
    "Theorem 4.4, proof",
    "all low < high, head > 0, outcomes (high - low)/(1 + u) apart",
)
def _noise(effort: Effort) -> Verdict:
    def stated(xp: Any, head: Any) -> Any:
        return bound("rectifying", "rectified.pure")(Said({"head": head})).epsilon

    def ratio(near: Any, far: Any, low: Any, width: Any, head: Any) -> Any:
        scale = covering_scale(low, low + width, head)
        return log_density(near, scale) - log_density(far, scale)

    def farthest(xp: Any, low: Any, width: Any, head: Any, z: Any) -> Any:
        return ratio(z, z + width, low, width, head)

    def at_head(xp: Any, low: Any, width: Any, head: Any, z: Any) -> Any:
        return stated(xp, head)

    def spare(xp: Any, low: Any, width: Any, head: Any, u: Any) -> Any:
        return stated(xp, head) - ratio(0, width / (1 + u), low, width, head)

    names, domain = "low width head", dict.fromkeys(("low", "width", "head"), SIZE)
    return chain(
        "Distances z and z' to two outcomes differ by at most the distance between them; a range of any sign is "
        "moved by `low`.",
        ("the ends of the range", same(farthest, at_head, f"{names} z", {**domain, "z": SIZE}, effort)),
        ("outcomes between them", sign_of(spare, f"{names} u", {**domain, "u": SIZE}, effort)),
    )


@BOOK.table(
    "gdp.laplace",
    "A Laplace mechanism of Delta/b = 2 is 1.80091-GDP; rectified at head = 3 it is 1.32103-GDP, which its noise "
    "alone (3-DP) is not.",
    "Theorem 4.4; Example 4.2",
    "Delta/b = 2, head = 3",
)
def _laplace(effort: Effort) -> Verdict:
    inner = bound("laplace", "laplace.profile")(Said({"epsilon": Fraction(2)}))
    case: Any = Said({"head": Fraction(3)}, inner=inner)
    rectified = theorem("rectifying", "rectified.gdp")
    assert rectified.propose is not None
    shipped_mu = rectified.bound(case, rectified.propose(case)).mu_squared

    def below(limit: str) -> Any:
        return lambda xp: xp.number(Fraction(limit)) ** 2 - xp.number(shipped_mu)

    def noise(xp: Any) -> Any:
        return xp.number(bound("gdp", "pure.gdp")(ch.Pure(epsilon=3)).mu_squared) - xp.number(shipped_mu)

    return chain(
        "The proof that the profile is nowhere above that of mu is run; the bracket of mu is 1e-9 wide.",
        certain("mu < 1.321027", below("1.321027")),
        certain("mu > 1.321026", lambda xp: -below("1.321026")(xp)),
        certain("less than by the noise alone", noise),
    )


@BOOK.soundness(
    "monotone",
    "A smaller head is Laplace noise of a larger scale, which is processing of the noise of the smaller one: so it "
    "costs no more.",
    "data processing",
    "all heads, low < high",
)
def _monotone(effort: Effort) -> Verdict:
    def fall(xp: Any, low: Any, width: Any, head: Any, less: Any) -> Any:
        return covering_scale(low, low + width, head) - covering_scale(low, low + width, head + less)

    names = "low width head less"
    return chain(
        "What is clipped does not depend on the head.",
        ("the scale falls with the head", sign_of(fall, names, dict.fromkeys(names.split(), SIZE), effort)),
        ("Laplace noise of the larger scale", LAPLACE.verdict("monotone", effort)),
    )
