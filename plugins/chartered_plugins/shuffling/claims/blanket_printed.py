"""Claims about the privacy blanket as printed: its constants, which for a general randomizer are larger than ours and
for two mechanisms equal, and both inequalities, written again."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Answers, Conditions, Notation, Positive, Proofs, Same, replaced
from chartered.proving.printed_formulas import Number

from ..formulas import blanket
from .blanket import NOTATION as SHIPPED

PARTS = {"top": "the largest value", "span": "the range", "second": "the second moment"}


def any_printed(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """The printed constants for any eps0-DP randomizer, gamma = e^-eps0."""
    size, level = 1 + lift, 1 + m
    return blanket.Blanket(
        1 / size,
        size * (1 - level / size**2),
        (level + 1) * (size - 1 / size),
        size * (level**2 + 1) - 2 / size * level / size**2,
    )


def response_printed(xp: Any, lift: Any, m: Any, j: Any) -> blanket.Blanket:
    """The printed constants for randomized response on k = 2 + j values."""
    k, level = 2 + j, 1 + m
    gamma = k / (lift + k)
    second = gamma * (2 - gamma) * m**2 + (1 - gamma) ** 2 * k * (level**2 + 1)
    return blanket.Blanket(gamma, (1 - gamma) * k - gamma * m, (1 - gamma) * k * (level + 1), second)


def laplace_printed(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """The printed constants for Laplace noise on [0, 1], with e^(eps0/2) = 1 + l."""
    half, level = 1 + lift, 1 + m
    second = (level**2 + 1) / 3 * (2 * half + 1 / half**2) - 2 * level * (2 / half - 1 / half**2)
    return blanket.Blanket(1 / half, half * (1 - level / half**2), (level + 1) * (half - 1 / half), second)


NOTATION = Notation(
    ranges={"l m j": POSITIVE}, ours=SHIPPED, any=any_printed, response=response_printed, laplace=laplace_printed
)
BOOK = Proofs("balle2019", "Balle, Bell, Gascon, Nissim 2019", notation=NOTATION)
BOOK.inequality(
    "printed.any",
    "The printed largest value, range and second moment for any randomizer are larger than ours, at the same gamma = "
    "e^-eps0: they hold too.",
    "Section 5, generic pure randomizers",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m)",
    Same("gamma", "ours.any(l, m).gamma", "any(l, m).gamma"),
    *(Positive(what, f"any(l, m).{name} - ours.any(l, m).{name}") for name, what in PARTS.items()),
    so="What is larger bounds whatever is smaller.",
)
for _of, _at, _where in (
    ("response(l, m, j)", "Section 5.2", "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), k = 2 + j"),
    ("laplace(l, m)", "Section 5.3", "all eps0, eps > 0 (e^(eps0/2) = 1 + l, e^eps = 1 + m)"),
):
    BOOK.identity(
        f"printed.{_of.partition('(')[0]}",
        "The printed gamma, largest value, range and second moment are ours.",
        _at,
        _where,
        *(Same(what, f"ours.{_of}.{name}", f"{_of}.{name}") for name, what in {"gamma": "gamma", **PARTS}.items()),
        so="Neither inequality needs more of a randomizer.",
    )
EPSILON0, AT, N = Fraction(1), Fraction(2, 5), 3000


def _tail(name: str, of: Callable[..., blanket.Blanket]) -> Number:
    """The inequality of that name, for constants that are functions of e^eps0 - 1 and e^eps - 1."""

    def delta(xp: Any) -> Any:
        a = xp.expm1(xp.number(AT))
        b = of(xp, xp.expm1(xp.number(EPSILON0)), a)
        if name == "hoeffding":
            return b.span**2 / (4 * a * b.gamma * N) * (1 - b.gamma * (1 - xp.exp(-2 * a**2 / b.span**2))) ** N
        u = a * b.top / b.second
        phi = (1 + u) * xp.log(1 + u) - u
        rest = 1 - b.gamma * (1 - xp.exp(-b.second / b.top**2 * phi))
        return b.top / (b.gamma * N * xp.log(1 + u)) * rest**N

    return delta


def _any(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """Our constants for any randomizer: mu_x/omega lies between g and g e^eps0, e^-eps0 <= g <= 1, so its second moment
    is at most cosh(eps0/2)^2, the mixed one e^-eps0."""
    odds, level = 1 + lift, 1 + m
    cosh = (xp.sqrt(odds) + 1 / xp.sqrt(odds)) / 2
    second = cosh**2 * (1 + level**2) - 2 * level / odds
    return blanket.Blanket(1 / odds, odds - level, lift * (level + 1), second)


def _shuffled(inner: str, guarantee: Any = None, n: int = N) -> ch.Case:
    return replaced(f"shuffled:n={n},adaptive=false/{inner}", guarantee)


def _rows(prefix: str, of: Callable[..., blanket.Blanket], inner: str, guarantee: Any = None) -> list[Answers]:
    """Rows of a table for many reports, and for so few that the bound is trivial."""
    many, few = (_shuffled(inner, guarantee, n) for n in (N, 2))
    found = []
    for tail in ("hoeffding", "bennett"):
        numbers: dict[str, Any] = {
            "delta(2/5)": _tail(tail, of),
            "delta(1)": 0,
            "at_infinity.max_loss": EPSILON0,
            "delta(0)": 1,
        }
        found += [Answers(f"balle2019.{prefix}{tail}", many, numbers)]
        found += [Answers(f"balle2019.{prefix}{tail}", few, {"delta(1/100)": 1})]
    return found


def _half(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """The printed constants for Laplace noise, with e^eps0 = 1 + l."""
    return laplace_printed(xp, xp.sqrt(1 + lift) - 1, m)


BOOK.stated(
    "tails.as-stated",
    "Both inequalities, of every randomizer, are those of the paper with its three moments; from eps0 on delta is 0, "
    "and it is never above 1; at eps = 0 they are trivial. Laplace noise has eps0 = 1/scale, times the sensitivity.",
    "Section 5",
    "n = 3000, eps0 = 1, eps = 2/5; k = 2 and 7",
    Conditions(
        "balle2019.laplace-hoeffding",
        [_shuffled("laplace:scale=3,sensitivity=3")],
        [replaced("shuffled:n=9,adaptive=true/laplace:scale=1")],
    ),
    *_rows("", _any, "pure:epsilon=1", ch.Pure(epsilon=EPSILON0)),
    *_rows("response-", lambda xp, lift, m: response_printed(xp, lift, m, 0), "randomized-response:epsilon=1"),
    *_rows("response-", lambda xp, lift, m: response_printed(xp, lift, m, 5), "randomized-response:epsilon=1,k=7"),
    *_rows("laplace-", _half, "laplace:scale=3,sensitivity=3"),
    *_rows("laplace-", _half, "laplace:epsilon=1"),
)
