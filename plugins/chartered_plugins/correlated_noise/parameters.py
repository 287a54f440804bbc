"""The parameters of correlated noise: the matrix, and the steps in which a record takes part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import chartered as ch
from chartered.model.mechanisms import Setting

TOEPLITZ, SQUARE_ROOT, TREE = "toeplitz", "square-root", "tree"
SINGLE, FIXED, CYCLIC = "single", "fixed", "cyclic-poisson"
MOST_BANDS = 10_000
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
            "the matrix: square-root (of the matrix of prefix sums), toeplitz (its coefficients are given) or tree "
            "(dyadic intervals)",
            words=(SQUARE_ROOT, TOEPLITZ, TREE),
        ),
        ch.Parameter(
            "steps",
            "how many steps there are, which is how many columns the matrix has",
            low=1,
            open_low=False,
            integer=True,
            safer="smaller",
            monotone="matrix.fewer.monotone",
        ),
        ch.Parameter(
            "bands",
            "how many diagonals are not 0, of the square root; all, if it is not given",
            low=1,
            high=MOST_BANDS,
            open_low=False,
            integer=True,
            optional=True,
            at_most="steps",
        ),
        ch.Parameter(
            "coefficients",
            "the entries of the first column, of toeplitz; of entries of other signs the absolute values, which never "
            "cost less",
            open_low=False,
            many=True,
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
        ch.Parameter(
            "separation",
            "how far apart two steps with the same record are at least; of cyclic-poisson the number of groups, which "
            "is that of the bands if it is not given",
            low=1,
            open_low=False,
            integer=True,
            optional=True,
            safer="larger",
            monotone=fewer,
            also=("min-separation",),
        ),
        ch.Parameter(
            "uses",
            "in how many steps a record takes part at most; without it, in as many as its separation allows",
            low=1,
            open_low=False,
            integer=True,
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
    if family != SQUARE_ROOT and "bands" in settings:
        return f"bands go with family=square-root: the matrix of {family} is given without them"
    if given is not None and Fraction(str(given).partition(":")[0]) == 0:
        return "the first coefficient is 0: shift the others to its place"
    if family == TREE and settings["participation"] == CYCLIC:
        return "the columns of a tree overlap, whatever the groups: nothing is proved of cyclic-poisson there"
    if family == SQUARE_ROOT and bands_of(settings) > MOST_BANDS:
        return f"the square root has more than {MOST_BANDS} bands: state how many are kept"
    return None


def _of_participation(settings: Mapping[str, Setting]) -> str | None:
    word = str(settings["participation"])
    for key in ("separation", "uses", "rate"):
        if key in _TAKES[word] and key not in settings:
            return f"participation={word} needs {key}: {_WORDS[word]}"
        if key in settings and key not in _MAY_TAKE[word]:
            return f"participation={word} takes no {key}: {_WORDS[word]}"
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
        return len(str(settings["coefficients"]).split(":"))
    given = settings.get("bands", settings["steps"])
    assert isinstance(given, Fraction)
    return int(given)
