"""A table of probabilities as a mechanism: exact from both sides, read exactly, and never from a file in a check."""

from __future__ import annotations

import json
import math
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from itertools import product
from pathlib import Path

import chartered as ch
import chartered_plugins.mechanisms.table as plugin
import numpy as np
import pytest
from chartered.accounting.question_lines import answer_line
from chartered.certificate.digest import sealed
from chartered.spending import hash_chain
from chartered.testing import conform

ASYMMETRIC = "table:p=1/10:1/5:7/10,q=3/10:3/5:1/10"


def test_it_is_a_plugin_as_others_are() -> None:
    """The conformance kit finds nothing; exact outputs are told to it."""
    outputs = {
        ASYMMETRIC: [
            (Fraction(1, 10), Fraction(3, 10)),
            (Fraction(1, 5), Fraction(3, 5)),
            (Fraction(7, 10), Fraction(1, 10)),
        ]
    }
    conform(plugin, steps=[ASYMMETRIC, "table:p=0.6:0.3:0.1,q=0.1:0.3:0.6"], outputs=outputs)


def delta(p: list[Fraction], q: list[Fraction], runs: int, grown: Fraction) -> Fraction:
    """delta at eps = log `grown`, by all outcomes of all runs."""
    found = {True: Fraction(0), False: Fraction(0)}
    for outcome in product(range(len(p)), repeat=runs):
        a = b = Fraction(1)
        for each in outcome:
            a, b = a * p[each], b * q[each]
        found[True] += max(a - grown * b, Fraction(0))
        found[False] += max(b - grown * a, Fraction(0))
    return max(found.values())


def test_different_tables_on_samples_do_not_multiply_the_paths() -> None:
    """Steps that the same theorems write are written alike: as many answers for six as for two."""

    def answers(number: int) -> int:
        tables = (f"table:p=0.{20 + i}:0.{80 - i},q=0.{30 + i}:0.{70 - i}" for i in range(number))
        ledger = ch.Ledger([f"poisson:rate=0.0{10 + i}/{table}" for i, table in enumerate(tables)])
        return len(ledger.account(ch.Question.epsilon("1e-3")).answers)

    assert answers(2) == answers(6)


@pytest.mark.parametrize(("p", "q"), [("2/5:3/5:0", "1/10:4/5:1/10"), ("1/2:1/2", "1/3:2/3"), ("0:1", "1/4:3/4")])
@pytest.mark.parametrize("runs", [1, 4])
def test_on_a_poisson_sample_it_is_a_table(p: str, q: str, runs: int) -> None:
    """No less than all outcomes of all samples give, and no more, in the worse of both directions."""
    there, without = ([Fraction(x) for x in column.split(":")] for column in (p, q))
    mixed = [x / 5 + y * 4 / 5 for x, y in zip(there, without, strict=True)]
    ledger = ch.Ledger(f"poisson:rate=1/5/table:p={p},q={q},times={runs}")
    for grown in (Fraction(1), Fraction(5, 4), Fraction(2)):
        below = math.nextafter(math.log(grown), 0.0)  # where delta is no smaller
        found, right = ledger.delta(below).upper, delta(mixed, without, runs, grown)
        assert right <= Fraction(found)
        assert found <= float(right) * (1 + 1e-9) + 1e-15


SEVERAL = [
    f"{ASYMMETRIC} + table:p=1/2:1/2,q=1/4:3/4",
    "table:p=1/2:1/2:0,q=1/4:1/2:1/4,times=2 + table:p=0:2/3:1/3,q=1/2:1/4:1/4",
]


@pytest.mark.parametrize("steps", SEVERAL)
@pytest.mark.parametrize("samples", [1, 2])
def test_several_on_one_sample_are_one_table(steps: str, samples: int) -> None:
    """No less than all outputs of all tables on as many samples give, and no more where the samples are composed."""
    joint = ch.parse(f"({steps})").step.joint
    runs = [part.settings for part, times in joint for _ in range(times)]
    there, without = (
        [
            math.prod(row, start=Fraction(1))
            for row in product(*(map(Fraction, str(run[key]).split(":")) for run in runs))
        ]
        for key in ("p", "q")
    )
    mixed = [x / 5 + y * 4 / 5 for x, y in zip(there, without, strict=True)]
    ledger = ch.Ledger(f"poisson:rate=1/5/({steps}):times={samples}")
    for grown in (Fraction(1), Fraction(5, 4), Fraction(2)):
        below = math.nextafter(math.log(grown), 0.0)
        found, right = ledger.delta(below), delta(mixed, without, samples, grown)
        assert right <= Fraction(found.upper)
        assert found.upper <= float(right) * (1 + 1e-9) + 1e-15
    assert ch.check(found.certificate()).accepted


