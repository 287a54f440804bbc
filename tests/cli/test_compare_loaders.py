"""`chartered compare-loaders`: one training with every way to make its batches."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from chartered_verify.progress import watched

TRAINING = "dpsgd:n=1000,batch=100,epochs=2,noise=2"


def test_every_loader_has_a_row(run: Any) -> None:
    """With its relation and its ends, those of its own step; and what is assumed stands below."""
    ran = run("compare-loaders", TRAINING, "--delta", "1e-5")
    assert (ran.status, ran.err) == (0, "")
    for words in ("Poisson samples", "shuffled", "in a fixed order", "fixed size, without replacement", "zero-out"):
        assert words in ran.out
    assert "the number of one is no bound for another" in ran.out
    assert "the number of Poisson samples is no bound for them" in ran.out
    below = ran.out.splitlines()[11:]
    assert [line.split(",")[0].split(":")[0] for line in below if line] == [
        "Poisson", "random allocation", "shuffled batches", "in a fixed order", "fixed size", "fixed size",
        "what two rows say is about different loaders", "a replaced record is removed and added",
    ]  # fmt: skip


def test_the_rows_are_the_answers_of_their_steps(run: Any) -> None:
    """For programs: each step can be asked by itself, in its relation."""
    shown = run("compare-loaders", TRAINING, "--delta", "1e-5", "--json").json
    assert shown["training"] == TRAINING
    assert shown["at"] == {"delta": 1e-5}
    rows = {row["batches"]: row for row in shown["rows"]}
    assert len(rows) >= 5
    for row in rows.values():
        alone = ch.Ledger(row["step"], row["neighbours"]).epsilon("1e-5")
        assert (row["lower"], row["upper"]) == (alone.lower, alone.upper)
    order, shuffled = rows["in a fixed order"], rows["shuffled"]
    assert order["side"] == "exact"
    assert shuffled["lower"] < shuffled["upper"] == order["upper"]


def test_delta_may_be_asked_for(run: Any) -> None:
    """At an eps."""
    shown = run("compare-loaders", TRAINING, "--epsilon", "1", "--json").json
    assert shown["quantity"] == "delta"
    assert all(0 < row["upper"] < 1 for row in shown["rows"])


def test_a_part_of_an_epoch_has_no_shuffle(run: Any) -> None:
    """Those rows say so; the others have their answers."""
    ran = run("compare-loaders", "dpsgd:n=1000,batch=100,epochs=3/2,noise=2", "--delta", "1e-5", "--json")
    whys = {row["batches"]: row.get("why") for row in ran.json["rows"]}
    assert "whole epochs" in whys["shuffled"]
    assert whys["Poisson samples"] is None
    told = run("compare-loaders", "dpsgd:n=1000,batch=100,epochs=3/2,noise=2", "--delta", "1e-5").out
    assert "no answer" in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("gaussian:sigma=1", "--delta", "1e-5"), "is no training with n, batch, epochs, noise"),
        (("dpsgd:sample-rate=1/10,epochs=1,noise=1", "--delta", "1e-5"), "is no training with n, batch, epochs, noise"),
        ((f"{TRAINING},times=2", "--delta", "1e-5"), "is no training with n, batch, epochs, noise"),
        ((f"{TRAINING},clip-quantile-noise=20", "--delta", "1e-5"), "would leave out clip-quantile-noise; ask"),
        ((TRAINING,), "needs either delta or epsilon"),
    ],
)
def test_what_is_no_training_is_refused(run: Any, arguments: tuple[str, ...], why: str) -> None:
    """Another step, a rate alone, several trainings, one that also releases a count, and no question."""
    run("compare-loaders", *arguments).refused(why)


def test_python_has_the_same() -> None:
    """As text, in a notebook, and as data."""
    found = ch.dpsgd(n=1000, batch=100, epochs=2, noise=2).compare_loaders(delta="1e-5")
    assert str(found).startswith(f"training  {TRAINING}")
    assert "<td>shuffled</td>" in found._repr_html_()
    assert [row["batches"] for row in found.to_dict()["rows"]] == [row.loader.batches for row in found.rows]


def test_progress_names_the_loader_whose_row_is_computed() -> None:
    """Random allocation takes the most of the time."""
    told = list[tuple[str, int, int]]()
    with watched(lambda *what: told.append(what)):
        found = ch.dpsgd(n=100, batch=50, epochs=1, noise=5).compare_loaders("1e-5")
    begun = [(what, done, total) for what, done, total in told if what.startswith("batches: ")]
    assert begun == [(f"batches: {row.loader.batches}", index, len(begun)) for index, row in enumerate(found.rows)]
