"""Who may import whom: plugins -> registry -> verify, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec, resolve_name
from pathlib import Path

import chartered as ch

MAY_IMPORT = {
    "verify": {"verify"},
    "registry": {"registry", "verify"},
    "formulas": {"formulas", "verify"},
    "kinds": {"kinds", "formulas", "registry", "verify"},
    "search": {"search", "kinds", "formulas", "registry", "verify"},
    "claims": {"claims", "kinds", "formulas", "registry", "verify"},
    "simulation": {"simulation", "formulas", "registry", "verify"},
    "plugin": {"kinds", "formulas", "registry", "verify"},
}
"""For each room, the rooms that its modules may import. A plugin is a room of its own."""
LATER = {"plugin": {"search", "claims", "simulation"}, "kinds": {"search"}, "claims": {"search", "plugin"}}
"""What they may import inside a function: a search or a simulation when it is asked for, and the code that a claim is about."""
HEAVY = {"numpy", "scipy", "sympy", "mpmath", "matplotlib", "rich", "click"}


def room(module: str) -> str | None:
    """The room that a module is in; None for what is not ours."""
    package, _, rest = module.partition(".")
    if package != "chartered_plugins":
        return {"chartered_verify": "verify", "chartered": "registry"}.get(package)
    first = rest.split(".")[0]
    return first if first in MAY_IMPORT else "plugin"


def modules() -> Iterator[tuple[str, bool, ast.Module]]:
    """Every module of the three packages, as installed: name, whether it is a package, and its syntax tree."""
    for package in ("chartered_verify", "chartered", "chartered_plugins"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            parts = (package, *path.relative_to(root).with_suffix("").parts)
            is_package = parts[-1] == "__init__"
            yield ".".join(parts[:-1] if is_package else parts), is_package, ast.parse(path.read_text(encoding="utf-8"))


def imports(name: str, is_package: bool, tree: ast.AST, lazy: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules that a module imports, with absolute names, and whether only inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = name if is_package else name.rpartition(".")[0]
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else str(node.module)
            yield base, lazy
            yield from ((f"{base}.{alias.name}", lazy) for alias in node.names if find_spec_safely(f"{base}.{alias.name}"))
        else:
            yield from imports(name, is_package, node, lazy or isinstance(node, ast.FunctionDef | ast.Lambda))


def find_spec_safely(name: str) -> bool:
    """Whether the name is a module of ours, without running it."""
    if room(name) is None:
        return False
    parent, _, last = name.rpartition(".")
    spec = find_spec(parent)
    folders = spec.submodule_search_locations if spec is not None else None
    return any((Path(folder) / f"{last}.py").exists() or (Path(folder) / last).is_dir() for folder in folders or ())


def test_nothing_imports_upward() -> None:
    """Each module imports only rooms below its own, and a plugin no other plugin."""
    wrong, seen = [], 0
    for name, is_package, tree in modules():
        if name == "chartered_plugins":
            continue
        for target, lazy in imports(name, is_package, tree):
            own, other = room(name), room(target)
            if own is None or other is None or target in (name, "chartered_plugins"):
                continue
            seen += 1
            if other not in MAY_IMPORT[own] | (LATER.get(own, set()) if lazy else set()):
                wrong.append(f"{name} ({own}) imports {target} ({other})")
    assert not wrong
    assert seen > 100


def test_the_table_catches_an_upward_import() -> None:
    """The reader of imports sees relative, absolute and nested ones."""
    tree = ast.parse("from .pure import times\nimport chartered\ndef f():\n    from .search import line")
    found = set(imports("chartered_plugins.gdp", False, tree))
    assert ("chartered_plugins.pure", False) in found
    assert ("chartered", False) in found
    assert ("chartered_plugins.search.line", True) in found


def loaded(code: str, *arguments: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running the code."""
    program = f"{code}\nimport sys, json\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_chartered_loads_nothing_heavy() -> None:
    """Neither the package nor its plugins load numpy, scipy, sympy, mpmath, matplotlib, rich or click."""
    found = loaded("import chartered\nchartered.registry()")
    assert "chartered_plugins.gaussian" in found
    assert not found & HEAVY
    assert not {name for name in found if room(name) in ("search", "claims", "simulation")}


def test_a_check_loads_no_search(tmp_path: Path) -> None:
    """A certificate whose witness was searched is checked without the search, without SciPy and without NumPy."""
    path = tmp_path / "run.cert.json"
    ch.Ledger(["gaussian:sigma=20,times=1000"]).epsilon(delta=1e-5, accountant="asoodeh2020.T3").certificate().save(path)
    found = loaded("import sys, chartered\nassert chartered.check(sys.argv[1]).accepted", str(path))
    assert "chartered_plugins.conversion" in found
    assert not found & HEAVY
    assert not {name for name in found if room(name) in ("search", "claims", "simulation")}