@pytest.mark.parametrize(
    ("steps", "written"),
    [
        ("table:p=1/2:1/2,q=1/4:3/4,times=199", True),
        ("table:p=1/2:1/2,q=1/4:3/4,times=200", False),  # 201 outputs of different ratios
        ("table:p=1/2:1/2,q=1/4:3/4,times=1000000000000", False),
        ("table:p=1/2:1/2:0,q=1/2:0:1/2,times=900", True),  # three outputs, of long probabilities
        ("table:p=1/2:1/2:0,q=1/2:0:1/2,times=1001", False),
        ("table:p=1/2:1/2,q=1/4:3/4 + pure:epsilon=1", False),
    ],
)
def test_as_many_outputs_as_are_written(steps: str, written: bool) -> None:
    """Tables with more outputs together, or longer ones, or beside other steps, are answered as several steps are."""
    answer = ch.Ledger(f"poisson:rate=1/5/({steps})").delta(1, accountant="profile")
    assert ("poisson.tables" in answer.path) == written
    assert answer.upper <= 1


@pytest.mark.parametrize(
    ("p", "q", "limit", "grown"),
    [
        ("1/2:1/2", "0:1", "1/2", 1),  # the loss log 2 is of the order in which nothing happens under one alone
        ("3/4:1/4:0", "1/4:1/2:1/4", "1/4", 2),  # and here log 3
        ("1/4:1/2:1/4", "3/4:1/4:0", "1/4", 2),
        ("2/5:3/5:0", "1/10:4/5:1/10", "1/10", 3),  # between two ratios
        ("1/2:1/4:1/4:0", "1/4:1/2:0:1/4", "1/4", 2),
    ],
)
@pytest.mark.parametrize("neighbours", ["add-or-remove", "replace-one"])
def test_at_the_limit_of_delta_eps_is_where_both_orders_reach_it(
    p: str, q: str, limit: str, grown: Fraction | int, neighbours: str
) -> None:
    """The least eps, not the largest loss of either order: delta is at its limit there, and above it before."""
    columns = [[Fraction(x) for x in column.split(":")] for column in (p, q)]
    assert delta(*columns, 1, Fraction(grown)) == Fraction(limit)
    assert grown == 1 or delta(*columns, 1, grown * Fraction(999, 1000)) > Fraction(limit)
    answer = ch.Ledger(f"table:p={p},q={q}", neighbours).epsilon(limit)
    assert answer.lower <= math.log(grown) <= answer.upper <= answer.lower + 1e-15
    assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize(
    ("table", "limit", "grown"),
    [
        ("p=1/2:1/2:0,q=1/4:1/2:1/4,times=2", "7/16", 1),
        ("p=3/4:1/4:0,q=1/4:1/2:1/4,times=3", "37/64", 8),  # the largest loss of the order that has this delta
        ("p=2/5:3/5:0,q=1/10:4/5:1/10,times=2", "19/100", Fraction(45, 17)),  # where the other order comes down to it
        ("p=1/2:1/4:1/4:0,q=1/4:1/2:0:1/4,times=2", "7/16", 4),  # as much is infinite in either order
    ],
)
def test_at_the_limit_of_several_runs_eps_is_finite(table: str, limit: str, grown: Fraction | int) -> None:
    """From both sides, by the outcomes of all runs; above it eps is no larger, and below it infinite."""
    columns = [[Fraction(x) for x in part.split("=")[1].split(":")] for part in table.split(",")[:2]]
    runs = int(table[-1])
    assert delta(*columns, runs, Fraction(grown)) == Fraction(limit)
    assert grown == 1 or delta(*columns, runs, grown * Fraction(999, 1000)) > Fraction(limit)
    ledger = ch.Ledger(f"table:{table}")
    answer = ledger.epsilon(limit)
    assert answer.lower <= math.log(grown) <= answer.upper <= answer.lower + 1e-12
    assert ch.check(answer.certificate()).accepted
    for above in (Fraction(1, 10**9), Fraction(1, 10**40), Fraction(1, 10**140)):
        near = ledger.epsilon(Fraction(limit) + above)
        assert near.upper <= answer.upper
        assert ch.check(near.certificate()).accepted
    assert ledger.epsilon(Fraction(limit) - Fraction(1, 10**9)).lower == math.inf


