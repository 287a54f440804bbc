"""Words of our own that gave way to the field's, and may not come back. Whoever renames in a folder adds a line here.

A word stands in `NAMES` where only what the code names may not have it (the word has a plain meaning in prose), and in
`PROSE` where texts may not have it either. With it stands the word to use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import chartered
import chartered_plugins
import chartered_verify
import pytest

REGISTRY, PLUGINS, VERIFY = "registry/chartered", "plugins/chartered_plugins", "verify/chartered_verify"
PACKAGES = {REGISTRY: chartered, PLUGINS: chartered_plugins, VERIFY: chartered_verify}
"""Where they stand in the repository; a test of the wheel finds them where they are installed."""

PROSE = {
    "privacy losses": {
        "joined": "pld, dominating_pair, LossDistribution",
        "dot": "grid point",
        "dots": "grid; the method is connect_the_dots",
        "lattice": "grid",
        "cell": "mass",
        "cells": "masses",
        "heads": "upper_tails",
        "endless": "infinity_mass, unbounded",
        "drift": "mean_loss",
        "energy": "variance_proxy",
    },
    "sums of losses": {"energy": "variance_proxy", "drift": "mean_loss", "joined": "pld"},
    "numerics and proofs": {
        "chart": "region",
        "climb": "local_maximum",
        "coded": "FormulaCode, branch_points",
        "contact": "zeros",
        "cup": "convex_near_zero",
        "decay": "asymptotic",
        "gauge": "least_mu",
        "heard": "evaluated, reported",
        "hunting": "branch and bound, search",
        "judge": "sign_test",
        "misuse": "inadmissible",
        "stuck": "undecided",
        "told": "reported, given",
        "unread": "UNSUPPORTED",
        "wave": "ExponentialBounds",
        "waves": "sums of exponentials",
    },
}
NAMES = {
    "privacy losses": {
        "crowd": "blanket_sizes, participants",
        "doubled": "convolve",
        "fails": "failure_event",
        "few": "intervals",
        "fewest": "COARSE",
        "head": "upper_tails, cdf",
        "lies": "flips",
        "near": "guess",
        "seen": "removal",
        "told": "placed, reported",
        "together": "compose",
        "turned": "swapped",
        "unseen": "addition",
        "ways": "directions",
    },
    "sums of losses": {"crowd": "blanket_sizes, participants", "lies": "flips"},
    "numerics and proofs": {
        "asked": "evaluated",
        "corner": "vertex, branch_point",
        "corners": "vertices",
        "crossing": "threshold",
        "far": "asymptotic, bounds",
        "gap": "difference",
        "look": "test, margin",
        "looked": "evaluated, processed",
        "meant": "domain, equality",
        "miss": "residual",
        "parabola": "quadratic",
        "peak": "local_maximum",
        "rate": "derivative",
        "reach": "range_enclosure, extension",
        "rests": "critical_zero",
        "said": "stated",
        "slopes": "gradient, duals",
        "span": "interval, bracket",
        "spans": "intervals",
        "turned": "orientation",
        "turning": "switching",
        "view": "subproblem",
    },
}
FOLDERS = {
    f"{PLUGINS}/loss_distribution": "privacy losses",
    f"{PLUGINS}/composition": "privacy losses",
    f"{PLUGINS}/subsampling/loss_distribution.py": "privacy losses",
    f"{PLUGINS}/subsampling/formulas/removal_and_addition.py": "privacy losses",
    f"{PLUGINS}/subsampling/claims/sampled_losses.py": "privacy losses",
    f"{PLUGINS}/subsampling/claims/sampled_losses_cases.py": "privacy losses",
    f"{PLUGINS}/subsampling": "sums of losses",
    f"{PLUGINS}/shuffling": "sums of losses",
    f"{PLUGINS}/checkins": "sums of losses",
    VERIFY: "numerics and proofs",
}
"""Which words may not come back in a folder, or in a file."""
PHRASES = re.compile(r"connect[ _]the[ _]dots|corner[ _]?hunt|_parabola", re.IGNORECASE)
"""The field's own, which hold such a word."""
RIDDLES = {
    "so many": "the number, by its symbol",
    "is told": "receives, is given",
    "is asked": "is called, is requested",
    "asked for": "requested",
    "who asks": "the caller",
    "looked at": "examined, evaluated",
    "looked for": "searched",
    "in vain": "without success",
    "what is left": "the remainder, and of what",
    "what it has": "the values, by name",
    "gives everything away": "discloses everything",
    "ever smaller": "arbitrarily small",
    "a stranger's": "of a third-party plugin",
    "else's": "of another user",
    "speaks for": "is evidence for",
    "what comes of": "the verdict, the result",
    "what became of": "the verdict, the outcome",
    "what ships": "the registered code",
    "what stands": "the text, the code, by name",
    "is said": "is stated",
    "are told": "receive, are reported to",
    "somebody": "the user, a caller",
    "but for": "except",
    "so often": "the number, by its symbol",
    "hears of": "is called with, receives",
    "hand on": "pass on",
}
"""Phrases of docstrings that a reader had to solve, and what to write."""
PLAIN = (REGISTRY, PLUGINS, VERIFY)
"""Packages whose docstrings have none of them."""
SEARCHED = {
    "dominating pair": f"{PLUGINS}/loss_distribution/formulas/connect_the_dots.py",
    "PLD": f"{PLUGINS}/loss_distribution/from_profiles.py",
    "privacy loss distribution": f"{PLUGINS}/loss_distribution/accountant.py",
    "connect the dots": f"{PLUGINS}/loss_distribution/formulas/connect_the_dots.py",
    "discreti": f"{PLUGINS}/loss_distribution/formulas/grid_loss.py",
    "truncat": f"{PLUGINS}/loss_distribution/search/grid.py",
    "hockey-stick": f"{PLUGINS}/subsampling/formulas/removal_and_addition.py",
    "upper tail": f"{PLUGINS}/composition/formulas/finite_loss.py",
    "branch and bound": f"{VERIFY}/inequality/branch_and_bound.py",
    "natural interval extension": f"{VERIFY}/boxes/range_enclosure.py",
    "mean-value form": f"{VERIFY}/boxes/range_enclosure.py",
    "forward-mode": f"{VERIFY}/arithmetic/dual.py",
    "extended intervals": f"{VERIFY}/arithmetic/interval.py",
    "interval Newton": f"{VERIFY}/numeric/interval_newton.py",
    "compactified": f"{VERIFY}/boxes/region.py",
    "Hessian": f"{VERIFY}/inequality/zeros_on_faces.py",
}
"""What somebody who knows the field greps for, and a file that must be among those found."""


