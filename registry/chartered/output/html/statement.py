"""The privacy statement of a ledger: one HTML page to read, keep and pass on, which contains the certificate."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from chartered_verify.progress import begun
from msgspec import Struct

from ...accounting.all_answers import Account
from ...accounting.answers import Answer
from ...accounting.common_questions import either
from ...accounting.ledger import Ledger
from ...accounting.parted_answer import PartedAnswer
from ...accounting.parted_ledger import PartedLedger
from ...atomic_files import path_of, whole_file
from ...certificate.check import Certificate
from ...display import one_line
from ...errors import BadValue
from ...host.registry import registry
from ...ledger.entries import Entry, Steps
from ...ledger.statement_table import UNSTATED, Stated, read_stated
from ...model.exact_numbers import Exact
from ...model.questions import Question
from ..deployments_registry import entry
from ..paper import Paper, paper
from ..yaml_record import Node, yaml
from . import sections
from .answer import meaning, verdict
from .markup import Markup, element, said
from .page import document, save
from .parts_of_data import certified, of_largest, parts_section, which
from .plots import curves
from .stated_section import stated_section
from .steps_that_ran import names, ran

CERTIFICATE = "statement.cert.json"
"""The file name under which the page offers its certificate."""
_KICKER = "Privacy statement"
_STAGES = ("the bound", "what an attacker gains", "the pictures")
T = TypeVar("T")
MOST_DRAWN = 256
"""The largest number of ledger entries for which plots are drawn: each point of a plot takes as long as the answer."""


class Statement(Struct, frozen=True):
    """A privacy statement: a page about one answer, which contains its certificate.

    Attributes:
        html: The complete file; the same question gives the same bytes.
        answer: The answer; of a plan with parts that of the set that costs most.
        certificate: Its certificate; of a plan with parts that of all sets.
        stated: The fields of the ledger's `[statement]` table; none of them is certified.
        paper: The texts for a paper; None for an infinite answer, and for a plan with parts.
        parts: Of a plan with parts the answer for all sets of parts, otherwise None.

    Examples:
        >>> page = ch.report("gaussian:sigma=20,times=1000", delta="1e-5", pictures=False)
        >>> page.save("study.html")
        >>> ch.check("study.html").accepted, page.digest == page.certificate.document["digest"]
        (True, True)
        >>> try:
        ...     page.save_registry_entry("entry.yaml")
        ... except ch.BadValue as error:
        ...     print(error.message[:65])
        an entry for the deployments registry lacks name, data_curator_na
    """

    html: str
    answer: Answer
    certificate: Certificate
    stated: Stated = UNSTATED
    paper: Paper | None = None
    parts: PartedAnswer | None = None

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate in the page."""
        return str(self.certificate.document["digest"])

    @property
    def sha256(self) -> str:
        """The SHA-256 digest of the page."""
        return hashlib.sha256(self.html.encode("utf-8")).hexdigest()

    def save(self, path: str | Path) -> None:
        """Writes the page; the file is complete or absent.

        Args:
            path: The file.

        Raises:
            BadValue: It cannot be written.
        """
        save(self.html, path_of(path, "page"))

    def registry_entry(self) -> dict[str, Node]:
        """An entry for the OpenDP deployments registry, as nested tables.

        Raises:
            BadValue: A required field is not stated, the answer is infinite, or the plan has parts.

        Examples:
            >>> stated = {"name": "Study"}
            >>> page = ch.report("gaussian:sigma=20", delta="1e-5", pictures=False, stated=stated)
            >>> try:
            ...     page.registry_entry()
            ... except ch.BadValue as error:
            ...     print(error.message[:65])
            an entry for the deployments registry lacks data_curator_name, de
        """
        if self.parts is not None:
            raise BadValue(
                "an entry for the deployments registry is of a ledger without parts", "state one for each part"
            )
        return entry(self.answer, self.digest, self.stated)

    def save_registry_entry(self, path: str | Path) -> None:
        """Writes the registry entry as YAML; the file is complete or absent.

        Args:
            path: The file.

        Raises:
            BadValue: As for `registry_entry`, or it cannot be written.
        """
        text = yaml(self.registry_entry())
        with whole_file(path_of(path, "entry for the registry"), "entry for the registry") as draft:
            draft.write_text(text, encoding="utf-8")

    def __repr__(self) -> str:
        return one_line(f"<privacy statement, certificate {self.digest[:12]}: {self.answer!r}>")


