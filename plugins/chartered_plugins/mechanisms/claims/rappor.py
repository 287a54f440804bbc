"""Claims about RAPPOR: the printed eps, what several reports add, safer parameters, and all reports of two values."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import chartered as ch
from chartered.proving import Each, Notation, Positive, Proofs, Same, Shipped, enclose, numbers, registered, replaced
from flint import fmpq

PAPER = "Erlingsson, Pihur, Korolova 2014"
CHANCE = (Fraction(1, 100), Fraction(99, 100))
NOTATION = Notation(
    "one(f, p, q) = f*(p + q)/2 + (1 - f)*q",
    "zero(f, p, q) = f*(p + q)/2 + (1 - f)*p",
    "odds(chance) = chance/(1 - chance)",
    "shipped(f, p, q) = exp(pure(f=f, p=p, q=q, hashes=1, reports=1).epsilon)",
    "coin(y) = 1/(1 + y)",
    # how much likelier reports are of a 1, if they have the likelihood a given a permanent 1, and b given a 0
    "ratio(f, a, b) = ((1 - f/2)*a + f/2*b)/(f/2*a + (1 - f/2)*b)",
    # q' = p + s w with q = p + s: a report of 1 stays one with the chance kept, and one of 0 becomes one else
    "kept(p, s, w) = p + (1 - p)*w",
    "made(p, s, w) = p*(1 - w)",
    "becomes(chance, p, s, w) = kept(p, s, w)*chance + made(p, s, w)*(1 - chance)",
    ranges={"f p w g": CHANCE, "q": CHANCE, "a b": (Fraction(1, 100), 1), "y": (Fraction(1, 100), 100), "s": (0, 1)},
    pure=Shipped("rappor.pure"),
)
BOOK = Proofs("rappor", PAPER, notation=NOTATION)

BOOK.identity(
    "pure.printed",
    "For one report e^eps is, for each hash function, the quotient of the odds of a report of 1 with q* and p*, as "
    "printed; for the permanent response that is the square of (1 - f/2)/(f/2).",
    "Theorems 1 and 2",
    "all f, p, q",
    Same("one report", "shipped(f, p, q)", "odds(one(f, p, q))/odds(zero(f, p, q))"),
    Same("the permanent response", "shipped(f, 0, 1)", "((1 - f/2)/(f/2))^2"),
    so="The bits are independent, so that eps is the sum of what each of them loses at most.",
)

BOOK.inequality(
    "pure.permanent",
    "However many reports there are, no bit loses more than the permanent response.",
    "Theorem 1; post-processing",
    "all f = 1/(1 + y), all likelihoods a and b of reports",
    Same("of the permanent bit", "(1 - coin(y)/2)/(coin(y)/2)", "1 + 2*y"),
    Positive("less for each bit", "1 + 2*y - ratio(coin(y), a, b)"),
    so="So p=0,q=1 is for any number of reports.",
)

BOOK.soundness(
    "monotone",
    "A larger f, a larger p, a smaller q, fewer hash functions and fewer reports are processing, whatever the data: a "
    "coin is tossed again, a report of 0 becomes a 1 or one of 1 a 0, or bits and reports are left out. So they cost "
    "no more, inside every wrapper.",
    "data processing",
    "all f, p, q = p + s and q' = p + s w",
    Same("another toss", "(1 - f)*(1 - g)", "1 - (f + g - f*g)"),
    Same("a permanent 0", "becomes(p, p, s, w)", "p"),
    Same("a permanent 1", "becomes(p + s, p, s, w)", "p + s*w"),
    so="Both chances are between 0 and 1. Exchanging 0 and 1, the same is true of p.",
)


def _of_bits(f: Fraction, p: Fraction, q: Fraction, reports: int, bits: tuple[int, ...]) -> dict[Any, Fraction]:
    """The probabilities of all that is sent of a filter, by all permanent responses."""
    found: dict[Any, Fraction] = {}
    for permanent in product((0, 1), repeat=len(bits)):
        share = prod((1 - f / 2 if own == bit else f / 2 for own, bit in zip(permanent, bits, strict=True)), start=p**0)
        for sent in product((0, 1), repeat=reports * len(bits)):
            chances = (q if permanent[index % len(bits)] else p for index in range(len(sent)))
            each = (chance if report else 1 - chance for chance, report in zip(chances, sent, strict=True))
            found[sent] = found.get(sent, Fraction(0)) + prod(each, start=share)
    return found


def _ratios(f: Fraction, p: Fraction, q: Fraction, hashes: int, reports: int) -> tuple[Fraction, Fraction, ch.Case]:
    """(the largest ratio, the mean of the squared one, the case), by all reports of two values that share no bit."""
    one = _of_bits(f, p, q, reports, (1,) * hashes + (0,) * hashes)
    other = _of_bits(f, p, q, reports, (0,) * hashes + (1,) * hashes)
    largest = max(one[sent] / other[sent] for sent in one if other[sent])
    square = sum((one[sent] ** 2 / other[sent] for sent in one if other[sent]), Fraction(0))
    return largest, square, replaced(f"rappor:f={f},p={p},q={q},hashes={hashes},reports={reports}")


def _largest(*of: Any) -> bool:
    largest, _, text = _ratios(*of)
    pure = registered("rappor.pure").apply(text)
    return bool(enclose(lambda xp: xp.exp(xp.number(pure.epsilon))).contains(largest))


def _square(*of: Any) -> bool:
    _, square, text = _ratios(*of)
    renyi = registered("rappor.renyi").apply(text)
    return bool(enclose(lambda xp: xp.exp(renyi.curve(xp, xp.number(2)))).contains(square))


def _moment(*of: Any) -> bool:
    _, square, text = _ratios(*of)
    law = registered("rappor.characteristic").apply(text).directions[0]
    return bool(prod(m.at(Fraction(2), 40, 128) ** n for m, n in law).contains(fmpq(*square.as_integer_ratio())))


MECHANISMS = [
    (*numbers("1/2 0 1"), 1, 1),
    (*numbers("1/2 1/4 3/4"), 1, 3),
    (*numbers("1/3 1/5 1/2"), 2, 1),
    (*numbers("9/10 0 1/2"), 2, 2),
    (*numbers("1/4 1/8 1"), 1, 4),
]
for _name, _said, _holds in (
    ("pure", "The largest ratio is that", _largest),
    ("renyi", "The mean of the squared ratio, of which the curve at 2 is the logarithm, is that", _square),
    ("characteristic", "The mean of the squared ratio, by the moments of the bits, is that", _moment),
):
    BOOK.table(
        f"{_name}.all-reports",
        f"{_said} of everything that may be sent of two values that share no bit.",
        "direct computation",
        "five mechanisms with up to 4 bits and 8 reports, run",
        Each("all reports, in fractions", _holds, MECHANISMS),
    )
