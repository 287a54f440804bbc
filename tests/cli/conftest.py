"""How the tests of the command line run it as a process of its own; and a stranger's plugin, installed
for one test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import chartered as ch
import pytest

from ..command import Ran, Run as Run


@pytest.fixture
def process() -> Callable[..., Ran]:
    """Runs the command line as a process, with more environment if wanted."""

    def command(*arguments: object, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "chartered", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=120,
            env=os.environ | environment,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return command


CLAIMS = '''
import time
import click
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided


SOURCE = "Stranger 2021, Theorem 1"


def claim(name, verdict, kind=Kind.IDENTITY, **more):
    return Claim(f"stranger.{name}", kind, f"statement of {name}", SOURCE, "x > 0", lambda effort: verdict, **more)


@ch.hook
def register_claims():
    print_form = {"printed": "1 + 1 = 3", "corrected": "1 + 1 = 2"}
    return [
        claim("T1.holds", Proved("by hand", hunted=7)),
        claim("T1.looks-right", Supported("sampled", points=12, digits=50)),
        claim("T2.open", Undecided("cut", left="x < 1")),
        claim("T2.slow", Proved("by patience"), slow=True),
        claim("E1", Proved("1 + 1 is 2"), Kind.ERRATUM, **print_form),
    ]


@ch.hook
def register_theorems():
    takes, gives = ch.OnStep("gaussian"), ch.Pure
    return [ch.Theorem("stranger.T1", takes, gives, lambda case: None, "Says nothing.", SOURCE, latex="x",
        conditions=never)]


def never(case):
    """It never applies."""
    return "it never applies"


@ch.hook
def register_commands():
    @click.command(short_help="Greets.")
    def greet():
        click.echo("good day")
        return 5

    @click.command()
    def stumble():
        raise RuntimeError("a plugin stumbled")

    return [greet, stumble]
'''
"""A plugin with a claim of each verdict but one, a theorem, and commands."""

REFUTED = """
import chartered as ch
from chartered_verify.statements.claim import Claim, Kind
from chartered_verify.statements.verdict import Refuted


@ch.hook
def register_claims():
    return [Claim("stranger.false", Kind.INEQUALITY, "1 > 2", "nobody", "everywhere", lambda effort: Refuted("look",
        {"x": float("inf")}))]
"""


def install(folder: Path, module: str, source: str, name: str = "stranger") -> Path:
    """Lays out an installed distribution with one entry point, as an installer would. Returns the folder for the search
    path."""
    folder.mkdir(exist_ok=True)
    info = folder / f"{name}-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n")
    (info / "entry_points.txt").write_text(f"[chartered]\n{name} = {module}\n")
    (folder / f"{module}.py").write_text(source)
    return folder


@pytest.fixture
def installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Installs a stranger's plugin for this test; the papers' claims are left out."""
    modules: list[str] = []
    monkeypatch.setenv("CHARTERED_BLOCK", "conversion")

    def plugin(source: str, name: str = "stranger") -> Path:
        module = f"stranger_{tmp_path.name.replace('-', '_')}"
        folder = install(tmp_path / "site", module, source, name)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        ch.registry.cache_clear()
        modules.append(module)
        return folder

    yield plugin
    for module in modules:
        sys.modules.pop(module, None)
    ch.registry.cache_clear()


@pytest.fixture
def stranger(installs: Callable[[str], Path]) -> Path:
    """A well-behaved stranger's plugin."""
    return installs(CLAIMS)


@pytest.fixture
def refuted(installs: Callable[[str], Path]) -> Path:
    """A plugin whose one claim is false."""
    return installs(REFUTED)


@pytest.fixture
def ours_left_out(installs: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own plugins, but that of `verify`, are left out, so that only a stranger's claims are tried."""
    every = (plugin for plugin in ch.registry().plugins if plugin.distribution == "chartered")
    ours = [plugin.name for plugin in every if plugin.name != "verification"]
    monkeypatch.setenv("CHARTERED_BLOCK", ",".join(["conversion", *ours]))
