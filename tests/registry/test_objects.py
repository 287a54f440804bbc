"""Values as people meet them: short at a prompt, whole as text and in a notebook, as data; and what is no such value
is answered in one line."""

from __future__ import annotations

import inspect
import json
import pydoc
import sys
import types
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from html_reading import Page
from strategies import ATTACK

STEP = "gaussian:sigma=20,times=1000"
LEDGER = ch.Ledger(STEP)
LONG = ch.Ledger([{"step": f"gaussian:sigma={n}", "label": ATTACK} for n in range(1, 1_002)])
MANY = ch.Ledger(LONG.entries[:300])
"""Enough of them to ask."""
ANSWER_OF_MANY = MANY.epsilon("1e-5", accountant="gdp")
ANSWER = LEDGER.epsilon("1e-5")
SOLVED = ch.largest_times("gaussian:sigma=20", epsilon=8, delta="1e-5")
ACCOUNT = LEDGER.account(ch.Question.epsilon("1e-5"))
SHOWN: dict[str, Any] = {
    "ledger": LEDGER,
    "long ledger": LONG,
    "answer": ANSWER,
    "answer of mu": ch.Ledger("laplace:scale=5").mu(),
    "infinite answer": ch.Ledger("gaussian:sigma=1").epsilon(0),
    "account": ACCOUNT,
    "count": SOLVED,
    "calibration": ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5", accountant="gdp"),
    "target that is missed": ch.largest_times("pure:epsilon=1", epsilon="1/2", delta=0),
    "check": ch.check(ANSWER.certificate()),
    "refused": ch.check(dict(ANSWER.certificate().document, quantity=ATTACK)),
    "trade-off": LEDGER.tradeoff("1/20"),
    "budget": LEDGER.budget(delta="1e-5"),
    "regret": ch.Ledger("laplace:scale=5").mu().regret(),
    "verdict": LEDGER.verdict(8, "1e-5"),
}
"""What is laid out for people, and given as data."""
DIGITS = Fraction(1, 3**5000)
SHORT: dict[str, Any] = SHOWN | {
    "entry": LONG.entries[0],
    "step": ch.parse(f"poisson:rate={DIGITS}/gaussian:sigma=4").step,
    "question": ch.Question.epsilon(DIGITS),
    "question of mu": ch.Question.mu(head=DIGITS),
    "registry": ch.registry(),
    "mechanism": ch.registry().mechanism("checkin"),
    "parameter": ch.registry().mechanism("checkin").parameters[0],
    "theorem": ch.registry().theorem("asoodeh2020.T3"),
    "accountant": ch.registry().accountant("renyi"),
    "plugin": ch.registry().plugins[0],
    "claim": next(iter(ch.registry().claims().values())),
    "certificate": ANSWER_OF_MANY.certificate(),
    "answer of a long ledger": ANSWER_OF_MANY,
    "account of a long ledger": MANY.account(ch.Question.epsilon("1e-5"), "gdp"),
    "check of a long ledger": ch.check(ANSWER_OF_MANY.certificate()),
    "solution": SOLVED.best,
    "statement": ch.report(LEDGER, delta="1e-5", pictures=False),
    "derivation": ANSWER.derivation,
    "enclosure": ANSWER.enclosed.bound,
    "relation": LEDGER.neighbours,
}


@pytest.mark.parametrize("name", SHORT)
def test_what_python_prints_of_a_value_is_one_short_line(name: str) -> None:
    """At most 300 characters, however many entries or digits, and none that steers a terminal."""
    shown = repr(SHORT[name])
    assert len(shown) <= 300, shown
    assert shown.isprintable()
    assert type(SHORT[name]).__name__ in shown or shown[0] == "<"


def test_a_comparison_is_a_table_also_at_a_prompt() -> None:
    """That is what it is for; the ledger in its heading is bounded all the same."""
    found = MANY.compare(delta="1e-5", accountant="gdp")
    assert "and 292 more entries" in repr(found)
    assert len(repr(found)) < 6000


@pytest.mark.parametrize("name", SHOWN)
def test_a_value_has_text_and_html(name: str) -> None:
    """Text in lines that end without spaces; HTML that is whole, and in which nothing foreign is markup."""
    value = SHOWN[name]
    text, html = str(value), value._repr_html_()
    assert text
    assert all(line == line.rstrip() for line in text.splitlines())
    assert text.replace("\n", "").isprintable()
    assert len(text) < 10_000
    assert "<script" not in html
    assert html.startswith("<table>")
    assert {tag for tag, _ in Page(html).elements} <= {"table", "thead", "tbody", "tr", "th", "td", "ul", "li"}


