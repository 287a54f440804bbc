"""Provenance of a result: the digest of the source files that it depends on, and the versions of the tools that they
require."""

from __future__ import annotations

import ast
import hashlib
import platform
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

from ..catching import ours

_WORD = re.compile(r"[A-Za-z0-9._-]+")


@lru_cache(maxsize=64)
def source_digest(roots: frozenset[str], ours: frozenset[str]) -> str:
    """SHA-256 over every file of the top-level modules `roots` and of those that they import, at module level or inside
    a function.

    Imports are followed into modules that no distribution provides, or only distributions in `ours`; modules of other
    distributions are tools, identified by their versions. The files are read once in a process, at the first call."""
    found = hashlib.sha256()
    for name, path in _files(roots, ours):
        found.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def tool_versions(distributions: Iterable[str]) -> dict[str, str]:
    """The version of Python and of each distribution that `distributions` require (without extras), by name; "unknown"
    for one that is not installed."""
    names = sorted({name for own in distributions for name in _required(own)})
    return {"python": platform.python_version(), **{name: _version(name) for name in names}}


def _files(roots: Collection[str], ours: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Each file once, in an order that depends on the names only."""
    providers = packages_distributions()
    tops, waiting = dict[str, list[tuple[str, Path]]](), sorted(roots)
    while waiting:
        top = waiting.pop()
        if top in tops or top in sys.stdlib_module_names or not set(providers.get(top, ())) <= set(ours):
            continue
        tops[top] = list(_module_files(top))
        waiting += {name for _, path in tops[top] if path.suffix == ".py" for name in _imported(path.read_bytes())}
    for top in sorted(tops):
        yield from sorted(tops[top])


def _module_files(top: str) -> Iterator[tuple[str, Path]]:
    spec = find_spec(top)
    if spec is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{top}/{path.relative_to(folder).as_posix()}", path
    if spec.submodule_search_locations is None and spec.origin is not None and Path(spec.origin).is_file():
        yield Path(spec.origin).name, Path(spec.origin)


@lru_cache(maxsize=2048)
def _imported(source: bytes) -> frozenset[str]:
    """The top-level names that a module imports absolutely, at any depth; empty if the source is not Python of this
    version."""
    found: set[str] = set()
    try:
        tree = ast.parse(source)
    except ours(SyntaxError, ValueError):
        return frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return frozenset(found)


def _required(name: str) -> Iterator[str]:
    try:
        requirements = distribution(name).requires or []
    except ours(PackageNotFoundError):
        return
    for text in requirements:
        if "extra ==" not in text and (word := _WORD.match(text)):
            yield word[0]


def _version(name: str) -> str:
    try:
        return version(name)
    except ours(PackageNotFoundError):
        return "unknown"
