"""Text from outside is shown so that nothing in it steers a terminal, turns the direction of reading or is drawn as
nothing."""

from __future__ import annotations

import json
import unicodedata
from io import StringIO

import chartered as ch
import pytest
from chartered.accounting.answer_comparison import Comparison
from chartered.console import SafeConsole, as_text, cell
from chartered.escaping import shown, visible
from chartered.ledger.strict_json import write_json
from hypothesis import given, settings, strategies as st
from rich.table import Table
from strategies import HOSTILE, hidden

QUESTION = ch.Question.epsilon(0)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("\x1b[2K\raccepted", r"\x1b[2K\raccepted"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\x7f\x9b31m", r"\x7f\x9b31m"),
        ("\u202egnp.\u2066", r"\u202egnp.\u2066"),
        ("a\u200bb\ufeff\u2028\u2029", r"a\u200bb\ufeff\u2028\u2029"),
        ("\ud800 \U000e0041 \u3164", r"\ud800 \U000e0041 \u3164"),
        ("été λ 漢字 עברית 12\u202f000", "été λ 漢字 עברית 12\u202f000"),
        ("", ""),
    ],
)
def test_what_is_not_drawn_is_written_as_an_escape(text: str, right: str) -> None:
    """Letters of any script and spaces of any width stay."""
    assert visible(text) == right


@given(st.text())
def test_nothing_hidden_is_left_and_a_second_time_changes_nothing(text: str) -> None:
    """Whatever the text."""
    assert not hidden(visible(text))
    assert visible(visible(text)) == visible(text)


@given(st.characters())
def test_every_character_of_a_control_category_is_escaped(c: str) -> None:
    """By Unicode's own categories: controls, formats, surrogates, private, unassigned, and separators of lines."""
    assert (visible(c) != c) or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def test_a_long_text_keeps_its_ends_and_says_how_much_is_missing() -> None:
    """The hint at the end of a message is still there."""
    assert shown("a" * 50 + "b" * 900 + "c" * 50, 100) == "a" * 50 + " [900 characters left out] " + "c" * 50
    assert shown("short", 100) == "short"


def test_an_error_is_visible_and_bounded_whoever_prints_it() -> None:
    """Its message, its hint, its text, and the reason of a theorem that does not apply."""
    error = ch.BadValue("x is \x1b[2J" + "9" * 10_000, "\u202e")
    assert "\\x1b[2J" in error.message
    assert "characters left out" in str(error)
    assert len(error.message) < 2100
    assert error.hint == "\\u202e"
    assert str(ch.Unavailable("\x1b[2J")) == "\\x1b[2J"


def test_a_table_shows_markup_as_it_is() -> None:
    """A label in brackets is no colour, a colon word no picture; columns stay in line with what is escaped."""
    table = Table(box=None)
    table.add_row(cell("[red]x[/red] :smile: \x1b[31m"), cell("second"))
    text = as_text("[bold]a[/bold]\x1b\n", table)
    assert "[bold]a[/bold]\\x1b\\n" in text
    assert "[red]x[/red] :smile: \\x1b[31m  second" in text


def test_the_console_escapes_what_nobody_escaped_before() -> None:
    """Raw text in a table of rich, with colours on: the only sequences are colours."""
    out = StringIO()
    console = SafeConsole(file=out, force_terminal=True, color_system="standard", width=80)
    table = Table("head\x1b]0;title\x07", box=None)
    table.add_row("cell\x9b2J\u202e", style="bold")
    console.print(table, "text\x1b[5m")
    text = out.getvalue()
    assert "\x1b[1m" in text
    for colour in ("\x1b[1m", "\x1b[0m"):
        text = text.replace(colour, "")
    assert not hidden(text.replace("\n", ""))


@given(HOSTILE)
@settings(max_examples=50)
def test_any_label_is_shown_in_a_comparison_without_control_characters(label: str) -> None:
    """As text for a terminal or a pipe, and as HTML in a notebook."""
    account = ch.Ledger([{"step": "pure:epsilon=1", "label": label}]).account(QUESTION)
    comparison = Comparison(account)
    assert not hidden(str(comparison).replace("\n", ""))
    assert not hidden(comparison._repr_html_())
    assert not hidden(write_json(account.to_json()))
    assert json.loads(write_json(account.to_json())) == account.to_json()


@given(HOSTILE, HOSTILE)
@settings(max_examples=25)
def test_any_text_is_shown_in_a_statement_without_control_characters(label: str, title: str) -> None:
    """Labels, the title and the unit, in the page and in the certificate that it carries."""
    made = ch.report(
        ch.Ledger([{"step": "pure:epsilon=1", "label": label}]),
        delta=0,
        title=title,
        unit=title,
        date=title,
        pictures=False,
    )
    assert not hidden(made.html.replace("\n", ""))
    assert ch.check(json.loads(made.certificate.text)).accepted
