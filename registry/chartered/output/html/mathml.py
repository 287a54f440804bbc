r"""Formulas in a page: the LaTeX that theorems carry as MathML, which browsers set without any script or font from
elsewhere.

The LaTeX is that of formulas: letters, scripts, fractions, roots, fences, sums, named functions and cases. `\sum_i
x_i^2` is read as TeX reads it; a command that is not known raises BadFormula, and `formula` shows the LaTeX as it is
written.

Why no library: latex2mathml 3.81 reads every formula that theorems carry, but seen side by side in Chromium it sets
them worse. What a min, max or inf ranges over stands beside it instead of below, as does that of a sum in brackets; log
and tanh touch what they are applied to (2log, log a as loga); \sim is a tilde without room; all is one element, which
runs over its box where ours breaks at \quad; and a command that it does not know is printed by its name, where an error
lets a test find it. Mending that from outside is longer than what is here."""

from __future__ import annotations

from collections.abc import Callable

from .latex_symbols import BLACKBOARD, FUNCTIONS, LARGE, LETTERS, LIMITS, OPERATORS, SPACES
from .latex_tokens import BadFormula, Tokens
from .markup import Markup, element, joined

_TEXT = r"\text{"
_OPENING = frozenset("([")
_SIZES = {r"\big": "1.2em", r"\Big": "1.6em", r"\bigg": "2.1em", r"\Bigg": "2.6em"}
_MINUS, _PRIME = "\u2212", "\u2032"
_THIN = element("mspace", width="0.17em")


def formula(latex: str) -> Markup:
    r"""The formula as a block that breaks at each \quad where it is too wide; LaTeX that cannot be read is shown as it
    is."""
    try:
        parts = mathml(latex)
    except BadFormula:
        parts = [element("code", latex)]
    return element("div", *parts, class_="formula", tabindex="0")


def mathml(latex: str) -> list[Markup]:
    r"""The formula as `math` elements, one for each part between \quad. Raises BadFormula."""
    reader = _Reader(latex)
    parts = [reader.part()]
    while reader.next == r"\quad":
        reader.take()
        parts.append(reader.part())
    if reader.next is not None:
        raise BadFormula(f"{reader.next} closes nothing in {latex}")
    return parts


