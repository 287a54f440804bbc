"""The privacy statement of a ledger: what it says, that it says it safely, and that it is the same every time."""
# ruff: noqa: RUF001  (the signs are those of the page)

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.output.html import not_covered as limits, plots as curves
from chartered.output.html.numbers import apart, loss, number
from chartered_verify.progress import watched
from html_reading import Page

STUDY = "gaussian:sigma=20,times=1000"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\" onload='alert(3)' &lt; </title></style> \u202e"


def reported(steps: Any, **more: Any) -> tuple[Any, Page]:
    """A statement without pictures, and its page taken apart."""
    made = ch.report(steps, **{"delta": "1e-5", "pictures": False} | more)
    return made, Page(made.html)


def test_the_page_says_what_ran_and_what_is_certified() -> None:
    """Steps with their settings and runs, the relation, the question, the interval, all theorems with their sources."""
    made, page = reported([{"step": STUDY, "label": "training"}])
    text = page.text
    for words in (
        "training gaussian:sigma=20,sensitivity=1",
        "sigma = 20 (standard deviation of the noise",
        "gaussian.gdp about one run loses nothing The Gaussian",
        "one is the other with one record added or removed",
        "None: every step sees the whole data set.",
        "7.511275900 ≤ ε ≤ 7.511275901 at δ = 10\u22125",
        "That factor is 1 829.",
        "wrong in at least 52.54 % of the cases",
        "renyi asoodeh2020.T3 upper 8.078359166 +7.55 %",
        "approximate, clipped, optimal, profile, pure: no answer: no theorem leads from gaussian to it",
        made.digest,
        f"chartered {ch.__version__}",
    ):
        assert words in text, words
    known = ch.registry()
    for name in made.answer.path:
        about = known.theorems.get(name) or known.accountants[name]
        assert " ".join(about.statement.split()) in text
        assert about.source in text
    assert len(page.all("math")) >= 3


def test_the_certificate_in_the_page_is_accepted(tmp_path: Path) -> None:
    """As data, and as the file that the link saves; both are the certificate of the answer."""
    made, page = reported(STUDY)
    found = json.loads(page.inside("script"))
    assert found == made.answer.certificate().document
    assert ch.check(found).accepted
    (tmp_path / "run.cert.json").write_bytes(page.saved())
    assert ch.check(tmp_path / "run.cert.json").accepted
    made.answer.certificate().save(tmp_path / "own.json")
    assert page.saved() == (tmp_path / "own.json").read_bytes()


def test_whatever_users_write_is_text() -> None:
    """Labels, title, unit and date: no element, no attribute and no end of the certificate's element comes from
    them."""
    _, plain = reported([{"step": STUDY, "label": "x"}], title="x", unit="x", date="x")
    _, page = reported([{"step": STUDY, "label": HOSTILE}], title=HOSTILE, unit=HOSTILE, date=HOSTILE)
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in plain.elements]
    assert [sorted(found) for _, found in page.elements] == [sorted(found) for _, found in plain.elements]
    assert json.loads(page.inside("script"))["ledger"][0]["label"] == HOSTILE
    assert page.text.count("<script>alert(1)</script>") == 8  # label, title and unit twice, unit for a paper, date
    page.assert_loads_nothing()
    page.assert_runs_only()


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    """With pictures too."""
    pytest.importorskip("matplotlib")
    _, page = reported(STUDY, pictures=True, accountant="gdp")
    page.assert_loads_nothing()
    page.assert_runs_only()
    assert len(page.all("svg")) == 2
    assert all(svg["aria-label"] for svg in page.all("svg"))
    names = [found["id"] for _, found in page.elements if found.get("id")]
    assert len(names) == len(set(names)), "two elements of one name"
    inner = {str(value)[1:] for _, found in page.elements for key, value in found.items() if key == "xlink:href"}
    clips = set(re.findall(r"url\(#([^)]+)\)", page.html))
    assert inner | clips <= set(names)


def test_the_same_question_gives_the_same_bytes() -> None:
    """No date, no time, no order of a set."""
    pytest.importorskip("matplotlib")
    first, second = (reported(STUDY, pictures=True, accountant="gdp")[0] for _ in range(2))
    assert first.html == second.html
    assert first.sha256 == second.sha256
    assert not re.search(r"\b20(2[4-9]|3\d)-\d\d", first.html)
    assert "1 May" in reported(STUDY, date="1 May")[1].text


