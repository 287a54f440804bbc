"""The answer of a privacy statement: the certified interval, and its meaning in words."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from chartered_verify.enclosure import enclose
from chartered_verify.outward_rounding import outward

from ...accounting.answers import Answer
from ...accounting.ledger import Ledger
from ...accounting.parted_ledger import PartedLedger
from ...errors import CharteredError
from ...host.registry import registry
from ...model.exact_numbers import plain
from ...paths.derivation import strangers_note
from .markup import Markup, element, joined, table
from .numbers import apart, lower, number, prose, upper
from .question import DELTA, EPSILON, asked

_TYPE_ONE = "0.05"
_LARGEST = 20
"""The largest eps for which the page shows the factor e^eps."""
_SMALLEST = -4
"""The power of ten below which a percentage is written with a power of ten."""


def verdict(answer: Answer, *beside: str) -> Markup:
    """A panel with the certified interval, the kind of bound, further sentences, and the third-party plugins on
    which it rests."""
    strangers = [*beside, *(f"It {words}." for words in [strangers_note(registry(), answer.strangers)] if words)]
    sign = asked(answer.question).sign
    at = joined(asked(answer.question).given, " = ", number(plain(answer.question.at)))
    if not answer.enclosed.finite:
        return _panel(joined("There is no finite ", sign, " at ", at), f"Why: {answer.why}.", *strangers)
    ends = [] if answer.lower_exact is None else [lower(answer.lower_exact), " ≤ "]
    return _panel(joined(*ends, sign, " ≤ ", upper(answer.upper_exact), " at ", at), _kind(answer, sign), *strangers)


def _panel(answer: Markup, *words: str) -> Markup:
    lines = [element("p", "The certified answer", class_="kicker"), element("p", answer, class_="answer")]
    lines += [element("p", line) for line in words]
    return element("div", *lines, class_="verdict")


def _kind(answer: Answer, sign: Markup) -> Markup:
    if answer.exact:
        before, after = (
            "No theorem on the path loses anything: the interval holds the least ",
            " of the ledger. Its ends",
        )
        return joined(before, sign, after, " are rounded outward.")
    if answer.lower is not None:
        before, after = "Bounds from both sides, rounded outward: the least ", "lies between them."
    else:
        before, after = "An upper bound, rounded up: the least ", "is not above it, and may be below."
    return joined(before, sign, " of what the ledger states ", after)


def meaning(ledger: Ledger | PartedLedger, answer: Answer) -> Markup:
    """Paragraphs that explain what the number guarantees."""
    held, found = number(plain(answer.question.at)), upper(answer.upper_exact)
    epsilon, delta = asked(answer.question).point(held, found)
    letters = [EPSILON, " = ", epsilon, " and ", DELTA, " = ", delta, "."]
    return joined(
        element(
            "p",
            "Take any two neighbouring data sets, in either order, and anything that could be seen in what is "
            "released. Its probability with the one is at most ",
            element("i", "e"),
            element("sup", EPSILON),
            " times its probability with the other, plus ",
            DELTA,
            ", where ",
            *letters,
            _factor(answer),
        ),
        _too_large(answer, asked(answer.question).point(answer.question.at, Fraction(answer.upper))[1]),
        _test(ledger, answer),
        _risks(ledger, answer),
    )


def _factor(answer: Answer) -> str:
    """A sentence with the value of e^eps; empty if it is too large to be meaningful."""
    at, point = answer.question.at, asked(answer.question).point
    if point(at, Fraction(answer.upper))[0] > _LARGEST:
        return ""
    most = enclose(lambda xp: xp.exp(point(xp.number(at), answer.enclosed.bound.hi)[0]))
    return joined(" That factor is ", _short(most.upper_exact, up=True), ".")


def _too_large(answer: Answer, delta: Fraction) -> Markup:
    """A warning if delta is at least 1/n, where n is the largest number of records that a step states; otherwise
    empty."""
    sizes = [entry.step.settings.get(key) for entry in answer.entries for key in ("n", "of")]
    records = max((size for size in sizes if isinstance(size, Fraction)), default=Fraction(0))
    if delta * records < 1:
        return Markup()
    words = " records: a program that publishes one of them in full, drawn at random, would keep that promise, too."
    return element("p", DELTA, " is not below 1/", apart(plain(records)), ", with ", apart(plain(records)), words)


def _test(ledger: Ledger | PartedLedger, answer: Answer) -> Markup:
    """A paragraph about the errors of a test that guesses which data set was used; empty if no trade-off is
    certified."""
    try:
        least = Fraction(ledger.tradeoff(_TYPE_ONE, answer.accountant).lower)
    except CharteredError:
        return Markup()
    return element(
        "p",
        "In other words: let a test guess from the outputs which of two neighbouring data sets was used, and be wrong "
        "in at most 5\u00a0% of the cases in which it was the first. Then it is wrong in at least ",
        _short(plain(100 * least), up=False),
        "\u00a0% of the cases in which it was the second (with no privacy 0\u00a0%, with perfect privacy 95\u00a0%).",
    )


def _risks(ledger: Ledger | PartedLedger, answer: Answer) -> Markup:
    """A table of attacks: the success without any output, and an upper bound on the success with all outputs. Empty if
    the answer's accountant has no profile that bounds them."""
    try:
        found = ledger.risk(accountant=answer.accountant)
    except CharteredError:
        return Markup()
    right = ["", "right", "right"]
    lines = (
        [prose(f"{reading.name}: {reading.meaning}"), number(plain(reading.blind)), upper(reading.upper_exact)]
        for reading in found.readings
    )
    lead = (
        "And what can somebody gain who sees every output and knows every other record? Each number is a certified "
        "upper bound by the same accountant, from a point of the privacy profile of its own. A blind guess is one "
        "without any output; where records tell of each other, the chance to guess a record blindly is meant given "
        "all the others."
    )
    return joined(element("p", lead), table(["Attack", "Blind", "At most"], lines, right))


def _short(text: str, *, up: bool) -> Markup:
    """A decimal with four significant digits, rounded outward."""
    rounded = Decimal(outward(text, up=up, digits=4))
    return number(f"{rounded:e}") if rounded and rounded.adjusted() < _SMALLEST else apart(f"{rounded:f}")