def place(name: str) -> Path:
    """Where a folder or a file of the repository stands, in the checkout or where its package is installed."""
    package = next(known for known in PACKAGES if name.startswith(known))
    return Path(str(PACKAGES[package].__file__)).parent / name.removeprefix(package).lstrip("/")


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What the code names itself: functions, classes, parameters, variables, fields and aliases."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.alias) and node.asname:
            yield getattr(node, "lineno", 0), node.asname


def prose_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Docstrings, statements, messages: texts of more than one word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def docstrings_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Docstrings of modules, classes and functions, and texts below an assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def phrases_in(text: str) -> list[str]:
    """The phrases of a text, also over a line break."""
    joined = " ".join(text.lower().split())
    return [phrase for phrase in RIDDLES if phrase in joined and re.search(rf"\b{re.escape(phrase)}\b", joined)]


def riddles_in(source: str) -> list[str]:
    """Each such phrase in a docstring, with its line and what to write; few files have one anywhere, and are parsed."""
    return [
        f"line {line}: {phrase!r}; write {RIDDLES[phrase]}"
        for line, text in (docstrings_in(ast.parse(source)) if phrases_in(source) else ())
        for phrase in phrases_in(text)
    ]


def words_of(text: str) -> set[str]:
    """The words of a name or of a text, in lower case."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", PHRASES.sub(" ", text))
    return set(re.findall(r"[a-z]+", spaced.lower()))


def found_in(source: str, subject: str) -> list[str]:
    """Each word of the subject that the source has, with its line and the word to use."""
    tree, prose = ast.parse(source), PROSE[subject]
    names = prose | NAMES[subject]
    found = [(line, text, names) for line, text in names_in(tree)]
    found += [(line, text, prose) for line, text in prose_in(tree)]
    return [
        f"line {line}: {word!r} in {text[:60]!r}; say {known[word]}"
        for line, text, known in found
        for word in sorted(words_of(text) & known.keys())
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_words_that_gave_way_do_not_come_back(folder: str) -> None:
    """Neither in names nor in texts; the error has the word to use."""
    found_at = place(folder)
    files = sorted(found_at.rglob("*.py")) if found_at.is_dir() else [found_at]
    assert files
    found = [f"{file.name}, {what}" for file in files for what in found_in(file.read_text("utf-8"), FOLDERS[folder])]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("folder", PLAIN)
def test_docstrings_ask_no_riddles(folder: str) -> None:
    """In product code and its claims; the error has what to write."""
    files = sorted(place(folder).rglob("*.py"))
    assert files
    found = [f"{file.name}, {what}" for file in files for what in riddles_in(file.read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_a_riddle_is_found_over_a_line_break_but_not_in_a_message() -> None:
    """Docstrings and texts below an assignment count, messages do not."""
    source = 'X = 1\n"""What is\nleft."""\ndef f():\n    """As so many are."""\n    raise ValueError("is asked for")\n'
    assert [what.split(";")[0] for what in riddles_in(source)] == ["line 2: 'what is left'", "line 5: 'so many'"]


def test_a_word_is_found_in_names_and_in_texts() -> None:
    """In parts of names, too; the field's own phrase is let through, and so is a word of names in prose."""
    source = (
        'def joined_pair(near):\n    """Where cells lie near each other."""\n    dots_ = 1\n    connect_the_dots = 2\n'
    )
    found = found_in(source, "privacy losses")
    assert [what.split(":")[1].split(" in ")[0].strip() for what in found] == [
        "'joined'",
        "'near'",
        "'dots'",
        "'cells'",
    ]


@pytest.mark.parametrize(("term", "file"), SEARCHED.items())
def test_what_the_field_greps_for_leads_to_the_right_file(term: str, file: str) -> None:
    """Whoever knows the term finds the code."""
    assert term.lower() in " ".join(place(file).read_text("utf-8").lower().split())