def test_without_matplotlib_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else is there."""

    def missing() -> None:
        raise ch.CharteredError("a picture needs matplotlib, which is not installed")

    monkeypatch.setattr(curves, "drawer", missing)
    _, page = reported(STUDY, pictures=True, accountant="gdp")
    assert "There are no pictures here: a picture needs matplotlib, which is not installed." in page.text
    assert "7.511275901" in page.text
    assert not page.all("svg")


def test_a_delta_is_stated_as_well() -> None:
    """The same page for the other question."""
    made, page = reported("laplace:scale=2,times=10", delta=None, epsilon="3")
    shown = re.search(r"δ ≤ (\S+) at ε = 3 ", page.text)
    assert shown
    assert Decimal(shown[1]) >= Decimal(made.answer.upper_exact)


def test_a_question_without_a_finite_answer_is_stated_with_its_reason() -> None:
    """And no meaning is made of infinity."""
    made, page = reported("gaussian:sigma=1", delta=0)
    assert made.answer.upper == float("inf")
    assert "There is no finite ε at δ = 0" in page.text
    assert f"Why: {made.answer.why}." in page.text
    assert "What the number means" not in page.text


def test_the_relation_and_the_sampling_are_explained() -> None:
    """What a wrapper assumes is on the page, and under what is not covered."""
    _, page = reported("poisson:rate=1/100/gaussian:sigma=2,times=10")
    assert "Poisson: each record independently; fixed-size batches are not Poisson batches. The bound uses" in page.text
    assert "Sampling: samples drawn otherwise than stated" in page.text
    _, page = reported("shuffled:n=100/randomized-response:epsilon=1", unit="one person", accountant="pure")
    assert "same number of records and differ in one of them" in page.text
    assert "One record, which is one person." in page.text
    assert "The shuffler: those who see more than the step shuffled lets out" in page.text


def test_what_is_not_covered_is_always_listed() -> None:
    """Floating-point sampling, side channels, adaptivity, other uses of the data, the unit and the relation."""
    _, page = reported("pure:epsilon=1")
    names = [name for name, _ in limits._ALWAYS]
    assert {
        "Random numbers",
        "Side channels",
        "Adaptivity",
        "Other uses of the data",
        "The unit",
        "The relation",
    } <= set(names)
    assert all(f"{name}: " in page.text for name in names)


@pytest.mark.parametrize(
    ("best", "other", "shown"),
    [
        ("2", "2", "—"),
        ("2", "2.0000001", "below 0.01 %"),
        ("3", "4", "+33.4 %"),
        ("1e-300", "1.5e-300", "+50.0 %"),
        ("1", "10", "× 10"),
        ("1", "3333.4", "× 3340"),
        ("1e-20", "1", "× 1020"),
        ("0", "1", "—"),
    ],
)
def test_a_loss_is_never_told_too_small(best: str, other: str, shown: str) -> None:
    """In per cent or as a factor, rounded up."""
    assert Page(f"<p>{loss(best, other)}</p>").text == shown


def test_numbers_are_set_as_by_hand() -> None:
    """Powers of ten as powers, minus signs as minus signs, fractions and infinity as they are."""
    told = {text: Page(f"<p>{number(text)}</p>").text for text in ("1e-5", "2.5e-6", "0.1", "1/3", "inf", "1e6")}
    assert told == {
        "1e-5": "10\u22125",
        "2.5e-6": "2.5 × 10\u22126",
        "0.1": "0.1",
        "1/3": "1/3",
        "inf": "∞",
        "1e6": "106",
    }


def test_large_and_small_questions_are_stated() -> None:
    """Hundreds of digits, thirds and zeros break nothing, and the stated bound is not below the answer."""
    for steps, at in (
        ("gaussian:sigma=1/3,times=7", "1e-300"),
        ("pure:epsilon=700,times=1e12", "1/3"),
        ("pure:epsilon=0", "0"),
    ):
        made, page = reported(steps, delta=at)
        stated = re.search(r"ε ≤ (\S+)(?: × 10(\d+))? at", page.text)
        assert stated
        assert Fraction(stated[1]) * 10 ** int(stated[2] or 0) >= Fraction(made.answer.upper_exact)


def test_a_heuristic_is_not_stated() -> None:
    """A statement needs a certificate, and a heuristic has none."""
    with pytest.raises(ch.CharteredError, match="no certified answer"):
        reported("poisson:rate=1/100/gaussian:sigma=2,times=10", accountant="abadi2016.heuristic")


@pytest.mark.parametrize("asked", [{}, {"delta": 1e-5, "epsilon": 1}])
def test_one_question_is_asked(asked: dict[str, Any]) -> None:
    """Delta or epsilon, and not both."""
    with pytest.raises(ch.CharteredError, match="report needs either delta or epsilon"):
        ch.report(STUDY, **asked)


def test_a_statement_is_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    """The bytes of the page; a place that cannot be written is named."""
    made, _ = reported("pure:epsilon=1")
    made.save(tmp_path / "s.html")
    assert (tmp_path / "s.html").read_bytes() == made.html.encode()
    with pytest.raises(ch.BadValue, match="cannot write the page"):
        made.save(tmp_path / "no" / "s.html")
    assert [file.name for file in tmp_path.iterdir()] == ["s.html"]


def test_a_share_near_nothing_is_short() -> None:
    """A hopeless ledger is stated as such, without a line of noughts."""
    _, page = reported("laplace:scale=2,times=1000", delta=None, epsilon="3")
    assert not re.search(r"0\.00000", page.text)
    assert re.search(r"wrong in at least \d\.\d+ × 10\u2212\d+ % of the cases", page.text)


def test_each_accountant_is_listed_once_by_a_theorem() -> None:
    """By the tightest of its paths, the tightest first."""
    made, page = reported("shuffled:n=1000,adaptive=true/randomized-response:epsilon=1", accountant=("renyi", "pure"))
    (listed,) = re.findall(r"Accountant By theorem Side ε at most Loss (.*?) What this statement", page.text)
    told = re.findall(r"(renyi|pure) (\S+) (?:upper|exact) (\S+)", listed)
    answers = (
        ch.Ledger("shuffled:n=1000,adaptive=true/randomized-response:epsilon=1")
        .account(ch.Question.epsilon("1e-5"), ("renyi", "pure"))
        .answers
    )
    assert len(told) == len({(a.accountant, a.theorem) for a in answers}) < len(answers)
    assert told[0][:2] == (made.answer.accountant, made.answer.theorem)
    assert [float(bound) for _, _, bound in told] == sorted(float(bound) for _, _, bound in told)


def test_letters_that_turn_the_reading_turn_nothing_else() -> None:
    """What users write stands in elements of its own direction; a mark that turns others, or half a letter, is written
    as an escape."""
    _, page = reported([{"step": "pure:epsilon=1", "label": "א1000"}], title="אno", unit="אone", date="א1 May")
    told = [where for where, data in page.words if "א" in data and not {"title", "script"} & set(where)]
    assert len(told) == 9
    assert all("bdi" in where for where in told)
    made, page = reported("pure:epsilon=1", title="half \udcff a letter, \u202eturned")
    assert r"half \udcff a letter, \u202eturned" in page.text
    assert made.sha256


def test_the_sizes_of_a_training_are_those_that_were_given() -> None:
    """Records, expected batch, epochs and batches; the rate is told by them, and nowhere as another fraction."""
    steps = "dpsgd:n=60000,batch=256,epochs=60,noise=1.1"
    _, page = reported(steps, accountant="renyi")
    assert "60 000 records, 256 of them expected in a batch, 60 epochs, 14 063 batches in all." in page.text
    assert "poisson:rate=256/60000/gaussian:sigma=1.1,sensitivity=1,times=14063" in page.text
    assert "8/1875" not in page.html
    _, page = reported("dpsgd:sample-rate=0.01,steps=100,noise=2", accountant="renyi")
    assert "each in a batch with probability 0.01, 100 batches in all." in page.text
    assert "poisson:rate=0.01/" in page.text


def test_fractions_and_small_numbers_of_what_is_written_out_are_shown() -> None:
    """Where a step is accounted for as another one, its numbers are those of any size and form."""
    assert "fail = 1e-6" in reported("filter:gdp=1/3,pure=1/4,fail=1e-6")[1].text
    said = {text: Page(apart(text)).text for text in ("12345.5", "1/3", "1e-6", "1.5e-7", "1e11")}
    assert list(said.values()) == ["12 345.5", "1/3", "10\u22126", "1.5 \u00d7 10\u22127", "1011"]


@pytest.mark.parametrize(("delta", "told"), [("1e-5", False), ("0.9e-3", False), ("1e-3", True), ("0.1", True)])
def test_a_delta_that_promises_nothing_is_told(delta: str, told: bool) -> None:
    """Where it is not below one over the number of records, and a step states that."""
    _, page = reported("dpsgd:n=1000,batch=10,steps=3,noise=2", delta=delta, accountant="renyi")
    assert ("δ is not below 1/1 000, with 1 000 records" in page.text) == told
    assert "is not below 1/" not in reported(STUDY, delta="0.1")[1].text


def test_many_labels_fold_away() -> None:
    """All of them are there: the first few on the page and in its head, the others in an element that opens."""
    steps = [{"step": f"gaussian:sigma={20 + day}", "label": f"day {day}"} for day in range(365)]
    _, page = reported(steps, accountant="gdp")
    assert "day 5; and 359 more" in page.text
    assert "and 359 more steps" in page.text
    shown = [("details" in where, data) for where, data in page.words if re.fullmatch(r"day \d+", data)]
    in_table = shown[6:]
    assert [folded for folded, _ in in_table] == [False] * 6 + [True] * 359
    assert [name for _, name in in_table] == [f"day {day}" for day in range(365)]
    _, page = reported(steps[:12], accountant="gdp")
    assert "more steps" not in page.text


def test_very_many_steps_are_counted() -> None:
    """Of more than a page should hold, the number and how often they ran."""
    steps = [{"step": f"gaussian:sigma={20 + k}", "times": 2} for k in range(510)]
    _, page = reported(steps, accountant="gdp")
    assert "and 504 more steps" in page.text
    assert "and 10 more entries, which the certificate has 20" in page.text


def test_conditions_are_sentences() -> None:
    """With one full stop, and a capital letter first."""
    for steps, told in (
        ("dpsgd:n=600,batch=25,steps=9,noise=2", "Conditions At most 1e12 batches, and a clip norm that"),
        ("poisson:rate=1/100/pure:epsilon=1", "Conditions A rate above 0 and below 1; where all records take part"),
        (STUDY, "Conditions None beyond what it takes."),
    ):
        _, page = reported(steps, accountant=None if steps == STUDY else ("pure", "renyi"))
        assert told in page.text, told
        assert ".;" not in page.text
        assert not re.search(r"\.\.(?!\.)", page.text)


def test_who_watches_hears_of_each_stage() -> None:
    """The bound, what it means, and the pictures, in order."""
    pytest.importorskip("matplotlib")
    heard: list[tuple[str, int, int]] = []
    with watched(lambda *told: heard.append(told)):
        reported(STUDY, pictures=True, accountant="gdp")
    assert heard == [("the bound", 0, 3), ("what an attacker gains", 1, 3), ("the pictures", 2, 3)]


PLANTED = [
    '<img src="a.png">',
    '<a href="https://example.org">x</a>',
    '<p style="background: url(//example.org/x)">x</p>',
    '<p onclick="alert(1)">x</p>',
    "<style>@import 'x.css';</style>",
    "<script>alert(1)</script>",
    "<b>never closed",
    "<iframe></iframe>",
]


@pytest.mark.parametrize("planted", PLANTED)
def test_a_page_that_would_load_or_run_something_is_caught(planted: str) -> None:
    """The reader of these tests sees addresses, handlers, imports, scripts, and what is left open."""
    made, _ = reported("pure:epsilon=1")
    with pytest.raises(AssertionError):
        strictly(made.html.replace("</body>", f"{planted}</body>"))
    strictly(made.html)


def strictly(html: str) -> None:
    """Reads a statement with all that is asked of it."""
    page = Page(html)
    page.assert_loads_nothing()
    page.assert_runs_only()
