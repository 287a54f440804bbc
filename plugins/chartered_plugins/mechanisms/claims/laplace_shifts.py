"""The claim that Laplace's one-dimensional curve holds for every shift of that l1 norm."""

from __future__ import annotations

from chartered.proving import Notation, Proofs, Same, Shipped

from . import two_terms
from .two_terms import ORDER, SIZE

NOTATION = Notation(
    "mean(e, b) = two_terms.two_terms((1 + b)/(1 + 2*b), e, b)",
    "slope(e, b) = d/de mean(e, b)",
    ranges={"e": SIZE, "b": ORDER},
    renyi=Shipped("laplace.renyi"),
    two_terms=two_terms.NOTATION,
)
BOOK = Proofs("laplace", "Mironov 2017", notation=NOTATION)
claims = BOOK.claims

BOOK.soundness(
    "renyi.worst-shift",
    "The logarithm of the moment is convex in the shift, 0 with slope 0 at none: smaller shifts lose less, and a "
    "shift that is split over several coordinates (its l1 norm counts) loses no more than in one.",
    "Proposition 6",
    "all shifts, alpha > 1",
    Same("the shipped moment has two terms", "exp(b*renyi(epsilon=e).curve(1 + b))", "mean(e, b)"),
    Same("it is 1 at no shift", "mean(0, b)", "1"),
    Same("slope 0 there", "slope(0, b)", "0"),
    two_terms.convex,
    so="A convex function that is 0 at 0 is superadditive, and rises where its slope at 0 is not negative.",
)
