"""docs/trust.md: which modules, and how many lines, must be right for an accepted certificate to be true. Counted, not
estimated."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import chartered as ch
import in_coq
from chartered.output.html.numbers import share
from chartered.proof.coq.file import coq_file
from chartered.proof.export import proof_from
from marking import code, table
from wrapping import wrapped

HERE = Path(__file__).resolve().parent
CASES: dict[str, tuple[str, dict[str, str]]] = {
    "1000 runs of Gaussian noise, exactly": ("gaussian:sigma=20,times=1000", {"delta": "1e-5"}),
    "the same by the Renyi curve and Theorem 3": (
        "gaussian:sigma=20,times=1000",
        {"delta": "1e-5", "accountant": "asoodeh2020.T3"},
    ),
    "50 runs of pure 0.2-DP, optimally": ("pure:epsilon=0.2,times=50", {"delta": "1e-5", "accountant": "optimal"}),
    "noisy SGD": ("poisson:rate=256/60000/gaussian:sigma=1.1,times=14000", {"delta": "1e-5"}),
    "10000 shuffled reports": (
        "shuffled:n=10000/randomized-response:epsilon=1",
        {"delta": "1e-5", "accountant": "feldman2021.clones"},
    ),
    "the mu of Laplace noise": ("laplace:scale=1,sensitivity=2", {}),
    "the noise that 1000 runs need": ("gaussian:times=1000", {"solve": "sigma", "epsilon": "8", "delta": "1e-5"}),
}
"""Certificates whose check is watched: the step, and what is asked (a parameter that meets a target; without a delta:
mu)."""
OUTSIDE = frozenset({"flint", "pluggy", "msgspec", "typing_extensions"})
"""What else may be loaded, beside Python's own library: ball arithmetic, the calling of hooks, and classes of values,
for which msgspec loads typing_extensions where that is installed."""
COLUMNS = ("check of", "loaded:", "at work:", "their lines:", "lines that run:")
FLOORS = {
    "chartered_verify": "mathematics",
    "chartered": "ledgers, paths, certificates",
    "chartered_plugins": "theorems",
}
_NO_CODE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)

_HEAD = """# What an accepted certificate rests on

`chartered check` accepts a certificate if the theorems on its path lead to the stated bound. For that bound to be true
of what touched the data, four things must be right.

1. **The lines below.** The check derives the bound again from the certificate alone. No search and no optimiser takes
   part: what they found is in the certificate, as a witness, and any witness gives a sound bound. An error in a search
   costs tightness, never truth, and none of its lines is counted here.
2. **The theorems on the path.** `chartered explain NAME` names the source of each, `chartered verify NAME` tries its
   claims, and [verdicts](verdicts.md) tells how many are proved by machine. What no machine tried is proved in the
   source, or in the words of a claim. Where a print is wrong, [errata](errata.md) says so.
3. **What is outside.** Python and its standard library, python-flint with FLINT (Arb) for ball arithmetic, pluggy for
   the calling of hooks, msgspec for classes of values. Neither NumPy nor SciPy, SymPy or mpmath is loaded.
4. **The world.** That the program ran the mechanisms of the ledger, on the data and with the noise that the ledger
   states. `chartered report` says on every statement what it does not cover.

