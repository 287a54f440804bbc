"""Mills' ratio m(t) = Phi(-t)/phi(t): bounds, each proved by a difference that tends to 0 and has a derivative of
constant sign."""

from fractions import Fraction

from chartered.proving import Lemma, Notation, Positive, Same, Slope, Tends, lemma

NOTATION = Notation(
    "density(t) = exp(-t^2/2)/sqrt(2*pi)",
    "ratio(t) = Phi(-t)/density(t)",
    "half(t) = exp(-t^2/2)/2 - Phi(-t)",
    "lower(t) = t/(t*t + 1)",
    "upper(t) = (t*t + 2)/(t^3 + 3*t)",
    ranges={"t": (Fraction(1, 5), 5)},
)


def _ordered(label: str, gap: str, rate: str) -> Lemma:
    """Steps that prove that a difference is positive: times phi, its derivative is -phi times the positive `rate`, and
    it tends to 0."""
    return lemma(
        NOTATION,
        Slope(f"{label}: the gap's rate", gap, "t", f"-density(t)*{rate}"),
        Positive(f"{label}: it is negative", f"density(t)*{rate}"),
        Tends(f"{label}: the gap ends at 0", gap, "t", "inf", "0"),
    )


above_lower = _ordered("m > t/(t^2 + 1)", "Phi(-t) - lower(t)*density(t)", "2/(t*t + 1)^2")
below_upper = _ordered("m < (t^2 + 2)/(t^3 + 3 t)", "upper(t)*density(t) - Phi(-t)", "6/(t^3 + 3*t)^2")
falls = lemma(
    NOTATION,
    Slope("m' = t m - 1", "ratio(t)", "t", "t*ratio(t) - 1"),
    Slope("(t m)' = m (1 + t^2) - t", "t*ratio(t)", "t", "ratio(t)*(1 + t*t) - t"),
    above_lower,
)
"""m' = t m - 1, and (t m)' = m (1 + t^2) - t > 0 for every real t (for t <= 0 both terms are positive): so 1 - t m
decreases, and so does m."""
below_half = lemma(
    NOTATION,
    Slope(
        "e^(-t^2/2)/2 - Phi(-t) has a slope of one sign change, from + to -",
        "half(t)",
        "t",
        "density(t)*(1 - t*sqrt(pi/2))",
    ),
    Same("it is 0 at 0", "half(0)", "0"),
    Tends("it tends to 0", "half(t)", "t", "inf", "0"),
)
"""Phi(-t) <= e^(-t^2/2)/2 for t >= 0: the difference is 0 at 0, increases, then decreases to 0."""