def test_runs_of_no_loss_but_an_infinite_one_have_an_eps() -> None:
    """Three runs that disclose everything with probability 1/2, and otherwise nothing, in either order each."""
    ledger = ch.Ledger("table:p=1/2:1/2,q=0:1,times=3", "replace-one")
    assert ledger.epsilon("9/10").upper == 0
    assert ledger.delta(1).upper == 7 / 8


COINS = ("1/2:1/2", "0.49:0.51")


@pytest.mark.parametrize(
    "columns",
    [
        ("1/10:1/5:7/10", "3/10:3/5:1/10"),
        ("0.6:0.3:0.1", "0.1:0.3:0.6"),
        ("1/2:1/2", "1/3:2/3"),
        ("2/5:3/5:0", "1/10:4/5:1/10"),
        ("1/2:1/4:1/4", "1/3:2/3:0"),
        ("1/2:1/4:0:1/4", "1/3:1/2:1/6:0"),
    ],
)
@pytest.mark.parametrize("runs", [1, 2, 5])
@pytest.mark.parametrize("grown", [Fraction(1), Fraction(3, 2), Fraction(4)])
def test_it_is_exact_from_both_sides(columns: tuple[str, str], runs: int, grown: Fraction) -> None:
    """One run and several, beside exact fractions."""
    p, q = ([Fraction(x) for x in column.split(":")] for column in columns)
    truth, ledger = delta(p, q, runs, grown), ch.Ledger(f"table:p={columns[0]},q={columns[1]},times={runs}")
    near = Fraction(math.floor(math.log(grown) * 10**12), 10**12)
    below, above = (
        ledger.delta(eps) for eps in (max(near - Fraction(1, 10**12), Fraction(0)), near + Fraction(2, 10**12))
    )
    assert Fraction(above.lower) <= truth <= Fraction(below.upper)
    assert below.upper - above.lower < 1e-11
    assert ch.check(below.certificate()).accepted


@pytest.mark.parametrize(
    ("columns", "runs", "eps", "truth"),
    [
        (("14/29:9/29:6/29", "13/22:3/11:3/22"), 10, 3, "0.00003783440684579102563320732232646740816"),
        (("13/24:5/12:1/24", "3/8:7/16:3/16"), 4, 2, "0.0891509368513502052819920472"),
        (("1/5:1/5:1/5:1/5:1/5", "1/10:3/10:1/4:1/4:1/10"), 6, "1/2", "0.292654440753171328839605410100"),
    ],
)
def test_few_runs_are_sums_over_outcomes(columns: tuple[str, str], runs: int, eps: object, truth: str) -> None:
    """To eighteen digits, beside multinomial sums in 40 digits; smoothing had six, or nothing."""
    known = Fraction(truth)
    found = ch.Ledger(f"table:p={columns[0]},q={columns[1]},times={runs}").delta(eps)  # type: ignore[arg-type]
    assert Fraction(found.lower_exact) <= known <= Fraction(found.upper_exact)
    assert Fraction(found.upper_exact) - Fraction(found.lower_exact) < known / 10**17


def test_tables_of_many_outputs_are_sums_over_outcomes_too() -> None:
    """As many as can be listed: of more than four losses none is rare."""
    rows = [(Fraction(k + 1, 78), Fraction(12 - k, 78)) for k in range(12)]
    p, q = ([row[place] for row in rows] for place in (0, 1))
    columns = (":".join(map(str, column)) for column in (p, q))
    found = ch.Ledger("table:p={},q={},times=3".format(*columns)).delta(1)
    grown = Fraction(math.e)
    assert found.upper - found.lower < 1e-15
    assert found.upper == pytest.approx(float(delta(p, q, 3, grown)), rel=1e-12)
    assert ch.check(found.certificate()).accepted


