"""`chartered verify` and `chartered errata` on a plugin whose verdicts are known."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.cli.verify_tables import Rows
from chartered.verification.run import verify
from chartered_verify.runs.suite import Outcome
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Undecided
from rich.console import Console

WITHOUT_END = """
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved


def endless(effort):
    while True:
        pass


@ch.hook
def register_claims():
    said = (Kind.IDENTITY, "1 = 1", "a paper, T1", "everywhere")
    return [Claim("stranger.endless", *said, endless), Claim("stranger.quick", *said, lambda effort: Proved("at once"))]
"""
FIELDS = {"name", "source", "kind", "verdict", "how", "digits", "points", "hunted", "witness", "seconds"}


@pytest.fixture(autouse=True)
def _alone(installs: Any, ours_left_out: None) -> None:
    """Only the stranger's claims are tried."""


def test_every_claim_is_told_with_its_verdict(run: Any, stranger: Path) -> None:
    """The fields and counts are those of the interface; slow claims wait for the full tier."""
    ran = run("verify", "--jobs", 1, "--json")
    claims = ran.json["claims"]
    assert ran.status == 0
    assert {name: ran.json[name] for name in ("proved", "refuted", "undecided", "supported")} == {
        "proved": 2,
        "refuted": 0,
        "undecided": 1,
        "supported": 1,
    }
    assert all(set(claim) == FIELDS and claim["how"] for claim in claims)
    by_name = {claim["name"]: claim for claim in claims}
    assert "stranger.T2.slow" not in by_name
    assert (by_name["stranger.T1.holds"]["points"], by_name["stranger.T1.holds"]["hunted"]) == (None, 7)
    assert (by_name["stranger.T1.looks-right"]["points"], by_name["stranger.T1.looks-right"]["digits"]) == (12, 50)


def test_prefixes_choose_claims(run: Any, stranger: Path) -> None:
    """Those whose names start so, each once; the full tier tries slow ones, of which alone nothing would be tried: that
    is no silent success."""
    claims = run("verify", "stranger.T1", "stranger.T1.holds", "--jobs", 1, "--json").json["claims"]
    assert [claim["name"] for claim in claims] == ["stranger.T1.holds", "stranger.T1.looks-right"]
    every = run("verify", "--tier", "full", "--jobs", 1, "--json").json["claims"]
    assert "stranger.T2.slow" in {claim["name"] for claim in every}
    run("verify", "stranger.T2.slow").refused("full tier")


def test_a_refuted_claim_leaves_with_one(run: Any, refuted: Path) -> None:
    """The witness is shown, infinities as text."""
    ran = run("verify", "--json")
    assert ran.status == 1
    assert ran.json["refuted"] == 1
    assert ran.json["claims"][0]["witness"] == {"x": "inf"}
    table = run("verify")
    assert table.status == 1
    assert "refuted" in table.out
    assert "x = inf" in table.out


def test_people_see_verdicts_evidence_and_counts(run: Any, stranger: Path) -> None:
    """Points and digits stand beside a claim that was only sampled."""
    out = run("verify", "--jobs", 1).out
    assert "sampled; no proof: none was found (12 points, 50 digits)" in out
    assert "cut; left: x < 1" in out
    assert "proved 2, supported 1, undecided 1, refuted 0" in out


