"""Claims about the Renyi curves of samples below the order 2: joint convexity for one sampled record, and the
registered curve."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Said, claims_of, registered, renyi
from chartered.proving.proof_parts import Same, Touches
from chartered.proving.tables_of_answers import Answers, case, replaced

from .whole_orders import RATE, SIZE

NAMES = "poisson.renyi", "sample.renyi"
POINT = Fraction(19, 10)


def _shipped(xp: Any, q: Any, b: Any, g: Any) -> Any:
    """The moment of the shipped curve at the order 1 + b, for the wrapped divergence g."""
    inner = ch.Renyi(curve=lambda within, alpha: g, top=POINT)
    return xp.exp(b * registered(NAMES[0]).bound(Said({"rate": q}, inner=inner)).curve(xp, 1 + b))


NOTATION = Notation(
    # the ratio of the chances of an outcome, and its chance where one record may have been drawn
    "mean = w + (1 - w)*t",
    ranges={"q w": RATE, "b t g x": SIZE},
    shipped=_shipped,
)
BOOKS = POISSON, SAMPLE = tuple(Proofs(name, "ours", notation=NOTATION) for name in NAMES)
claims = claims_of(*BOOKS)

for BOOK in BOOKS:
    BOOK.inequality(
        "below-two.convex",
        "((1-q) a + q b)^alpha ((1-q) a + q c)^(1-alpha) <= (1-q) a + q b^alpha c^(1-alpha) for the chances a of an "
        "outcome where the record is not drawn, and b and c where it is, in the two data sets.",
        "Jensen's inequality",
        "all 0 < q < 1, alpha = 1 + b > 1, all chances",
        Touches("x^(1 + b) - (1 + b)*x + b", "x", "1"),
        Same("the mean of x = 1/mean and t/mean, with the weights w and 1 - w", "(w + (1 - w)*t)/mean", "1"),
        Same("the shipped curve", "shipped(q, b, g)", "1 - q + q*exp(b*g)"),
        so="With t = b/c and w = (1-q) a/((1-q) a + q c), the left side over the right side's (1-q) a + q c is "
        "mean^alpha, the right side's sum w + (1-w) t^alpha. The means of both sides of x^alpha >= 1 + alpha (x - 1) "
        "give w + (1-w) t^alpha >= mean^alpha. The sum over the outcomes of the right side is 1 - q + q "
        "E_c[(b/c)^alpha], and the wrapped curve bounds the last term: b and c are the outputs on neighbours, by the "
        "same draws of all other records; over those draws, once more, the moment is jointly convex.",
        over={"q": Range.chance(SIZE), "w": Range.chance(SIZE)},
    )


for BOOK, of in (
    (POISSON, case("poisson:rate=1/4/rdp:alpha=2,gamma=1", renyi("alpha/9", top=POINT))),
    (SAMPLE, replaced("sample:size=1,of=4/rdp:alpha=2,gamma=1", renyi("alpha/9", top=POINT))),
):
    BOOK.stated(
        "below-two.as-stated",
        "log(1 - q + q e^((alpha-1) gamma(alpha)))/(alpha-1), up to the last order of a curve that ends below 2.",
        "joint convexity",
        "the curve alpha/9 up to the order 19/10, q = 1/4",
        Answers(BOOK.prefix, of, {"curve(3/2)": "2*log(3/4 + exp(1/12)/4)", "top": POINT}),
        Answers(BOOK.prefix, of, {"curve(19/10)": "10/9*log(3/4 + exp(19/100)/4)"}),
    )