def test_what_is_shown_says_how_records_are_sampled() -> None:
    """In Python and in a notebook, as on the command line; nothing is said where nothing is sampled."""
    training = ch.dpsgd(n=600, batch=6, steps=10, noise=2)
    values = (
        training.epsilon("1e-5"),
        training.account(ch.Question.epsilon("1e-5"), accountant="renyi"),
        training.budget(delta="1e-5"),
        ch.largest_times("poisson:rate=1/100/gaussian:sigma=2", epsilon=1, delta="1e-5", accountant="renyi"),
    )
    for value in values:
        assert "sampling" in str(value)
        assert "Poisson" in value._repr_html_()
    assert "sampling" not in str(ANSWER)


def test_what_is_shown_has_the_numbers() -> None:
    """Both ends of an answer, each accountant of an account, the value of a count, and why one is missed."""
    assert "7.511275900744782 <= epsilon <= 7.511275900744783 at delta = 1e-5" in str(ANSWER)
    assert all(f"\n{answer.accountant}" in str(ACCOUNT) for answer in ACCOUNT.answers)
    assert "\ngdp" in str(SOLVED)
    assert "1110" in str(SOLVED)
    assert "<td>1110</td>" in SOLVED._repr_html_()
    assert str(SOLVED.why or "") in str(SOLVED)
    assert str(SHOWN["check"]).startswith("accepted: epsilon is at most 7.51")
    assert str(SHOWN["refused"]).startswith("refused: the digest")
    assert "and 981 more entries" in str(LONG)


@pytest.mark.parametrize("name", SHOWN)
def test_a_value_is_data(name: str) -> None:
    """A dictionary that JSON holds, the one that `to_json` gives where there is one."""
    value = SHOWN[name]
    data = value.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data == (value.to_json() if hasattr(value, "to_json") else data)


def test_the_data_of_a_ledger_is_a_ledger_file(tmp_path: Path) -> None:
    """Read again it is the same ledger, its labels included."""
    file = tmp_path / "run.json"
    file.write_text(json.dumps(LONG.to_dict()))
    assert ch.Ledger.read(file) == LONG


def test_equal_ledgers_are_equal_and_have_one_hash() -> None:
    """Entries in their order, with labels, and the relation; nothing else."""
    same = ch.Ledger([ch.mechanism("gaussian", sigma=20.0) * 1000])
    assert same == LEDGER
    assert len({LEDGER, same, LEDGER * 2, ch.Ledger(STEP, "replace-one")}) == 3
    assert ch.Ledger({"step": STEP, "label": "x"}) != LEDGER
    assert LEDGER != STEP
    assert LEDGER != ANSWER


def test_a_ledger_grows_by_steps_and_ledgers() -> None:
    """Text, an entry, a step, a table, several of them, and another ledger, on either side."""
    step, other = "laplace:scale=3", ch.Ledger("laplace:scale=3")
    wanted = ch.Ledger([STEP, step])
    entry = ch.parse(step)
    for more in (step, entry, entry.step, {"step": step}, [step], [entry], other):
        assert LEDGER + more == wanted
    assert step + LEDGER == ch.Ledger([step, STEP])
    assert entry + LEDGER == ch.Ledger([step, STEP])
    assert sum(["laplace:scale=3", "pure:epsilon=1"], start=LEDGER) == ch.Ledger([STEP, step, "pure:epsilon=1"])
    assert ch.Ledger(STEP) == LEDGER
    with pytest.raises(ch.NeighboursMismatch):
        LEDGER + "shuffled:n=10/pure:epsilon=1"
    with pytest.raises(ch.NeighboursMismatch):
        LEDGER + ch.Ledger(step, "replace-one")


