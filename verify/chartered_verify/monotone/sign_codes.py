"""Codes for signs of a function f: "+" f > 0, "0+" f >= 0, "-" f < 0, "0-" f <= 0, "0" f = 0, "?" unknown. "+-": f > 0
up to some point and f < 0 beyond it, where either part may be empty and zeros are isolated; "-+": the reverse."""

from __future__ import annotations

from collections.abc import Iterable

CHANGING = ("+-", "-+")
_OPPOSITE = str.maketrans("+-", "-+")


def opposite(sign: str) -> str:
    """The sign of -f."""
    return sign.translate(_OPPOSITE)


def weak(sign: str) -> str:
    """The sign code of a function that may also be 0."""
    return f"0{sign}" if sign in ("+", "-") else sign


def not_below(sign: str) -> bool:
    """Whether f >= 0."""
    return sign in ("+", "0+", "0")


def not_above(sign: str) -> bool:
    """Whether f <= 0."""
    return sign in ("-", "0-", "0")


def product(signs: Iterable[str]) -> str:
    """The sign of a product."""
    total = "+"
    for sign in signs:
        total = _times(total, sign)
    return total


def _times(x: str, y: str) -> str:
    if "?" in (x, y):
        return "?"
    if "0" in (x, y):
        return "0"
    if x in CHANGING:
        x, y = y, x
    if y in CHANGING:
        return y if x == "+" else opposite(y) if x == "-" else "?"
    found = opposite(y) if x.endswith("-") else y
    return weak(found) if x.startswith("0") else found


def power(sign: str, n: int) -> str:
    """The sign of f^n for an integer n other than 0; for n < 0 it is known only if f is certainly not 0."""
    if sign in ("+", "-"):
        return "+" if n % 2 == 0 else sign
    if n < 0:
        return "?"
    if n % 2 == 0:
        return "0" if sign == "0" else "0+"
    return sign


def in_order(signs: Iterable[str]) -> str:
    """The sign of a function of one variable with these signs on successive intervals."""
    found = ""
    for sign in signs:
        if sign not in ("+", "-"):
            return "?"
        found += sign if not found.endswith(sign) else ""
    return found if found in ("+", "-", *CHANGING) else "?"


def by_slope(slope: str, begin: str, end: str) -> str:
    """The sign of a function of one variable from those of its derivative and of its limits at both ends (Rolle)."""
    if slope == "0":
        return begin if begin != "?" else end
    if slope in ("-", "0-", "-+"):
        return opposite(by_slope(opposite(slope), opposite(begin), opposite(end)))
    if slope == "+-":
        if not_below(begin):
            return "+" if not_below(end) else "+-"
        return "-+" if not_below(end) else "?"
    if slope == "+":
        return "+" if not_below(begin) else "-" if not_above(end) else "-+"
    if slope == "0+":
        if not_below(begin):
            return "+" if begin == "+" else "0+"
        return ("-" if end == "-" else "0-") if not_above(end) else "?"
    return "?"
