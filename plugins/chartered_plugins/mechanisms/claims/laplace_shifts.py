"""The claim that Laplace's one-dimensional curve holds for every shift of that l1 norm."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .two_terms import ORDER, SIZE, convex, two_terms

BOOK = Book("laplace", "Mironov 2017")
claims = BOOK.claims


@BOOK.soundness(
    "renyi.worst-shift",
    "The logarithm of the moment is convex in the shift, 0 with slope 0 at none: smaller shifts lose less, and a "
    "shift that is split over "
    "several coordinates (its l1 norm counts) loses no more than in one.",
    "Proposition 6",
    "all shifts, alpha > 1",
)
def _worst_shift(effort: Effort) -> Verdict:
    def shipped(xp: Any, e: Any, b: Any) -> Any:
        return xp.exp(b * bound("laplace", "laplace.renyi")(Said({"epsilon": e})).curve(xp, 1 + b))

    def mean(xp: Any, e: Any, b: Any) -> Any:
        return two_terms(xp, (1 + b) / (1 + 2 * b), e, b)

    line = {"b": ORDER}
    return chain(
        "A convex function that is 0 at 0 is superadditive, and rises where its slope at 0 is not negative.",
        ("the shipped moment has two terms", same(shipped, mean, "e b", {"e": SIZE, "b": ORDER}, effort)),
        ("it is 1 at no shift", same(lambda xp, b: mean(xp, 0 * b, b), "1", "b", line, effort)),
        ("slope 0 there", same(lambda xp, b: slopes(mean, 0, "e b")(xp, 0 * b, b), "0", "b", line, effort)),
        *convex(effort),
    )