class _Reader(Tokens):
    """Reads tokens from the left, one construct at a time."""

    def part(self) -> Markup:
        r"""All up to the next \quad as a formula of its own."""
        return element("math", self.row(r"\quad"), display="block")

    def row(self, *ends: str) -> Markup:
        """All up to one of the ends, which is left there."""
        found: list[Markup] = []
        while self.tokens and self.tokens[0] not in (*ends, "}", r"\right"):
            if self.tokens[0] in FUNCTIONS and found and not found[-1].endswith(("</mo>", "</mspace>")):
                found.append(_THIN)
            found.append(self.scripted())
        return found[0] if len(found) == 1 else element("mrow", *found)

    def argument(self) -> Markup:
        """A group in braces, or one sign: of a number only its first digit."""
        if self.next == "{":
            self.take()
            inside = self.row()
            self.take("}")
            return inside
        token = self.take()
        if token[0].isdigit() and len(token) > 1:
            self.tokens.insert(0, token[1:])
            token = token[0]
        return self.atom(token)

    def scripted(self) -> Markup:
        """An atom with what stands below and above it."""
        token = self.take()
        base = self.atom(token)
        scripts: dict[str, Markup] = {}
        while self.next in ("_", "^", "'"):
            mark = self.take()
            place = "_" if mark == "_" else "^"
            if place in scripts:
                raise BadFormula(f"two scripts at one place in {self.latex}")
            scripts[place] = element("mo", _PRIME) if mark == "'" else self.argument()
        base = self._placed(base, scripts, token in LIMITS or token in LARGE)
        spaced = (
            token in FUNCTIONS and self.next is not None and self.next not in {*_OPENING, r"\left", "}", ",", r"\right"}
        )
        return joined([base, _THIN]) if spaced else base

    def _placed(self, base: Markup, scripts: dict[str, Markup], limits: bool) -> Markup:
        below, above = scripts.get("_"), scripts.get("^")
        under, over, both = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
        if below is not None and above is not None:
            return element(both, base, below, above)
        if below is not None:
            return element(under, base, below)
        return base if above is None else element(over, base, above)

    def atom(self, token: str) -> Markup:
        """What one token begins."""
        if token.startswith(_TEXT):
            return element(
                "mtext", f"\u00a0{token.removeprefix(_TEXT)[:-1].strip()}\u00a0"
            )  # a plain space at an end would be dropped
        if token in _CONSTRUCTS:
            return _CONSTRUCTS[token](self)
        if token in _SIZES:
            return element("mo", self.fence(), minsize=_SIZES[token], stretchy="true")
        if token in SPACES:
            return element("mspace", width=SPACES[token])
        return _sign(token, self.latex)

    def group(self) -> Markup:
        """Braces."""
        inside = self.row()
        self.take("}")
        return inside

    def fenced(self) -> Markup:
        r"""\left( ... \right)."""
        left = self.fence()
        inside = self.row()
        self.take(r"\right")
        right = self.fence()
        ends = [
            element("mo", end, stretchy="true", form=form) if end else Markup()
            for end, form in ((left, "prefix"), (right, "postfix"))
        ]
        return element("mrow", ends[0], inside, ends[1])

    def fraction(self, *, small: bool = False) -> Markup:
        """Two arguments, one over the other."""
        shown = element("mfrac", self.argument(), self.argument())
        return element("mstyle", shown, displaystyle="false") if small else shown

    def binomial(self) -> Markup:
        """Two arguments in round brackets."""
        inside = element("mfrac", self.argument(), self.argument(), linethickness="0")
        return element("mrow", element("mo", "("), inside, element("mo", ")"))

    def root(self) -> Markup:
        """A square root."""
        return element("msqrt", self.argument())

    def accent(self, sign: str) -> Markup:
        """A sign over an argument."""
        return element("mover", self.argument(), element("mo", sign, stretchy="false"), accent="true")

    def blackboard(self) -> Markup:
        """A letter with doubled strokes."""
        word = self.words()
        if word not in BLACKBOARD:
            raise BadFormula(f"no doubled {word} in {self.latex}")
        return element("mi", BLACKBOARD[word])

    def upright(self) -> Markup:
        """A word of upright letters."""
        word = self.words()
        return element("mi", word, mathvariant="normal" if len(word) == 1 else None)

    def environment(self) -> Markup:
        """Cases: rows with a brace on their left."""
        if self.words() != "cases":
            raise BadFormula(f"an environment other than cases in {self.latex}")
        lines: list[list[Markup]] = [[]]
        while True:
            lines[-1].append(self.row("&", r"\\", r"\end"))
            mark = self.take()
            if mark == r"\\":
                lines.append([])
            elif mark == r"\end":
                break
            elif mark != "&":
                raise BadFormula(f"{mark} closes nothing in {self.latex}")
        self.words()
        cells = (element("mtr", *(element("mtd", cell, style="text-align: left") for cell in line)) for line in lines)
        return element("mrow", element("mo", "{", form="prefix"), element("mtable", *cells))


_CONSTRUCTS: dict[str, Callable[[_Reader], Markup]] = {
    "{": _Reader.group,
    r"\left": _Reader.fenced,
    r"\frac": _Reader.fraction,
    r"\dfrac": _Reader.fraction,
    r"\tfrac": lambda reader: reader.fraction(small=True),
    r"\binom": _Reader.binomial,
    r"\tbinom": lambda reader: element("mstyle", reader.binomial(), displaystyle="false"),
    r"\sqrt": _Reader.root,
    r"\hat": lambda reader: reader.accent("^"),
    r"\bar": lambda reader: reader.accent("\u00af"),
    r"\tilde": lambda reader: reader.accent("~"),
    r"\mathbb": _Reader.blackboard,
    r"\mathrm": _Reader.upright,
    r"\operatorname": _Reader.upright,
    r"\begin": _Reader.environment,
}
"""What begins with a command and takes arguments."""


def _sign(token: str, latex: str) -> Markup:
    """A letter, a number or an operator."""
    if token in LETTERS or token in FUNCTIONS:
        return element("mi", LETTERS.get(token) or token[1:])
    if token in LIMITS:
        return element("mo", token[1:], movablelimits="true", lspace="0.17em", rspace="0.17em")
    if token in LARGE or token in OPERATORS:
        return element("mo", LARGE.get(token) or OPERATORS[token])
    if token[0] == "\\" or token in "_^&%$#":
        raise BadFormula(f"{token} is not known, in {latex}")
    if token[0].isdigit():
        return element("mn", token)
    if token.isalpha():
        return element("mi", token)
    return element("mo", _MINUS if token == "-" else token, stretchy="false" if token in "()[]|" else None)
