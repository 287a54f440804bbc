"""Sections of a privacy statement."""

from __future__ import annotations

import base64

from chartered.certificate.digest import versions

from ...accounting.all_answers import Account
from ...accounting.answer_comparison import Comparison
from ...accounting.answers import Answer
from ...accounting.privacy_unit import of_whole_unit
from ...certificate.check import Certificate
from ...host.registry import Registry
from ...ledger.required_relation import records, sampling_of
from ...ledger.sensitivities import sensitivities
from ...ledger.statement_table import Stated
from ..paper import Paper
from .markup import Markup, element, joined, lines, said, table
from .not_covered import limits
from .numbers import apart, bullets, facts, loss, upper
from .question import asked
from .theorem_cards import cards

_UNSTATED = "One record of the data set. The ledger does not say what a record is: a person, a visit, a device."


def protected(known: Registry, account: Account, stated: Stated) -> Markup:
    """The neighbours and the sensitivity under them, the unit of privacy, and the sampling, each with its
    assumptions."""
    drawn = sampling_of(known, account.entries)
    sampled = (
        f"{drawn}. The bound uses that this is so, and that whatever is drawn is random and secret."
        if drawn
        else "None: every step sees the whole data set."
    )
    one = _unit_of_privacy(known, account.best, stated)
    relation = f"{account.neighbours.value}: {account.neighbours.definition}."
    used = sensitivities(known, account.entries, account.neighbours)
    sizes = [("Sensitivity", f"{used}.")] if used else []
    return facts(("Neighbours", relation), *sizes, ("Unit of privacy", one), ("Sampling", sampled))


def _unit_of_privacy(known: Registry, answer: Answer | None, stated: Stated) -> Markup:
    """What a record is, and how many a unit may have: with the bound for a whole unit, if one is proved."""
    unit, many = stated.text("privacy_unit"), stated.get("records_per_unit")
    size = 1 if answer is None else records(known, answer.entries)
    if not isinstance(many, int) or many <= size:
        if size > 1:
            whose = [" (", said(unit), ")"] if unit else []
            return joined("A person", *whose, " with at most ", apart(str(size)), " records, protected as a whole.")
        return joined("One record, which is ", said(unit), ".") if unit else joined(_UNSTATED)
    about = ["One record"] if size == 1 else [apart(str(size)), " records"]
    owner = [*about, ", of which a unit (", said(unit or "unstated"), ") may have up to ", apart(str(many))]
    whole = None if answer is None else of_whole_unit(known, answer, many)
    if whole is None:
        return joined(*owner, ": a whole unit is protected less than the number says.")
    sign = asked(whole.question).sign
    words = " for a whole unit, by the same steps with group:size="
    return joined(*owner, ": ", sign, " is at most ", upper(whole.upper_exact), words, str(many), " around each.")


def way(known: Registry, answer: Answer) -> Markup:
    """The theorems on the path from the ledger to the answer."""
    lead = "These lead from the ledger to the number, in this order. Each can be looked up with chartered explain NAME."
    return joined(element("p", lead), cards(known, answer))


def others(account: Account, best: Answer) -> Markup:
    """A table of the other accountants' answers by theorem with how much larger their bounds are, and the accountants
    without an answer."""
    sign = asked(account.question).sign
    tightest: dict[tuple[str, str], Answer] = {}
    for answer in account.answers:
        if answer.why is None:
            tightest.setdefault((answer.accountant, answer.theorem), answer)
    told = [
        [
            element("strong", a.accountant) if a is best else a.accountant,
            element("code", a.theorem),
            ", ".join([a.to_json()["side"], *(f"by {name}" for name in a.strangers)]),
            upper(a.upper_exact),
            loss(best.upper_exact, a.upper_exact),
        ]
        for a in tightest.values()
    ]
    titles = ["Accountant", "By theorem", "Side", joined(sign, " at most"), "Loss"]
    shown = table(titles, told, ["firm", "firm", "", "right", "right"]) if told else Markup()
    notes = Comparison(account).notes()
    return joined(shown, bullets(notes) if notes else Markup())


def covered(known: Registry, account: Account) -> Markup:
    """The list of what the statement does not cover."""
    found: list[str] = [joined(element("strong", name), f": {words}") for name, words in limits(known, account)]
    return joined(
        element("p", "The number is about the ledger, and about nothing else. It does not cover:"), bullets(found)
    )


def paper_section(paper: Paper) -> Markup:
    """The sentence, its LaTeX and the BibTeX entry."""
    parts = [("The sentence", paper.sentence), ("In LaTeX", paper.latex), ("BibTeX", paper.bibtex)]
    blocks = [
        joined(element("h3", name), element("pre", element("bdi", lines(text)), class_="copy")) for name, text in parts
    ]
    lead = "A click on a block selects it whole. The theorems on the path have sources of their own, to be cited, too:"
    return joined(element("p", lead), bullets(list(paper.sources)), *blocks)


def certificate_section(certificate: Certificate, name: str) -> Markup:
    """The certificate, as data for programs and as a file that people can save, its digest, and how to check it."""
    content, text = certificate.document, certificate.text
    of_sets = content.get("sets", [content])
    rests = versions() | {key: str(value) for one in of_sets for key, value in one["versions"].items()}
    lead = (
        "This page was made from a certificate, which it carries. The numbers on the page are for reading; the "
        "certificate is what can be checked, by deriving the bound again in ball arithmetic, without a search:"
    )
    coded = base64.b64encode(text.encode("utf-8")).decode("ascii")
    link = element("a", f"Save {name}", download=name, href=f"data:application/json;base64,{coded}")
    safe = text.replace("<", "\\u003c")  # no end tag inside; JSON reads it as the same letter
    digest = element("code", str(content["digest"]))
    return joined(
        element("p", lead),
        element("p", link, ", and run ", element("code", f"chartered check {name}")),
        element("script", Markup(safe), type="application/json", id="certificate"),
        element("p", "SHA-256 of its content: ", element("br"), digest, class_="digest"),
        facts(("Made with", ", ".join(f"{distribution} {version}" for distribution, version in sorted(rests.items())))),
    )
