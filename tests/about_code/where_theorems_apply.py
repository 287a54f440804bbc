"""Claims about where theorems apply: the steps on either side of a condition."""

from __future__ import annotations

from chartered.proving import Book, Conditions, claims_of, replaced

ALLOCATION, MATRIX, PARTS, BEST, CUT, TRUNCATED, TABLE = (
    Book(name, source)
    for name, source in (
        ("allocation", "ours; data processing"),
        ("matrix", "direct computation"),
        ("parts", "McSherry 2009, Theorem 4"),
        ("repeat-and-select", "Papernot, Steinke 2022"),
        ("truncated-poisson", "Chua et al. 2024 (2411.04205)"),
        ("truncated-laplace", "direct computation"),
        ("table", "direct computation"),
    )
)
claims = claims_of(ALLOCATION, MATRIX, PARTS, BEST, CUT, TRUNCATED, TABLE)

_USES = "allocation:steps={},uses={},epochs={}/gaussian:sigma=1"
ALLOCATION.stated(
    "several-uses.where-it-applies",
    "The lower end of several uses is of one epoch of Gaussian noise, in some of the steps and not in all.",
    "uses 1, 2 and all, one epoch and two",
    Conditions(
        "allocation.several-uses",
        [_USES.format(4, 2, 1), _USES.format(4, 3, 1)],
        [
            *(_USES.format(*numbers) for numbers in ((4, 1, 1), (4, 4, 1), (4, 2, 2))),
            "allocation:steps=4,uses=2/laplace:scale=1",
        ],
    ),
)

_EPOCHS = "allocation:steps=4,epochs={},kept={}/laplace:scale=1"
ALLOCATION.stated(
    "epochs.where-it-applies",
    "Epochs are runs of one epoch where steps are drawn anew, and runs on the same records where they are kept.",
    "one epoch, two and three, kept or not",
    Conditions(
        "allocation.epochs",
        [_EPOCHS.format(2, "false"), _EPOCHS.format(3, "false")],
        [_EPOCHS.format(1, "false"), _EPOCHS.format(2, "true")],
    ),
    Conditions(
        "allocation.kept",
        [_EPOCHS.format(2, "true"), _EPOCHS.format(3, "true")],
        [_EPOCHS.format(1, "true"), _EPOCHS.format(2, "false")],
    ),
)

_LISTED = "matrix:sigma=1,family=listed,steps=3,bands=2,entries={},participation={},separation={}"
_ALIKE, _OPPOSITE = (_LISTED.format(entries, "fixed", 1) for entries in ("1:1:1:1:1", "1:-1:1:1:1"))
_SAMPLED = _LISTED.format("1:1:1:1:1", "cyclic-poisson,rate=1/2", 3)
_BUFFERED = "matrix:sigma=1,family=blt,scales={},decays=1/2:1/4,steps=9,participation=fixed,separation=1,uses=2"
_BANDS = "matrix:sigma=1,family=toeplitz,coefficients={},steps=4,participation=fixed,separation=1,uses=2"
_FALLING = [_BANDS.format("2:1"), _BUFFERED.format("1/2:1/2")]
_RISING = [_BANDS.format("1:2"), _BUFFERED.format("1:1/2")]
MATRIX.stated(
    "listed.where-it-applies",
    "Equal contributions attain the bound where no product of columns is negative; where one is, it is a bound.",
    "a matrix with a negative entry, one without, and one in which a group is sampled; bands and buffers that rise",
    Conditions("matrix.listed", [_ALIKE, *_RISING], [_OPPOSITE, _SAMPLED, *_FALLING]),
    Conditions("matrix.listed-above", [_OPPOSITE], [_ALIKE, _SAMPLED, *_RISING, *_FALLING]),
)
MATRIX.stated(
    "above.where-it-applies",
    "Where coefficients that overlap fall the worst steps are known; where they do not there is a bound.",
    "two bands, and two buffers, that fall and that rise",
    Conditions("matrix.gdp", _FALLING, [*_RISING, _SAMPLED]),
    Conditions("matrix.above", _RISING, [*_FALLING, _SAMPLED]),
)

