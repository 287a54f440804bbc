"""Numbers and other small elements of a page. Upper bounds are rounded up."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, Context, Decimal

from chartered_verify.outward_rounding import outward

from .markup import Markup, element, joined

_WIDE, _SHORT = (Context(digits, ROUND_CEILING, Emin=-(10**9), Emax=10**9, traps=[]) for digits in (50, 3))
_POWER = re.compile(r"(?:(.+)e)([+-]?\d+)")
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_NUMBER = re.compile(r"(\d[\d.]*e[+-]?\d+)")
_SEPARATED = re.compile(r"(?<=[,:])|(?<=/)(?=[A-Za-z(])|(?<= )")
"""The places in a step at which a line may end: after a colon, a comma, a space, and a slash that is no fraction."""
_UNBROKEN = 26
"""The largest number of characters of a part of a step that is never broken; more may not fit a narrow page."""
_MINUS, _THIN, _SPACE = "\u2212", "\u202f", "\u00a0"
_FAR = 10
"""The ratio from which on a loss is shown as a factor."""


def number(text: str) -> Markup:
    """A decimal in mathematical notation: 1e-5 as a power of ten, infinity as its symbol."""
    if text == "inf":
        return element("span", "\u221e", class_="number")
    power = _POWER.fullmatch(text)
    if power is None:
        return element("span", text.replace("-", _MINUS), class_="number")
    front, exponent = power[1], power[2].lstrip("+").replace("-", _MINUS)
    factor = [] if front == "1" else [front.replace("-", _MINUS) + " \u00d7 "]
    return element("span", *factor, "10", element("sup", exponent), class_="number")


def upper(text: str) -> Markup:
    """A decimal of any size, rounded up to ten significant digits."""
    return number(outward(text, up=True))


def lower(text: str) -> Markup:
    """A decimal of any size, rounded down to ten significant digits."""
    return number(outward(text, up=False))


def apart(digits: str) -> Markup:
    """A decimal with its thousands separated; what is written otherwise, as a power of ten or a fraction, as that."""
    if not _PLAIN.fullmatch(digits):
        return number(digits)
    whole, point, rest = digits.partition(".")
    return element("span", f"{int(whole):,}".replace(",", _THIN) + point + rest, class_="number")


def prose(text: str) -> Markup:
    """A text whose numbers with an exponent are set as numbers, so that no line ends within one."""
    return joined(*(number(part) if _NUMBER.fullmatch(part) else part for part in _NUMBER.split(text)))


def step_code(text: str) -> Markup:
    """A step as it is written. A line may end between its parts, and never within a number or a name."""
    parts = [
        element("span", part, class_="number") if len(part) <= _UNBROKEN else element("span", part)
        for part in _SEPARATED.split(text)
    ]
    return element("code", joined(*parts, between=Markup("<wbr>")))


def loss(best: str, other: str) -> Markup:
    """How much larger the bound `other` is than `best`: in per cent, or as a factor if it is large. Rounded up."""
    small, large = Decimal(best), Decimal(other)
    if large <= small or not large.is_finite() or small == 0:
        return Markup("\u2014")
    ratio = _WIDE.divide(large, small)
    if ratio >= _FAR:
        return joined("\u00d7 ", number(outward(f"{_SHORT.plus(ratio).normalize(_SHORT)}", up=True)))
    part = _SHORT.multiply(_WIDE.subtract(ratio, Decimal(1)), Decimal(100))
    return Markup(f"below 0.01{_SPACE}%") if part < Decimal("0.01") else joined("+", f"{part:f}", f"{_SPACE}%")


def share(part: int, of: int) -> str:
    """`part`/`of` in per cent, rounded down to a tenth."""
    return f"{1000 * part // max(of, 1) / 10} %"


def sentence(text: str) -> str:
    """A text as a sentence: with a capital letter at the start and one full stop at the end."""
    words = " ".join(text.split()).rstrip(".;,")
    return f"{words[:1].upper()}{words[1:]}."


def facts(*pairs: tuple[str, str]) -> Markup:
    """A definition list of (name, text) pairs; pairs with an empty text are omitted."""
    return element(
        "dl", *(joined(element("dt", name), element("dd", words)) for name, words in pairs if words), class_="facts"
    )


def bullets(items: list[str]) -> Markup:
    """An unordered list."""
    return element("ul", *(element("li", item) for item in items), class_="plain")
