"""Files, functions and lines of the three packages, and of the second checker, stay as short as CONTRIBUTING says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("chartered_verify", "chartered", "chartered_plugins", "chartered_check")
FILE, FUNCTION, LINE = 300, 50, 120
"""Lines of a file and of a function, and letters of a line, at most."""
SHORT, SHARE = 30, 0.98
"""At least this share of all functions has fewer lines than this."""


def files() -> Iterator[tuple[str, str]]:
    """Every file of the three packages, as installed: its path from the package on, and its text."""
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            yield f"{package}/{path.relative_to(root).as_posix()}", path.read_text(encoding="utf-8")


def functions(name: str, text: str) -> Iterator[tuple[str, int]]:
    """Every function of a file, also inside others, with its lines from `def` to its end: what decorates it is not
    counted, for a claim's statement stands there, nor its docstring, which describes each argument."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if ast.get_docstring(node) else None
            said = 0 if first is None else lines_of(first)
            yield f"{name}:{node.lineno} {node.name}", lines_of(node) - said


@cache
def all_functions() -> dict[str, int]:
    """Every function of every file, with its lines."""
    return {where: n for name, text in files() for where, n in functions(name, text)}


def lines_of(node: ast.stmt) -> int:
    """The lines from the first one of a statement to its last one."""
    return node.end_lineno - node.lineno + 1


def too_long(lengths: dict[str, int], most: int) -> list[str]:
    """What is longer than it may be, the longest first."""
    return [f"{name}: {n} > {most}" for name, n in sorted(lengths.items(), key=lambda x: -x[1]) if n > most]


def test_no_file_is_too_long() -> None:
    """At most 300 lines each."""
    lengths = {name: len(text.splitlines()) for name, text in files()}
    assert len(lengths) > 400
    assert not too_long(lengths, FILE)


def test_no_function_is_too_long() -> None:
    """At most 50 lines each."""
    assert len(all_functions()) > 3000
    assert not too_long(all_functions(), FUNCTION)


def test_nearly_all_functions_are_short() -> None:
    """At least 98 % of them have fewer than 30 lines, in each package."""
    for package in PACKAGES:
        lengths = [n for where, n in all_functions().items() if where.startswith(f"{package}/")]
        short = sum(n < SHORT for n in lengths)
        assert short >= SHARE * len(lengths), f"{package}: {len(lengths) - short} of {len(lengths)} functions are long"


def test_no_line_is_too_long() -> None:
    """At most 120 letters each."""
    lengths = {
        f"{name}:{number}": len(line)
        for name, text in files()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LINE
    }
    assert not too_long(lengths, LINE)


def test_a_long_function_is_found_and_named() -> None:
    """Also one inside another one, and a method; what decorates it is not counted, nor what documents it."""
    inner = '    def g():\n        """One.\n\n        Two.\n        """\n        a = 1\n        return a\n'
    text = f"@hook(\n    1,\n)\ndef f():\n{inner}    return g\n\nclass C:\n    async def h(self): ...\n"
    lengths = dict(functions("x.py", text))
    assert lengths == {"x.py:4 f": 9, "x.py:5 g": 3, "x.py:15 h": 1}
    assert too_long(lengths, 2) == ["x.py:4 f: 9 > 2", "x.py:5 g: 3 > 2"]
