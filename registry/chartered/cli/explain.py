"""`chartered explain`: a theorem, an accountant, a mechanism, a claim or a kind of guarantee, with its statement and
source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from inspect import cleandoc
from typing import Any

import click

from ..display import listed
from ..errors import UnknownName, meant, near
from ..host.registry import Registry, registry
from ..model.accountants import Accountant
from ..model.mechanisms import Mechanism, Parameter
from ..model.neighbours import Neighbours
from ..model.theorems import OnWrapper, Theorem
from .output import print_for_people, print_json
from .shared_options import as_json, names


@click.command(
    short_help="The statement and source of a theorem, accountant, mechanism, claim or kind.",
    epilog="Example: chartered explain asoodeh2020.T3; chartered explain --matrix",
)
@click.argument("name", required=False, shell_complete=names)
@click.option(
    "--matrix",
    is_flag=True,
    help="What is answered exactly, from both sides, from above or not at all: each mechanism under each sampling and "
    "relation, for one run and for several; or the rows of NAME.",
)
@as_json
def explain(name: str | None, matrix: bool, as_json: bool) -> None:
    """The statement of NAME: a theorem, an accountant, a mechanism, a claim, or a kind of guarantee such as Renyi. A
    name may belong to more than one of these."""
    if matrix:
        _print_matrix(name, as_json)
        return
    if name is None:
        raise UnknownName("nothing is named", "give a NAME, such as gaussian, or --matrix")
    found = explained(registry(), name)
    if as_json:
        print_json({"name": name, "found": found})
        return
    from rich.table import Table
    from rich.text import Text

    from ..console import inline

    for index, entry in enumerate(found):
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for key, value in entry.items():
            if key not in ("kind", "name") and value not in ("", []):
                grid.add_row(f"  {key.replace('_', ' ')}", Text("\n").join(map(inline, _lines(value))))
        print_for_people(
            Text("\n" if index else "") + inline(entry["name"], "bold") + inline(f", {entry['kind']}"), grid
        )


def _print_matrix(name: str | None, as_json: bool) -> None:
    from . import explain_matrix  # its rows are read where they are asked for

    rows = explain_matrix.chosen(name)
    if as_json:
        print_json(explain_matrix.to_json(rows))
    else:
        print_for_people(*explain_matrix.as_lines(rows))


def explained(known: Registry, name: str) -> list[dict[str, Any]]:
    """Everything with that name, as dictionaries. Raises UnknownName with the closest names, and PluginError."""
    tables: list[tuple[dict[str, Any], Callable[[Registry, Any], dict[str, Any]]]] = [
        (known.mechanisms, _mechanism),
        (known.theorems, _theorem),
        (known.accountants, _accountant),
        (known.claims(), _claim),
        (_kinds(known), _kind),
    ]
    found = [describe(known, table[name]) for table, describe in tables if name in table]
    if not found:
        raise known.unknown(f"nothing is named {name!r}", _hint(name, [table for table, _ in tables]))
    return found


_WORDS = {
    "times": "times=N in a step, as in gaussian:sigma=20,times=1000, says how often it runs",
    "neighbours": f"--neighbours says which data sets are neighbours: {Neighbours.names()}",
}
"""What to say of words that every step and every question has."""


def _hint(name: str, tables: list[dict[str, Any]]) -> str:
    also = {one for table in tables for one in table if _called(table[one], name)}
    names = sorted({known_name for table in tables for known_name in table})
    close = sorted(also) or [known_name for known_name in names if known_name.startswith(name)][:6]
    takers = sorted(one.name for one in registry().mechanisms.values() if any(p.name == name for p in one.parameters))
    taken = f"it is a parameter of {listed(takers, 'steps', ', ')}: explain one of these" if takers else ""
    close = close or ([] if takers else near(name, names))
    if name in _WORDS:
        return _WORDS[name]
    otherwise = "chartered plugins lists the names, and the glossary of the documentation has the words of the field"
    return f"{meant(close)} {taken}".strip() or otherwise


def _called(one: Any, name: str) -> bool:
    return any(other.startswith(name) for other in getattr(one, "also_called", ()))


def _mechanism(known: Registry, mechanism: Mechanism) -> dict[str, Any]:
    parameters = {p.name: f"{p.meaning}; {p.wanted}{_default(p)}" for p in mechanism.parameters}
    return {
        "kind": "mechanism",
        "name": mechanism.name,
        "statement": mechanism.summary,
        "parameters": parameters,
        "usage": _usage(mechanism),
        "neighbours": Neighbours.names(mechanism.relations),
        "sampling": mechanism.sampling,
        "source": mechanism.source,
        "theorems": [t.name for t in known.theorems.values() if str(t.takes).partition("/")[0] == mechanism.name],
        "plugin": _plugin(known, "mechanism", mechanism.name),
    }


def _default(parameter: Parameter) -> str:
    """What is assumed where a parameter is not given."""
    if parameter.default is None:
        return ""
    given = f"neither it nor {parameter.unless} is" if parameter.unless else "it is not"
    return f"; {parameter.shown_default} where {given} given"


def _usage(mechanism: Mechanism) -> str:
    """The spelling of a step of this mechanism on the command line."""
    if mechanism.several:
        return "(STEP + STEP)"
    return f"{mechanism.name}:{mechanism.signature.replace(', ', ',')}" + ("/STEP" if mechanism.wraps else "")


def _theorem(known: Registry, theorem: Theorem) -> dict[str, Any]:
    return {
        **_said("theorem", theorem, "name", "statement", "latex", "source"),
        "takes": theorem.takes.__name__ if isinstance(theorem.takes, type) else str(theorem.takes),
        "gives": theorem.gives.__name__,
        "side": theorem.side.value,
        "conditions": theorem.conditions_in_words,
        "never_looser_than": list(theorem.never_looser_than),
        "claims": _claims(known, theorem.name),
        "plugin": _plugin(known, "theorem", theorem.name),
    }


def _accountant(known: Registry, accountant: Accountant) -> dict[str, Any]:
    return {
        **_said("accountant", accountant, "name", "statement", "latex", "source"),
        "takes": accountant.kind.__name__,
        "side": accountant.side.value,
        "claims": _claims(known, f"{accountant.name}.composition"),
        "plugin": _plugin(known, "accountant", accountant.name),
    }


def _kinds(known: Registry) -> dict[str, type]:
    """The kinds of guarantees that a theorem takes or gives, or an accountant composes, by name."""
    found = [one for theorem in known.theorems.values() for one in (theorem.gives, _taken(theorem.takes))]
    found += [accountant.kind for accountant in known.accountants.values()]
    return {kind.__name__: kind for kind in found if isinstance(kind, type)}


def _kind(known: Registry, kind: type) -> dict[str, Any]:
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


def _said(kind: str, one: Any, *names: str) -> dict[str, Any]:
    """What something says of itself, in fields of these names."""
    return {"kind": kind, **{name: getattr(one, name) for name in names}}


def _claims(known: Registry, about: str) -> list[str]:
    """The names of the claims about a theorem or an accountant: `about` itself and the names that continue it after a
    dot. Claims about an accountant are about its composition."""
    return [name for name in known.claims() if name == about or name.startswith(about + ".")]


def _claim(known: Registry, claim: Any) -> dict[str, Any]:
    return {
        **_said("claim", claim, "name", "statement", "source", "domain"),
        "sort": claim.kind.value,
        "tier": "full" if claim.slow else "quick",
        "printed": claim.printed,
        "corrected": claim.corrected,
        "no_proof": claim.unproved,
        "plugin": _plugin(known, "claim", claim.name),
    }


def _plugin(known: Registry, kind: str, name: str) -> dict[str, str]:
    plugin = known.owner(kind, name)
    return {"name": plugin.name, "distribution": plugin.distribution, "version": plugin.version}


def _lines(value: Any) -> list[str]:
    if isinstance(value, dict) and "distribution" in value:
        return [f"{value['name']} ({value['distribution']} {value['version']})"]
    if isinstance(value, dict):
        return [f"{key}: {meaning}" for key, meaning in value.items()]
    return [", ".join(value) if isinstance(value, list) else str(value)]
