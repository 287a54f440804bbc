"""Claims about the printed constants of the privacy blanket: for any randomizer ours are smaller, for two mechanisms
they are the same."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Formula, chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import blanket
from .blanket import TWO

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
claims = BOOK.claims
PARTS = {"top": "the largest value", "span": "the range", "second": "the second moment"}
Constants = Callable[..., blanket.Blanket]


def part(constants: Constants, name: str) -> Formula:
    """One of the constants, as a formula in e^eps0 = 1 + l (or another power, see there), e^eps = 1 + m, and what else
    they depend on."""
    return lambda xp, *x: getattr(constants(xp, *x), name)


def any_printed(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """Of any eps0-DP randomizer, gamma = e^-eps0."""
    size, level = 1 + lift, 1 + m
    return blanket.Blanket(
        1 / size,
        size * (1 - level / size**2),
        (level + 1) * (size - 1 / size),
        size * (level**2 + 1) - 2 / size * level / size**2,
    )


def any_shipped(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """Ours."""
    return blanket.any_randomizer(xp, xp.log1p(lift), xp.log1p(m))


def response_printed(xp: Any, lift: Any, m: Any, j: Any) -> blanket.Blanket:
    """Of randomized response on k = 2 + j values."""
    k, level = 2 + j, 1 + m
    gamma = k / (lift + k)
    second = gamma * (2 - gamma) * m**2 + (1 - gamma) ** 2 * k * (level**2 + 1)
    return blanket.Blanket(gamma, (1 - gamma) * k - gamma * m, (1 - gamma) * k * (level + 1), second)


def response_shipped(xp: Any, lift: Any, m: Any, j: Any) -> blanket.Blanket:
    """Ours."""
    return blanket.response(xp, xp.log1p(lift), 2 + j, xp.log1p(m))


def laplace_printed(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """Of Laplace noise on [0, 1]; e^(eps0/2) = 1 + l."""
    half, level = 1 + lift, 1 + m
    second = (level**2 + 1) / 3 * (2 * half + 1 / half**2) - 2 * level * (2 / half - 1 / half**2)
    return blanket.Blanket(1 / half, half * (1 - level / half**2), (level + 1) * (half - 1 / half), second)


def laplace_shipped(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    """Ours."""
    return blanket.laplace(xp, 2 * xp.log1p(lift), xp.log1p(m))


@BOOK.inequality(
    "printed.any",
    "The printed largest value, range and second moment for any randomizer are larger than ours, at the same gamma = "
    "e^-eps0: they hold "
    "too.",
    "Section 5, generic pure randomizers",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m)",
)
def _any(effort: Effort) -> Verdict:
    def spare(name: str) -> Formula:
        return lambda xp, *x: part(any_printed, name)(xp, *x) - part(any_shipped, name)(xp, *x)

    return chain(
        "What is larger bounds whatever is smaller.",
        ("gamma", same(part(any_shipped, "gamma"), part(any_printed, "gamma"), "l m", TWO, effort)),
        *((said, sign_of(spare(name), "l m", TWO, effort)) for name, said in PARTS.items()),
    )


def _alike(
    name: str, at: str, printed: Constants, ours: Constants, names: str, more: dict[str, tuple[Any, Any]], where: str
) -> None:
    @BOOK.identity(f"printed.{name}", "The printed gamma, largest value, range and second moment are ours.", at, where)
    def alike(effort: Effort) -> Verdict:
        parts = {"gamma": "gamma", **PARTS}
        domain = {**TWO, **more}
        return chain(
            "",
            *((said, same(part(ours, key), part(printed, key), names, domain, effort)) for key, said in parts.items()),
        )


_alike(
    "response",
    "Section 5.2",
    response_printed,
    response_shipped,
    "l m j",
    {"j": (Fraction(0), 20)},
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), k = 2 + j",
)
_alike(
    "laplace",
    "Section 5.3",
    laplace_printed,
    laplace_shipped,
    "l m",
    {},
    "all eps0, eps > 0 (e^(eps0/2) = 1 + l, e^eps = 1 + m)",
)
