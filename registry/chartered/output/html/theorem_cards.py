"""The path of an answer as a list of cards: the statement of each theorem, its source, and its conditions."""

from __future__ import annotations

from ...accounting.answers import Answer
from ...host.registry import Registry
from ...model.accountants import Accountant
from ...model.theorems import Theorem, always
from .markup import Markup, element, joined
from .mathml import formula
from .numbers import facts, sentence

_COMPOSES = "composes the runs"
_ERRS = {"exact": "loses nothing", "upper": "an upper bound", "lower": "a lower bound", "heuristic": "no bound"}


def cards(known: Registry, answer: Answer) -> Markup:
    """A card for each name on the path, in the order of use."""
    return element("ol", *(_card(known, name, _role(answer, name)) for name in answer.path), class_="path")


def _role(answer: Answer, name: str) -> str:
    derivation = answer.derivation
    if any(name in names for names in derivation.rewrites):
        return "rewrites a step"
    if any(name in names for names in derivation.per_step):
        return "about one run"
    return _COMPOSES if name == derivation.accountant else "leads to the answer"


def _card(known: Registry, name: str, role: str) -> Markup:
    composes = role == _COMPOSES
    about: Theorem | Accountant = known.accountant(name) if composes else known.theorem(name)
    plugin = known.owner("accountant" if composes else "theorem", name)
    chips = (element("span", words, class_="chip") for words in (role, _ERRS[about.side.value]))
    return element(
        "li",
        element("h3", joined(element("code", name), *chips, between=" ")),
        element("p", about.statement),
        formula(about.latex) if about.latex else Markup(),
        facts(
            ("Source", about.source),
            ("Conditions", _conditions(about)),
            ("From", f"plugin {plugin.name}, {plugin.distribution} {plugin.version}"),
        ),
    )


def _conditions(about: Theorem | Accountant) -> str:
    if not isinstance(about, Theorem):
        return ""
    words = sentence(about.conditions_in_words)
    return words if about.conditions is always else f"{words} Met here."
