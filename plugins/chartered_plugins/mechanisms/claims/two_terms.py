"""Moments of the form u e^((alpha-1) e) + v e^(-alpha e) in the shift e: their monotonicity in e."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Same, lemma

SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)

NOTATION = Notation(
    "two_terms(u, e, b) = u*exp(b*e) + (1 - u)*exp(-(1 + b)*e)",
    "mean(e, b, w) = two_terms(1/(1 + w), e, b)",
    "first(e, b, w) = d/de mean(e, b, w)",
    "second(e, b, w) = d2/de2 mean(e, b, w)",
    "bent = w/(1 + w)^2*(1 + 2*b)^2*exp(-e)",
    ranges={"e": SIZE, "b": ORDER, "w": (Fraction(1, 100), 1)},
)
convex = lemma(
    NOTATION,
    Same("A A'' - A'^2 is u v (2 alpha-1)^2 e^(-eps)", "mean(e, b, w)*second(e, b, w) - first(e, b, w)^2", "bent"),
    Positive("which is positive", "bent"),
)
"""The logarithm of `two_terms` is convex in e: A A'' - A'^2 is positive. The weights are 1 : w."""
