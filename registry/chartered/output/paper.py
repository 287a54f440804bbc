"""An answer for a paper: a sentence, the same sentence in LaTeX, and what to cite. Numbers are rounded up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from chartered_verify.digest import versions
from chartered_verify.outward_rounding import decimal_of, outward

from ..accounting.answers import Answer
from ..host.registry import registry
from ..ledger.many_entries import listed
from ..ledger.requirements import records
from ..model.exact_numbers import plain
from ..model.questions import EpsilonAt
from ..visible import shown

DIGITS = 5
"""Significant digits of a bound in a sentence."""
LONGEST_NAME = 300
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_POWER = re.compile(r"(?:(.+)e)([+-]?\d+)")


@dataclass(frozen=True, slots=True)
class Paper:
    """Texts for a paper about an answer: a `sentence`, the same in `latex`, a `bibtex` entry for Chartered, and the
    `sources` of the theorems on the path, which the paper should cite."""

    sentence: str
    latex: str
    bibtex: str
    sources: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The fields by name."""
        texts = {"sentence": self.sentence, "latex": self.latex, "bibtex": self.bibtex}
        return {**texts, "sources": list(self.sources)}


def point_of(answer: Answer, digits: int = DIGITS) -> tuple[str, str]:
    """The point (eps, delta) that an answer proves, as decimals, both rounded up."""
    held = _decimal(answer.question.at, digits)
    found = outward(answer.upper_exact, up=True, digits=digits)
    return (found, held) if isinstance(answer.question, EpsilonAt) else (held, found)


def paper(answer: Answer, digest: str, unit: str = "") -> Paper:
    """The texts for a paper about an answer. `digest`: SHA-256 of its certificate; `unit`: what one record is."""
    steps = shown("; ".join(listed(answer.entries, lambda entry: entry.shown)), LONGEST_NAME)
    known, release = registry(), versions()["chartered"]
    on_path = [known.accountant(name) if name == answer.accountant else known.theorem(name) for name in answer.path]
    epsilon, delta = point_of(answer)
    record = f"one record is {shown(unit)}; " if unit else ""
    change = answer.neighbours.change_of(records(known, answer.entries))
    relation = f"under {answer.neighbours.value} neighbours ({record}{change})"
    how = (
        f"The bound was computed by the accountant {answer.accountant} of Chartered {release} and rounded up; its "
        f"certificate has the SHA-256 digest {digest}."
    )
    sentence = f"The release ({steps}) is (ε, δ)-differentially private {relation}, with ε ≤ {epsilon} at δ = {delta}."
    latex = (
        rf"The release (\texttt{{{_escaped(steps)}}}) is $(\varepsilon, \delta)$-differentially private "
        rf"{_escaped(relation)}, with $\varepsilon \le {_math(epsilon)}$ at $\delta = {_math(delta)}$."
    )
    cited = _escaped(how).replace(" of Chartered", r" of Chartered~\cite{chartered}", 1)
    sources = tuple(dict.fromkeys(about.source for about in on_path))
    return Paper(f"{sentence} {how}", f"{latex} {cited}", _bibtex(release), sources)


def _bibtex(release: str) -> str:
    """The entry of CITATION.cff as BibTeX."""
    return (
        "@misc{chartered,\n"
        "  author = {{The Chartered authors}},\n"
        "  title = {Chartered: a registry of differential-privacy accountants in which every number is "
        "countersigned},\n"
        f"  note = {{Version {_escaped(release)}}}\n"
        "}"
    )


def _decimal(x: Fraction, digits: int) -> str:
    """An exact number as a decimal, rounded up if it has more significant digits than `digits`."""
    text = plain(x)
    if "/" in text:
        text = str(decimal_of(x, up=True, digits=digits))
    return outward(text, up=True, digits=digits) if len(Decimal(text).as_tuple().digits) > digits else text.lower()


def _math(text: str) -> str:
    power = _POWER.fullmatch(text)
    if power is None:
        return r"\infty" if text == "inf" else text
    front = "" if power[1] == "1" else rf"{power[1]} \cdot "
    return f"{front}10^{{{int(power[2])}}}"


def _escaped(text: str) -> str:
    """Text with LaTeX's special characters escaped."""
    return "".join(_SPECIAL.get(letter, letter) for letter in text)
