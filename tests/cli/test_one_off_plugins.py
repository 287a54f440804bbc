"""Plugins of one run: a file that is named on the command line, an installed plugin that is left out, what the host
asks of them, and whether they conform."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chartered.host import plugin_sources
from chartered.host.registry import registry
from strangers import HALF

CONVERSION = """
import chartered as ch

def profile(g):
    def delta(xp, eps, witness):
        rho = xp.number(g.rho)
        return xp.minimum(1, xp.exp(-(eps - rho) * (eps - rho) / (4 * rho)) / 2)

    return ch.Profile(delta=delta)

@ch.hook
def register_theorems():
    return [ch.Theorem("better.zcdp", ch.ZCDP, ch.Profile, profile, "Half of the usual delta.", "none")]
"""
ABOVE = """
import chartered as ch

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("half", "half of eps", (ch.Parameter("epsilon", "twice its guarantee"),))]

@ch.hook
def register_theorems():
    def bound(case):
        largest = case.number("epsilon") / 2
        delta = lambda xp, eps, witness: xp.positive(1 - xp.exp((eps - xp.number(largest)) / 2))
        return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=0, max_loss=largest))

    return [ch.Theorem("half.profile", ch.OnStep("half"), ch.Profile, bound, "That of Laplace.", "definition")]
"""
CLAIMED = (
    HALF
    + """
from chartered.proving import Notation, Proofs, Same, claims_of

BOOK = Proofs("half", "definition", notation=Notation(ranges={"x": (1, 2)}))
BOOK.identity("pure.doubled", "What is stated is twice its guarantee.", "definition", "all x", Same("", "2*(x/2)", "x"))

@ch.hook
def register_claims():
    return claims_of(BOOK)()
"""
)
FALSE = HALF.replace("/ 2)", "/ 2 - 1)")
LATER = "chartered_hook_spec = 2\n" + HALF
OPTIONAL = (
    HALF
    + """
@ch.hook(optionalhook=True)
def register_ledgers():
    raise AssertionError("nobody asks")
"""
)
QUESTION = ("epsilon", "half:epsilon=1,times=3", "--delta", "0")


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The environment, and the registry, are those of each test alone."""
    for name in (plugin_sources.FILES, "CHARTERED_TRACE"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("CHARTERED_BLOCK", "")
    registry.cache_clear()
    yield
    registry.cache_clear()
    for name in [name for name in sys.modules if name.startswith("chartered_file_")]:
        del sys.modules[name]


def written(folder: Path, source: str, name: str = "half_noise.py") -> Path:
    """A file."""
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


def test_a_file_is_a_plugin_for_one_run(process: Any, tmp_path: Path) -> None:
    """Its answers are a stranger's; the next run knows nothing of it."""
    path = written(tmp_path, HALF)
    ran = process("-p", path, *QUESTION, "--json")
    best = ran.json["answers"][0]
    assert (best["upper"], best["strangers"]) == (1.5, ["half-noise"])
    assert process(*QUESTION).status == 2
    assert process(*QUESTION, **{plugin_sources.FILES: str(path)}).status == 0
    listed = process("--plugin", path, "plugins", "--strangers", "--json").json
    assert [(one["name"], one["distribution"]) for one in listed["plugins"]] == [("half-noise", "half_noise.py")]
    assert listed["hook_spec"] == 1
    assert "half-noise" in process("-p", path, "plugins", "--strangers").out


def test_a_certificate_names_the_file_by_its_content(process: Any, tmp_path: Path) -> None:
    """It is accepted with the same file, and made by other versions without it or with another one."""
    path, certificate = written(tmp_path, HALF), tmp_path / "half.json"
    assert process("-p", path, *QUESTION, "--certificate", certificate).status == 0
    assert process("-p", path, "check", certificate).status == 0
    assert process("check", certificate).status != 0
    written(tmp_path, HALF.replace("/ 2", "/ 3"))
    assert process("-p", path, "check", certificate).status != 0


def test_an_installed_plugin_is_left_out(run: Any) -> None:
    """By its name; a name that none has is told."""
    run("-p", "no:laplace", "epsilon", "laplace:scale=1", "--delta", "0").refused("unknown step 'laplace'")
    registry.cache_clear()
    run("-p", "no:gaussin", "plugins").refused("CHARTERED_BLOCK names 'gaussin', and no plugin has that name")
    assert os.environ["CHARTERED_BLOCK"].startswith("laplace")


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("nothing", "-p nothing is no plugin; name a file such as mine.py, or no:NAME to leave one out"),
        ("none.py", "none.py' (-p, or CHARTERED_PLUGIN_FILES) is no file"),
    ],
)
def test_what_is_no_plugin_is_told(run: Any, chosen: str, words: str) -> None:
    """With what would be right."""
    run("-p", chosen, "plugins").refused(words)


