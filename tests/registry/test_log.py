"""What the operator of a program finds in the log, and what is never there."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import chartered as ch
import pytest
from chartered.accounting import all_answers
from chartered.host.registry import build_registry, find_plugins
from chartered.log import log

STUDY = "gaussian:sigma=20"


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """All that is logged under `chartered`."""
    caplog.set_level(logging.DEBUG, "chartered")
    return caplog


def test_a_time_limit_inside_of_logging_leaves_no_lock_behind() -> None:
    """Wherever it strikes: other threads would wait for it for ever."""
    struck = 0
    for lines in range(150):
        logging.getLogger("chartered").setLevel(logging.INFO)  # what is cached of levels takes the lock, too
        try:
            _struck_after(lines, lambda: log("INFO", "%s", "some value"))
        except TimeoutError:
            struck += 1
        other = Thread(target=logging.getLogger, args=(f"other{lines}",), daemon=True)
        other.start()
        other.join(10)
        assert not other.is_alive(), lines
    assert struck > 50


def _struck_after(lines: int, work: Callable[[], None]) -> None:
    """The work, with a TimeoutError before the n-th line that it runs. Nothing is collected meanwhile: the callbacks of
    a collection have lines, too, and what strikes there is discarded."""

    def line(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines -= event == "line"
        if lines < 0:
            sys.settrace(None)
            raise TimeoutError("time is up")
        return line

    before = sys.gettrace()
    gc.disable()
    sys.settrace(line)
    try:
        work()
    finally:
        sys.settrace(before)
        gc.enable()


def test_an_answer_logs_nothing(logged: pytest.LogCaptureFixture) -> None:
    """A quick question, and an accepted certificate."""
    answer = ch.Ledger(STUDY).epsilon("1e-5")
    assert ch.check(answer.certificate()).accepted
    assert not logged.records


def test_a_refused_certificate_is_logged(logged: pytest.LogCaptureFixture) -> None:
    """With the reason."""
    document = dict(ch.Ledger(STUDY).epsilon("1e-5").certificate().document) | {"neighbours": "zero-out"}
    found = ch.check(document)
    (record,) = logged.records
    assert (record.name, record.levelname) == ("chartered", "WARNING")
    assert record.getMessage() == f"a certificate is refused: {found.why}"


def test_a_question_that_takes_long_is_logged(
    logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its time, and without its ledger: a label may be private."""
    monkeypatch.setattr(all_answers, "LONG", 0.0)
    ch.Ledger([{"step": STUDY, "label": "patients"}]).epsilon("1e-5")
    told = [record.getMessage() for record in logged.records]
    assert any("s of processor time, for a ledger of 1 entries" in text for text in told)
    assert not any("patients" in text or "gaussian" in text for text in told)


def test_an_accountant_that_fails_is_logged(logged: pytest.LogCaptureFixture) -> None:
    """A plugin's fault, by its theorem."""
    known = build_registry([*find_plugins()[0], _broken()])
    from chartered.accounting.every_path import Accounting
    from chartered.accounting.request import Request

    entries = (ch.parse(STUDY),)
    Accounting(Request(known, entries, ch.Neighbours.ADD_OR_REMOVE)).ask(ch.Question.epsilon("1e-5"))
    assert any("an accountant failed: " in r.getMessage() and "broken.pure" in r.getMessage() for r in logged.records)


def _broken() -> Any:
    """A plugin with a theorem that fails."""
    from types import ModuleType

    from chartered.host.registry import Plugin

    def fails(case: ch.Case) -> ch.Pure:
        raise KeyError(Fraction(1, 3))

    module = ModuleType("broken")
    theorem = ch.Theorem("broken.pure", ch.OnStep("gaussian"), ch.Pure, fails, "It fails.", "by hand")
    module.register_theorems = ch.hook(lambda: [theorem])  # type: ignore[attr-defined]
    return Plugin("broken", module, "broken", "1")


def test_what_is_logged_is_bounded_and_visible(logged: pytest.LogCaptureFixture) -> None:
    """No control character, and the middle of a long text is left out."""
    log("WARNING", "told %s", "\x1b[2J\n" + "x" * 10_000)
    message = logged.records[0].getMessage()
    assert message.startswith("told \\x1b[2J\\n")
    assert len(message) < 600


def test_a_plugin_that_is_left_out_is_logged_and_nothing_is_printed(tmp_path: Path) -> None:
    """A program that has configured no logging sees nothing; one that has sees what the environment leaves out."""
    program = "import logging, chartered as ch\n{}\nch.Ledger('gaussian:sigma=20')\nch.check({{'digest': 1}})"
    for setting, lines in (("", 0), ("logging.basicConfig(level='INFO')", 2)):
        done = subprocess.run(
            [sys.executable, "-c", program.format(setting)],
            env={**os.environ, "CHARTERED_BLOCK": "rectifying"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert (done.stdout, len(done.stderr.splitlines())) == ("", lines), done.stderr
    assert "INFO:chartered:plugin rectifying (chartered): CHARTERED_BLOCK names it is left out" in done.stderr
