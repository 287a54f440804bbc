"""Claims about where theorems apply: the steps on either side of a condition."""

from __future__ import annotations

from chartered.proving import Book, Conditions, claims_of

ALLOCATION = Book("allocation", "ours; data processing")
MATRIX = Book("matrix", "direct computation")
claims = claims_of(ALLOCATION, MATRIX)

_USES = "allocation:steps={},uses={},epochs={}/gaussian:sigma=1"
ALLOCATION.stated(
    "several-uses.where-it-applies",
    "The lower end of several uses is of one epoch of Gaussian noise, in some of the steps and not in all.",
    "uses 1, 2 and all, one epoch and two",
    Conditions(
        "allocation.several-uses",
        [_USES.format(4, 2, 1), _USES.format(4, 3, 1)],
        [
            _USES.format(4, 1, 1),
            _USES.format(4, 4, 1),
            _USES.format(4, 2, 2),
            "allocation:steps=4,uses=2/laplace:scale=1",
        ],
    ),
)

_LISTED = "matrix:sigma=1,family=listed,steps=3,bands=2,entries={},participation=fixed,separation=1"
_ALIKE, _OPPOSITE = _LISTED.format("1:1:1:1:1"), _LISTED.format("1:-1:1:1:1")
MATRIX.stated(
    "listed.where-it-applies",
    "Equal contributions attain the bound where no product of columns is negative; where one is, it is a bound.",
    "a matrix with a negative entry, and one without",
    Conditions("matrix.listed", [_ALIKE], [_OPPOSITE]),
    Conditions("matrix.listed-above", [_OPPOSITE], [_ALIKE]),
)
