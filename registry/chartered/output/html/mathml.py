r"""Formulas in a page: the LaTeX of theorems as MathML, which browsers render without a script or an additional font.

The supported LaTeX is that of formulas: letters, scripts, fractions, roots, fences, sums, named functions and cases.
`\sum_i x_i^2` is parsed as TeX parses it. An unknown command raises BadFormula, and `formula` then shows the LaTeX
source.

Why no library: latex2mathml 3.81 reads every formula of our theorems, but renders them worse in Chromium. The range of
a min, max or inf, and of a sum in brackets, stands beside the operator instead of below it; log and tanh have no space
before their argument (2log, loga); \sim is a tilde without space; the result is one element, which overflows its box,
while ours breaks at \quad; and an unknown command is printed by its name, while an error lets a test find it.
Correcting this from outside would take more code than this file has."""

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
    r"""The formula as a block that breaks at each \quad if it is too wide. LaTeX that cannot be parsed is shown as
    source."""
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
    """A recursive-descent parser of LaTeX tokens."""

    def part(self) -> Markup:
        r"""The tokens up to the next \quad, as a `math` element."""
        return element("math", self.row(r"\quad"), display="block")

    def row(self, *ends: str) -> Markup:
        """The tokens up to one of `ends`, which is not consumed."""
        found: list[Markup] = []
        while self.tokens and self.tokens[0] not in (*ends, "}", r"\right"):
            if self.tokens[0] in FUNCTIONS and found and not found[-1].endswith(("</mo>", "</mspace>")):
                found.append(_THIN)
            found.append(self.scripted())
        return found[0] if len(found) == 1 else element("mrow", *found)

    def argument(self) -> Markup:
        """A group in braces, or a single token; of a number, only its first digit, as in TeX."""
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
        """An atom with its subscript and superscript."""
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
        return joined(base, _THIN) if spaced else base

    def _placed(self, base: Markup, scripts: dict[str, Markup], limits: bool) -> Markup:
        below, above = scripts.get("_"), scripts.get("^")
        under, over, both = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
        if below is not None and above is not None:
            return element(both, base, below, above)
        if below is not None:
            return element(under, base, below)
        return base if above is None else element(over, base, above)

    def atom(self, token: str) -> Markup:
        """The construct that a token begins."""
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
        """A group in braces whose opening brace has been read."""
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
        """A fraction of two arguments."""
        shown = element("mfrac", self.argument(), self.argument())
        return element("mstyle", shown, displaystyle="false") if small else shown

    def binomial(self) -> Markup:
        """A binomial coefficient: two arguments above each other in round brackets."""
        inside = element("mfrac", self.argument(), self.argument(), linethickness="0")
        return element("mrow", element("mo", "("), inside, element("mo", ")"))

    def root(self) -> Markup:
        """A square root."""
        return element("msqrt", self.argument())

    def accent(self, sign: str) -> Markup:
        """An argument with an accent above it."""
        return element("mover", self.argument(), element("mo", sign, stretchy="false"), accent="true")

    def blackboard(self) -> Markup:
        """A blackboard bold letter."""
        word = self.words()
        if word not in BLACKBOARD:
            raise BadFormula(f"no doubled {word} in {self.latex}")
        return element("mi", BLACKBOARD[word])

    def upright(self) -> Markup:
        """A word in upright letters."""
        word = self.words()
        return element("mi", word, mathvariant="normal" if len(word) == 1 else None)

    def environment(self) -> Markup:
        """The environment cases: rows with a brace on their left."""
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
"""The parsers of commands that take arguments."""


def _sign(token: str, latex: str) -> Markup:
    """A letter, a number or an operator. Raises BadFormula for an unknown command."""
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
