"""Noisy SGD by Chartered and by other accountants, in one run: `python -m benchmarks.noisy_sgd [--limit SECONDS] [-o
FILE] [--python PACKAGE=PATH] [QUESTION...]`.

Each accountant has a process, which imports what it needs; each cell is a fork of that. It asks a question of the same
kind first, and then the question: imports are not counted, and nothing is remembered from cell to cell. CPU time on one
thread is what is measured (of the shell also that of the command, start and all), the least of three where it is below
half a second. The truth is Chartered's answer with 40 digits, certified from both sides. Without a package its cells
say so; one that needs older packages beside it may have an interpreter of its own. Written is
`benchmarks/noisy_sgd.tsv`, from which docs/pages/inversion.py makes the tables of docs/inversion.md."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import platform
import resource
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .contestants import CONTESTANTS, Chartered, Contestant
from .questions import QUESTIONS, Question, spread

TABLE = Path(__file__).with_suffix(".tsv")
COLUMNS = ("question", "accountant", "cpu", "lower", "upper", "off", "width", "note")
"""Seconds; the last of its answers; the farthest that its bound (its middle, for ends) is off the truth; the widest."""
DIGITS, MEMORY, QUICK, ROUNDS = 40, 8 * 2**30, 0.5, 3
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def main() -> None:
    """Asks everyone, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help="a part of the names of those asked [all]")
    parser.add_argument("--limit", type=int, default=40, metavar="SECONDS", help="CPU time of a cell [%(default)s]")
    parser.add_argument("-o", "--output", type=Path, default=TABLE, metavar="FILE", help="the table [%(default)s]")
    parser.add_argument(
        "--python", action="append", default=[], metavar="PACKAGE=PATH", help="an interpreter for one package"
    )
    parser.add_argument("--accountant", action="append", metavar="NAME", help="only this one, as the table has it")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.limit)
        return
    bench = Bench(asked.limit, dict(each.split("=", 1) for each in asked.python), asked.accountant or [*CONTESTANTS])
    names = [name for name in QUESTIONS if not asked.questions or any(part in name for part in asked.questions)]
    rows: list[tuple[str, ...]] = []
    for row in (row for name in names for row in bench.rows(name)):
        rows.append(row)
        lines = [f"# {bench.setting()}", "\t".join(COLUMNS), *map("\t".join, rows)]
        asked.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print("\t".join(row), flush=True)