The arithmetic need not be ours: an answer whose path consists of formulas is [exported as a proof](howto-proof.md), and
a second checker, which shares no line with these, proves its numbers. So does [Coq](howto-proof.md#with-coq), a proof
assistant, from its own real numbers. That the expression is what the theorems say is still seen to by these lines.

A changed leaf of a certificate is refused by its digest. Whoever writes a new digest is refused by the derivation,
unless all that was changed says less: a wider interval, a noisier parameter, another witness for the same. A test tries
thousands of them, of every kind of answer, and decides apart from the check whether what was accepted is true; holes
made in the check on purpose are found by it.

## Counted

"""
_BETWEEN = """
*Loaded* are the modules of Chartered's three packages that the check imports: every plugin, since each may bring the
theorem that is named. *At work* are those of which a function runs. *Lines that run* are the lines of these functions,
without blank lines, comments and docstrings; what runs while modules are imported and plugins name their theorems does
not count. So the truth of one of these certificates hangs on between {least} and {most} lines.

## By a proof assistant

{proved} of these {all} certificates are exported as files whose numbers Coq proves; the theorems on their paths are
its named assumptions. A test in the full tier has Coq read files of every such kind of answer.

{coq}
Of {claims} claims that are inequalities, and proved by machine, Coq accepts every step of {accepted}, over the whole
domain of each step ({share}), from the axioms of its real numbers and, where intervals decide, of the machine's whole
numbers. {inequalities} of these have an inequality among their steps; the others follow from equations and derivatives.
That the steps suffice for the claim is a sentence in each file, which a person reads. {unstated} have no file, since a
step is a limit, is tried case by case or is about the normal distribution function; of {open} Coq does not accept the
script of some step, which says nothing against them. `docs/pages/in_coq.json` has the result of each, and a test in the
full tier has Coq read all that it accepts.

## At work

"""
_TAIL = """
This page is written by `python docs/pages/write.py trust`. A test watches the checks again: nothing else is loaded, and
the numbers are right to within a tenth; in the full tier it compares the modules at work as well.
"""


@dataclass(frozen=True)
class Watched:
    """What one check loaded and ran."""

    loaded: frozenset[str]
    ours: dict[str, str]
    work: list[tuple[str, int, int]]
    coq: str = ""
    """Why its certificate has no file for Coq."""

    @property
    def modules(self) -> list[str]:
        """The modules at work."""
        return sorted({module for module, _, _ in self.work})

    @property
    def outside(self) -> set[str]:
        """The packages that are neither ours nor Python's; names that begin with an underscore are parts of these."""
        tops = {name.split(".")[0] for name in self.loaded} - set(sys.stdlib_module_names) - set(FLOORS)
        return {top for top in tops if not top.startswith(("_", "cython"))}

    def lines(self) -> int:
        """The lines of code of the functions that ran."""
        return sum(len(code_lines(self.ours[module]) & self._ran(module)) for module in self.modules)

    def whole(self) -> int:
        """The lines of code of the modules at work."""
        return sum(len(code_lines(self.ours[module])) for module in self.modules)

    def _ran(self, module: str) -> set[int]:
        return {line for name, first, last in self.work if name == module for line in range(first, last + 1)}


def page(jobs: int = 1, results: Path | None = None) -> str:
    """The page, every check watched."""
    return page_of(watched())


def page_of(found: dict[str, Watched]) -> str:
    """The page of what was watched."""
    rows = [
        [name, *map(str, (len(one.ours), len(one.modules), one.whole(), one.lines()))] for name, one in found.items()
    ]
    shown = table(COLUMNS, rows)
    lines = sorted(one.lines() for one in found.values())
    coq = table(("certificate of", "its numbers in Coq"), [[name, one.coq or "proved"] for name, one in found.items()])
    proved = sum(not one.coq for one in found.values())
    between = _BETWEEN.format(least=lines[0], most=lines[-1], proved=proved, all=len(found), coq=coq, **_claims())
    return wrapped(_HEAD + shown + between + _lists(found) + _TAIL)


def _claims() -> dict[str, object]:
    """What the page says of claims in Coq."""
    told, results = in_coq.shares(in_coq.kept().values()), list(in_coq.kept().values())
    return {
        "claims": told["all"],
        "accepted": told["proved"],
        "share": share(told["proved"], told["all"]),
        "inequalities": told["inequalities"],
        "unstated": sum(one["coq"] == "none" for one in results),
        "open": sum(one["coq"] == "open" for one in results),
    }


def watched(names: Iterable[str] = tuple(CASES)) -> dict[str, Watched]:
    """These cases, each checked in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: _watch(Path(folder, "run.cert.json"), *CASES[name]) for name in names}


def _watch(path: Path, step: str, asked: dict[str, str]) -> Watched:
    answer = (
        ch.calibrate(step, **asked)
        if "solve" in asked
        else ch.Ledger(step).epsilon(**asked)
        if asked
        else ch.Ledger(step).mu()
    )
    answer.certificate().save(path)
    done = subprocess.run(
        [sys.executable, str(HERE / "at_work.py"), str(path)], capture_output=True, text=True, check=True, timeout=120
    )
    told = json.loads(done.stdout)
    work = [tuple(one) for one in told["work"]]
    return Watched(frozenset(told["loaded"]), told["ours"], work, _not_in_coq(path))


def _not_in_coq(path: Path) -> str:
    """Why a certificate has no file for Coq; empty if it has one."""
    try:
        coq_file(proof_from(path))
    except ch.CharteredError as error:
        return "no: " + str(error).partition("cannot be recorded: ")[2].partition(";")[0]
    return ""


def _lists(found: dict[str, Watched]) -> str:
    """The modules at work in every check, and what each check adds."""
    always = set.intersection(*(set(one.modules) for one in found.values()))
    parts = [f"In every check:\n\n{_listed(always)}"]
    parts += [f"And for {name}:\n\n{_listed(set(one.modules) - always)}" for name, one in found.items()]
    return "\n".join(parts)


def _listed(modules: set[str]) -> str:
    by_floor = {floor: sorted(module for module in modules if module.split(".")[0] == floor) for floor in FLOORS}
    return "".join(f"- {FLOORS[floor]}: {', '.join(map(code, names))}\n" for floor, names in by_floor.items() if names)


def code_lines(file: str) -> set[int]:
    """The numbers of the lines that hold code: no blank lines, comments or docstrings."""
    text = Path(file).read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for token in tokens if token.type not in _NO_CODE for line in range(token.start[0], token.end[0] + 1)}
    return lines - {line for node in ast.walk(ast.parse(text)) for line in _words(node)}


def _words(node: ast.AST) -> range:
    """The lines of a text that stands alone: a docstring."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)
