"""`chartered book`: a budget that lasts."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path
from typing import Any

import chartered as ch
import pytest

pytest.importorskip("sqlalchemy")
STEP = "gaussian:sigma=2"
RESULTS = "results may choose the next step"


@pytest.fixture
def url(run: Any, tmp_path: Path) -> str:
    """A new book."""
    found = str(tmp_path / "budget.db")
    counted = "filter-runs:most=100/poisson:rate=0.01/gaussian:sigma=1"
    done = run("book", "init", found, "--budget", "gdp=1,pure=1/2", "--budget", counted, "--unit", "a household")
    assert done.status == 0, done.out
    assert (
        done.out == f"made {found}\nleft: 1 of mu^2, 0.5 of eps, 100 of runs "
        f"(for a household, add-or-remove; {RESULTS})\n"
    )
    return found


def test_a_step_is_paid_before_it_runs(run: Any, url: str) -> None:
    """Asked, paid, refused, listed."""
    done = run("book", "ask", url, STEP, "--times", "3")
    assert (done.status, done.out.splitlines()[0]) == (0, "may run: it costs 0.75 of mu^2")
    assert done.out.splitlines()[1].startswith("would leave: 0.25 of mu^2")
    said = ("--label", "ages", "--author", "Ada", "--date", "2026-11-26T12:00:00Z")
    done = run("book", "spend", url, STEP, "--times", "3", *said)
    assert (done.status, done.out.splitlines()[0]) == (0, "paid 0.75 of mu^2 as entry 1")
    done = run("book", "ask", url, "gaussian:sigma=1.9")
    assert done.status == 1
    assert "may not run: it costs about 0.277008 of mu^2, and 0.25 is left\nleft: 0.25" in done.out
    done = run("book", "spend", url, "gaussian:sigma=1.9", "--json")
    assert done.status == 1
    assert "may not run" in done.err
    log = " ".join(run("book", "log", url).out.split())
    assert (
        f"0 open: {RESULTS} 1 2026-11-26T12:00:00+00:00 Ada gaussian:sigma=2,sensitivity=1 x 3 0.75 of mu^2 ages" in log
    )
    assert run("book", "verify", url).status == 0


def test_programs_get_json(run: Any, url: str) -> None:
    """Of every command."""
    asked = run("book", "ask", url, STEP, "--json").json
    left = {"gdp": "0.75", "pure": "0.5", "count": "100"}
    assert asked == {
        "allowed": True, "cost": {"gdp": "0.25"}, "why": None, "path": ["gaussian.gdp"], "strangers": [], "hint": None,
        "left": left, "neighbours": "add-or-remove", "unit": "a household", "kind": "filter",
    }  # fmt: skip
    paid = run("book", "spend", url, STEP, "--json").json
    assert paid["entry"]["cost"] == {"gdp": "0.25"}
    rest = run("book", "remaining", url, "--delta", "1e-5", "--json").json
    assert rest["left"] == left
    assert rest["answer"]["side"] == "exact"
    assert run("book", "verify", url, "--digest", paid["entry"]["digest"], "--json").json["digest"]
    assert run("book", "correct", url, "1", "--label", "it crashed", "--json").json["entry"]["corrects"] == 1
    assert [entry["kind"] for entry in run("book", "log", url, "--json").json["entries"]] == [
        "open",
        "spend",
        "correct",
    ]
    assert run("book", "close", url, "--json").json["entry"]["kind"] == "close"
    run("book", "spend", url, STEP).refused("is closed")


def test_a_plugin_is_allowed_by_name(run: Any, tmp_path: Path) -> None:
    """And named wherever its price is."""
    noise = ch.Mechanism("noise", "noise", (ch.Parameter("epsilon", "its eps"),))
    theorem = ch.Theorem("noise.pure", ch.OnStep("noise"), ch.Pure, _pure, "It is eps-DP.", "here")
    without, with_it = str(tmp_path / "without.db"), str(tmp_path / "with.db")
    with ch.register(mechanisms=[noise], theorems=[theorem]):
        assert run("book", "init", without, "--budget", "pure=1").status == 0
        assert run("book", "init", with_it, "--budget", "pure=1", "--plugin", "session", "--json").json["plugins"]
        done = run("book", "ask", without, "noise:epsilon=1/2")
        assert (done.status, "only a plugin that is not allowed" in done.out) == (1, True)
        done = run("book", "ask", with_it, "noise:epsilon=1/2")
        assert "it costs 0.5 of eps; the cost rests on a plugin that is not part of Chartered: session" in done.out
        paid = run("book", "spend", with_it, "noise:epsilon=1/2", "--json").json
        assert set(paid["entry"]["versions"]) == {"chartered", "plugin session"}
    run("book", "init", str(tmp_path / "no.db"), "--budget", "pure=1", "--plugin", "none").refused(
        "no plugin 'none' is installed"
    )


def _pure(case: ch.Case) -> ch.Pure:
    return ch.Pure(epsilon=case.number("epsilon"))


def test_what_is_left_is_told_with_what_holds_at_the_end(run: Any, url: str) -> None:
    """From the first day on."""
    done = run("book", "remaining", url, "--delta", "1e-5")
    assert done.out.splitlines()[0] == "eps <= 4.812438200 at delta = 1e-5, whatever is run within the budget"
    assert run("book", "remaining", url).out.startswith("left: 1 of mu^2")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("init", "{url}", "--budget", "gdp=1"), "there is a book at"),
        (("init", "{url}2"), "--budget"),
        (("init", "{url}2", "--budget", "gdp=-1"), "gdp"),
        (("init", "{url}2", "--budget", "gdp=1", "--plan", STEP), "both a budget and a plan"),
        (("init", "{url}2", "--budget", "gdp=1", "--delta", "0"), "beside budgets; a plan takes these; an eps at a"),
        (("init", "{url}2", "--budget", "epsilon=5,delta=1e-6"), "calibrate filter:fail=1e-7 --solve gdp --epsilon 5"),
        (("init", "{url}2", "--plan", STEP, "--epsilon", "1"), "the plan promises nothing"),
        (("init", "{url}2", "--plan", STEP, "--epsilon", "-1", "--delta", "0"), "the plan's epsilon is -1"),
        (("init", "{url}2", "--budget", "gdp=1,times=2"), "is repeated"),
        (("init", "{url}2", "--budget", "gdp=1", "--budget", "gdp=2"), "stated twice"),
        (("init", "{url}2", "--budget", "alpha=8,gamma=1,alpha=16,gamma=3"), "a --budget for each: --budget alpha="),
        (("init", "{url}2", "--budget", "zcdp=1", "--budget", "pure=2"), "zcdp goes with no other budget"),
        (("init", "{url}2", "--budget", "alpha=2,gamma=1", "--budget", "alpha=2.0,gamma=3"), "order 2 is stated twice"),
        (("init", "sqlite:///{url}2?foo=1", "--budget", "gdp=1"), "settings behind a question mark"),
        (("ask", "{url}2", STEP), "there is no book at"),
        (("ask", "{url}", "gaussian"), "sigma is missing"),
        (("spend", "{url}", STEP, "--times", "0"), "times"),
        (("spend", "{url}", STEP, "--date", "today"), "the date is 'today'; write a day"),
        (("spend", "{url}", STEP, "--date", "2026-02-31T09:00:00Z"), "and there is no day 2026-02-31; write a day"),
        (("correct", "{url}", "7", "--label", "x"), "entry 7 is no step that is paid"),
        (("correct", "{url}", "1"), "a correction says nothing"),
        (("log", "{url}", "--csv", "{url}"), "is the book, or another file"),
        (("log", "{url}", "--csv", "/no/log.csv"), "cannot write the table /no/log.csv"),
        (("remaining", "mysql://me:secret@host/x"), "no book is kept in mysql"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(run: Any, url: str, arguments: tuple[str, ...], says: str) -> None:
    """And leaves the book as it is."""
    ran = run("book", *(text.format(url=url) for text in arguments))
    ran.refused(says)
    assert "secret" not in ran.err
    assert len(run("book", "log", url, "--json").json["entries"]) == 1


def test_a_closed_book_answers_no_question_of_what_may_run(run: Any, url: str) -> None:
    """Neither asked nor paid, and whoever looks sees it."""
    assert run("book", "close", url, "--json").json["closed"] is True
    for command in ("ask", "spend"):
        run("book", command, url, STEP).refused("is closed; nothing was spent")
    assert run("book", "remaining", url).out.startswith("left, of a book that is closed: 1 of mu^2")


def test_a_book_that_is_not_as_it_was_written_is_no_bad_input(run: Any, url: str) -> None:
    """A status of its own, for programs."""
    done = run("book", "verify", url, "--digest", "abc")
    assert (done.status, "the digest that was kept; compare its digits" in done.err) == (1, True)
    with sqlite3.connect(url) as base:
        base.execute("insert into chartered_head select id + 1, number, digest, spent, closed from chartered_head")
    done = run("book", "verify", url)
    assert (done.status, "the last row of the book is no such row" in done.err) == (1, True)


def test_what_a_plan_states_of_persons_is_not_dropped(run: Any, url: str, tmp_path: Path) -> None:
    """The unit is that of the book; of a person with several records a book would say nothing."""
    file = tmp_path / "plan.toml"
    file.write_text(f'[[steps]]\nstep = "{STEP}"\n[statement]\nprivacy_unit = "one person"\n')
    promise = ("--ledger", str(file), "--epsilon", "5", "--delta", "1e-5", "--json")
    assert run("book", "init", f"{url}2", *promise).json["unit"] == "one person"
    assert run("book", "init", f"{url}3", *promise, "--unit", "a home").json["unit"] == "a home"
    file.write_text(file.read_text() + "records_per_unit = 4\n")
    done = run("book", "init", f"{url}4", *promise[:-1])
    done.refused("the plan states records_per_unit, which a book does not keep")


def test_where_no_eps_holds_the_reason_is_told(run: Any, tmp_path: Path) -> None:
    """Below the failures that may be spent."""
    found = str(tmp_path / "failing.db")
    assert run("book", "init", found, "--budget", "fail=1e-6").status == 0
    out = run("book", "remaining", found, "--delta", "1e-7").out
    assert out.startswith("no eps holds at delta = 1e-7: delta = 1e-7 is below the least delta")
    both = str(tmp_path / "both.db")
    assert run("book", "init", both, "--budget", "gdp=1,fail=1e-6").status == 0
    out = run("book", "remaining", both, "--delta", "1e-6").out
    assert "; the budget's fail, 1e-6, takes all of it: ask for a larger delta\n" in out
    assert "takes all" not in run("book", "remaining", both, "--delta", "1e-5").out
    large = str(tmp_path / "large.db")
    assert run("book", "init", large, "--budget", "gdp=1e400").status == 0
    assert run("book", "remaining", large, "--delta", "1e-5").out.startswith("eps <= 5.000000001e+799 at delta = 1e-5")


def test_a_book_is_passed_on(run: Any, url: str, tmp_path: Path) -> None:
    """As a ledger file and a certificate, with its last digest."""
    paid = run("book", "spend", url, STEP, "--json").json
    ledger, certificate = tmp_path / "b.json", tmp_path / "b.cert.json"
    done = run("book", "export", url, "-o", str(ledger), "--certificate", str(certificate), "--epsilon", "3")
    assert (done.status, done.err) == (0, "")
    digest = paid["entry"]["digest"]
    assert f"the budget of a book; its entry 1 has digest {digest}" in done.out
    assert digest in ledger.read_text()
    assert run("check", str(certificate)).status == 0
    run("book", "export", url).refused("nothing is to be written")
    found = run("book", "export", url, "-o", str(ledger), "--json").json
    assert found["files"] == {"ledger_file": str(ledger)}
    assert found["ledger"][0]["step"] == "filter:gdp=1,pure=0.5"


def test_a_ledger_file_is_paid_as_a_whole(run: Any, url: str, tmp_path: Path) -> None:
    """Or refused as a whole, with status 1."""
    plan = tmp_path / "plan.toml"
    plan.write_text('[[steps]]\nstep = "gaussian:sigma=4"\ntimes = 12\nlabel = "monthly"\n')
    done = run("book", "import", url, str(plan), "--author", "Ada")
    assert (done.status, done.out.splitlines()[0]) == (0, "paid as entry 1 (0.75 of mu^2)")
    done = run("book", "import", url, str(plan), "--again")
    assert (done.status, "may not run" in done.err) == (1, True)
    plan.write_text('neighbours = "replace-one"\n[[steps]]\nstep = "gaussian:sigma=40"\n')
    run("book", "import", url, str(plan)).refused("the ledger is replace-one")
    assert len(run("book", "log", url, "--json").json["entries"]) == 2


@pytest.fixture
def plan(run: Any, tmp_path: Path) -> str:
    """A new book of a fixed plan."""
    found = str(tmp_path / "plan.db")
    promise = ("--epsilon", "1", "--delta", "1e-6")
    done = run("book", "init", found, "--plan", "gaussian:sigma=20,times=12", "--plan", "laplace:scale=10", *promise)
    assert done.status == 0, done.err
    assert done.out.splitlines()[1] == (
        "left: gaussian:sigma=20,sensitivity=1 x 12, laplace:scale=10,sensitivity=1 x 1 "
        "(for one record, add-or-remove; a fixed plan, eps <= 1 at delta = 1e-6)"
    )
    return found


def test_a_fixed_plan_says_that_it_is_one(run: Any, plan: str, tmp_path: Path) -> None:
    """Wherever a book speaks, and takes its own steps alone."""
    done = run("book", "spend", plan, "gaussian:sigma=20", "--times", "2", "--label", "January")
    assert done.out.splitlines()[0] == "paid gaussian:sigma=20,sensitivity=1 x 2 as entry 1"
    done = run("book", "ask", plan, "gaussian:sigma=30")
    assert (done.status, done.out.splitlines()[0]) == (1, "may not run: the plan has no such step")
    done = run("book", "spend", plan, "gaussian:sigma=30")
    assert (done.status, "; a new book would not count what has run under this one, and" in done.err) == (1, True)
    done = run("book", "remaining", plan, "--delta", "1e-6")
    assert done.out.startswith("eps <= 0.7882191634 at delta = 1e-6, whatever is run of the plan\n")
    found = run("book", "remaining", plan, "--json").json
    assert (found["kind"], found["promise"]) == ("plan", {"epsilon": "1", "delta": "1e-6"})
    assert "open: a fixed plan, eps <= 1 at delta = 1e-6" in run("book", "log", plan).out
    assert run("book", "log", plan, "--json").json["kind"] == "plan"
    assert run("book", "verify", plan).status == 0
    ledger = tmp_path / "out.toml"
    page = tmp_path / "out.html"
    passed_on = ("-o", str(ledger), "--statement", str(page), "--delta", "1e-6", "--no-pictures")
    assert run("book", "export", plan, *passed_on).status == 0
    assert "What is counted" in page.read_text()  # twelve runs, of which two were paid
    assert "What ran" not in page.read_text()
    assert 'step = "gaussian:sigma=20,sensitivity=1"\ntimes = 12' in ledger.read_text()
    assert 'label = "step 1 of the plan of a book, of which all may run; its entry 1 has digest' in ledger.read_text()
    again = run("book", "init", str(tmp_path / "2.db"), "--ledger", str(ledger), "--epsilon", "0.7", "--delta", "1e-6")
    assert (again.status, "the plan costs too much: eps <= 0.7882191634" in again.err) == (1, True)


def test_budgets_of_several_orders(run: Any, tmp_path: Path) -> None:
    """One option each."""
    found = str(tmp_path / "orders.db")
    done = run("book", "init", found, "--budget", "alpha=2,gamma=1", "--budget", "alpha=8,gamma=3", "--json")
    assert done.json["left"] == {"renyi at 2": "1", "renyi at 8": "3"}


def test_a_failure_is_charged_beside_a_mu(run: Any, tmp_path: Path) -> None:
    """Asked, paid, listed, verified."""
    book = str(tmp_path / "b.db")
    assert run("book", "init", book, "--budget", "gdp=1,fail=1e-6").status == 0
    how = ("laplace:scale=4", "--failure", "1e-8")
    assert run("book", "ask", book, *how).out.startswith("may run: it costs 0.0873849")
    assert ", 1e-8 of delta as entry 1\n" in run("book", "spend", book, *how, "--seconds", "60").out
    assert run("book", "spend", book, *how, "--json").json["entry"]["failure"] == "1e-8"
    log = " ".join(run("book", "log", book).out.split())
    assert "laplace:scale=4,sensitivity=1 x 1 except for a failure of 1e-8 0.0873849" in log
    assert run("book", "verify", book).status == 0


@pytest.mark.parametrize(
    ("budget", "step", "failure", "else_paid"),
    [
        ("gdp=1,fail=1e-6", "zcdp:rho=0.1", False, "zcdp or alpha=8,gamma=1 (renyi={8: 1})"),
        ("gdp=1,fail=1e-6", "rdp:alpha=2,gamma=0.1", False, "alpha=2,gamma=1 (renyi={2: 1})"),
        ("gdp=1,fail=1e-6", "poisson:rate=0.1/rdp:alpha=2,gamma=0.1", False, "alpha=2,gamma=1 (renyi={2: 1})"),
        ("gdp=1,fail=1e-6", "poisson:rate=0.1/gaussian:sigma=2", True, ""),
        ("zcdp=1", "rdp:alpha=2,gamma=0.1", False, "alpha=2,gamma=1 (renyi={2: 1})"),
        ("zcdp=1", "approximate:epsilon=0.1,delta=1e-9", False, "gdp=1,fail=1e-6 or pure=1,fail=1e-6"),
    ],
)
def test_a_hint_is_about_the_step(
    run: Any, tmp_path: Path, budget: str, step: str, failure: bool, else_paid: str
) -> None:
    """A mu except for a failure only where one may be found, seconds only where they were over, and budgets that would
    pay for it."""
    book = str(tmp_path / "b.db")
    assert run("book", "init", book, "--budget", budget).status == 0
    done = run("book", "spend", book, step)
    assert (done.status, " s; more may find one" in done.err) == (1, False)
    assert ("--failure 1e-7 (failure= in Python)" in done.err) is failure
    assert ("noise on samples" in done.err) is ("poisson" in step and not failure)
    assert (f"; a budget {else_paid} would pay for it" in done.err) is not failure
    if failure:
        assert run("book", "spend", book, step, "--failure", "1e-7").status == 0


@pytest.mark.parametrize("budget", ["gdp=1,fail=1e-6", "gdp=1"])
def test_a_mu_of_the_far_tail_comes_with_what_costs_less(run: Any, tmp_path: Path, budget: str) -> None:
    """Asked, refused and paid; not where the failure is asked for, nor of noise whose mu is its own."""
    book, training = str(tmp_path / "b.db"), "dpsgd:n=50000,batch=500,epochs=1,noise="
    assert run("book", "init", book, "--budget", budget).status == 0
    hint = "the far tail alone decides this mu, and it may be far smaller except for a failure"
    hint += ": --failure 1e-7 (failure= in Python)" if "fail" in budget else ", which a budget pays that has fail"
    done = run("book", "ask", book, f"{training}4")
    assert (done.status, hint in done.out) == (1, True)
    done = run("book", "spend", book, f"{training}4")
    assert (done.status, hint in done.err, "a step with more noise" in done.err) == (1, True, True)
    assert hint in run("book", "ask", book, f"{training}40", "--json").json["hint"]
    assert hint in run("book", "spend", book, f"{training}40").out.splitlines()[1]
    assert run("book", "ask", book, "gaussian:sigma=9", "--json").json["hint"] is None
    if "fail" in budget:
        assert run("book", "ask", book, f"{training}4", "--failure", "1e-8", "--json").json["hint"] is None


def test_a_relation_that_takes_the_step_is_named(run: Any, url: str, tmp_path: Path) -> None:
    """Of a budget, whose relation is fixed, one that takes all else, too."""
    shuffled = "dpsgd-shuffled:n=50000,batch=500,epochs=1,noise=2"
    run("book", "ask", url, shuffled).refused("one made under zero-out (--neighbours zero-out) takes this step, and")
    run("epsilon", shuffled, "--delta", "1e-5", "--neighbours", "add-or-remove").refused("ask for replace-one or zero")
    other = str(tmp_path / "other.db")
    assert run("book", "init", other, "--budget", "gdp=1,fail=1e-6", "--neighbours", "zero-out").status == 0
    assert run("book", "ask", other, shuffled, "--failure", "1e-8").status == 0


def test_texts_from_outside_are_escaped(run: Any, url: str) -> None:
    """In the table of entries."""
    run("book", "spend", url, STEP, "--label", "\x1b[31mred\x07", "--author", "\u202eAda")
    log = run("book", "log", url).out
    assert "\x1b" not in log
    assert "\u202e" not in log
    assert r"\x1b[31mred" in log


def test_all_fields_are_a_table_that_begins_no_formula(run: Any, url: str, tmp_path: Path) -> None:
    """Printed, or in a file."""
    said = ("--label", "=1+1\nb", "--author", " @Ada;-2", "--purpose", "\uff1d2", "--date", "2026-11-26")
    entry = run("book", "spend", url, STEP, *said, "--json").json["entry"]
    file = tmp_path / "log.csv"
    assert run("book", "log", url, "--csv", str(file)).out == f"wrote {file}\n"
    out = run("book", "log", url, "--csv", "-").out
    assert out == file.read_text(encoding="utf-8")
    assert "both --csv and --json are given" in run("book", "log", url, "--csv", "-", "--json").err
    first, paid = csv.DictReader(out.splitlines())
    assert (first["kind"], first["times"], first["cost"]) == ("open", "", "")
    assert (paid["number"], paid["digest"], paid["date"]) == ("1", entry["digest"], "2026-11-26")
    assert (paid["step"], paid["cost"]) == (entry["step"], '{"gdp": "0.25"}')
    assert (paid["label"], paid["author"], paid["purpose"]) == (r"'=1+1\nb", " '@Ada;'-2", "'\uff1d2")
    assert entry.keys() <= paid.keys()


def test_entries_are_signed(run: Any, url: str, tmp_path: Path) -> None:
    """With a key in a file, and checked with its public key."""
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    file, made = tmp_path / "key.pem", Ed25519PrivateKey.generate()
    file.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = made.public_key().public_bytes_raw().hex()
    signed = str(tmp_path / "signed.db")
    assert run("book", "init", signed, "--budget", "gdp=1", "--key", str(file)).status == 0
    for command in (("spend", signed, STEP), ("correct", signed, "1", "--label", "it crashed"), ("close", signed)):
        assert run("book", *command, "--key", str(file), "--json").json["entry"]["signer"] == public
    assert run("book", "verify", signed, "--signer", public).status == 0
    done = run("book", "verify", url, "--signer", public)
    assert (done.status, "entry 0 of the book: it is not signed" in done.err) == (1, True)
