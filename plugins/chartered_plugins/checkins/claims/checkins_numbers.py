"""Claims about the numbers in the check-ins paper: dummies, and the constant of the short forms."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import POSITIVE, Between, Claimed, Each, Notation, Positive, Proofs, numbers

from ...basics.formulas import subgaussian_tail as tail
from ..formulas import report_slots
from .checkin_laws import Rounds as Protocol

NOTATION = Notation(
    # eps of a window of this variance proxy, and of Theorem 3.2
    "window(proxy, delta) = tail.tail_epsilon(proxy/2, proxy, delta)",
    "printed(m, p, e0, delta) = window(report_slots.printed_variance_proxy(m, p, e0), delta)",
    "kept(m, p, e0, delta) = window(report_slots.variance_proxy(m, p, expm1(e0), exp(-e0)), delta)",
    "factor = printed(1, 1, 1, 1/100)/sqrt(log(100))",
    ranges={"y": POSITIVE},
    report_slots=report_slots,
    tail=tail,
)
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at="Proposition 3.4", notation=NOTATION)
RISES = Positive(
    "(e^eps0-1)/eps0 rises: e (e^e-1) times its slope has the slope e e^e",
    "d/de0 1 + exp(e0)*(e0 - 1)",
    {"e0": POSITIVE},
)
"""1 + e^e (e - 1) is e (e^e - 1) times the derivative of log((e^e - 1)/e)."""


@BOOK.identity(
    "P34.enumerated",
    "The expected number of dummies of a fixed window is m (1 - p/m)^n: enumerated over every way to check in.",
    "all m <= 3, n <= 4, p in {1/3, 1}, exactly",
    Each("run: protocols in exact rationals", cases=product((1, 2, 3), (1, 2, 3, 4), numbers("1/3 1")), bits=256),
)
def _dummies(xp: Any, m: int, n: int, p: Fraction) -> bool:
    return bool(Protocol("fixed", m, p, n).dummies() == report_slots.empty_slots(Fraction(m), Fraction(m), p, n))


BOOK.inequality(
    "P34.at-most",
    "With p = c m/n it is m (1 - c/n)^n <= m e^-c, since log(1-x) <= -x.",
    "all c/n = x = y/(1+y) in (0, 1)",
    # -x - log(1-x) at x = y/(1+y)
    Positive("the slope of -x - log(1-x)", "d/dy log(1 + y) - y/(1 + y)"),
    so="It is 0 at y = 0.",
)


@BOOK.identity(
    "P44.enumerated",
    "The expected number of dummies of a sliding window is (n-m+1)(1 - 1/m)^m, at most (n-m+1)/e: enumerated over "
    "every way to check in.",
    "Proposition 4.4",
    "all m <= 3, m <= n <= 5, exactly; the bound for all m by P34.at-most with c/n = 1/m",
    Each("run: the number", cases=[(m, n) for m in (1, 2, 3) for n in range(m, 6)], bits=256),
    Claimed("the bound", BOOK, "P34.at-most"),
    so="At c/n = 1/m the bound says that (1 - 1/m)^m is at most 1/e.",
)
def _sliding_dummies(xp: Any, m: int, n: int) -> bool:
    stated = report_slots.empty_slots(Fraction(m), Fraction(n - m + 1), Fraction(1), m)
    return bool(Protocol("sliding", m, Fraction(1), n).dummies() == stated)


BOOK.inequality(
    "T32.constant",
    "For eps0 <= 1 and delta <= 1/100 the eps of Theorems 3.2 and 4.3 is at most 5.8764 p eps0 sqrt(log(1/delta)/m); "
    "the paper says 7. No constant below 5.8763 will do.",
    "Theorem 3.2 and 4.3, last sentences",
    "all 0 < eps0 <= 1, 0 < p <= 1, m >= 1, delta <= 1/100",
    RISES,
    Between("at the corner it", "factor", "5.8763", "5.8764"),
    Positive("which is below 7", "7 - factor"),
    so="The factor is p e^eps0 (e^eps0 - 1)^2/(2 eps0 sqrt(m y)) + (e^eps0 - 1)/eps0 sqrt(2 e^eps0), y = log(1/delta): "
    "no part falls with eps0 or p or rises with m or y, so it is largest at eps0 = p = m = 1 and delta = 1/100.",
)
