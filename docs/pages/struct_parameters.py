"""The parameters of our classes on the site: a `msgspec.Struct` is read as the dataclass with the same fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import Class, Decorator, ExprCall, ExprKeyword, ExprName, Extension, Module

_STRUCT = "msgspec.Struct"


class StructParameters(Extension):
    """Marks structs as dataclasses, whose parameters the reader of the sources knows how to list."""

    def __init__(self) -> None:
        super().__init__()
        self._structs = {_STRUCT}

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """A struct may derive from another one further down, or in another module: until no more are found."""
        classes = list(_classes(pkg))
        while found := [one for one in classes if one.path not in self._structs and self._is_struct(one)]:
            for one in found:
                self._structs.add(one.path)
                one.decorators.append(_as_dataclass(one))

    def _is_struct(self, one: Class) -> bool:
        return any(getattr(base, "canonical_path", str(base)) in self._structs for base in one.bases)


def _classes(inside: Module | Class) -> Iterator[Class]:
    for member in inside.members.values():
        if not member.is_alias and (member.is_module or member.is_class):
            if isinstance(member, Class):
                yield member
            yield from _classes(member)  # type: ignore[arg-type]


def _as_dataclass(one: Class) -> Decorator:
    named = [ExprKeyword(name, value) for name, value in one.keywords.items() if name == "kw_only"]
    call = ExprCall(ExprName("dataclasses.dataclass"), named)
    return Decorator(call, lineno=one.lineno, endlineno=one.lineno)
