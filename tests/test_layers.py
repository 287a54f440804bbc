"""Who may import whom: plugins -> registry -> verify, and nothing heavy before it is needed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.metadata import entry_points
from importlib.util import find_spec, resolve_name
from pathlib import Path

import chartered as ch

FLOORS = (
    *(
        f"chartered_verify.{room}"
        for room in (
            "catching",
            "raised",
            "held_exit",
            "alarm",
            "work_budget",
            "progress",
            "lazy_sequence",
            "lazy_module",
            "large_packages",
            "multiplied_out",
            "factoring",
            "arithmetic",
            "outward_rounding",
            "enclosure",
            "statements",
            "boxes",
        )
    ),
    *(f"chartered_verify.{room}" for room in ("numeric", "algebra", "spot_checks", "monotone")),
    *(f"chartered_verify.{room}" for room in ("inequality", "forms", "runs")),
    *(
        f"chartered.{room}"
        for room in (
            "escaping",
            "log",
            "errors",
            "display",
            "standard_output",
            "special_files",
            "atomic_files",
            "fork_safe_lock",
        )
    ),
    *("chartered.console", "chartered.answer_table"),
    *(
        f"chartered.{room}"
        for room in ("model", "host", "ledger", "profiles", "paths", "enclose", "certificate", "proof", "search")
    ),
    *(f"chartered.{room}" for room in ("peers", "accounting", "output", "spending", "bridges")),
    *(f"chartered.{room}" for room in ("verification", "pytest_plugin")),
    "chartered",  # the face, which names what stands below it
    *(f"chartered.{room}" for room in ("testing", "proving", "coq_claims", "cli", "__main__")),
    *(f"chartered_plugins.{room}" for room in ("basics", "mechanisms", "selection")),
    *(f"chartered_plugins.{room}" for room in ("conversion", "composition", "loss_distribution")),
    *(
        f"chartered_plugins.{room}"
        for room in (
            "subsampling",
            "correlated_noise",
            "batches",
            "characteristic_function",
            "shuffling",
            "checkins",
            "filters",
        )
    ),
    "chartered_plugins.verification",
)
"""Every room, bottom up: a room imports only rooms above it in this list, also inside functions and for types alone."""
TRUSTED, UNTRUSTED = {"chartered.enclose", "chartered.certificate"}, "chartered.search"
"""The rooms that a check rests on, and the one that it must not know."""
MAY_IMPORT = {
    "formulas": {"formulas", "verify"},
    "guarantee": {"guarantee", "formulas", "registry", "verify"},
    "search": {"search", "guarantee", "formulas", "registry", "verify"},
    "claims": {"claims", "guarantee", "formulas", "registry", "verify"},
    "simulation": {"simulation", "formulas", "registry", "verify"},
    "plugin": {"guarantee", "formulas", "registry", "verify"},
}
"""For each kind of file in a subject, the kinds that it may import. A plugin imports no other plugin."""
LATER = {"plugin": {"search", "claims", "simulation"}, "guarantee": {"search"}, "claims": {"search", "plugin"}}
"""What they may import inside a function: a search or a simulation when it is asked for, and the code that a claim is
about."""
PEERS = {"dp_accounting", "opacus", "prv_accountant", "riskcal", "autodp", "torch"}
HEAVY = {"numpy", "scipy", "sympy", "mpmath", "matplotlib", "rich", "click"} | PEERS
PLUGINS = {point.value for point in entry_points(group="chartered")}


def room(module: str) -> str | None:
    """The room that a module is in; None for what is not ours, and for the two packages that hold nothing."""
    package, _, rest = module.partition(".")
    if package not in ("chartered_verify", "chartered", "chartered_plugins"):
        return None
    if not rest:
        return package if package == "chartered" else None
    found = f"{package}.{rest.split('.')[0]}"
    return found if found in FLOORS else package if package == "chartered" else None  # a name of the face


def kind(module: str) -> str | None:
    """The kind of file: that of its folder within a subject, a plugin, or what several share; elsewhere the package."""
    package, _, rest = module.partition(".")
    if package != "chartered_plugins":
        return {"chartered_verify": "verify", "chartered": "registry"}.get(package)
    folder = rest.split(".")[1:2]
    if folder == ["laws"]:  # formulas by their rules: noises and ratios
        return "formulas"
    if folder and folder[0] in MAY_IMPORT:
        return folder[0]
    return "plugin" if module in PLUGINS else "guarantee"


def sources() -> Iterator[tuple[str, bool, Path]]:
    """Every module of the three packages, as installed: name, whether it is a package, and its file."""
    for package in ("chartered_verify", "chartered", "chartered_plugins"):
        spec = find_spec(package)
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            parts = (package, *path.relative_to(root).with_suffix("").parts)
            is_package = parts[-1] == "__init__"
            yield ".".join(parts[:-1] if is_package else parts), is_package, path


def modules() -> Iterator[tuple[str, bool, ast.Module]]:
    """The same with the syntax tree of each, which takes seconds for all."""
    for name, is_package, path in sources():
        yield name, is_package, ast.parse(path.read_text(encoding="utf-8"))


def imports(name: str, is_package: bool, tree: ast.AST, lazy: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules that a module imports, with absolute names, and whether each waits: it is imported in a function, or
    its package lets it wait."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = name if is_package else name.rpartition(".")[0]
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else str(node.module)
            waits = {alias.name for alias in node.names if alias.name in waiting(base)}
            yield base, lazy or len(waits) == len(node.names)
            yield from (
                (f"{base}.{alias.name}", lazy or alias.name in waits)
                for alias in node.names
                if find_spec_safely(f"{base}.{alias.name}")
            )
        else:
            yield from imports(name, is_package, node, lazy or isinstance(node, ast.FunctionDef | ast.Lambda))


@cache
def waiting(package: str) -> frozenset[str]:
    """The modules of a package of ours that are imported when something of them is first used."""
    if kind(package) is None or (spec := find_spec(package)) is None or spec.submodule_search_locations is None:
        return frozenset()
    folder = Path(spec.submodule_search_locations[0])
    for node in ast.walk(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "import_later":
            names = {ast.literal_eval(name) for name in node.args[1:]}
            return frozenset(names or {path.stem for path in folder.glob("*.py")})
    return frozenset()


def find_spec_safely(name: str) -> bool:
    """Whether the name is a module of ours, without running it."""
    if kind(name) is None:
        return False
    parent, _, last = name.rpartition(".")
    spec = find_spec(parent)
    folders = spec.submodule_search_locations if spec is not None else None
    return any((Path(folder) / f"{last}.py").exists() or (Path(folder) / last).is_dir() for folder in folders or ())


@cache
def graph() -> tuple[tuple[str, str, bool], ...]:
    """Every import of a module of ours by another one, and whether only inside a function."""
    found: list[tuple[str, str, bool]] = []
    for name, is_package, tree in modules():
        targets: dict[str, bool] = {}
        for target, lazy in imports(name, is_package, tree):
            targets[target] = lazy and targets.get(target, True)
        found += ((name, target, lazy) for target, lazy in targets.items() if kind(target) is not None)
    return tuple(one for one in found if one[0] != one[1])


def test_every_room_is_on_a_floor() -> None:
    """A new file or folder finds its place in the list."""
    rooms = {name: room(name) for name, _, _ in sources()}
    assert set(rooms.values()) - {None} == set(FLOORS)
    assert {name for name, found in rooms.items() if found is None} == {"chartered_verify", "chartered_plugins"}


def test_nothing_imports_upward() -> None:
    """Each module imports only rooms below its own."""
    place = {found: height for height, found in enumerate(FLOORS)}
    seen = [(room(name), room(target), name, target) for name, target, _ in graph()]
    between = [
        (place[own], place[other], name, target)
        for own, other, name, target in seen
        if own is not None and other is not None
    ]
    assert not [f"{name} imports {target}" for own, other, name, target in between if other > own]
    assert sum(other < own for own, other, _, _ in between) > 1000


def test_what_a_check_rests_on_imports_no_search() -> None:
    """The search is above or beside the trusted rooms, never below."""
    assert not [
        f"{name} imports {target}" for name, target, _ in graph() if room(name) in TRUSTED and room(target) == UNTRUSTED
    ]


def test_no_two_modules_import_each_other() -> None:
    """No circle of modules, however long, also of imports inside functions and for types alone."""
    circles = TopologicalSorter[str]()
    for name, target, _ in graph():
        if room(target) != "chartered":  # the face loads a name when it is asked for
            circles.add(name, target)
    circles.prepare()  # raises CycleError


def test_a_subject_keeps_its_kinds_of_files_apart() -> None:
    """Formulas know no registry, a plugin no other plugin, and searches and claims are loaded only when they are asked
    for."""
    wrong, seen = [], 0
    for name, target, lazy in graph():
        own, other = kind(name), kind(target)
        if own not in MAY_IMPORT or other is None or target.count(".") < 2:
            continue
        seen += 1
        if other not in MAY_IMPORT[own] | (LATER.get(own, set()) if lazy else set()):
            wrong.append(f"{name} ({own}) imports {target} ({other})")
    assert not wrong
    assert seen > 1000


def test_formulas_wait_for_their_first_use() -> None:
    """Each package of formulas, and of laws, lets its modules wait."""
    packages = {
        name: ast.unparse(ast.parse(path.read_text(encoding="utf-8")))
        for name, is_package, path in sources()
        if is_package and name.startswith("chartered_plugins.") and name.endswith((".formulas", ".laws"))
    }
    assert all(text.endswith("import_later(__name__)") for text in packages.values())
    assert len(packages) > 9


def test_the_table_catches_an_upward_import() -> None:
    """The reader of imports sees relative, absolute and nested ones."""
    tree = ast.parse(
        "from .pure import times\nimport chartered\ndef f():\n    from chartered_verify.numeric import minimisation"
    )
    found = set(imports("chartered_plugins.basics.gdp", False, tree))
    assert ("chartered_plugins.basics.pure", False) in found
    assert ("chartered", False) in found
    assert ("chartered_verify.numeric.minimisation", True) in found


def loaded(code: str, *arguments: str) -> set[str]:
    """The modules that a fresh interpreter has loaded by running the code."""
    program = f"import sys\nbefore = set(sys.modules)\n{code}\nfound = sorted(set(sys.modules) - before)\n"
    program += "import json\nprint(json.dumps(found))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_no_module_is_named_like_a_test() -> None:
    """What runs tests by the names of files, as pytest does, would run it."""
    leaves = {name.rpartition(".")[2] for name, _, _ in sources()}
    assert not {leaf for leaf in leaves if leaf.startswith("test_") or leaf.endswith("_test")}


def test_importing_chartered_loads_nothing_heavy() -> None:
    """Neither the package nor its plugins load numpy, scipy, sympy, mpmath, matplotlib, rich, click or another
    package that accounts for privacy."""
    found = loaded("import chartered\nchartered.registry()")
    assert "chartered_plugins.mechanisms.gaussian" in found
    assert not found & HEAVY
    assert not searches(found)


def searches(found: set[str]) -> set[str]:
    """The searches, claims and simulations among modules; a package that only lets its modules wait is none."""
    parts = {name for name in found if kind(name) in ("search", "claims", "simulation") or room(name) == UNTRUSTED}
    return {name for name in parts if not name.endswith(".search")}


FIRST = "import chartered as ch\nch.Ledger(sys.argv[1]).epsilon(1e-5)"
NEEDLESS = {"email", "importlib.metadata", "json", "pathlib", "shutil", "tempfile", "traceback", "zipfile"}
"""What reads mail, archives, files and JSON: a tenth of the time to a first answer."""


def test_a_first_answer_loads_few_modules() -> None:
    """Each takes a fifth of a millisecond."""
    found = loaded(FIRST, "gaussian:sigma=20,times=1000")
    assert not found & (HEAVY | NEEDLESS)
    assert len(found) <= 397  # with 20 of msgspec and of the standard library for it
    assert len({name for name in found if kind(name) is not None}) <= 260


def test_a_first_answer_about_noisy_sgd_loads_numpy_and_no_more() -> None:
    """The nodes of its contour are arrays."""
    found = loaded(FIRST, "dpsgd:n=60000,batch=256,epochs=60,noise=1.1")
    assert found & HEAVY == {"numpy"}
    assert len({name for name in found if kind(name) is not None}) <= 318


def test_registering_loads_few_formulas() -> None:
    """Plugins state their theorems without the formulas of these, but for what a condition or a parameter states."""
    found = loaded("import chartered\nchartered.registry()")
    own = {name.removeprefix("chartered_plugins.") for name in found if kind(name) == "formulas"}
    assert {name for name in own if not name.endswith((".formulas", ".laws"))} == {
        "basics.formulas.gaussian_moments",
        "basics.formulas.subgaussian_tail",
        "composition.formulas.finite_loss",
        "composition.formulas.repeat_and_select",
        "conversion.formulas.closed_forms",
        "conversion.formulas.linear_curve",
        "shuffling.formulas.closed_forms",
    }


def test_a_check_loads_no_search(tmp_path: Path) -> None:
    """A certificate whose witness was searched is checked without the search, without SciPy and without NumPy."""
    path = tmp_path / "run.cert.json"
    ch.Ledger(["gaussian:sigma=20,times=1000"]).epsilon(delta=1e-5, accountant="asoodeh2020.T3").certificate().save(
        path
    )
    found = loaded("import sys, chartered\nassert chartered.check(sys.argv[1]).accepted", str(path))
    assert "chartered_plugins.conversion.renyi_to_approximate" in found
    assert not found & HEAVY
    assert not searches(found)
