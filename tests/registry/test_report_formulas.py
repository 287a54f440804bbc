"""Formulas in pages: the LaTeX of theorems as MathML."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import chartered as ch
import pytest
from chartered.output.html.latex_symbols import FUNCTIONS, LARGE, LETTERS, LIMITS, OPERATORS
from chartered.output.html.mathml import BadFormula, formula, mathml


def read(latex: str) -> str:
    """The formula as MathML without attributes, in one line."""
    return re.sub(r" [a-z]+=\"[^\"]*\"", "", "".join(mathml(latex)))


def test_every_formula_of_the_registry_is_set() -> None:
    """As well-formed MathML; if this fails, teach the parser of LaTeX what the formula needs."""
    known = ch.registry()
    unset = {}
    for name, one in {**known.theorems, **known.accountants}.items():
        try:
            tags = {ElementTree.fromstring(part).tag for part in mathml(one.latex)} if one.latex else set()
        except (BadFormula, ElementTree.ParseError) as why:
            unset[name] = repr(why)
        else:
            unset |= {name: f"set as {tags}"} if tags - {"math"} else {}
    assert not unset


READ = {
    "x_i^2": "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
    "x^2_i": "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
    r"\tfrac12": "<mstyle><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>",
    r"\frac{1}{e^{-x}}": "<mfrac><mn>1</mn><msup><mi>e</mi><mrow><mo>\u2212</mo><mi>x</mi></mrow></msup></mfrac>",
    "x^23": "<mrow><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></mrow>",
    "0.56": "<mn>0.56</mn>",
    r"\left(x\right)_+": "<msub><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mo>+</mo></msub>",
    r"\left.x\right|": "<mrow><mi>x</mi><mo>|</mo></mrow>",
    r"\sum_{i}^n": "<munderover><mo>\u2211</mo><mi>i</mi><mi>n</mi></munderover>",
    r"\min_x y": "<mrow><munder><mo>min</mo><mi>x</mi></munder><mi>y</mi></mrow>",
    r"2\log x": "<mrow><mn>2</mn><mspace></mspace><mi>log</mi><mspace></mspace><mi>x</mi></mrow>",
    r"\log(x)": "<mrow><mi>log</mi><mo>(</mo><mi>x</mi><mo>)</mo></mrow>",
    "f'": "<msup><mi>f</mi><mo>\u2032</mo></msup>",
    r"x\text{ for all }y": "<mrow><mi>x</mi><mtext>\u00a0for all\u00a0</mtext><mi>y</mi></mrow>",
    r"\mathrm{Bin}": "<mi>Bin</mi>",
    r"\hat\varepsilon": "<mover><mi>\u03b5</mi><mo>^</mo></mover>",
    r"\binom{n}{k}": "<mrow><mo>(</mo><mfrac><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>",
    r"\sqrt2": "<msqrt><mn>2</mn></msqrt>",
    "a<b": "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>",
    r"\begin{cases}0&x<1\\1\end{cases}": "<mrow><mo>{</mo><mtable><mtr><mtd><mn>0</mn></mtd>"
    "<mtd><mrow><mi>x</mi><mo>&lt;</mo><mn>1</mn></mrow></mtd></mtr><mtr><mtd><mn>1</mn></mtd></mtr></mtable></mrow>",
}


@pytest.mark.parametrize("latex", READ)
def test_latex_is_read_as_tex_reads_it(latex: str) -> None:
    """Scripts in any order, one digit for an argument without braces, fences that belong together."""
    assert read(latex) == f"<math>{READ[latex]}</math>"


def test_a_quad_divides_a_formula() -> None:
    """So that it can break there; inside a group it is only a space."""
    assert len(mathml(r"a=1,\quad b=2\quad c")) == 3
    assert len(mathml(r"{a\quad b}")) == 1


BAD = [
    r"\nothing",
    "{x",
    "x}",
    r"\left(x",
    r"\right)",
    "x_1_2",
    r"\frac{1}",
    "\\",
    "#",
    r"\mathbb{Q}",
    r"\begin{array}x\end{array}",
]


@pytest.mark.parametrize("latex", BAD)
def test_what_cannot_be_read_is_shown_as_it_is(latex: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(BadFormula):
        mathml(latex)
    assert f"<code>{latex}</code>" in formula(latex)


def test_a_formula_cannot_leave_its_place() -> None:
    """Whatever a plugin writes as LaTeX is escaped, as a formula or as code."""
    for latex in ("<script>", r"\text{<script>}", r"\mathrm{</math>}", r"\unknown<b>"):
        assert not re.search(r"<script|</math><|<b>", formula(latex).replace("</math></div>", ""))


def test_every_sign_is_one_character() -> None:
    """The table of signs pairs names and letters."""
    for table in (LETTERS, LARGE, OPERATORS):
        assert all(len(sign) == 1 for sign in table.values())
    assert not (FUNCTIONS | LIMITS) & {*LETTERS, *LARGE, *OPERATORS}
