"""The document of a proof, "chartered proof 1", for a checker that knows expressions and no privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Node, Recorder
from chartered_verify.arithmetic.recording_watch import NotRecorded

from ..certificate.outcome import Check
from ..errors import BadCertificate
from ..files import path_of, whole_file
from ..ledger.strict_json import write_json
from ..model.guarantees import GDP, ZCDP, Approximate, Pure, Renyi, Responses, Witness
from ..model.theorems import Case, Theorem
from .inequality import FromBelow, Inequality
from .instances import Instance

FORMAT = "chartered proof 1"
_NUMBERS: dict[type, tuple[str, ...]] = {
    Pure: ("epsilon",),
    Approximate: ("epsilon", "delta"),
    ZCDP: ("rho",),
    GDP: ("mu_squared",),
    Responses: ("delta",),
}
"""The numeric fields of those guarantees that consist of numbers."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as JSON data."""

    document: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The content of the proof's file."""
        return write_json(self.document) + "\n"

    @property
    def summary(self) -> str:
        """The numbers of theorems, nodes, conditions and inequalities, in words."""
        sizes = {part: len(self.document[part]) for part in ("theorems", "nodes", "conditions")}
        return ", ".join(f"{n} {part if n != 1 else part[:-1]}" for part, n in sizes.items()) + (
            ", two inequalities" if self.document["from_below"] else ", one inequality"
        )

    def save(self, path: str | Path) -> None:
        """Writes the proof atomically: the file is complete or absent. Raises BadCertificate if it cannot be
        written."""
        with whole_file(path_of(path, "proof", BadCertificate), "proof", BadCertificate) as draft:
            draft.write_text(self.text, encoding="utf-8")


def written(
    xp: Recorder,
    certificate: Mapping[str, Any],
    found: Check,
    uses: Sequence[Instance],
    shown: Inequality,
    below: FromBelow | None,
    witness: Witness,
) -> Proof:
    """The document of a proof. Raises NotRecorded if a part of the expression is not decided to be a finite number."""
    writer = _TheoremWriter(xp, shown, below, witness)
    conditions = dict(xp.conditions)
    theorems = [writer.instance(use, use is uses[-1]) for use in uses]
    stated = {name: xp.number(Fraction(x)) for name, x in witness.items() if x is not None}
    ends = [shown.left] if below is None else [shown.left, below.right]
    compared = [*(end.place for end in ends), *(place for left, _, right in conditions for place in (left, right))]
    if not xp.not_finite.isdisjoint(_with_parts(xp.nodes, compared)):
        raise NotRecorded("a part of its expression is not decided to be a finite number")
    named = [shown.at, *([] if below is None else [below.at]), *writer.named, *stated.values()]
    order = _order(xp.nodes, [*compared, *(one.place for one in named)])
    return Proof(
        {
            "format": FORMAT,
            "says": found.says,
            "certificate": certificate["digest"],
            "quantity": certificate["quantity"],
            "at": certificate["at"],
            "neighbours": certificate["neighbours"],
            "ledger": certificate["ledger"],
            "theorems": [_placed(one, order) for one in theorems],
            "witness": {name: order[x.place] for name, x in stated.items()},
            "nodes": [_node(xp.nodes[place], order) for place in order],
            "conditions": [
                {"left": order[left], "relation": relation, "right": order[right], "of": of}
                for (left, relation, right), of in conditions.items()
            ],
            "inequality": {
                "of": shown.of,
                "at": order[shown.at.place],
                "left": order[shown.left.place],
                "relation": "<=",
                "right": str(shown.limit),
            },
            "from_below": [] if below is None else [_from_below(below, order)],
        }
    )