def test_worker_processes_say_the_same(process: Any, stranger: Path) -> None:
    """Two jobs give the outcomes of one, in the same order."""
    by_two = process("verify", "--jobs", 2, "--json")
    by_one = process("verify", "--jobs", 1, "--json")
    assert by_two.err == ""
    told = [
        [(claim["name"], claim["verdict"], claim["how"]) for claim in ran.json["claims"]] for ran in (by_two, by_one)
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 4


def test_errata_show_print_witness_and_correction(run: Any, stranger: Path) -> None:
    """Only claims of that kind are tried."""
    ran = run("errata", "--json")
    (erratum,) = ran.json["errata"]
    assert ran.status == 0
    assert {"name", "source", "printed", "witness", "corrected", "claim"} <= set(erratum)
    assert (erratum["name"], erratum["printed"], erratum["corrected"]) == ("stranger.E1", "1 + 1 = 3", "1 + 1 = 2")
    assert erratum["witness"] == {"found": "1 + 1 is 2"}
    assert "1 + 1 = 3" in run("errata").out


def test_errata_of_nobody_are_none(run: Any, refuted: Path) -> None:
    """No claim of that kind, no erratum, no failure."""
    assert run("errata", "--json").json == {"errata": []}
    assert run("errata").status == 0


def test_verify_in_python_chooses_and_reports_progress(stranger: Path) -> None:
    """Each outcome is told as it comes."""
    told: list[Outcome] = []
    outcomes = verify("stranger.T1", digits=60, progress=told.append)
    assert told == outcomes
    assert [outcome.claim.name for outcome in ch.verify("stranger.T1")] == [outcome.claim.name for outcome in outcomes]
    assert len(ch.verify(full=True)) == len(ch.verify()) + 1


def test_verify_in_python_refuses_an_unknown_prefix(stranger: Path) -> None:
    """As the command does."""
    with pytest.raises(ch.UnknownName, match="no claim's name starts with 'nobody'"):
        ch.verify("stranger", "nobody")


def lines_of(ran: Any) -> list[str]:
    """The heading and the rows, without the counts."""
    return str(ran.out).split("\n\n")[0].splitlines()


def test_a_piped_row_is_one_line_and_ends_with_the_whole_evidence(run: Any, stranger: Path) -> None:
    """Seconds stand before the evidence, which nothing folds."""
    heading, *rows = lines_of(run("verify", "--jobs", 1))
    assert heading.split() == ["verdict", "claim", "kind", "seconds", "how"]
    assert len(rows) == 4
    assert rows[0].endswith("by hand (also hunted at 7 points)")
    assert all(float(row.split()[3]) >= 0 for row in rows)


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_in_a_terminal_the_evidence_is_folded_and_whole(width: int) -> None:
    """No line is wider than the terminal, no word is lost, and the evidence stands last, beside or beneath its
    claim."""
    words = [f"word{index}" for index in range(100)]
    claim = Claim("paper2026.T1.a-claim-of-long-name", Kind.IDENTITY, "s", "p", "d", lambda effort: Undecided("none"))
    outcome = Outcome(claim, Proved(" ".join(words)), 1.5)
    console = Console(file=StringIO(), width=width, color_system=None)
    with console.capture() as captured:
        console.print(Rows([outcome]))
    shown = captured.get()
    assert max(map(len, shown.splitlines())) <= width
    assert [word for word in shown.split() if word.startswith("word")] == words
    assert shown.index("1.50") < shown.index("word0")
    assert len(shown.splitlines()) < 22, "the evidence has most of the width"


def test_claims_are_chosen_by_source_and_kind(run: Any, stranger: Path) -> None:
    """Both together, with a prefix; and what chooses nothing is bad input that names what there is."""
    found = run("verify", "--source", "stranger 2021", "--kind", "identity", "stranger.T1", "--json").json["claims"]
    assert [claim["name"] for claim in found] == ["stranger.T1.holds", "stranger.T1.looks-right"]
    assert [claim["name"] for claim in run("verify", "--kind", "erratum", "--json").json["claims"]] == ["stranger.E1"]
    assert "sources are, for example, Stranger 2021" in run("verify", "--source", "nobody").err
    assert run("verify", "--kind", "table").status == 2


def test_a_claim_that_does_not_end_in_time_is_undecided(run: Any, installs: Any) -> None:
    """The command ends, in processes of its own as well, and says how long it waited."""
    installs(WITHOUT_END)
    for jobs in (1, 2):
        ran = run("verify", "stranger", "--limit", "0.5", "--jobs", jobs, "--json")
        assert ran.status == 0
        assert [(claim["verdict"], claim["how"]) for claim in ran.json["claims"]] == [
            ("undecided", "not decided within 0.5 s; left: all of it"),
            ("proved", "at once"),
        ]
