"""Claims about records of different groups that are sampled in turn: the weak triangle inequality for the runs of each,
and the stated curves."""

from __future__ import annotations

from chartered.proving import POSITIVE, Answers, Notation, Proofs, Same, case

BOOK = Proofs(
    "matrix", "Mironov 2017, Proposition 11; direct computation", notation=Notation(ranges={"a u v x y": POSITIVE})
)
_STEP = "matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=4,participation=cyclic-poisson,rate=1/4"
"""Group 0 has two columns (3, 4), of the norm 5: each is a run of sigma 1."""
_AT = {
    "three": "log(27 + 27 + 9*exp(1) + exp(3)) - 3*log(4)",
    "four": "log(81 + 108 + 54*exp(1) + 12*exp(3) + exp(6)) - 4*log(4)",
}
"""(alpha - 1) gamma(alpha) of such a run at the orders 3 and 4: the mean of (1 - q + q e^(z - 1/2))^alpha."""
_TWO = "2*(4/3*three/2 + four/3)"

BOOK.identity(
    "other-group.sum",
    "What the weak triangle inequality says of two data sets with a third one between them, 2a/(2a-1) x(2a-1) + y(2a), "
    "is for sums of curves over runs the sum over the runs: so it may be taken of the whole release or of each column.",
    "two runs, whose curves have the values x, u at 2a - 1 and y, v at 2a; all a > 1/2",
    Same("of both runs", "2*a/(2*a - 1)*(x + u) + (y + v)", "(2*a/(2*a - 1)*x + y) + (2*a/(2*a - 1)*u + v)"),
    so="The data set between them has neither record: from it both are neighbours by one record that is added, "
    "whatever its group, and each group costs at most the runs of group 0. That columns of two groups overlap is not "
    "used.",
)

BOOK.stated(
    "other-group.as-stated",
    "At the order 2 it is 4/3 of the curve at 3 and that at 4, for two columns of norm 5 with noise of 5.",
    "two columns of two rows each, sampled at the rate 1/4",
    Answers("matrix.other-group", case(_STEP, replaced=True), {"curve(2)": _TWO}, _AT),
)

BOOK.stated(
    "group-of-records.as-stated",
    "Of two records the same; of one the curve itself.",
    "two columns of two rows each, sampled at the rate 1/4; two records at the order 2, one at 3",
    Answers("matrix.group-of-records", f"group:size=2/{_STEP}", {"curve(2)": _TWO}, _AT),
    Answers("matrix.group-of-records", f"group:size=1/{_STEP}", {"curve(3)": "three"}, _AT),
)