def test_two_files_of_one_name_are_told(run: Any, tmp_path: Path) -> None:
    """A plugin's name is that of its file."""
    (tmp_path / "other").mkdir()
    both = written(tmp_path, HALF), written(tmp_path / "other", HALF)
    assert "are both plugin 'half-noise'" in run("-p", both[0], "-p", both[1], "plugins").err


def test_a_file_that_would_be_an_installed_plugin_is_told(run: Any, tmp_path: Path) -> None:
    """Nothing is overridden in silence."""
    path = written(tmp_path, HALF, "gaussian.py")
    assert "would be plugin 'gaussian', which is installed" in run("-p", path, "plugins").err


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("1/0\n", "cannot be imported: ZeroDivisionError"),
        (LATER, "needs hooks of version 2, these are of version 1; update chartered"),
    ],
)
def test_a_file_that_fails_is_named(run: Any, tmp_path: Path, source: str, why: str) -> None:
    """And does not stay half imported."""
    ran = run("-p", written(tmp_path, source), "plugins")
    assert f"plugin 'half-noise' (half_noise.py) {why}" in ran.err
    assert source == LATER or "chartered_file_half_noise" not in sys.modules


def test_an_optional_hook_that_is_not_known_is_left_alone(run: Any, tmp_path: Path) -> None:
    """One that is not optional is an error."""
    path = written(tmp_path, OPTIONAL)
    assert run("-p", path, *QUESTION).status == 0
    registry.cache_clear()
    plugin_sources._from_file.cache_clear()
    os.environ[plugin_sources.FILES] = ""
    written(tmp_path, OPTIONAL.replace("(optionalhook=True)", ""))
    assert "unknown hook 'register_ledgers'" in run("-p", path, *QUESTION).err


def test_what_is_asked_of_plugins_is_traced(process: Any, tmp_path: Path) -> None:
    """On standard error: the answer stays as it is."""
    path = written(tmp_path, HALF)
    traced, plain = (process("-p", path, *QUESTION, "--json", CHARTERED_TRACE=on) for on in ("1", ""))
    assert traced.json == plain.json
    assert plain.err == ""
    assert "chartered: plugin half-noise (half_noise.py " in traced.err
    assert "chartered: plugin half-noise: register_theorems, " in traced.err


def test_a_plugin_that_conforms(process: Any, tmp_path: Path) -> None:
    """The kit runs on a plugin, by its name or that of its distribution."""
    path = written(tmp_path, HALF)
    ran = process("-p", path, "plugins", "check", "half_noise.py", "--json")
    assert ran.status == 0
    assert [(one["name"], one["conforms"], one["why"]) for one in ran.json["plugins"]] == [("half-noise", True, None)]
    said = process("-p", path, "plugins", "check", "half-noise").out
    assert "half-noise (half_noise.py " in said
    assert "conforms; it has no claim, so that its theorems are taken as they are stated" in said
    assert "did you mean half-noise?" in process("-p", path, "plugins", "check", "half_noise").err


def test_the_claims_of_a_plugin_that_conforms_are_counted(process: Any, tmp_path: Path) -> None:
    """They are asked for before they are counted."""
    ran = process("-p", written(tmp_path, CLAIMED), "plugins", "check", "half-noise")
    assert "conforms; of its 1 claim none is refuted" in ran.out


def test_a_profile_from_above_is_composed_by_the_accountant_that_is_named(process: Any, tmp_path: Path) -> None:
    """As it is where none is named."""
    path = written(tmp_path, ABOVE)
    asked = "-p", path, "epsilon", "half:epsilon=2,times=20", "--delta", "1e-5", "--json"
    named, unnamed = (process(*asked, *more).json["answers"][0] for more in (("--accountant", "loss-distribution"), ()))
    assert named["upper"] == unnamed["upper"]


def test_a_plugin_that_does_not_conform(process: Any, tmp_path: Path) -> None:
    """Exit status 1, and the first reason."""
    ran = process("-p", written(tmp_path, FALSE), "plugins", "check", "half-noise")
    assert ran.status == 1
    assert "does not conform: " in ran.out


def test_theorems_alone_are_tried_on_well_known_steps(process: Any, tmp_path: Path) -> None:
    """A conversion that is too small by a constant is contradicted by what is exact."""
    path = tmp_path / "better.py"
    path.write_text(CONVERSION)
    ran = process("-p", str(path), "plugins", "check", "better")
    assert ran.status == 1
    assert "two theorems contradict each other" in ran.out
    assert "theorem better.zcdp" in ran.out


def test_what_to_check_is_said(run: Any) -> None:
    """Another word, and a name that nobody has."""
    assert "write chartered plugins, or chartered plugins check NAME" in run("plugins", "list").err
    assert "no plugin and no distribution is called 'nobody'" in run("plugins", "check", "nobody").err
