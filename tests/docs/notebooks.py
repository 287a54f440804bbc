"""Runs the cells of one notebook, in order and in one namespace, and compares what they give with what the notebook
shows; with --update it rewrites that.

A notebook is JSON (nbformat 4.5). A cell gives what it prints, and the last expression's repr if that is not None, as
Jupyter does with plain text. No kernel is started, so that nothing else is to be installed. Used as
`python tests/docs/notebooks.py NOTEBOOK [--update]`, in a folder of its own; warnings are errors."""

from __future__ import annotations

import ast
import io
import json
import os
import sys
import tempfile
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any


def run(notebook: Path, update: bool) -> None:
    """Every cell. Raises AssertionError with the cell that gives something else, and what."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for cell in document["cells"]:
            if cell["cell_type"] != "code":
                continue
            count += 1
            given = _outputs("".join(cell["source"]), names, count)
            if update:
                cell["outputs"], cell["execution_count"] = given, count
            said = f"{notebook.name}, cell {count}, gives\n{json.dumps(given, indent=1)}"
            assert (cell["outputs"], cell["execution_count"]) == (given, count), said
        os.chdir(notebook.parent)
    if update:
        notebook.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell gives, as a notebook stores it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        shown = {"text/plain": _lines(repr(value))}
        found.append({"data": shown, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    warnings.simplefilter("error")
    run(Path(sys.argv[1]).resolve(), "--update" in sys.argv[2:])
