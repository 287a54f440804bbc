"""Runs the code blocks of one page, in order and in one place; with --update it rewrites the outputs that the page
shows.

python: executed in the page's namespace, warnings are errors. pycon: compared as doctest does. console: each `$ ` line
of chartered, pytest, cat, ls, sed or echo is run in the page's folder and compared with what is shown under it; `...`
stands for any text, and as a line for any lines; lines of progress, which a slow machine prints, are left out. A block
whose first line is `# NAME.py` or `# NAME.toml` becomes that file, with `, continued` the rest of it. `$ pip install`
makes the plugin in the page's pyproject.toml known. Used as `python tests/docs/pages.py PAGE [--update] [--warnings]`;
with the last, warnings of other packages are let pass."""

from __future__ import annotations

import doctest
import gc
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import warnings
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# ([\w.-]+\.(?:py|toml))(, continued)?\n")
PROGRESS = re.compile(r"^chartered: \d+ of \d+ claims tried after .*\n", re.MULTILINE)
RUN = ("chartered ", "pytest ", "cat ", "ls", "sed ", "echo ")


def run(page: Path, update: bool) -> None:
    """Every block of the page, in a folder of its own. Raises AssertionError with the line at which page and program
    differ."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.path.insert(0, folder)
        shown = BLOCK.sub(lambda block: _block(block, page, text, names, update), text)
        os.chdir(page.parent)
    if update:
        page.write_text(shown, encoding="utf-8")


def _block(block: re.Match[str], page: Path, text: str, names: dict[str, Any], update: bool) -> str:
    kind, body = block.groups()
    line = text.count("\n", 0, block.start(2))
    if name := FILE.match(body):
        with Path(name[1]).open("a" if name[2] else "w", encoding="utf-8") as file:
            file.write(body)
    elif kind == "python":
        exec(compile("\n" * line + body, str(page), "exec"), names)
    elif kind == "pycon":
        test = doctest.DocTestParser().get_doctest(body, names, page.name, str(page), line)
        failed = doctest.DocTestRunner(verbose=False).run(test, clear_globs=False).failed
        assert not failed, f"{page}:{line + 1}: {failed} examples differ"
        names.update(test.globs)
    elif kind == "console":
        return f"```console\n{_session(body, f'{page}:{line + 1}', update)}```"
    return block.group()


def _session(body: str, where: str, update: bool) -> str:
    shown = ""
    for part in filter(None, re.split(r"^(?=\$ )", body, flags=re.MULTILINE)):
        command, _, expected = part.partition("\n")
        shown += part
        if command.startswith("$ pip install"):
            _install(Path("pyproject.toml"))
        elif command.startswith(RUN, 2):
            found = _output(command[2:])
            assert "Traceback" not in found, f"{where}: {command}\n{found}"
            if update:
                shown = shown[: -len(part)] + f"{command}\n" + (expected if _same(expected, found) else found)
            else:
                assert _same(expected, found), (
                    f"{where}: {command}\nthe page shows:\n{expected}\nthe command prints:\n{found}"
                )
        else:
            raise AssertionError(f"{where}: {command!r} is no command that this page may run")
    return shown


def _output(command: str) -> str:
    bin_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": bin_first, "NO_COLOR": "1", "PYTHONPATH": os.getcwd(), "COLUMNS": "120"}
    done = subprocess.run(
        command,
        shell=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
    )
    return PROGRESS.sub("", "".join(f"{line.rstrip()}\n" for line in done.stdout.decode().splitlines()))


def _same(expected: str, found: str) -> bool:
    """Whether this was found, where ... is anything. Columns of a table are as wide as the digits that a machine finds,
    so that how many spaces part them does not count."""
    lines = (
        (r"(?:.*\n)*" if line == "..." else re.escape(_folded(line)).replace(r"\.\.\.", ".*") + "\n")
        for line in expected.splitlines()
    )
    return re.fullmatch("".join(lines), "".join(f"{_folded(line)}\n" for line in found.splitlines())) is not None


def _folded(line: str) -> str:
    return re.sub(" {2,}", "  ", line.rstrip())


def _install(project: Path) -> None:
    """What an installer does for a pure module beside its pyproject.toml: the metadata that entry points are read
    from."""
    about = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    info = Path(f"{about['name'].replace('-', '_')}-{about['version']}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
    groups = (
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items())
        for group, points in about["entry-points"].items()
    )
    (info / "entry_points.txt").write_text("".join(groups))


if __name__ == "__main__":
    gc.set_threshold(50_000, 20, 20)  # as for a command: a search for cycles after each 700 objects takes a fifth
    warnings.simplefilter("ignore" if "--warnings" in sys.argv[2:] else "error")
    run(Path(sys.argv[1]).resolve(), "--update" in sys.argv[2:])
