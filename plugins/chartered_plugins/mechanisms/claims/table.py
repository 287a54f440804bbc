"""Claims about tables: the best event, the largest ratio, and the moments of the loss, on tables written out."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Each, Notation, Proofs, Range, Same, Sampled, case, enclose, registered, replaced

from ...basics.claims.outcomes import divergence, listed, together, turned
from ..formulas import larger_of_both_orders

CHANCE = Range.chance((Fraction(1, 100), 100))
NOTATION = Notation(ranges={"x y": CHANCE, "g": (0, 5)})
BOOK = Proofs("table", "", at="direct computation", notation=NOTATION)

TABLES = (
    ("1/2:1/2", "1/4:3/4"),
    ("1/10:1/5:7/10", "3/10:3/5:1/10"),
    ("1/2:1/2:0", "1/4:1/2:1/4"),
    ("0.6:0.3:0.1", "0.1:0.3:0.6"),
    ("1/3:1/3:1/3", "1/6:1/2:1/3"),
)


@BOOK.identity(
    "profile.events",
    "delta is the largest gain of any event, in both directions.",
    "five tables, all of their events, 4 eps; 30 digits",
    Sampled(
        "balls: every event",
        digits=30,
        bits=128,
        why="compared with the gains of all events, whose number is not fixed",
        columns=TABLES,
        eps="0 1/10 1 3",
    ),
)
def _best_event(xp: Any, columns: tuple[str, str], epsilon: Fraction) -> bool:
    p, q = zip(*listed(columns), strict=True)
    grown = xp.exp(xp.number(epsilon))
    best = xp.number(0)
    for event in product((0, 1), repeat=len(p)):
        ours = sum((x for x, there in zip(p, event, strict=True) if there), Fraction(0))
        theirs = sum((x for x, there in zip(q, event, strict=True) if there), Fraction(0))
        best = xp.maximum(best, xp.number(ours) - grown * xp.number(theirs))
        best = xp.maximum(best, xp.number(theirs) - grown * xp.number(ours))
    profile = registered("table.profile").apply(case(f"table:p={columns[0]},q={columns[1]}"))
    return bool(profile.delta(xp, xp.number(epsilon), {}).overlaps(best))


@BOOK.identity(
    "pure.largest",
    "e^eps is the largest ratio of two probabilities of an output, either way; rows of equal ratio are one.",
    "four tables, run",
    Each(
        "run",
        cases=[(TABLES[0], Fraction(2)), (TABLES[1], Fraction(7)), (TABLES[3], Fraction(6)), (TABLES[4], Fraction(2))],
    ),
)
def _largest(columns: tuple[str, str], ratio: Fraction) -> bool:
    guarantee = registered("table.pure").apply(case(f"table:p={columns[0]},q={columns[1]}"))
    return bool(enclose(lambda xp: xp.exp(xp.number(guarantee.epsilon))).contains(ratio))


@BOOK.identity(
    "moments.sum",
    "M(z) is the sum of p^z q^(1-z): what the outputs of equal ratio add is p^z q^(1-z) of their sums.",
    "all probabilities x, y of an output at every multiple 1 + g of both; four tables, row by row, 4 orders, 30 digits",
    Same("two outputs of equal ratio", "x^2/y + ((1 + g)*x)^2/((1 + g)*y)", "((2 + g)*x)^2/((2 + g)*y)"),
    Sampled(
        "balls: row by row",
        digits=30,
        bits=128,
        why="a sum of a number of terms that is not fixed",
        columns=(TABLES[0], TABLES[1], TABLES[3], TABLES[4]),
        order="-1 1/2 2 9",
    ),
    so="The identity is for z = 2; of any z the powers of the common factor add up to one.",
)
def _renyi(xp: Any, columns: tuple[str, str], order: Fraction) -> bool:
    rows, z = listed(columns), xp.number(order)
    terms = (xp.exp(z * xp.log(xp.number(x)) + (1 - z) * xp.log(xp.number(y))) for x, y in rows if x and y)
    direct = sum(terms, xp.number(0))
    found = registered("table.moments").apply(case(f"table:p={columns[0]},q={columns[1]}"))
    alike = sorted(rows) == sorted(turned(rows))
    return found.symmetric == alike and bool(xp.exp(found.log_moment(xp, xp.number(order))).overlaps(direct))


@BOOK.soundness(
    "either-order.sound",
    "The columns for either order have the larger delta of both orders at every eps, and no several runs of a table, "
    "each in an order of its own, have a larger delta than as many runs of these columns.",
    "Zhu, Dong, Wang 2022, Theorem 10; direct computation",
    "five tables, 2 and 3 runs in all orders, 6 values of e^eps",
    Sampled(
        "fractions: every output",
        digits=30,
        why="a comparison of sums whose number of terms is not fixed",
        columns=TABLES,
        grown="0 1/3 1 3/2 2 9",
    ),
)
def _dominated(columns: tuple[str, str], grown: Fraction) -> bool:
    one = listed(columns)
    other, either = turned(one), larger_of_both_orders.columns(one)
    shipped = registered("table.either-order").bound(replaced(f"table:p={columns[0]},q={columns[1]}"))
    met = divergence(either, grown) == max(divergence(one, grown), divergence(other, grown))
    alike = shipped.outcomes == tuple((p, q) for p, q in either if p and q)
    several = ((orders, [either] * n) for n in (2, 3) for orders in product((one, other), repeat=n))
    none_is_above = all(divergence(together(*a), grown) <= divergence(together(*b), grown) for a, b in several)
    return met and alike and none_is_above


@BOOK.erratum(
    "erratum.aligned",
    "Where a record is replaced, both orders of all runs together are no bound: the first record may be the likelier "
    "one for one report and the second for the next. Two bits, each 1 with probability 1/2 for one record and 1/4 for "
    "the other, have delta = 9/64 at e^eps = 7/4 in one order, and 5/32 in both.",
    "enumeration",
    "a table of two outputs, two runs",
    Each("run", cases=[(Fraction(7, 4), Fraction(9, 64), Fraction(5, 32))]),
    printed="a composition of asymmetric mechanisms has the larger delta of two, all in one order or all in the other",
    corrected="that where a record is added, removed or zeroed out; where it is replaced, each has an order of its own",
)
def _more(grown: Fraction, aligned: Fraction, mixed: Fraction) -> bool:
    one = listed(TABLES[0])
    each = max(divergence(together(order, order), grown) for order in (one, turned(one)))
    return each == aligned < mixed == divergence(together(one, turned(one)), grown)
