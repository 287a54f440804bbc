"""Claims about parts of the data: what the theorems write, and what is wrong about parts."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Each, Proofs, Rewrites, registered, replaced

BOOK = Proofs(
    "parts", "McSherry 2009, Theorem 4; ours, for parts that overlap and for replaced records", at="enumeration"
)

BOOK.identity(
    "most.written",
    "Twelve disjoint parts are one run, twelve parts of which a record is in at most three are three.",
    "",
    "three steps, written out",
    Rewrites("parts.most", "parts:count=12/gaussian:sigma=10", "gaussian:sigma=10"),
    Rewrites("parts.most", "parts:count=12,most=3/laplace:scale=10", "laplace:scale=10,times=3"),
    Rewrites("parts.most", "parts:count=5/poisson:rate=1/10/pure:epsilon=1", "poisson:rate=1/10/pure:epsilon=1"),
)


@BOOK.identity(
    "replaced.squares",
    "Of one Gaussian the squares of the distances add up, and the largest sum counts: r^2 of a part in which the "
    "record is replaced, 2 a^2 of one that is left and one that is entered, as far as there are parts.",
    "direct computation",
    "a = 1 or 5, and r from 1 to 2a",
    Each(
        "run: eight steps",
        cases=[
            ("parts:count=9/gaussian:sigma=1", "4"),
            ("parts:count=9,most=2/gaussian:sigma=1", "8"),
            ("parts:count=9/gaussian:sigma=1,sensitivity=1,replace-sensitivity=1", "2"),
            ("parts:count=9,most=2/gaussian:sigma=1,sensitivity=5,replace-sensitivity=6", "100"),
            ("parts:count=9,most=2/gaussian:sigma=1,sensitivity=5,replace-sensitivity=8", "128"),
            ("parts:count=3,most=2/gaussian:sigma=1,sensitivity=5,replace-sensitivity=6", "86"),
            ("parts:count=1/gaussian:sigma=1,sensitivity=5,replace-sensitivity=6", "36"),
            ("parts:count=2/gaussian:sigma=1,sensitivity=5,replace-sensitivity=7", "50"),  # 7^3 > 2 5^3, 7^2 < 2 5^2
        ],
    ),
)
def _squares(step: str, expected: str) -> bool:
    written = registered("parts.replaced").apply(replaced(step))
    cases = [(ch.Case(inner, ch.Neighbours.REPLACE_ONE), runs) for inner, runs in written]
    total = sum(runs * (c.sensitivity / c.number("sigma")) ** 2 for c, runs in cases)
    return bool(total == Fraction(expected))


def _beyond(steps: Sequence[str], relation: str, most: str) -> bool:
    """Whether a ledger costs more than what is claimed of it, in eps at delta 0 and 1/1000."""
    ledger, said = ch.Ledger(list(steps), neighbours=relation), ch.Ledger(most, neighbours=relation)
    found = [(ledger.epsilon(d).lower, said.epsilon(d).upper) for d in (0, Fraction(1, 1000))]
    return all(low is not None and low > up for low, up in found)


COUNT = "laplace:scale=1,sensitivity=1,replace-sensitivity=1"


@BOOK.erratum(
    "erratum.replaced",
    "Where a record is replaced, disjoint parts cost more than their maximum: it may leave one part and enter another. "
    "Of two counts, each answered truthfully with the probability 3/4, a pair of answers is 9 times as likely.",
    "two parts, eps = log 3 for each; Laplace noise on counts",
    Each("run: 9 against 3", cases=[()]),
    Each("run: the ledgers", _beyond, [([f"parts:count=2/{COUNT}"], "replace-one", COUNT)]),
    printed="disjoint parts cost the maximum, whatever the neighbours are",
    corrected="the maximum under add-or-remove and zero-out; parts.replaced and parts.replaced-between for the rest",
)
def _nine() -> bool:
    """Randomized response at 3/4 whether a part has the record: of two parts, one left and one entered."""
    truth, silent = Fraction(3, 4), Fraction(1, 4)
    here, there = truth * (1 - silent), silent * (1 - truth)
    return here == 9 * there and truth == 3 * silent


BOOK.erratum(
    "erratum.overlapping",
    "Parts that overlap cost more than their maximum: a record in two of them is in two answers.",
    "three parts, a record in two of them, Laplace noise",
    Each(
        "run: the ledgers",
        _beyond,
        [(["parts:count=3,most=2/laplace:scale=1"], "add-or-remove", "parts:count=3/laplace:scale=1")],
    ),
    printed="queries on parts of the data cost the maximum",
    corrected="those of the parts that one record is in add up",
)


@BOOK.erratum(
    "erratum.added-costs",
    "For replaced records the add-or-remove costs of two parts are no bound: a record that stays in its part, and goes "
    "from -1 to 1, costs twice that part's eps, which is more than that part's and the next one's.",
    "eps = log 3 and eps = log 1.01",
    Each("run: 9 against 3.03", cases=[()]),
    printed="2 m parts by their add-or-remove costs",
    corrected="2 m parts, each by the larger of its add-or-remove and its replace-one cost",
)
def _stays() -> bool:
    """Counts of values from -1 to 1 with a ratio of 3 for each 1 in one part, and next to nothing in another."""
    stays, sum_of_two = Fraction(3) ** 2, Fraction(3) * Fraction(101, 100)
    return stays > sum_of_two


@BOOK.erratum(
    "erratum.listed",
    "Which parts have records is itself an answer: if only these are listed, as GROUP BY does, the only record of a "
    "part is disclosed with certainty, whatever the noise.",
    "direct computation",
    "a part with one record",
    Each("run: 1 against 0", cases=[()]),
    printed="a query with GROUP BY costs what its noise costs",
    corrected="that, if the list of groups is fixed beforehand and every group is answered",
)
def _disclosed() -> bool:
    """The chance that a part is listed, with the only record in it and without, if only parts with records are."""
    shown: dict[bool, Any] = {there: Fraction(int(there)) for there in (True, False)}
    return bool(shown[True] == 1 and shown[False] == 0)
