"""The verification report: the verdict of every claim that was tried, on one page that can be searched and printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from chartered_verify.runs.suite import Outcome, summary

from ...host.registry import Registry
from .markup import Markup, element, joined, table
from .mathml import formula
from .numbers import facts, share
from .page import document, own

VERDICTS = {
    "proved": "true on the whole stated domain",
    "supported": "no counterexample at the points that were tried; not a proof",
    "undecided": "neither proved nor refuted",
    "refuted": "false: the witness shows it",
}
_TITLE = "Verification report"
_OWN = ("direct computation", "our", "data processing", "definition")
_WORK = re.compile(r"[^;]*?\b(?:19|20)\d\d[a-z]?(?: \([^)]*\))?")


def verification_report(known: Registry, outcomes: Sequence[Outcome], effort: str) -> str:
    """The page as HTML. `effort` describes in words how hard the claims were tried. The seconds are those of this
    run."""
    parts = sorted(outcomes, key=lambda outcome: _order(source_of(outcome.claim.source)))
    by_source = [
        (source, list(group)) for source, group in groupby(parts, key=lambda outcome: source_of(outcome.claim.source))
    ]
    head = element(
        "header",
        element("p", "Chartered", class_="kicker"),
        element("h1", _TITLE),
        element("p", f"{len(outcomes)} claims, tried by machine: {effort}.", class_="about"),
    )
    claims = (
        element("section", element("h2", source), *(_claim(known, o) for o in group), class_="source")
        for source, group in by_source
    )
    body = [
        head,
        _share(outcomes),
        _sources(by_source),
        _filter([source for source, _ in by_source], outcomes),
        *claims,
    ]
    return document(_TITLE, *body, script=own("filter.js"))


def source_of(source: str) -> str:
    """The work that a source cites, without the number of the statement in it: up to its year, or, if the source is not
    a paper, its first words."""
    work = None if source.startswith(_OWN) else _WORK.match(source)
    return work[0] if work else source.split(",")[0].split(";")[0].split(":")[0]


def _order(source: str) -> tuple[bool, str]:
    """A sorting key that puts papers first."""
    return source.startswith(_OWN), source.casefold()


def _share(outcomes: Sequence[Outcome]) -> Markup:
    counts = summary(outcomes)
    bar = element(
        "div",
        *(element("span", class_=name, style=f"flex: {n}", title=f"{name} {n}") for name, n in counts.items() if n),
        class_="bar",
    )
    legend = ([_badge(name), words, str(counts[name])] for name, words in VERDICTS.items())
    return joined(
        element(
            "div",
            element("p", "Proved", class_="kicker"),
            element("p", share(counts["proved"], len(outcomes)), class_="answer"),
            element("p", f"{counts['proved']} of {len(outcomes)} claims"),
            class_="verdict",
        ),
        bar,
        table(["Verdict", "It means", "Claims"], legend, ["firm", "", "right"]),
    )


def _sources(by_source: Iterable[tuple[str, list[Outcome]]]) -> Markup:
    """A table with the number of claims of each source by verdict."""
    told = []
    for source, group in by_source:
        counts = summary(group)
        told.append([source, *(str(counts[name] or "") for name in VERDICTS), share(counts["proved"], len(group))])
    classes = ["", *["right"] * (len(VERDICTS) + 1)]
    return joined(element("h2", "By source"), table(["Source", *VERDICTS, "share proved"], told, classes))


def _filter(sources: Sequence[str], outcomes: Iterable[Outcome]) -> Markup:
    """A form that selects claims by verdict, kind and source. The page's script shows it; without the script all claims
    are visible and the form is hidden."""
    kinds = sorted({outcome.claim.kind.value for outcome in outcomes})
    return element(
        "form",
        _choice("verdict", list(VERDICTS)),
        _choice("kind", kinds),
        _choice("source", sources),
        element("label", "Words", element("input", type="search", name="words")),
        element("output"),
        class_="filter",
        hidden=True,
    )


def _choice(name: str, values: Sequence[str]) -> Markup:
    options = [element("option", "all", value=""), *(element("option", value, value=value) for value in values)]
    return element("label", name.capitalize(), element("select", *options, name=name))


def _badge(verdict: str) -> Markup:
    return element("span", verdict, class_=f"badge {verdict}")


def _claim(known: Registry, outcome: Outcome) -> Markup:
    told, claim = outcome.to_json(), outcome.claim
    latex = _latex(known, claim.name)
    return element(
        "article",
        element(
            "header",
            _badge(told["verdict"]),
            " ",
            element("code", claim.name),
            " ",
            element("span", f"{told['kind']}, {outcome.seconds:.2f} s", class_="more"),
        ),
        element("p", claim.statement),
        facts(
            ("Domain", claim.domain),
            ("Theorem", formula(latex) if latex else ""),
            ("Printed", claim.printed),
            ("Corrected", claim.corrected),
            ("How", told["how"]),
            ("Tried", _tried(told)),
            ("Witness", "; ".join(f"{key} = {_plain(value)}" for key, value in (told["witness"] or {}).items())),
            ("Source", claim.source),
        ),
        data_verdict=told["verdict"],
        data_kind=told["kind"],
        data_source=source_of(claim.source),
    )


def _latex(known: Registry, name: str) -> str:
    """The formula of the theorem or accountant that the claim is about, if the claim's name is its name, or its name
    and one more part."""
    theorem = known.theorems.get(name) or known.theorems.get(name.rpartition(".")[0])
    return theorem.latex if theorem is not None else ""


def _tried(told: dict[str, Any]) -> str:
    if told["points"] is not None:
        return f"{told['points']} points, {told['digits']} digits"
    return f"also hunted for a counterexample at {told['hunted']} points" if told["hunted"] else ""


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)
