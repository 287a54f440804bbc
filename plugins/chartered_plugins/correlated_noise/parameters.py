"""Correlated noise as a mechanism: its parameters are the matrix, and the steps in which a record takes part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import chartered as ch
from chartered.model.mechanisms import Setting

from ..mechanisms.sensitivities import sensitivities
from . import (
    BLT as BLT,
    CYCLIC as CYCLIC,
    FIXED,
    LISTED as LISTED,
    MOST_BANDS,
    MOST_BITS,
    MOST_BUFFERS,
    MOST_ENTRIES,
    MOST_LISTED,
    SINGLE,
    SQUARE_ROOT,
    TOEPLITZ as TOEPLITZ,
    TREE as TREE,
    matrix_file,
)

PAPER = "Choquette-Choo, Ganesh, McKenna, McMahan, Rush, Thakurta, Xu 2023"

_TAKES = {SINGLE: (), FIXED: ("separation",), CYCLIC: ("rate",)}
_MAY_TAKE = {SINGLE: (), FIXED: ("separation", "uses"), CYCLIC: ("rate", "separation")}
_WORDS = {
    SINGLE: "a record takes part once",
    FIXED: "a record takes part in steps that are `separation` apart or more, `uses` times at most",
    CYCLIC: "step i samples from group i mod `separation`, each record of it with the probability `rate`",
}


def of_the_matrix() -> tuple[ch.Parameter, ...]:
    """The parameters for the entries of the matrix."""
    return (
        ch.Parameter(
            "family",
            "the matrix: square-root (of the matrix of prefix sums), toeplitz (its coefficients are given), blt "
            "(buffered linear Toeplitz), tree (dyadic intervals) or listed (its entries are given); file=NAME.npy or "
            "NAME.csv reads one",
            words=(SQUARE_ROOT, TOEPLITZ, BLT, TREE, LISTED),
        ),
        ch.Parameter.whole(
            "steps",
            "how many steps there are, which is how many columns the matrix has",
            high=10**12,
            safer="smaller",
            monotone="matrix.fewer.monotone",
        ),
        ch.Parameter.whole(
            "bands",
            "how many diagonals are not 0, of square-root and listed; all, if it is not given",
            high=MOST_BANDS,
            optional=True,
            at_most="steps",
        ),
        *_of_the_entries(),
    )


def _of_the_entries() -> tuple[ch.Parameter, ...]:
    """Those of toeplitz, blt and listed."""
    return (
        ch.Parameter(
            "coefficients",
            "the entries of the first column, of toeplitz; of entries of other signs the absolute values, which never "
            "cost less",
            open_low=False,
            many=True,
            optional=True,
        ),
        ch.Parameter(
            "scales",
            "of blt, the scale of each buffer: m rows below the diagonal the matrix has the sum of scale * "
            "decay^(m - 1)",
            many=True,
            optional=True,
            also=("output-scale",),
        ),
        ch.Parameter(
            "decays", "of blt, the decay of each buffer", high=1, many=True, optional=True, also=("buf-decay",)
        ),
        ch.Parameter(
            "entries",
            "the entries of listed, row by row: of each row the last ones up to the diagonal, as many as there are "
            "bands",
            low=None,
            many=True,
            most_numbers=MOST_ENTRIES,
            optional=True,
        ),
    )


def of_participation() -> tuple[ch.Parameter, ...]:
    """The parameters for the steps of a record."""
    fewer = "matrix.fewer.monotone"
    return (
        ch.Parameter(
            "participation",
            "; ".join(f"{word}: {said}" for word, said in _WORDS.items()),
            words=tuple(_WORDS),
            default=SINGLE,
        ),
        ch.Parameter.whole(
            "separation",
            "how far apart two steps with the same record are at least; of cyclic-poisson the number of groups, which "
            "is that of the bands if it is not given",
            optional=True,
            safer="larger",
            monotone=fewer,
            also=("min-separation",),
        ),
        ch.Parameter.whole(
            "uses",
            "in how many steps a record takes part at most; without it, in as many as its separation allows",
            optional=True,
            safer="smaller",
            monotone=fewer,
            also=("participations",),
        ),
        ch.Parameter(
            "rate",
            "the probability with which a record of the group is sampled",
            high=1,
            optional=True,
            safer="smaller",
            monotone="poisson.monotone",
        ),
    )


def conflict(settings: Mapping[str, Setting]) -> str | None:
    """Why the matrix, or the participation, is not described."""
    return _of_matrix(settings) or _of_participation(settings)


def _of_matrix(settings: Mapping[str, Setting]) -> str | None:
    family, given = settings["family"], settings.get("coefficients")
    if (family == TOEPLITZ) is (given is None):
        return "coefficients go with family=toeplitz, and it with them"
    buffers = [len(str(settings[key]).split(":")) if key in settings else 0 for key in ("scales", "decays")]
    if buffers[0] != buffers[1] or (family == BLT) is (not buffers[0]):
        return "scales and decays go with family=blt, one of each for each buffer, and it with them"
    if (family == LISTED) is ("entries" not in settings):
        return "entries go with family=listed, and it with them"
    if family == LISTED:
        return _of_entries(settings)
    if family != SQUARE_ROOT and "bands" in settings:
        return f"bands go with family=square-root: the matrix of {family} is given without them"
    if given is not None and Fraction(str(given).partition(":")[0]) == 0:
        return "the first coefficient is 0: shift the others to its place"
    if family in (TREE, BLT) and settings["participation"] == CYCLIC:
        return f"the columns of a {family} overlap, whatever the groups: nothing is proved of cyclic-poisson there"
    if family == SQUARE_ROOT and bands_of(settings) > MOST_BANDS:
        return f"the square root has more than {MOST_BANDS} bands: state how many are kept"
    return _of_buffers(settings) if family == BLT else None


def _of_buffers(settings: Mapping[str, Setting]) -> str | None:
    numbers = [Fraction(x) for key in ("scales", "decays") for x in str(settings[key]).split(":")]
    if len(numbers) > 2 * MOST_BUFFERS:
        return f"a blt has at most {MOST_BUFFERS} buffers, and this one {len(numbers) // 2}"
    if any(max(x.numerator.bit_length(), x.denominator.bit_length()) > MOST_BITS for x in numbers):
        return f"a scale or a decay has more than {MOST_BITS} bits: write decimals of fewer digits"
    return None


def _of_entries(settings: Mapping[str, Setting]) -> str | None:
    steps, bands = int(Fraction(str(settings["steps"]))), bands_of(settings)
    entries = [Fraction(entry) for entry in str(settings["entries"]).split(":")]
    wanted = bands * steps - bands * (bands - 1) // 2
    if steps > MOST_LISTED:
        return f"a matrix by its entries has at most {MOST_LISTED} steps, and this one {steps}"
    if len(entries) != wanted:
        return f"{len(entries)} entries: the lower triangle of {steps} rows with {bands} bands has {wanted}"
    last = -1
    for row in range(steps):
        last += min(row + 1, bands)
        if entries[last] == 0:
            return f"the diagonal entry of row {row + 1} is 0: such a matrix has no inverse"
    unit = 1
    for entry in entries:
        unit = lcm(unit, entry.denominator)
        if unit.bit_length() > MOST_BITS:
            return f"the common denominator of the entries has more than {MOST_BITS} bits: write decimals"
    return None


def _of_participation(settings: Mapping[str, Setting]) -> str | None:
    word = str(settings["participation"])
    for key in ("separation", "uses", "rate"):
        if key in _TAKES[word] and key not in settings:
            return f"participation={word} needs {key}: {_WORDS[word]}"
        if key in settings and key not in _MAY_TAKE[word]:
            others = " or ".join(other for other in _WORDS if key in _MAY_TAKE[other])
            return f"participation={word} takes no {key}: {_WORDS[word]}; with {key} it is {others}"
    groups = settings.get("separation")
    if word == CYCLIC and isinstance(groups, Fraction) and groups < bands_of(settings):
        return (
            f"{groups} groups are fewer than {bands_of(settings)} bands, so that columns of a group overlap, and "
            "nothing is proved of such samples"
        )
    return None


def bands_of(settings: Mapping[str, Setting]) -> int:
    """The number of diagonals that are not 0."""
    if settings["family"] == TOEPLITZ:
        given = str(settings["coefficients"]).split(":")
        return max(number for number, entry in enumerate(given, 1) if entry != "0")
    bands = settings.get("bands", settings["steps"])
    assert isinstance(bands, Fraction)
    return int(bands)


def _from_file(path: str) -> Mapping[str, str]:
    return matrix_file.settings(path)


def mechanism() -> ch.Mechanism:
    """Matrix factorisation."""
    sigma = ch.Parameter(
        "sigma",
        "standard deviation of the noise in each row, in the units of the query",
        safer="larger",
        monotone="gaussian.monotone",
    )
    stated = sensitivities("what a record adds to a step (l2 norm)", monotone="gaussian.monotone")
    return ch.Mechanism(
        "matrix",
        "adds correlated Gaussian noise to the sums of a training or of a stream, through a lower triangular matrix",
        (sigma, *of_the_matrix(), *stated, *of_participation()),
        source=PAPER,
        sampling="as participation says: in which steps a record may take part, or in which group it is, follows "
        "from the record alone and not from others; where replace-sensitivity is stated, one that replaces another "
        "takes part in the same steps",
        conflict=conflict,
        reads=_from_file,
        also_called=(
            "matrix-factorization",
            "matrix-mechanism",
            "dp-mf",
            "bandmf",
            "band-mf",
            "dp-ftrl",
            "dpftrl",
            "ftrl",
        ),
    )


def pattern(case: ch.Case) -> tuple[int, int, int]:
    """(steps, separation, uses) of a record that takes part in fixed steps."""
    steps, separation, uses = (case.get(key) for key in ("steps", "separation", "uses"))
    assert isinstance(steps, Fraction)
    if not isinstance(separation, Fraction):
        return int(steps), int(steps), 1
    fit, apart = -(-int(steps) // int(separation)), min(int(steps), int(separation))
    return int(steps), apart, min(fit, int(uses)) if isinstance(uses, Fraction) else fit


def moved(case: ch.Case, norm_squared: ch.Number) -> ch.GDP:
    """The guarantee of rows that a record moves by the root of `norm_squared`, in units of what it adds to a step."""
    return ch.GDP(mu_squared=ch.scale(norm_squared, (case.sensitivity / case.number("sigma")) ** 2))


def local(case: ch.Case) -> str | None:
    """The mechanism is no local randomizer."""
    return "the steps of a report may follow from its value: no local randomizer is described" if case.local else None
