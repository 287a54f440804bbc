"""Claims about the order of the conversions: T3 <= L1 <= Balle et al. = Canonne et al. <= Mironov."""

from collections.abc import Iterator
from fractions import Fraction

from chartered.proving import Claimed, Each, Notation, Part, Positive, Proofs, Rounds, Same
from chartered.proving.decimals import ends

from ...formulas import closed_forms as renyi_conversion
from .. import balle2020
from ..witness import lies_between
from .ends import BOOK as ENDS

EXAMPLES = (
    (("20", "0.5", "1e-5"), "0.89698", {"closed_epsilon_g": "0.89698", "classical_epsilon": "1.1059"}),
    (("2", "0.5", "1e-5"), "9.694", {"closed_epsilon_g": "10.627", "closed_epsilon_f": "10.387"}),
    (("5", "0.01", "1e-3"), "0.381", {"closed_epsilon_g": "1.111", "closed_epsilon_f": "0.554"}),
)


def _examples() -> Iterator[Part]:
    for point, optimum, others in EXAMPLES:
        a, g, d = map(Fraction, point)
        yield Each(f"balls: T3 at alpha = {a}", lies_between, [(a, g, d, *ends(optimum))])
        yield from (Rounds(f"{name} at alpha = {a}", f"rc.{name}({a}, {g}, {d})", x) for name, x in others.items())


NOTATION = Notation("advantage(b) = -rc.log_zeta(1 + b)/b", ranges={"b": (Fraction(1, 10), 9)}, rc=renyi_conversion)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

BOOK.inequality(
    "order.chain",
    "At every order T3 <= L1 <= Balle et al. 2020, Thm 21 = Canonne, Kamath and Steinke 2020, Prop 12 <= T1, in eps "
    "and so in delta.",
    "Theorem 3, Lemma 1 and T1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Claimed("T3 is below both branches of L1", ENDS, "T3.dual-ends"),
    Claimed("L1 is below Theorem 21", balle2020.BOOK, "T21.above-L1"),
    Claimed("Theorem 21 is Proposition 12", balle2020.BOOK, "T21.canonne"),
    Claimed("Theorem 21 is below T1", balle2020.BOOK, "T21.below-T1"),
    so="For alpha delta >= 1 T3 is the edge, as L1 is (T3.edge). All these eps fall with delta, so the deltas keep the "
    "order.",
)

BOOK.inequality(
    "order.mironov-decay",
    "The advantage of L1's first branch over T1 falls as alpha rises.",
    "T1 and Lemma 1",
    "all alpha > 1",
    Same("the derivative", "d/db advantage(b)", "-log(1 + b)/b^2"),
    Positive("its sign", "log1p(b)/b^2"),
    so="Its derivative in alpha is -log(alpha)/(alpha-1)^2.",
)

BOOK.table(
    "order.examples",
    "(alpha, gamma, delta) = (20, .5, 1e-5): T3 .89698, Balle .89698, Mironov 1.1059; (2, .5, 1e-5): 9.694, 10.627, L1 "
    "10.387; (5, .01, 1e-3): .381, 1.111, L1 .554.",
    "Theorem 3, Lemma 1 and T1, in numbers (half a unit of the last digit)",
    "the three points",
    *_examples(),
    so="T3 is enclosed by a pair and a tangent, the closed forms are run.",
)
