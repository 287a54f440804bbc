"""Claims about the Renyi curves of the Laplace mechanism and of randomized response: the registered moments by direct
summation, and that Laplace's curve holds for every shift of that l1 norm."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Notation, Proofs, Same, Shipped

from . import two_terms

SIZE = (Fraction(1, 5), 5)
NOTATION = Notation(
    "antiderivative(a, e, x) = exp(-(1 + a)*e)*exp((1 + 2*a)*e*x)/(2*(1 + 2*a))",
    "middle = exp(-(1 + a)*e)*(exp((1 + 2*a)*e) - 1)/(2*(1 + 2*a))",
    "mean(e, b) = two_terms.two_terms((1 + b)/(1 + 2*b), e, b)",
    "slope(e, b) = d/de mean(e, b)",
    ranges={"a e": SIZE, "j": (0, 20), "b": two_terms.ORDER},
    laplace=Shipped("laplace.renyi"),
    two_terms=two_terms.NOTATION,
    response=Shipped("randomized-response.renyi"),
)
LAPLACE = Proofs("laplace.renyi", "Mironov 2017, Proposition 6", notation=NOTATION)
RESPONSE = Proofs("randomized-response.renyi", "direct computation", notation=NOTATION)
laplace_claims, response_claims = LAPLACE.claims, RESPONSE.claims

LAPLACE.identity(
    "moment",
    "E_Q[(P/Q)^alpha] is the sum over the three stretches on which the likelihood ratio is e^-eps, e^((2x-1) eps) and "
    "e^eps.",
    "Mironov 2017, Proposition 6",
    "all alpha > 1, eps > 0 (alpha = 1 + a, eps = e)",
    Same("the middle stretch", "antiderivative(a, e, 1) - antiderivative(a, e, 0)", "middle"),
    Same(
        "the sum is the shipped moment",
        "exp(a*laplace(epsilon=e).curve(1 + a))",
        "exp(-(1 + a)*e)/2 + exp(a*e)/2 + middle",
    ),
    so="With sensitivity 1 and eps = 1/b: half the mass of Q lies below 0 (ratio e^-eps), e^-eps/2 above 1 (ratio "
    "e^eps); between them the density e^(-x eps) eps/2 times the ratio's power e^(alpha (2x-1) eps) has that "
    "antiderivative in x.",
)

LAPLACE.soundness(
    "worst-shift",
    "The logarithm of the moment is convex in the shift, 0 with slope 0 at none: smaller shifts lose less, and a "
    "shift that is split over several coordinates (its l1 norm counts) loses no more than in one.",
    "",
    "all shifts, alpha > 1",
    Same("the shipped moment has two terms", "exp(b*laplace(epsilon=e).curve(1 + b))", "mean(e, b)"),
    Same("it is 1 at no shift", "mean(0, b)", "1"),
    Same("slope 0 there", "slope(0, b)", "0"),
    two_terms.convex,
    so="A convex function that is 0 at 0 is superadditive, and rises where its slope at 0 is not negative.",
)

RESPONSE.identity(
    "moment",
    "E_Q[(P/Q)^alpha] is p^alpha r^(1-alpha) + r^alpha p^(1-alpha) + (k-2) r for the truth's p and another value's r.",
    "direct computation",
    "all alpha > 1, eps > 0, k >= 2 (alpha = 1 + a, eps = e, k = 2 + j)",
    Same(
        "the sum is the shipped moment",
        "exp(a*response(epsilon=e, k=2 + j).curve(1 + a))",
        "(exp((1 + a)*e) + exp(-a*e) + j)/(exp(e) + 1 + j)",
    ),
    so="p = e^eps/(e^eps+k-1) and r = 1/(e^eps+k-1), so the three terms have that common denominator.",
)
