"""Kinds of guarantees, described for `chartered explain`: what a guarantee of the kind says, and what leads to it and
from it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from inspect import cleandoc
from typing import Any

from ..host.registry import Registry
from ..model.theorems import OnWrapper


def kinds(known: Registry) -> dict[str, type]:
    """The kinds of guarantees that a theorem takes or gives, or an accountant composes, by name."""
    found = [one for theorem in known.theorems.values() for one in (theorem.gives, _taken(theorem.takes))]
    found += [accountant.kind for accountant in known.accountants.values()]
    return {kind.__name__: kind for kind in found if isinstance(kind, type)}


def described(known: Registry, kind: type) -> dict[str, Any]:
    """A kind of guarantee as a dictionary."""
    theorems = known.theorems.values()
    return {
        "kind": "kind of guarantee",
        "name": kind.__name__,
        "statement": " ".join(cleandoc(kind.__doc__ or "").partition("\nArgs:")[0].split()),
        "fields": [field.name for field in fields(kind)] if is_dataclass(kind) else [],
        "given_by": [one.name for one in theorems if one.gives is kind],
        "taken_by": [one.name for one in theorems if _taken(one.takes) is kind],
        "composed_by": [one.name for one in known.accountants.values() if one.kind is kind],
        "defined_in": kind.__module__,
    }


def _taken(takes: Any) -> Any:
    """The kind that a theorem starts from, also that of the step inside a wrapper."""
    return takes.kind if isinstance(takes, OnWrapper) else takes