def test_both_spellings_of_neighbours_are_taken(tmp_path: Path) -> None:
    """As a keyword and as a key of a file; not both at once."""
    wanted = ch.Ledger(STEP, neighbours="replace-one")
    assert ch.Ledger(STEP, neighbors="replace-one") == wanted
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"neighbors": "replace-one", "steps": [{"step": STEP}]}))
    assert ch.Ledger.read(file) == wanted
    assert ch.Ledger.read(file, neighbors="add-or-remove") == LEDGER
    by = {"epsilon": 8, "delta": "1e-5", "accountant": "gdp"}
    assert ch.largest_times("gaussian:sigma=20", **by, neighbors="replace-one").neighbours is wanted.neighbours
    found = ch.calibrate("gaussian", solve="sigma", **by, neighbors="replace-one")
    assert found.neighbours is wanted.neighbours
    with pytest.raises(ch.NeighboursMismatch, match="both"):
        ch.Ledger(STEP, "replace-one", neighbors="replace-one")
    file.write_text(json.dumps({"neighbors": "replace-one", "neighbours": "replace-one", "steps": [{"step": STEP}]}))
    with pytest.raises(ch.BadLedger, match="both keys"):
        ch.Ledger.read(file)


WRONG: dict[str, Callable[[], Any]] = {
    "a ledger of a number": lambda: ch.Ledger(3),  # type: ignore[arg-type]
    "a ledger of nothing": lambda: ch.Ledger(None),  # type: ignore[arg-type]
    "a relation that is a number": lambda: ch.Ledger(STEP, 3),  # type: ignore[arg-type]
    "an entry without a step": lambda: ch.Ledger(ch.Entry(STEP)),  # type: ignore[arg-type]
    "a step without settings": lambda: ch.Ledger(ch.Step("gaussian", None)),  # type: ignore[arg-type]
    "a file that is a number": lambda: ch.Ledger.read(3),  # type: ignore[arg-type]
    "a number added": lambda: LEDGER + 3,  # type: ignore[operator]
    "text times": lambda: LEDGER * "x",
    "nothing times": lambda: ch.parse(STEP) * None,  # type: ignore[operator]
    "no delta": lambda: LEDGER.epsilon(None),  # type: ignore[arg-type]
    "a delta of letters": lambda: LEDGER.epsilon("abc"),
    "a delta that is not a number": lambda: LEDGER.epsilon(float("nan")),
    "a delta that is true": lambda: LEDGER.epsilon(True),
    "an epsilon that is an object": lambda: LEDGER.delta(object()),  # type: ignore[arg-type]
    "an accountant that is a number": lambda: LEDGER.epsilon("1e-5", accountant=3),  # type: ignore[arg-type]
    "accountants that are numbers": lambda: LEDGER.epsilon("1e-5", accountant=[3]),  # type: ignore[list-item]
    "digits that are text": lambda: LEDGER.epsilon("1e-5", digits="x"),  # type: ignore[arg-type]
    "no tolerance": lambda: LEDGER.mu(None),  # type: ignore[arg-type]
    "no type I error": lambda: LEDGER.tradeoff(None),  # type: ignore[arg-type]
    "an account of text": lambda: LEDGER.account("epsilon"),  # type: ignore[arg-type]
    "a comparison of nothing": LEDGER.compare,
    "a comparison of a list": lambda: LEDGER.compare(delta=[1]),  # type: ignore[arg-type]
    "a comparison by a number": lambda: LEDGER.compare(delta="1e-5", accountant=3),  # type: ignore[arg-type]
    "a comparison by itself": lambda: ch.Comparison(3),  # type: ignore[arg-type]
    "many of nothing": lambda: LEDGER.epsilons(None),  # type: ignore[arg-type]
    "many times nothing": lambda: LEDGER.epsilons("1e-5", [None]),  # type: ignore[list-item]
    "a regret of epsilon": ANSWER.regret,
    "a certificate in a number": lambda: ANSWER.certificate().save(3),  # type: ignore[arg-type]
    "a parsed number": lambda: ch.parse(3),  # type: ignore[arg-type]
    "a mechanism that is a number": lambda: ch.mechanism(3),  # type: ignore[arg-type]
    "a mechanism around a number": lambda: ch.mechanism("poisson", 3, rate=0.1),  # type: ignore[arg-type]
    "no sigma": lambda: ch.mechanism("gaussian", sigma=None),  # type: ignore[arg-type]
    "the count of a number": lambda: ch.largest_times(3, epsilon=1, delta=0),  # type: ignore[arg-type]
    "a count for nothing": lambda: ch.largest_times("gaussian:sigma=1"),
    "a calibrated number": lambda: ch.calibrate(3, solve="sigma", mu=1),  # type: ignore[arg-type]
    "a parameter that is a number": lambda: ch.calibrate("gaussian", solve=3, mu=1),  # type: ignore[arg-type]
    "a check of a number": lambda: ch.check(7),  # type: ignore[arg-type]
    "a check of nothing": lambda: ch.check(None),  # type: ignore[arg-type]
    "a check of a list": lambda: ch.check([]),  # type: ignore[arg-type]
    "a check of no file": lambda: ch.check("no such file"),
    "a budget of text": lambda: ch.check({}, budget="x"),  # type: ignore[arg-type]
    "a certificate of a number": lambda: ch.check(ch.Certificate(3)),  # type: ignore[arg-type]
    "a statement of a number": lambda: ch.report(3, delta="1e-5"),  # type: ignore[arg-type]
    "a statement of nothing": lambda: ch.report(LEDGER),
    "a title that is a number": lambda: ch.report(LEDGER, delta="1e-5", title=3),  # type: ignore[arg-type]
    "a page in a number": lambda: SHORT["statement"].save(3),
    "a claim that is a number": lambda: ch.verify(3),  # type: ignore[arg-type]
    "digits of claims that are text": lambda: ch.verify("gdp.profile", digits="x"),  # type: ignore[arg-type]
    "no question": lambda: ch.Question.epsilon(None),  # type: ignore[arg-type]
    "a theorem that is a number": lambda: ch.registry().theorem(3),  # type: ignore[arg-type]
    "no accountant": lambda: ch.registry().accountant(None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_argument_is_answered_in_one_line(what: str) -> None:
    """No error of Python's own, and a line that can be printed."""
    with pytest.raises(ch.CharteredError) as caught:
        WRONG[what]()
    assert str(caught.value).isprintable()
    assert caught.value.message


def test_a_picture_of_a_number_is_answered_in_one_line() -> None:
    """The kind, the ledger and the accountant."""
    pytest.importorskip("matplotlib")
    for call in (lambda: ch.plot(3, LEDGER), lambda: ch.plot("profile", 3), lambda: ch.plot("profile", [3])):  # type: ignore[arg-type,list-item]
        with pytest.raises(ch.CharteredError):
            call()


def test_rows_go_to_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for each answer; pandas is imported only then."""
    made: dict[str, Any] = {}
    fake = types.ModuleType("pandas")
    fake.DataFrame = lambda rows, columns: made.update(rows=rows, columns=columns)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", fake)
    ACCOUNT.to_pandas()
    assert [row["upper"] for row in made["rows"]] == [answer.upper for answer in ACCOUNT.answers]
    assert all(list(row) == made["columns"] for row in made["rows"])
    LEDGER.compare(delta="1e-5").to_pandas()
    assert len(made["rows"]) == len(ACCOUNT.answers)
    SOLVED.to_pandas()
    assert [row["value"] for row in made["rows"]] == [answer.value for answer in SOLVED.answers]


def test_ledgers_and_risks_go_to_pandas() -> None:
    """A row for each entry, and one for each attack, with the numbers that `to_dict` has."""
    pandas = pytest.importorskip("pandas")
    ledger = ch.Ledger([{"step": "gaussian:sigma=20", "times": 3, "label": "training"}, "laplace:scale=9"])
    frame = ledger.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records") == [
        {"step": "gaussian:sigma=20,sensitivity=1", "times": 3, "label": "training"},
        {"step": "laplace:scale=9,sensitivity=1", "times": 1, "label": ""},
    ]
    risk = ch.Ledger("gaussian:sigma=3").risk()
    rows = risk.to_pandas().set_index("attack")
    assert list(rows.index) == [reading.name for reading in risk.readings]
    assert rows["upper"].to_list() == [reading.upper for reading in risk.readings]
    assert rows.loc["advantage", "lower"] == risk.advantage.lower


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install, and what gives the same data."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    for value in (ACCOUNT, SOLVED):
        with pytest.raises(ch.CharteredError, match=r"chartered\[pandas\]"):
            value.to_pandas()


def test_the_face_lists_itself() -> None:
    """dir, help and the module's own words name what there is."""
    assert {"Ledger", "check", "calibrate", "Exact", "HALF", "__version__"} <= set(dir(ch))
    assert all(getattr(ch, name) is not None for name in dir(ch))
    words = inspect.getdoc(ch) or ""
    for name in ("Ledger", "mechanism", "parse", "largest_times", "calibrate", "check", "report", "plot", "verify"):
        assert name in words
    helped = pydoc.render_doc(ch, renderer=pydoc.plaintext)
    assert "class Ledger(" in helped
    assert "calibrate(" in helped
