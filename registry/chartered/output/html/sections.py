"""Sections of a privacy statement."""

from __future__ import annotations

from chartered.certificate.digest import versions

from ...accounting.all_answers import Account
from ...accounting.answer_comparison import Comparison
from ...accounting.answers import Answer
from ...certificate.check import Certificate
from ...host.registry import Registry
from ...ledger.required_relation import sampling_of
from ...ledger.sensitivities import sensitivities
from ...ledger.statement_table import Stated
from .certificate_link import download
from .markup import Markup, element, joined, rows, table
from .not_covered import limits
from .numbers import bullets, facts, loss, upper
from .question import asked
from .theorem_cards import cards
from .unit import unit_of_privacy


def protected(known: Registry, account: Account, stated: Stated) -> Markup:
    """The neighbours and the sensitivity under them, the unit of privacy, and the sampling, each with its
    assumptions."""
    drawn = sampling_of(known, account.entries)
    sampled = (
        f"{drawn}. The bound uses that this is so, and that whatever is drawn is random and secret."
        if drawn
        else "None: every step sees the whole data set."
    )
    one = unit_of_privacy(known, account.best, stated)
    relation = f"{account.neighbours.value}: {account.neighbours.definition}."
    used = sensitivities(known, account.entries, account.neighbours)
    sizes = [("Sensitivity", f"{used}.")] if used else []
    return facts(("Neighbours", relation), *sizes, ("Unit of privacy", one), ("Sampling", sampled))


def way(known: Registry, answer: Answer) -> Markup:
    """The theorems on the path from the ledger to the answer."""
    lead = "These lead from the ledger to the number, in this order. Each can be looked up with chartered explain NAME."
    return joined([element("p", lead), cards(known, answer)])


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
    classes = ["firm", "firm", "", "right", "right"]
    shown = (
        table(
            ["Accountant", "By theorem", "Side", joined([sign, " at most"]), "Loss"],
            rows(told, classes=classes),
            classes=classes,
        )
        if told
        else Markup()
    )
    notes = Comparison(account).notes()
    return joined([shown, bullets(notes) if notes else Markup()])


def covered(known: Registry, account: Account) -> Markup:
    """The list of what the statement does not cover."""
    found: list[str] = [joined([element("strong", name), f": {words}"]) for name, words in limits(known, account)]
    return joined(
        [element("p", "The number is about the ledger, and about nothing else. It does not cover:"), bullets(found)]
    )


def certificate_section(certificate: Certificate, name: str) -> Markup:
    """The certificate, its digest, and how to check it."""
    content = certificate.document
    of_sets = content.get("sets", [content])
    rests = versions() | {key: str(value) for one in of_sets for key, value in one["versions"].items()}
    lead = (
        "This page was made from a certificate, which it carries. The numbers on the page are for reading; the "
        "certificate is what can be checked, by deriving the bound again in ball arithmetic, without a search:"
    )
    return joined(
        [
            element("p", lead),
            download(certificate, name),
            element(
                "p", "SHA-256 of its content: ", element("br"), element("code", str(content["digest"])), class_="digest"
            ),
            facts(
                ("Made with", ", ".join(f"{distribution} {version}" for distribution, version in sorted(rests.items())))
            ),
        ]
    )