def report(
    ledger: Ledger | PartedLedger | Steps,
    *,
    delta: Exact | None = None,
    epsilon: Exact | None = None,
    accountant: str | Iterable[str] | None = None,
    title: str = "",
    unit: str = "",
    date: str = "",
    pictures: bool = True,
    stated: Mapping[str, object] | None = None,
) -> Statement:
    """The privacy statement of a ledger: one HTML page to read and pass on, which contains the certificate.

    Args:
        ledger: The ledger, or its steps. Of one with parts the number is the largest over all sets of parts, and the
            page says of which set it is.
        delta: A probability in [0, 1): the page is about eps there.
        epsilon: A number of nats, at least 0, in place of delta: the page is about delta there.
        accountant: As for `Ledger.epsilon`.
        title: The heading.
        unit: What one record is, such as "one person".
        date: A date to show. Without one, none is shown: the same call gives the same bytes.
        pictures: Whether plots are drawn.
        stated: Fields of a `[statement]` table, which override those in the ledger's file.

    Returns:
        The page.

    Raises:
        BadValue: An argument is out of range, or no text.
        CharteredError: Not exactly one of delta and epsilon is given, or there is no certified answer.

    Examples:
        >>> page = ch.report("gaussian:sigma=20,times=1000", delta="1e-5", title="Study", pictures=False)
        >>> page.html[:15]
        '<!doctype html>'
    """
    question = either(delta, epsilon, "report")
    asked = ledger if isinstance(ledger, Ledger | PartedLedger) else Ledger(ledger)
    said_of_it = read_stated({**stated_of(asked).to_dict(), **read_stated(stated or {}).to_dict()})
    return statement(
        asked, question, accountant, title=title, unit=unit, date=date, pictures=pictures, stated=said_of_it
    )


def stated_of(ledger: Ledger | PartedLedger) -> Stated:
    """The fields of a ledger's `[statement]` table, which one with parts does not have."""
    return ledger.stated if isinstance(ledger, Ledger) else UNSTATED


def statement(
    ledger: Ledger | PartedLedger,
    question: Question,
    accountant: str | Iterable[str] | None = None,
    *,
    title: str = "",
    unit: str = "",
    date: str = "",
    pictures: bool = True,
    stated: Stated | None = None,
) -> Statement:
    """The privacy statement of a ledger for one question. `unit` states what one record is ("one person"); a date is
    shown only if given; `stated` replaces the ledger's own `[statement]` fields.

    Raises CharteredError if there is no certified answer."""
    for name, text in (("title", title), ("unit", unit), ("date", date)):
        if not isinstance(text, str):
            raise BadValue(f"the {name} of a statement is {text!r}", "give text")
    beside = stated_of(ledger) if stated is None else stated
    beside = beside.with_text("privacy_unit", unit).with_text("name", "" if beside.text("name") else title)
    account, parts = _watched("the bound", lambda: _answered(ledger, question, accountant))
    answer = certified(account)
    certificate = (answer if parts is None else parts).certificate()
    digest = str(certificate.document["digest"])
    told = paper(answer, digest, beside) if answer.why is None and parts is None else None
    named = title or beside.text("name")
    body = [
        _head(account.entries if parts is None else parts.plan.entries, named, date),
        verdict(answer, *(f"It is {which(parts)}." for parts in [parts] if parts is not None)),
        *_sections(ledger, account, parts, beside, pictures and len(account.entries) <= MOST_DRAWN),
        _section("For a paper", sections.paper_section(told)) if told else Markup(),
        _section("The certificate", sections.certificate_section(certificate, CERTIFICATE)),
        _footer(),
    ]
    return Statement(document(named or _KICKER, *body), answer, certificate, beside, told, parts)


def _answered(
    ledger: Ledger | PartedLedger, question: Question, accountant: str | Iterable[str] | None
) -> tuple[Account, PartedAnswer | None]:
    """All answers, of a plan with parts those of the set that costs most, beside the answer for all sets."""
    if isinstance(ledger, Ledger):
        return ledger.account(question, accountant), None
    return of_largest(ledger, question, accountant)


def _head(entries: Sequence[Entry], named: str, date: str) -> Markup:
    about = [names(entries), *([". ", said(date)] if date else [])]
    return element(
        "header",
        element("p", _KICKER if named else "Chartered", class_="kicker"),
        element("h1", said(named) if named else _KICKER),
        element("p", *about, class_="about"),
    )


def _sections(
    ledger: Ledger | PartedLedger, account: Account, parts: PartedAnswer | None, stated: Stated, drawn: bool
) -> list[Markup]:
    known, answer, means, pictures = registry(), certified(account), Markup(), Markup()
    if answer.why is None:
        means = _watched("what an attacker gains", lambda: meaning(ledger, answer))
        if drawn and isinstance(ledger, Ledger):
            pictures = _watched("the pictures", lambda: curves(ledger, account, answer))
    own = account
    if parts is not None:
        account = replace(account, entries=parts.plan.labelled, answers=())  # no answer is of all these steps
    titled = {
        "What the number means": means,
        "The parts of the data": Markup() if parts is None else parts_section(parts),
        "What is counted": ran(known, account),
        "What is protected": sections.protected(known, account, stated),
        "What is stated beside the steps": stated_section(stated),
        "How the number follows": sections.way(known, answer),
        "What the other accountants say": sections.others(own, answer),
        "Pictures": pictures,
        "What this statement does not cover": sections.covered(known, account),
    }
    return [_section(title, inside) for title, inside in titled.items() if inside]


def _watched(stage: str, made: Callable[[], T]) -> T:
    """Reports the stage to the progress bar, then returns what `made` returns."""
    begun(stage, _STAGES.index(stage), len(_STAGES))
    return made()


def _section(title: str, inside: Markup) -> Markup:
    return element("section", element("h2", title), inside)


def _footer() -> Markup:
    return element(
        "footer", "Every number is rounded to the safe side. Made by Chartered; the page loads nothing from anywhere."
    )
