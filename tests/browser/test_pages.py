"""Pages in a real browser without a window: formulas are set, the filter filters, the policy holds, and nothing is
wider than a phone.

A copy of a page without its policy is given a script that asks and writes what it found into the title. Chromium must
be installed."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.output.html.verification_report import verification_report

pytestmark = pytest.mark.full
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update "
    "--disable-sync --hide-scrollbars --force-color-profile=srgb"
)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
PHONE = 390
LABEL = "<script>document.title = 'broken'</script><img src=x onerror=\"document.title = 'broken'\">"

Browse = Callable[..., str]


@pytest.fixture
def browse(tmp_path: Path) -> Browse:
    """Opens a page in Chromium and gives the document as it then is, or takes a picture of it."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")

    def do(text: str, *options: str) -> str:
        page = tmp_path / "page.html"
        page.write_text(text, encoding="utf-8")
        command = [
            str(CHROMIUM),
            *QUIET.split(),
            f"--user-data-dir={tmp_path / 'profile'}",
            *(options or ["--dump-dom"]),
            page.as_uri(),
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout

    return do


@pytest.fixture(scope="module")
def statement() -> str:
    """A statement with two labelled steps, long formulas, and pictures where there is matplotlib."""
    steps = [
        {"step": "poisson:rate=256/60000/gaussian:sigma=1.1,times=14000", "label": LABEL},
        {"step": "laplace:scale=10.123456789,times=3"},
        {"step": "poisson:rate=0.0042666666666667/gaussian:sigma=123456789/100003,sensitivity=1.5"},
    ]
    return str(ch.report(steps, delta="1e-5", title=LABEL, unit=LABEL).html)


@pytest.fixture(scope="module")
def verification() -> str:
    """The report of a paper's quick claims."""
    return verification_report(
        ch.registry(), ch.verify("asoodeh2020.T1", "asoodeh2020.T3", "asoodeh2020.erratum", "gdp"), "quick tier"
    )


def asked(browse: Browse, text: str, script: str) -> Any:
    """What a script finds on the page, as JSON."""
    free = POLICY.sub("", text)
    found = browse(
        free.replace("</body>", f"<script>document.title = JSON.stringify((() => {{ {script} }})())</script></body>")
    )
    title = re.search(r"<title>(.*?)</title>", found, re.DOTALL)
    assert title
    return json.loads(html.unescape(title[1]))


def framed(browse: Browse, text: str, script: str) -> Any:
    """What a script finds about the page in a frame of a phone's width."""
    frame = (
        f'<iframe style="width: {PHONE}px; height: 800px; border: 0" '
        f'srcdoc="{html.escape(POLICY.sub("", text))}"></iframe>'
    )
    found = browse(f"<!doctype html><title></title><script>const innerFrame = {PHONE}; {script}</script>{frame}")
    title = re.search(r"<title>(.*?)</title>", found, re.DOTALL)
    assert title
    return json.loads(html.unescape(title[1]))


def on_a_phone(browse: Browse, text: str) -> Any:
    """How wide the page, and each part that may not scroll by itself, is in a frame of a phone's width."""
    script = """addEventListener("load", () => {
      const page = document.querySelector("iframe").contentDocument;
      const wide = [...page.body.querySelectorAll("*")].filter((part) => part.getBoundingClientRect().right >
          innerFrame + 1
        && !part.closest(".wide, .formula, svg"));
      document.title = JSON.stringify([page.documentElement.scrollWidth, wide.map((part) =>
          part.tagName + " " + part.className)]);
    })"""
    return framed(browse, text, script)


def test_labels_do_not_become_elements(browse: Browse, statement: str) -> None:
    """The document that the browser made has the label as text, and no image and no other script."""
    found = browse(statement)
    assert "broken</title>" not in found
    assert html.escape(LABEL, quote=False) in found
    assert "<img" not in found
    assert re.findall(r"<script[^>]*>", found) == ['<script type="application/json" id="certificate">']


def test_the_policy_stops_a_script_that_was_put_in(browse: Browse, statement: str, verification: str) -> None:
    """Even if something were not escaped, it would not run; without the policy it does."""
    for page in (statement, verification):
        attacked = page.replace("</body>", "<script>document.title = 'broken'</script></body>")
        assert "<title>broken</title>" not in browse(attacked)
        assert "<title>broken</title>" in browse(POLICY.sub("", attacked))


def test_formulas_are_set(browse: Browse, statement: str) -> None:
    """Every fraction stands one part over the other, and every formula has a size."""
    script = """
      const boxes = (part) => [...part.children].map((child) => child.getBoundingClientRect());
      const fractions = [...document.querySelectorAll("mfrac")].map(boxes);
      const sizes = [...document.querySelectorAll("math")].map((part) => part.getBoundingClientRect());
      return [fractions.length, fractions.every(([above, below]) => above.bottom <= below.top + 2), sizes.length,
              sizes.every((size) => size.width > 5 && size.height > 5)];"""
    fractions, stacked, formulas, sized = asked(browse, statement, script)
    assert (fractions > 1, stacked, formulas > 3, sized) == (True, True, True, True)


def test_the_certificate_is_read_from_the_page(browse: Browse, statement: str) -> None:
    """As a script of a reader would, and as the link saves it: both are accepted."""
    script = """return [document.getElementById("certificate").textContent,
        atob(document.querySelector("a[download]").href.split(",")[1])];"""
    for text in asked(browse, statement, script):
        assert ch.check(json.loads(text)).accepted


def test_the_filter_shows_what_is_chosen(browse: Browse, verification: str) -> None:
    """By verdict, kind, source and words; parts without a claim are gone, and all comes back."""
    script = """
      const form = document.querySelector("form.filter"), seen = [];
      const choose = (name, value) => {
        form.reset(); form.elements[name].value = value; form.dispatchEvent(new Event("input", {bubbles: true}));
        const shown = [...document.querySelectorAll("article")].filter((part) => part.offsetParent !== null);
        seen.push([shown.length, shown.every((part) =>
            name === "words" || value === "" || part.dataset[name] === value),
                   [...document.querySelectorAll("section.source")].filter((part) => part.offsetParent !== null).length,
                   form.querySelector("output").value]);
      };
      choose("kind", "erratum"); choose("verdict", "refuted"); choose("source", "Asoodeh et al. 2020");
      choose("words", "CONVEX"); choose("kind", "");
      return [form.offsetParent !== null, seen];"""
    shown, (errata, refuted, paper, words, everything) = asked(browse, verification, script)
    total = everything[0]
    assert shown
    assert 0 < errata[0] < total
    assert refuted[0] == refuted[2] == 0
    assert 0 < paper[0] < total
    assert paper[2] == 1
    assert 0 < words[0] < total
    assert all(fits for _, fits, _, _ in (errata, refuted, paper, everything))
    assert [one[3] for one in (errata, everything)] == [f"{errata[0]} of {total} claims", f"{total} of {total} claims"]


def test_the_filter_runs_under_the_policy(browse: Browse, verification: str) -> None:
    """The page's own script is the one that its policy names: the choices are shown."""
    found = browse(verification)
    assert re.search(r'<form class="filter">', found)
    assert '<form class="filter" hidden' in verification


def test_nothing_is_wider_than_a_phone(browse: Browse, statement: str, verification: str) -> None:
    """Tables and formulas scroll in boxes of their own; the page itself does not."""
    for page in (statement, verification):
        width, wide = on_a_phone(browse, page)
        assert width <= PHONE
        assert wide == []


def test_no_number_is_broken_on_a_phone(browse: Browse, statement: str, verification: str) -> None:
    """Each number of up to 26 characters, in steps and in sentences, stands on one line."""
    script = r"""addEventListener("load", () => {
      const page = document.querySelector("iframe").contentDocument, found = [0, []];
      const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentNode.closest("script, svg, math, pre, .digest")) continue;
        for (const match of text.data.matchAll(/(?<![\w.\/-])\d[\d.\u202f]*(e-?\d+)?(?![\w])/g)) {
          if (match[0].length > 26) continue;
          const range = page.createRange();
          range.setStart(text, match.index);
          range.setEnd(text, match.index + match[0].length);
          found[0] += 1;
          if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found[1].push(match[0]);
        }
      }
      document.title = JSON.stringify(found);
    })"""
    for page in (statement, verification):
        many, broken = framed(browse, page, script)
        assert many > 50
        assert broken == []


def test_it_prints(browse: Browse, statement: str, verification: str, tmp_path: Path) -> None:
    """To paper, where the choices are gone; and to a picture."""
    for page in (statement, verification):
        browse(page, f"--print-to-pdf={tmp_path / 'page.pdf'}", "--no-pdf-header-footer")
        assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF-")
    browse(statement, f"--screenshot={tmp_path / 'page.png'}", "--window-size=1100,1400")
    assert len((tmp_path / "page.png").read_bytes()) > 20_000
