"""`chartered check` reads the certificate out of a privacy statement, and out of no page that could be read in two
ways or costs more than one pass."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

PAGE = ch.report("gaussian:sigma=20,times=1000", delta="1e-5", pictures=False).html
TAG = '<script type="application/json" id="certificate">'
START = PAGE.index(TAG) + len(TAG)
INSIDE = PAGE[START : PAGE.index("<", START)]
UPPER = 7.511275900744783


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Where a page is written."""
    return tmp_path / "statement.html"


def test_the_certificate_in_a_statement_is_checked(run: Any, page: Path) -> None:
    """What it says is that of the certificate's own file; a second line tells that the rest was not looked at."""
    page.write_text(PAGE)
    shown = run("check", page, "--json")
    assert shown.status == 0
    assert shown.json.items() >= {"accepted": True, "quantity": "epsilon", "upper": UPPER, "in_page": True}.items()
    said = run("check", page).out.splitlines()
    assert said[0] == f"accepted: {shown.json['says']}"
    assert said[1:] == ["only the certificate in the page was checked; compare the rest of the page with it"]
    assert ch.check(page).in_page


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff\n" + text,
        lambda text: text.replace(TAG, "<SCRIPT ID='certificate'\n TYPE=application/json>"),
        lambda text: text[text.index(TAG) : START] + INSIDE + "</SCRIPT>",
        lambda text: text.replace(TAG, '<script>let x = "<script>"</script><script id="other">{}</script>' + TAG),
    ],
    ids=["other line ends", "a byte order mark", "another spelling of the tag", "nothing else", "other scripts"],
)
def test_a_page_that_was_kept_by_a_browser_is_read(run: Any, page: Path, changed: Any) -> None:
    """Line ends, a mark, letter case and quotes are no matter."""
    page.write_bytes(changed(PAGE).encode())
    assert run("check", page, "--json").json["accepted"]


def test_a_changed_certificate_in_a_page_is_refused(run: Any, page: Path) -> None:
    """Status 1, as for a file."""
    page.write_text(PAGE.replace('"times": 1000', '"times": 100'))
    ran = run("check", page)
    assert (ran.status, ran.out.split(":")[0]) == (1, "refused")


def test_a_page_with_two_certificates_is_refused(run: Any, page: Path) -> None:
    """A browser may show the one and a check read the other; also where one hides in a comment."""
    for hidden in (f"{TAG}{INSIDE}</script>", f"<!-- {TAG}{{}}</script> -->", f'<p title="{TAG}">'):
        page.write_text(PAGE.replace("<body>", f"<body>{hidden}"))
        ran = run("check", page, "--json")
        assert (ran.status, ran.json["accepted"]) == (1, False)
        assert "the page holds 2 certificates" in ran.json["why"]


@pytest.mark.parametrize(
    "text",
    [
        "<!doctype html><p>nothing</p>",
        f"<html>{TAG}",
        f"<html>{TAG}{{}}",
        f"<html>{TAG}{{}}<b>",
        f"<html>{TAG}not JSON</script>",
        f"<html>{TAG}[1]</script>",
        f"<html>{TAG}{{}}</script>",
        f"<html>{TAG}{'[' * 100_000}</script>",
        "<",
    ],
    ids=str,
)
def test_a_page_without_a_certificate_is_unreadable(run: Any, page: Path, text: str) -> None:
    """Status 2, and one line that says why."""
    page.write_text(text[:200_000])
    run("check", page).refused()


@pytest.mark.parametrize(
    "text",
    [
        "<" * 10**6,
        "<script" * 10**6,
        "<script " + "a=" * 10**6,
        "<!--" * 10**6,
        "<script type=" + '"' * 10**6,
        f"<html>{TAG}" + " " * 10**7,
    ],
    ids=["tags", "scripts", "attributes", "comments", "quotes", "spaces"],
)
def test_a_hostile_page_takes_one_pass(run: Any, page: Path, text: str) -> None:
    """Seconds, whatever it repeats."""
    page.write_text(text)
    begun = time.process_time()
    assert run("check", page).status == 2
    assert time.process_time() - begun < 3


def test_a_page_that_is_too_large_is_refused(run: Any, page: Path) -> None:
    """A certificate in it may be as large as in a file of its own, and the page four times that."""
    page.write_text("<html>" + " " * (1 << 26))
    ran = run("check", page)
    assert (ran.status, ran.out) == (1, f"refused: it is too large: the file has more than {1 << 26} bytes\n")
    page.write_text(f"<html>{TAG}{' ' * ((1 << 24) + 1)}</script>")
    assert "the certificate has more than" in run("check", page).out


def test_a_page_larger_than_a_certificate_may_be_is_read(run: Any, page: Path) -> None:
    """Pictures take room."""
    page.write_text(PAGE.replace("<body>", "<body>" + " " * (1 << 25)))
    assert run("check", page).status == 0


def test_the_text_in_the_page_is_that_of_the_file() -> None:
    """What a reader saves from the page has the same digest."""
    made = json.loads(ch.report("laplace:scale=5", delta="1e-6", pictures=False).certificate.text)
    assert json.loads(INSIDE)["digest"] != made["digest"]
    assert json.loads(INSIDE) == ch.Ledger("gaussian:sigma=20,times=1000").epsilon("1e-5").certificate().document
