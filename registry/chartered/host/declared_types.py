"""Declarations of other plugins against the types of their fields: a text where a relation belongs would be ignored in
silence, or fail far away, in a question about another step."""

from __future__ import annotations

import re
from typing import Any, get_type_hints

from typeguard import CollectionCheckStrategy, TypeCheckError, check_type

from ..display import one_line
from ..model.mechanisms import Mechanism

_MODULES = re.compile(r"\b(\w+\.)+")
_OF_THE_HOST = "plugin"


def mistyped(declared: Any) -> str | None:
    """The first field whose value is not of the type that is declared for it, or None; of a mechanism also in its
    parameters."""
    hints = get_type_hints(type(declared))
    for name in declared.__struct_fields__:
        value = getattr(declared, name)
        try:
            if name != _OF_THE_HOST:
                check_type(value, hints[name], collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
        except TypeCheckError:
            return f"{name} is {one_line(repr(value))}, and must be {_MODULES.sub('', str(hints[name]))}"
    for parameter in declared.parameters if isinstance(declared, Mechanism) else ():
        if (wrong := mistyped(parameter)) is not None:
            return f"parameter {parameter.name}: {wrong}"
    return None