def test_many_runs_of_two_outputs_are_exact_as_well() -> None:
    """On the lattice of their losses, and the same two columns in the other order cost the same."""
    one, other = (ch.Ledger(f"table:p={p},q={q},times=100000").epsilon("1e-6") for p, q in (COINS, COINS[::-1]))
    assert one.upper - one.lower < 1e-12 * one.upper
    assert other.upper == one.upper


def in_orders(columns: list[tuple[list[Fraction], list[Fraction]]], grown: Fraction) -> Fraction:
    """The largest delta of one run of each, in any orders."""
    pairs = [list(zip(p, q, strict=True)) for p, q in columns]
    found = []
    for turned in product((False, True), repeat=len(pairs)):
        total = Fraction(0)
        for outcome in product(*pairs):
            a = b = Fraction(1)
            for (x, y), turn in zip(outcome, turned, strict=True):
                a, b = (a * y, b * x) if turn else (a * x, b * y)
            total += max(a - grown * b, Fraction(0))
        found.append(total)
    return max(found)


@pytest.mark.parametrize("other", [("1/2:1/2", "1/4:3/4"), ("1/4:3/4", "1/2:1/2"), ("1/3:2/3:0", "0:1/3:2/3")])
@pytest.mark.parametrize("grown", [Fraction(5, 4), Fraction(7, 4)])
def test_a_record_that_is_replaced_has_an_order_for_each_run(other: tuple[str, str], grown: Fraction) -> None:
    """Two tables under replace-one are never below any orders, and one run of one is exact."""
    given = [("1/2:1/2", "1/4:3/4"), other]
    columns = [([Fraction(x) for x in p.split(":")], [Fraction(x) for x in q.split(":")]) for p, q in given]
    steps, eps = [f"table:p={p},q={q}" for p, q in given], Fraction(math.floor(math.log(grown) * 10**12), 10**12)
    found = ch.Ledger(steps, "replace-one").delta(eps)
    assert Fraction(found.upper) >= in_orders(columns, grown)
    assert found.lower is None or Fraction(found.lower) <= in_orders(columns, Fraction(math.exp(eps) * (1 - 1e-12)))
    assert ch.check(found.certificate()).accepted
    assert ch.Ledger(steps[0], "replace-one").delta(eps).exact


def test_the_columns_for_either_order_answer_unasked() -> None:
    """Where a record is replaced; the function of the given columns is exact, too, and counts at real orders alone."""
    for steps in (["table:p=1/51:50/51,q=1/5:4/5,times=2"], ["table:p=1/51:50/51,q=1/5:4/5", "gaussian:sigma=5"]):
        ledger = ch.Ledger(steps, "replace-one")
        asked = ledger.delta(2, accountant="table.either-order")
        assert ledger.delta(2).upper == asked.upper < ledger.delta(2, accountant="renyi").upper
        assert "table.either-order" in ledger.delta(2).path


def test_at_real_orders_the_larger_of_both_counts_in_each_run() -> None:
    """So that many runs have the same Renyi curve whether a record is replaced or not."""
    step = "table:p=1/2:1/2,q=1/4:3/4,times=1000000000"
    removed, replaced = (ch.Ledger(step, relation).epsilon("1e-5") for relation in ("add-or-remove", "replace-one"))
    assert replaced.upper == removed.upper


def test_the_first_column_is_that_with_the_record() -> None:
    """Beside a sample, where the orders of the columns matter."""
    sampled = "poisson:rate=1/4/gaussian:sigma=1"
    first, second = (
        ch.Ledger([f"table:p={p},q={q}", sampled]).delta("1/4")
        for p, q in (("1/2:1/2", "1/4:3/4"), ("1/4:3/4", "1/2:1/2"))
    )
    assert first.upper == pytest.approx(0.1854835352, abs=1e-9)  # by sums over 400,000 places, in floats
    assert second.upper == pytest.approx(0.1868676047, abs=1e-9)


def test_outputs_of_one_neighbour_alone_are_a_failure() -> None:
    """Their probability is the least delta; with it eps is that of the rest."""
    ledger = ch.Ledger("table:p=1/2:1/2:0,q=1/4:1/2:1/4")
    assert ledger.delta(9).upper == 0.25
    assert ledger.epsilon("1/5").upper == float("inf")
    assert ledger.epsilon("1/4").upper < 1
    assert not any("table.pure" in answer.path for answer in ledger.account(ch.Question.epsilon("1/4")).answers)