class Bench:
    """Runs cells. `limit`: CPU seconds of one; `pythons`: the interpreters of packages that have their own;
    `accountants`: who is asked."""

    def __init__(self, limit: int, pythons: dict[str, str], accountants: list[str]) -> None:
        self.limit, self.pythons, self.accountants = limit, pythons, accountants
        self.packages: set[str] = set()
        self.servers: dict[str, subprocess.Popen[str]] = {}
        self.slow: set[str] = set()
        """Those that did not answer the first question in time: they are asked no other one."""

    def setting(self) -> str:
        """What was measured, and how."""
        named = ", ".join(sorted(self.packages))
        return f"{named}; Python {platform.python_version()}; one thread, {self.limit} s of CPU time at most"

    def rows(self, name: str) -> Iterator[tuple[str, ...]]:
        """The truth, and a row for each accountant."""
        question = QUESTIONS[name]
        truths = self.run(name, "truth")
        ends = truths.get("ends", [])
        known = [Fraction(low) / 2 + Fraction(high) / 2 for low, high in ends]
        width = max((Fraction(high) - Fraction(low) for low, high in ends), default=Fraction(0))
        low, high = ends[-1] if ends else ("", "")
        yield name, "truth", f"{truths.get('cpu', 0):.4g}", low, high, "", f"{float(width):.2g}", truths.get("note", "")
        for contestant in self.accountants:
            found = self.least(name, contestant)
            cpu = f"{found['cpu']:.4g}" if "cpu" in found else ""
            yield name, contestant, cpu, *_judged(question, found, known)

    def least(self, name: str, contestant: str) -> dict[str, Any]:
        """The round with the least CPU time."""
        if contestant in self.slow:
            return {"note": f"over {self.limit} s at the first question"}
        best = self.run(name, contestant)
        if name == next(iter(QUESTIONS)) and best.get("note", "").startswith("over"):
            self.slow.add(contestant)
        for _ in range(ROUNDS - 1):
            if best.get("cpu", QUICK) < QUICK:
                best = min(best, self.run(name, contestant), key=lambda found: found.get("cpu", math.inf))
        return best

    def run(self, name: str, contestant: str) -> dict[str, Any]:
        """What a cell says."""
        server = self.servers.get(contestant) or self.started(contestant)
        assert server.stdin is not None
        assert server.stdout is not None
        print(name, file=server.stdin, flush=True)
        line = server.stdout.readline()
        if not line:
            return {"note": "fails: its process ended"}
        found: dict[str, Any] = json.loads(line)
        self.packages |= {found.pop("package", "")} - {""}
        return found

    def started(self, contestant: str) -> subprocess.Popen[str]:
        """The process of an accountant."""
        package = CONTESTANTS[contestant]().package if contestant in CONTESTANTS else ""
        command = [self.pythons.get(package, sys.executable), "-m", "benchmarks.noisy_sgd", "--serve", contestant]
        self.servers[contestant] = subprocess.Popen(
            [*command, "--limit", str(self.limit if package else 20 * self.limit)],
            cwd=Path(__file__).resolve().parents[1],
            env={**os.environ, **_ONE_THREAD},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return self.servers[contestant]


def serve(contestant: str, limit: int) -> None:
    """Reads names of questions and answers each by a fork; what packages print goes elsewhere."""
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    package = ""
    if contestant in CONTESTANTS:
        first = next(iter(QUESTIONS.values()))
        with contextlib.suppress(Exception):
            one = CONTESTANTS[contestant]()
            package = f"{one.package} {version(one.package)}"
            one.prepare(first.warm_up)
    for line in sys.stdin:
        print(json.dumps({"package": package} | _forked(line.strip(), contestant, limit)), file=told, flush=True)


def _forked(name: str, contestant: str, limit: int) -> dict[str, Any]:
    """What a cell says, from a child; a child that uses more CPU time than the limit is ended by the system."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "w") as end:
            end.write(json.dumps(_cell(name, contestant, limit)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as end:
        text = end.read()
    os.waitpid(child, 0)
    found: dict[str, Any] = json.loads(text) if text else {"note": f"over {limit} s"}
    return found


def _judged(question: Question, found: dict[str, Any], truths: list[Fraction]) -> tuple[str, ...]:
    """Its last answer, how far the farthest is off, and the widest."""
    ends = found.get("ends")
    if not ends:
        return "", "", "", "", found.get("note", "")
    low, high = ends[-1]
    at = spread(question.counts) if question.counts else range(len(ends))
    off = [
        float(Fraction(ends[k][1]) - truth) for k, truth in zip(at, truths, strict=True) if math.isfinite(ends[k][1])
    ]
    widths = [Fraction(up) - Fraction(down) for down, up in ends if down is not None and math.isfinite(up)]
    farthest = f"{max(off, key=abs):.3g}" if off else "inf" if not math.isfinite(high) else ""
    return (
        "" if low is None else repr(low),
        repr(high),
        farthest,
        f"{float(max(widths)):.2g}" if widths else "",
        found.get("note", ""),
    )


def _cell(name: str, contestant: str, limit: int) -> dict[str, Any]:
    """Asks one of them one question."""
    question = QUESTIONS[name]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(20 * limit)
    try:
        if contestant == "truth":
            before = _cpu()
            return {"ends": _truth(question), "cpu": _cpu() - before}
        one = CONTESTANTS[contestant]()
        version(one.package)
        if question.shell:
            return _shell(one, question)
        _allow(limit)
        one.ask(question.warm_up)
        _allow(limit)
        before = _cpu()
        ends = one.ask(question)
        return {"ends": ends, "cpu": _cpu() - before}
    except Exception as error:
        return {"note": _reason(error)}


def _allow(limit: int) -> None:
    """So many seconds of CPU time from now on."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(_cpu()) + limit + 1, resource.RLIM_INFINITY))


def _reason(error: Exception) -> str:
    """Why there is no answer, in one line."""
    names = {"Unanswered": "has no such function", "PackageNotFoundError": "is not installed"}
    kind = type(error).__name__
    return names.get(kind, f"fails: {kind}: {' '.join(str(error).split())[:80]}")


def _shell(one: Contestant, question: Question) -> dict[str, Any]:
    """The command from the start of its process to its end; once before, so that byte code is there."""
    command = one.command(question.parts[0], question.delta)
    command[0] = str(Path(sys.executable).parent / command[0])
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, env=environment, capture_output=True, check=True)
    before = _cpu()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return {"cpu": _cpu() - before, "note": "its table is not read"}


def _truth(question: Question) -> list[tuple[str, str]]:
    """Both ends to 40 digits, of counts those of `spread`; of a sigma ends between which its eps is the target."""
    import chartered as ch

    ours = Chartered()
    if question.target:
        return [_least_sigma(question)]
    ledger = ours.ledger(question.parts)
    counts = [question.counts[k] for k in spread(question.counts)] if question.counts else [1]
    found = [(ledger * n).epsilon(question.delta, digits=DIGITS) for n in counts]
    assert all(answer.side is ch.Side.EXACT for answer in found)
    return [(str(answer.lower_exact), str(answer.upper_exact)) for answer in found]


def _least_sigma(question: Question) -> tuple[str, str]:
    """The least sigma by secants on eps with 40 digits; the ends certainly have an eps above, and below the target."""
    from decimal import Decimal, getcontext

    getcontext().prec = DIGITS
    ((rate, _, runs),) = question.parts
    target = Decimal(question.target or "")

    def excess(sigma: Decimal) -> tuple[Decimal, Decimal]:
        found = Chartered().ledger(((rate, str(sigma), runs),)).epsilon(question.delta, digits=DIGITS)
        return Decimal(found.lower_exact or "") - target, Decimal(found.upper_exact or "") - target

    ((_, start),) = Chartered().ask(question)
    x, y = Decimal(start), Decimal(start) * (1 + Decimal("1e-6"))
    at_x, at_y = excess(x)[1], excess(y)[1]
    for _ in range(4):
        if at_x == at_y:
            break
        x, y, at_x = y, (y - at_y * (y - x) / (at_y - at_x)).quantize(Decimal("1e-30")), at_y
        at_y = excess(y)[1]
    around = Decimal("1e-25")
    low, high = y - around, y + around
    assert excess(low)[0] > 0 > excess(high)[1]
    return str(low), str(high)


def _cpu() -> float:
    """CPU seconds of this process and of the children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main()