class _TheoremWriter:
    """Writes the premises and conclusions of theorems, with nodes of the record as numbers; `named` are all these
    nodes."""

    def __init__(self, xp: Recorder, shown: Inequality, below: FromBelow | None, witness: Witness) -> None:
        self.xp, self.shown, self.below, self.witness = xp, shown, below, witness
        self.named: list[Recorded] = []

    def instance(self, use: Instance, last: bool) -> dict[str, Any]:
        """One use of a theorem as JSON. The conclusion of the last one is the expression that is bounded."""
        by, plugin = use.by, use.by.plugin
        return {
            "kind": by.noun,
            "name": by.name,
            "source": by.source,
            "statement": by.statement,
            "hypotheses": by.conditions_in_words if isinstance(by, Theorem) else "none beyond what it composes",
            "plugin": str(plugin),
            "ours": by.ours,
            "premises": [
                {"times": n, **self.said(premise)} for premise, n in zip(use.premises, use.counts, strict=True)
            ],
            "conclusion": self.concluded() if last else self.said(use.conclusion),
        }

    def concluded(self) -> dict[str, Any]:
        """The conclusion of the last theorem at the question; `also` is its conclusion at another point, if the lower
        end is proved there."""
        asked = self._kept({"at": self.shown.at, self.shown.of: self.shown.left})
        if self.below is None or self.below.at.place == self.shown.at.place:
            return {"kind": "Profile", "numbers": asked}
        also = self._kept({"at": self.below.at, self.below.of: self.below.right})
        return {"kind": "Profile", "numbers": asked, "also": {"kind": "Profile", "numbers": also}}

    def said(self, given: Any) -> dict[str, Any]:
        """A guarantee, or the step that it is about, as JSON. Numbers without a record are omitted; the computations
        that used them are in the record."""
        if isinstance(given, Case):
            inside = {} if given.inner is None else {"inner": self.said(given.inner)}
            return {"kind": "step", "step": str(given.step), "neighbours": given.neighbours.value, **inside}
        found: dict[str, Any] = {"kind": type(given).__name__, "numbers": {}}
        if isinstance(given, Responses):
            found["counts"] = [[str(epsilon), n] for epsilon, n in given.counts.items()]
        refused, self.xp.author = self.xp.refused, "what is said of a guarantee"
        try:
            found["numbers"] = self._kept(self._numbers(given))
        except (NotRecorded, ArithmeticError):
            self.xp.refused = refused
        return found

    def _numbers(self, given: Any) -> dict[str, Recorded]:
        if isinstance(given, Renyi) and all(field.name in self.witness for field in given.fields):
            order, value = given.at(self.xp, self.witness)
            return {"alpha": order, "curve": self.xp.number(value)}
        names = next((names for kind, names in _NUMBERS.items() if isinstance(given, kind)), ())
        return {name: self.xp.number(getattr(given, name)) for name in names}

    def _kept(self, numbers: dict[str, Recorded]) -> dict[str, Any]:
        self.named += numbers.values()
        return dict(numbers)


def _from_below(shown: FromBelow, order: Mapping[int, int]) -> dict[str, Any]:
    return {
        "of": shown.of,
        "at": order[shown.at.place],
        "left": str(shown.limit),
        "relation": "<" if shown.strict else "<=",
        "right": order[shown.right.place],
    }


def _placed(value: Any, order: Mapping[int, int]) -> Any:
    """A part of the document with every recorded number replaced by its position in the list of nodes."""
    if isinstance(value, Recorded):
        return order[value.place]
    if isinstance(value, Mapping):
        return {key: _placed(part, order) for key, part in value.items()}
    return [_placed(part, order) for part in value] if isinstance(value, list) else value


def _order(nodes: Sequence[Node], named: Sequence[int]) -> dict[int, int]:
    """The positions of the named nodes, and of all nodes that they depend on, in order of creation. Raises NotRecorded
    if one of them is infinite."""
    wanted = _with_parts(nodes, named)
    if any(nodes[place][0] == "infinity" for place in wanted):
        raise NotRecorded("a formula uses an infinite number")
    return {place: position for position, place in enumerate(sorted(wanted))}


def _with_parts(nodes: Sequence[Node], named: Sequence[int]) -> set[int]:
    """These nodes and all nodes that they depend on."""
    wanted, more = set[int](), list(named)
    while more:
        place = more.pop()
        if place not in wanted:
            wanted.add(place)
            more += _parts(nodes[place])
    return wanted


def _parts(node: Node) -> tuple[int, ...]:
    """The operands of a node, as nodes."""
    operation, *parts = node
    return () if operation == "number" else tuple(parts[:1] if operation == "power" else parts)


def _node(node: Node, order: Mapping[int, int]) -> list[Any]:
    operation, *parts = node
    if operation == "number":
        return [operation, str(parts[0])]
    return [operation, *(order[place] for place in _parts(node)), *(parts[1:] if operation == "power" else ())]