@pytest.mark.parametrize("eps", ["0", "1/10", "1/2", "2"])
def test_beyond_the_finite_losses_of_one_order_its_infinite_ones_are_what_counts(eps: str) -> None:
    """In one order the outcomes that either neighbour has lower the loss, and in the other they do not."""
    steps = ["table:p=3/20:17/20,q=0:1,times=2", "table:p=38/1111:1073/1111,q=1/11:10/11,times=3"]
    truth = 1 - Fraction(17, 20) ** 2
    answer = ch.Ledger(steps).delta(eps)
    assert answer.exact
    assert Fraction(answer.lower_exact) <= truth <= Fraction(answer.upper_exact) <= truth + Fraction(1, 10**12)
    assert ch.check(answer.certificate()).accepted
    sampled = ["poisson:rate=1/5/table:p=3/4:1/4,q=0:1,times=2", "poisson:rate=7/10/table:p=1/101:100/101,q=1/11:10/11"]
    assert truth <= Fraction(ch.Ledger(sampled).delta(eps).upper_exact) <= truth + Fraction(1, 10**12)


def test_a_file_is_read_exactly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a heading, comments, fractions and any separator; the step holds the numbers and not the name."""
    (tmp_path / "PMF.csv").write_text("\ufeffwith, without\n0.1,0.3 # rare\n\n1/5;3/5\n7e-1\t0.1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    entry = ch.parse("table:file=PMF.csv,times=3")
    assert str(entry) == "table:p=0.1:0.2:0.7,q=0.3:0.6:0.1,times=3"
    assert entry.step == ch.parse(ASYMMETRIC).step
    assert ch.parse(f"poisson:rate=1/2/table:file=({tmp_path / 'PMF.csv'})").step.inner == entry.step
    assert ch.mechanism("table", file=str(tmp_path / "PMF.csv")).step == entry.step
    (tmp_path / "with, without.csv").write_bytes((tmp_path / "PMF.csv").read_bytes())
    assert ch.parse("table:file=(with, without.csv),times=3") == entry
    certificate = ch.Ledger(entry).epsilon("1e-3").certificate()
    (tmp_path / "PMF.csv").unlink()
    assert ch.check(certificate).accepted


def test_arrays_and_lists_are_read_as_their_decimals() -> None:
    """A float of NumPy is its shortest decimal."""
    made = ch.mechanism("table", p=np.array([0.1, 0.2, 0.7]), q=[Fraction(3, 10), "3/5", 0.1])
    assert made.step == ch.parse(ASYMMETRIC).step
    with pytest.raises(ch.BadValue, match="p is 7; it must be"):
        ch.mechanism("table", p=[7], q=[1])
    with pytest.raises(ch.BadValue, match="between colons, at most 1000"):
        ch.mechanism("table", p=[Fraction(1, 1001)] * 1001, q=[1])
    with pytest.raises(ch.BadValue, match="between colons"):
        ch.mechanism("table", p={"a": 1}, q=[1])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read 'PMF.csv': No such file or directory"),
        ("", "'PMF.csv' has no rows"),
        ("p,q\n", "'PMF.csv' has no rows"),
        ("0.5,0.5\n0.5\n", "row 2 of 'PMF.csv' does not hold p and q"),
        ("0.5,0.5\nsecret,words\n", "row 2 of 'PMF.csv' does not hold p and q"),
        ("1.5,0.5\n-0.5,0.5\n", "row 1 of 'PMF.csv' does not hold p and q"),
        ("0.5,0.5\n-0.5,0.5\n", "row 2 of 'PMF.csv' does not hold p and q"),
        (
            "0.5,0.5\n0.4999999,0.5\n",
            "p add up to 1 less 1/10000000: .* an output of its own, of probability 1/10000000",
        ),
        ("0.5,0.5\n0.5,0.6\n", "q add up to 1 and 1/10: they must add up to exactly 1"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, message: str
) -> None:
    """By how much a column is off, and what to write; what stands in a row is never repeated."""
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "PMF.csv").write_text(content, "utf-8")
    with pytest.raises(ch.BadValue, match=message) as refused:
        ch.parse("table:file=PMF.csv")
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    """Other bytes, a folder, and a very large file."""
    (tmp_path / "other").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large").write_bytes(b"0.5,0.5\n" * (1 << 18))
    for name, why in (("other", "no text in UTF-8"), ("", "it is no regular file"), ("large", "has more than")):
        with pytest.raises(ch.BadValue, match=why):
            ch.parse(f"table:file=({tmp_path / name})")
    (tmp_path / "two").write_text("0.5,0.5\n0.5,0.5\n", "utf-8")
    with pytest.raises(ch.BadStep, match="p is given, and read from a file"):
        ch.parse(f"table:file=({tmp_path / 'two'}),p=1")
    with pytest.raises(ch.BadStep, match="unknown parameter 'file'"):
        ch.parse("gaussian:file=x")


def test_a_check_reads_no_file(tmp_path: Path) -> None:
    """A certificate whose ledger names one is refused, whether it is there or not."""
    (tmp_path / "PMF.csv").write_text("0.1,0.3\n0.2,0.6\n0.7,0.1\n", "utf-8")
    document = ch.Ledger(ASYMMETRIC).epsilon("1e-3").certificate().to_dict()
    for path in (tmp_path / "PMF.csv", tmp_path / "nothing"):
        document["ledger"][0]["step"] = f"table:file=({path})"
        forged = ch.check(sealed({key: value for key, value in document.items() if key != "digest"}))
        assert not forged.accepted
        assert "names a file, and none is read here" in (forged.why or "")


def test_no_file_is_read_for_somebody_else(tmp_path: Path) -> None:
    """Inside `no_files`, which a thread enters for itself, a step that names a file is refused, however it is wrapped
    or written; afterwards files are read again. Lines of a batch, books and states of filters are such places."""
    file = tmp_path / "PMF.csv"
    file.write_text("0.1,0.3\n0.2,0.6\n0.7,0.1\n", "utf-8")
    step = f"table:file=({file})"
    with ch.no_files():
        for made in (
            lambda: ch.parse(step),
            lambda: ch.Ledger([f"poisson:rate=0.1/{step}"]),
            lambda: ch.Ledger([f"(gaussian:sigma=1 + {step})"]),
            lambda: ch.mechanism("table", file=f"({file})"),
        ):
            with pytest.raises(ch.BadStep, match="names a file, and none is read here; write out what the file holds"):
                made()
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(ch.parse, step).result() == ch.parse(f"table:{ASYMMETRIC.partition(':')[2]}")
    assert ch.parse(step).step.name == "table"
    told = answer_line(None, (1, json.dumps({"steps": [step], "delta": "1e-5"})))
    assert "names a file" in told["error"]
    state = {"schema": 1, "filter": {"count": [step, "3"]}, "neighbours": "add-or-remove", "spent": {"count": "0"}}
    with pytest.raises(ch.BadLedger, match="names a file"):
        ch.Filter.from_state(state)


def test_a_book_reads_no_file(tmp_path: Path) -> None:
    """A step is stored as what was read; an entry that names a file is no entry of the book."""
    pytest.importorskip("sqlalchemy")
    (tmp_path / "PMF.csv").write_text("0.5,0.25\n0.5,0.75\n", "utf-8")
    step = f"table:file=({tmp_path / 'PMF.csv'})"
    with ch.Book.create(str(tmp_path / "year.db"), ch.Filter(pure=1)) as book:
        assert book.spend(step).step == "table:p=0.5:0.5,q=0.25:0.75"
        book.verify()
    with closing(sqlite3.connect(tmp_path / "year.db")) as base, base:
        ((text, before),) = base.execute(
            "select e.text, o.digest from chartered_entry e, chartered_entry o where e.number = 1 and o.number = 0"
        )
        forged = text.replace("table:p=0.5:0.5,q=0.25:0.75", step)
        digest = hash_chain.digest_of(before, 1, forged)
        base.execute("update chartered_entry set text = ?, digest = ? where number = 1", (forged, digest))
        base.execute("update chartered_head set digest = ?", (digest,))
    with ch.Book(str(tmp_path / "year.db")) as book, pytest.raises(ch.BadLedger, match=r"entry 1 .* names a file"):
        book.verify()
