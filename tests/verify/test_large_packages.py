"""Large packages are imported whole: an interrupt in the middle of the first import of one leaves nothing half made."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread, main_thread

import chartered
import chartered_plugins
import chartered_verify
import pytest
from chartered_verify import large_packages

LARGE = {"numpy", "scipy", "sympy", "mpmath", "matplotlib"}
ASKED = {
    "a sweep": "print(chartered.Ledger('gaussian:sigma=20').epsilons(delta=1e-6, times=[1, 5, 9]).tolist())",
    "the claims": "print(len(chartered.registry().claims()))",
    "a form": "print(Identity(lambda xp, x: x * x - 1, lambda xp, x: (x - 1) * (x + 1), {'x': (0, None)})(Effort()))",
    "an optimum": "print(Optimum(lambda xp, x, a: x + a / x, lambda xp, a: 2 * xp.sqrt(a), (1, 9), [2])(Effort()))",
    "digits": "from chartered_verify.arithmetic import digits; print(digits(30).log(digits(30).number(2)))",
}
"""What is asked first in a process, and is the first to import them."""
STRUCK = """
import chartered, signal, sys, time
from chartered.proving import Effort, Identity, Optimum
chartered.registry()

def ask():
    {asked}

def ring(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, ring)
for delay in {delays}:
    try:
        signal.setitimer(signal.ITIMER_REAL, delay)
        ask()
    except (KeyboardInterrupt, RuntimeError):  # Python 3.11 makes the second of one that strikes in a class statement
        print("struck", file=sys.stderr)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
print("then")
ask()
"""


def outcome(asked: str, delays: list[float]) -> tuple[str, str]:
    """What a fresh process says after interrupts at such times, and what it says of them."""
    code = STRUCK.format(asked=asked, delays=delays)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    return done.stdout.partition("then\n")[2], done.stderr


@pytest.mark.parametrize("name", ASKED)
def test_an_interrupt_in_a_first_import_leaves_nothing_half_made(name: str) -> None:
    """At several moments of it, one alone and one after the other, the next question is answered as ever."""
    right, said = outcome(ASKED[name], [])
    assert right, said
    struck = 0
    for delays in (
        [0.0005],
        [0.001],
        [0.002],
        [0.004],
        [0.02],
        [0.05],
        [0.09],
        [0.15],
        [0.02, 0.03, 0.05],
        [0.01] * 12,
    ):
        found, said = outcome(ASKED[name], delays)
        assert found == right, (delays, said)
        struck += said.count("struck")
    assert struck


def test_large_packages_are_imported_by_one_door() -> None:
    """But for types alone, and of what the door has imported already."""
    packages = (chartered_verify, chartered, chartered_plugins)
    files = [path for package in packages for path in Path(str(package.__file__)).parent.rglob("*.py")]
    assert len(files) > 300
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.partition(".")[0] for alias in node.names} & LARGE
                assert not names or (node.col_offset > 0 and _for_types(path, node.lineno)), f"{path}:{node.lineno}"


def _for_types(path: Path, line: int) -> bool:
    lines = path.read_text(encoding="utf-8").splitlines()[: line - 1]
    before = next(text for text in reversed(lines) if text and not text.startswith(" "))
    return before == "if TYPE_CHECKING:"


def test_a_package_that_is_not_there_is_an_import_error() -> None:
    """As of an import, and a name that is none of theirs is no attribute."""
    with pytest.raises(ModuleNotFoundError):
        large_packages.whole("no_such_package_anywhere")
    with pytest.raises(ImportError):
        from chartered_verify.large_packages import pandas  # type: ignore[attr-defined] # noqa: F401


def test_work_goes_on_where_the_waiting_is_interrupted() -> None:
    """And what it raises is raised."""
    begun, may_end, ended = Event(), Event(), Event()

    def work() -> int:
        begun.set()
        may_end.wait(60)
        ended.set()
        return 7

    def strike() -> None:
        begun.wait(60)
        signal.pthread_kill(main, signal.SIGALRM)

    def ring(*_: object) -> None:
        raise KeyboardInterrupt

    main = main_thread().ident or 0
    before, striker = signal.signal(signal.SIGALRM, ring), Thread(target=strike)
    try:
        striker.start()
        with pytest.raises(KeyboardInterrupt):
            large_packages.undisturbed(work)
        assert not ended.is_set()
        may_end.set()
        assert ended.wait(60)
    finally:
        signal.signal(signal.SIGALRM, before)
        striker.join()
    assert large_packages.undisturbed(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        large_packages.undisturbed(lambda: 1 // 0)


LEFT_LOCKED = """
import _imp, gc, weakref
from chartered_verify import large_packages

class Thing:
    pass

def callback(_):
    _imp.acquire_lock()
    raise KeyboardInterrupt  # Python discards it, as it does an interrupt inside of importlib's own callback

thing = Thing()
seen = weakref.ref(thing, callback)
del thing
assert _imp.lock_held()
print(large_packages.numpy.int64(7), _imp.lock_held())
"""


def test_a_lock_that_an_interrupt_left_behind_stops_no_import() -> None:
    """An interrupt in a callback of importlib is discarded, and leaves the lock of all imports with the main thread:
    the thread that imports would wait for ever, as a command once did."""
    done = subprocess.run([sys.executable, "-c", LEFT_LOCKED], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "7 False\n")


LEFT_LOCKED_LOGGING = """
import logging
from chartered_verify import large_packages

logging._lock.acquire()  # as an interrupt leaves it that strikes before the `try` by whose `finally` it is released
print(large_packages.undisturbed(lambda: logging.getLogger("any").name))
"""


def test_a_lock_of_logging_that_an_interrupt_left_is_no_deadlock() -> None:
    """The main thread does not notice that it holds it; a module that asks for its logger waited for ever."""
    found = subprocess.run([sys.executable, "-c", LEFT_LOCKED_LOGGING], capture_output=True, text=True, timeout=60)
    assert found.stdout == "any\n", found.stderr


LEFT_LOCKED_BY_AN_ALARM = """
import logging, threading
from chartered_verify.runs.timeout import OverTime, within

try:
    with within(0.1):
        logging._lock.acquire()
        while True:
            pass
except OverTime:
    other = threading.Thread(target=logging.getLogger, args=("any",), daemon=True)
    other.start()
    other.join(30)
    print(other.is_alive())
"""


def test_an_alarm_leaves_no_lock_of_logging_behind() -> None:
    """Where our own limit strikes just after it was taken, no other thread waits."""
    found = subprocess.run([sys.executable, "-c", LEFT_LOCKED_BY_AN_ALARM], capture_output=True, text=True, timeout=60)
    assert found.stdout == "False\n", found.stderr
