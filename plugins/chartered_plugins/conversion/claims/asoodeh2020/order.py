"""Claims about the order of the conversions: T3 <= L1 <= Balle et al. = Canonne et al. <= Mironov."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...formulas import closed_forms as renyi_conversion
from .. import balle2020
from ..witness import lies_between
from . import ends

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
ORDER = {"b": (Fraction(1, 10), 9)}


@BOOK.inequality(
    "order.chain",
    "At every order T3 <= L1 <= Balle et al. 2020, Thm 21 = Canonne, Kamath and Steinke 2020, Prop 12 <= T1, in eps "
    "and so in delta.",
    "Theorem 3, Lemma 1 and T1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
)
def _chain(effort: Effort) -> Verdict:
    return chain(
        "For alpha delta >= 1 T3 is the edge, as L1 is (T3.edge). All these eps fall with delta, so the deltas keep "
        "the order.",
        ("T3 is below both branches of L1", ends.below_branches(effort)),
        ("L1 is below Theorem 21", balle2020.above_l1(effort)),
        ("Theorem 21 is Proposition 12", balle2020.same_as_canonne(effort)),
        ("Theorem 21 is below T1", balle2020.below_t1(effort)),
    )


@BOOK.inequality(
    "order.mironov-decay",
    "The advantage of L1's first branch over T1 falls as alpha rises.",
    "T1 and Lemma 1",
    "all alpha > 1",
)
def _decay(effort: Effort) -> Verdict:
    def stated(xp: Any, b: Any) -> Any:
        return -xp.log1p(b) / b**2

    slope = slopes(lambda xp, b: -renyi_conversion.log_zeta(xp, 1 + b) / b, 0, "b")
    return chain(
        "Its derivative in alpha is -log(alpha)/(alpha-1)^2.",
        ("the derivative", same(slope, "-log(1 + b)/b^2", "b", ORDER, effort)),
        ("its sign", sign_of(lambda xp, b: -stated(xp, b), "b", ORDER, effort)),
    )


@BOOK.table(
    "order.examples",
    "(alpha, gamma, delta) = (20, .5, 1e-5): T3 .89698, Balle .89698, Mironov 1.1059; (2, .5, 1e-5): 9.694, 10.627, "
    "L1 10.387; "
    "(5, .01, 1e-3): .381, 1.111, L1 .554.",
    "Theorem 3, Lemma 1 and T1, in numbers (half a unit of the last digit)",
    "the three points",
)
def _examples(effort: Effort) -> Verdict:
    for alpha, gamma, delta, optimum, others in EXAMPLES:
        a, g, d, (value, half) = Fraction(alpha), Fraction(gamma), Fraction(delta), _printed(optimum)
        if not lies_between(a, g, d, value - half, value + half):
            return Refuted("balls: T3 is not as printed", witness={"alpha": alpha, "printed": optimum})
        for formula, text in others:
            value, half = _printed(text)
            with balls(200) as xp:
                found = formula(xp, xp.number(a), xp.number(g), xp.number(d))
                if not abs(found - xp.number(value)) < xp.number(half):
                    return Refuted(
                        "balls: not as printed", witness={"alpha": alpha, "printed": text, "found": found.str(10)}
                    )
    return Proved("balls: T3 by a pair from below and a tangent from above, the closed forms directly")


EXAMPLES = (
    (
        "20",
        "0.5",
        "1e-5",
        "0.89698",
        ((renyi_conversion.closed_epsilon_g, "0.89698"), (renyi_conversion.classical_epsilon, "1.1059")),
    ),
    (
        "2",
        "0.5",
        "1e-5",
        "9.694",
        ((renyi_conversion.closed_epsilon_g, "10.627"), (renyi_conversion.closed_epsilon_f, "10.387")),
    ),
    (
        "5",
        "0.01",
        "1e-3",
        "0.381",
        ((renyi_conversion.closed_epsilon_g, "1.111"), (renyi_conversion.closed_epsilon_f, "0.554")),
    ),
)


def _printed(text: str) -> tuple[Fraction, Fraction]:
    """A printed decimal and half a unit of its last digit."""
    return Fraction(text), Fraction(1, 2 * 10 ** len(text.split(".")[1]))
