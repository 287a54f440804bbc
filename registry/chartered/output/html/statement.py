"""The privacy statement of a ledger: one page that a person can read, keep and hand on, with the certificate in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ...accounting.account import Account
from ...accounting.answers import Answer
from ...accounting.ledger import Ledger, either
from ...certificate.check import Certificate
from ...display import one_line
from ...errors import BadValue, CharteredError
from ...files import path_of
from ...host.registry import registry
from ...ledger.entries import Steps
from ...ledger.many_entries import listed
from ...model.exact_numbers import Exact
from ...model.questions import Question
from . import sections
from .answer import meaning, verdict
from .markup import Markup, element, joined, said
from .page import document, save
from .plots import curves

CERTIFICATE = "statement.cert.json"
"""The name under which the page offers its certificate."""
_KICKER = "Privacy statement"
MOST_DRAWN = 256
"""Entries of a ledger, of more of which no picture is drawn: each of its points would take as long as the answer."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A page about one answer. `html` is the whole file; the same question gives the same bytes."""

    html: str
    answer: Answer
    certificate: Certificate

    @property
    def digest(self) -> str:
        """The digest of the certificate that the page holds."""
        return str(self.certificate.document["digest"])

    @property
    def sha256(self) -> str:
        """The digest of the page's own bytes."""
        return hashlib.sha256(self.html.encode("utf-8")).hexdigest()

    def save(self, path: str | Path) -> None:
        """Writes the page; it appears whole or not at all. Raises BadValue if it cannot be written."""
        save(self.html, path_of(path, "page"))

    def __repr__(self) -> str:
        return one_line(f"<privacy statement, certificate {self.digest[:12]}: {self.answer!r}>")


def report(
    ledger: Ledger | Steps,
    *,
    delta: Exact | None = None,
    epsilon: Exact | None = None,
    accountant: str | Iterable[str] | None = None,
    title: str = "",
    unit: str = "",
    date: str = "",
    pictures: bool = True,
) -> Statement:
    """The privacy statement of a ledger: one page to read and hand on, with the certificate in it. Give delta or
    epsilon.

    `unit` says what one record is ("one person"). A `date` stands on the page only if given: the same call gives the
    same bytes. Raises CharteredError."""
    asked = ledger if isinstance(ledger, Ledger) else Ledger(ledger)
    return statement(
        asked, either(delta, epsilon, "report"), accountant, title=title, unit=unit, date=date, pictures=pictures
    )


def statement(
    ledger: Ledger,
    question: Question,
    accountant: str | Iterable[str] | None = None,
    *,
    title: str = "",
    unit: str = "",
    date: str = "",
    pictures: bool = True,
) -> Statement:
    """The privacy statement of a ledger for one question. `unit` says what one record is ("one person"); a date is
    shown only if given.

    Raises CharteredError if there is no certified answer.
    """
    for name, text in (("title", title), ("unit", unit), ("date", date)):
        if not isinstance(text, str):
            raise BadValue(f"the {name} of a statement is {text!r}", "give text")
    account = ledger.account(question, accountant)
    answer = next((found for found in account.answers if found.certified), None)
    if answer is None:
        reasons = "; ".join(f"{none.accountant}: {none.why}" for none in account.unavailable)
        raise CharteredError(
            f"no certified answer for {question} of {ledger!r}", reasons or "ask without a heuristic theorem"
        )
    certificate = answer.certificate()
    head = element(
        "header",
        element("p", _KICKER if title else "Chartered", class_="kicker"),
        element("h1", said(title) if title else _KICKER),
        element("p", _about(account, date), class_="about"),
    )
    body = [
        head,
        verdict(answer),
        *_sections(ledger, account, answer, unit, pictures),
        _certified(certificate),
        _footer(),
    ]
    return Statement(document(title or _KICKER, *body), answer, certificate)


def _about(account: Account, date: str) -> Markup:
    names = joined(list(map(said, listed(account.entries, lambda entry: entry.shown_label or entry.shown))), "; ")
    return joined([names, ". ", said(date)]) if date else names


def _sections(ledger: Ledger, account: Account, answer: Answer, unit: str, pictures: bool) -> list[Markup]:
    known = registry()
    finite = answer.why is None
    drawn = pictures and finite and len(account.entries) <= MOST_DRAWN
    return [
        _section("What the number means", meaning(ledger, answer)) if finite else Markup(),
        _section("What ran", sections.ran(known, account)),
        _section("What is protected", sections.protected(known, account, unit)),
        _section("How the number follows", sections.way(known, answer)),
        _section("What the other accountants say", sections.others(account, answer)),
        _section("Pictures", curves(ledger, account, answer)) if drawn else Markup(),
        _section("What this statement does not cover", sections.covered(known, account)),
    ]


def _certified(certificate: Certificate) -> Markup:
    return _section("The certificate", sections.certificate_section(certificate, CERTIFICATE))


def _section(title: str, inside: Markup) -> Markup:
    return element("section", element("h2", title), inside)


def _footer() -> Markup:
    return element(
        "footer", "Every number is rounded to the safe side. Made by Chartered; the page loads nothing from anywhere."
    )
