"""Hypothesis without a deadline: a shared machine is slow at times, and slowness is no failure.

The same examples in every run, so that a change that breaks nothing stays green; `.ci/full` wanders: its examples are
new each time."""

import gc

import pytest
from chartered.cli import chartered
from chartered_verify.catching import let_others_log
from hypothesis import settings

from tests import draws, durations
from tests.command import Ran, Run

gc.set_threshold(50_000, 20, 20)  # beside ten thousand tests the search for cycles is long: a sixth of a claim's time

settings.register_profile("chartered", deadline=None, derandomize=True)
settings.register_profile("wandering", deadline=None)
settings.load_profile("chartered")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is known to be slow is left to CI, or to the full tier, which draws from it."""
    durations.mark(items)
    if left := set(draws.left(items)):
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl
def pytest_runtest_teardown() -> None:
    """What a test raises by a signal, Python may discard in a callback of `logging`, when a handler dies, and the lock
    of that stays with the main thread: a thread of a later test would wait for ever."""
    let_others_log()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""

    def command(*arguments: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            chartered.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, said.out, said.err)

    return command