_PARTS = "parts:count=3/{},replace-sensitivity={}"
PARTS.stated(
    "replaced-between.where-it-applies",
    "There are two ends where a replaced record moves a query farther than an added one, and less than twice as far.",
    "Laplace noise at 1, 3/2 and 2 times the sensitivity, and Gaussian noise",
    Conditions(
        "parts.replaced-between",
        [replaced(_PARTS.format("laplace:scale=1,sensitivity=1", "3/2"))],
        [
            replaced(_PARTS.format("laplace:scale=1,sensitivity=1", 1)),
            replaced(_PARTS.format("laplace:scale=1,sensitivity=1", 2)),
            replaced(_PARTS.format("gaussian:sigma=1,sensitivity=1", "3/2")),
            _PARTS.format("laplace:scale=1,sensitivity=1", "3/2"),
        ],
    ),
)
PARTS.stated(
    "replaced.where-it-applies",
    "Where a record is replaced, the costs of parts are known of noise whose sensitivity is stated.",
    "Laplace noise with a sensitivity and with an eps, and randomized response",
    Conditions(
        "parts.replaced",
        [replaced("parts:count=3/laplace:scale=1,sensitivity=1")],
        [
            replaced("parts:count=3/laplace:epsilon=1"),
            replaced("parts:count=3/randomized-response:epsilon=1"),
            replaced(_PARTS.format("laplace:scale=1,sensitivity=1", "3/2")),
            "parts:count=3/laplace:scale=1,sensitivity=1",
        ],
    ),
)
BEST.stated(
    "seldom.where-it-applies",
    "A Poisson number of runs is seldom more than none where its mean is at most 1/2.",
    "means 1/4, 1/2 and 1, and a geometric number",
    Conditions(
        "repeat-and-select.seldom",
        [f"repeat-and-select:mean={mean},count=poisson/pure:epsilon=1" for mean in ("1/4", "1/2")],
        ["repeat-and-select:mean=1,count=poisson/pure:epsilon=1", "repeat-and-select:mean=3/pure:epsilon=1"],
    ),
)
BEST.stated(
    "where-it-applies",
    "The best of a random number of runs costs more than one run where there may be more than one.",
    "means 1 and 3, a geometric number and a fixed one",
    Conditions(
        "repeat-and-select.pure",
        ["repeat-and-select:mean=3/pure:epsilon=1"],
        ["repeat-and-select:mean=1/pure:epsilon=1", "repeat-and-select:mean=3,count=fixed/pure:epsilon=1"],
    ),
)
_CUT = "poisson:rate={},of=9,largest={}/gaussian:sigma=1"
CUT.stated(
    "where-it-applies",
    "A batch is cut where it may have more records than the largest, and is neither empty nor whole for certain.",
    "rates 0, 1/2 and 1, largest batches of 4 and of all",
    Conditions(
        "truncated-poisson.pld", [_CUT.format("1/2", 4)], [_CUT.format(0, 4), _CUT.format(1, 4), _CUT.format("1/2", 9)]
    ),
)
_NOISE = "truncated-laplace:scale=1,bound={}"
TRUNCATED.stated(
    "approximate.where-it-applies",
    "Truncated noise has a largest loss below infinity where the two ranges of outcomes overlap.",
    "bounds of 1/4, 1/2, 1 and 3 at a sensitivity of 1",
    Conditions(
        "truncated-laplace.approximate",
        [_NOISE.format(1), _NOISE.format(3)],
        [_NOISE.format("1/4"), _NOISE.format("1/2")],
    ),
)
_TABLE = "table:p={},q={}"
TABLE.stated(
    "either-order.where-it-applies",
    "The columns matter in either order where records are replaced, they are not alike, and some loss is finite.",
    "four tables",
    Conditions(
        "table.either-order",
        [replaced(_TABLE.format("1/2:1/2", "1/4:3/4"))],
        [
            _TABLE.format("1/2:1/2", "1/4:3/4"),
            replaced(_TABLE.format("3/4:1/4", "1/4:3/4")),
            replaced(_TABLE.format("1/2:1/2:0", "1/2:1/4:1/4")),
        ],
    ),
)
