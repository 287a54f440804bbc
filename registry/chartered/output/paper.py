"""An answer for a paper: a sentence, the same sentence in LaTeX, and what to cite. Numbers are rounded up."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from chartered_verify.outward_rounding import decimal_of, outward
from msgspec import Struct

from chartered.certificate.digest import versions

from ..accounting.answers import Answer
from ..accounting.privacy_unit import of_whole_unit
from ..escaping import shown
from ..host.registry import Registry, registry
from ..ledger.entries import listed
from ..ledger.required_relation import records
from ..ledger.statement_table import UNSTATED, Stated
from ..model.exact_numbers import plain
from ..model.questions import EpsilonAt

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


class Paper(Struct, frozen=True):
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


def paper(answer: Answer, digest: str, stated: Stated = UNSTATED) -> Paper:
    """The texts for a paper about an answer. `digest`: SHA-256 of its certificate; `stated`: what one record is, and
    how many of them a unit may have."""
    steps = shown("; ".join(listed(answer.entries, lambda entry: entry.shown)), LONGEST_NAME)
    known, release = registry(), versions()["chartered"]
    on_path = [known.accountant(name) if name == answer.accountant else known.theorem(name) for name in answer.path]
    assumed = "; ".join(words for words in (answer.sampling or "").split("; ") if " write " not in words)
    relation = f"under {answer.neighbours.value} neighbours ({_unit(known, answer, stated)})"
    whole = of_whole_unit(known, answer, stated.get("records_per_unit"))
    points = [("", *point_of(answer))]
    if whole is not None and whole is not answer:
        points.append((", and for all records of a unit", *point_of(whole)))
    how = (f"Assumed of the sampling: {assumed}. " if assumed else "") + (
        f"The bound was computed by the accountant {answer.accountant} of Chartered {release} and rounded up; its "
        f"certificate has the SHA-256 digest {digest}."
    )
    bounds = "".join(f"{whose} with ε ≤ {epsilon} at δ = {delta}" for whose, epsilon, delta in points)
    sentence = f"The release ({steps}) is (ε, δ)-differentially private {relation},{bounds}."
    in_latex = "".join(
        rf"{whose} with $\varepsilon \le {_math(epsilon)}$ at $\delta = {_math(delta)}$"
        for whose, epsilon, delta in points
    )
    latex = (
        rf"The release (\texttt{{{_escaped(steps)}}}) is $(\varepsilon, \delta)$-differentially private "
        rf"{_escaped(relation)},{in_latex}."
    )
    cited = _escaped(how).replace(" of Chartered", r" of Chartered~\cite{chartered}", 1)
    sources = tuple(dict.fromkeys(about.source for about in on_path))
    return Paper(f"{sentence} {how}", f"{latex} {cited}", _bibtex(release), sources)


def _unit(known: Registry, answer: Answer, stated: Stated) -> str:
    """What a record is, or how many of them a unit may have, and how neighbours differ."""
    unit, many, size = stated.text("privacy_unit"), stated.get("records_per_unit"), records(known, answer.entries)
    change = answer.neighbours.change_of(size)
    if isinstance(many, int) and many > size:
        return f"{shown(unit) or 'a unit'} may have up to {many} records; {change}"
    return f"{'one record' if size == 1 else 'a person'} is {shown(unit)}; {change}" if unit else change


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
