"""The document of a proof, "chartered proof 1", for a checker that knows expressions and no privacy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from chartered_verify.arithmetic.recorded_value import Recorded
from chartered_verify.arithmetic.recording import Node, Recorder, inside, operands
from chartered_verify.arithmetic.recording_watch import NotRecorded
from msgspec import Struct

from ..atomic_files import path_of, whole_file
from ..certificate.outcome import Check
from ..errors import BadCertificate
from ..ledger.strict_json import write_json
from ..model.guarantees import Witness
from .inequality import FromBelow, Inequality
from .next_value import Missed
from .proof_of_mu import Covered
from .theorem_instances import Instance
from .theorem_writer import TheoremWriter

FORMAT = "chartered proof 1"


class Proof(Struct, frozen=True):
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
        proved = 1 + len(self.document["from_below"]) + len(self.document["misses"])
        told = [f"{n} {part if n != 1 else part[:-1]}" for part, n in sizes.items()]
        return ", ".join([*told, "one inequality" if proved == 1 else "two inequalities"])

    def save(self, path: str | Path) -> None:
        """Writes the proof atomically: the file is complete or absent. Raises BadCertificate if it cannot be
        written."""
        with whole_file(path_of(path, "proof", BadCertificate), "proof", BadCertificate) as draft:
            draft.write_text(self.text, encoding="utf-8")


class Shown(Struct, frozen=True):
    """The inequalities of a proof: the bound, the one from below, the pieces of a stretch of eps by which a mu is
    proved, and that the next value misses the target."""

    bound: Inequality
    below: FromBelow | None
    covered: Covered | None
    missed: Missed | None

    @property
    def compared(self) -> list[Recorded]:
        """All numbers that are compared."""
        ends = [self.bound.left]
        ends += [] if self.below is None else [self.below.right]
        ends += [] if self.missed is None else [self.missed.shown.right]
        return ends + ([] if self.covered is None else [one for pair in self.covered.pairs for one in pair])

    @property
    def named(self) -> list[Recorded]:
        """All numbers at which something is compared."""
        from_below = [self.below, None if self.missed is None else self.missed.shown]
        indices = [self.bound.at, *(one.at for one in from_below if one is not None)]
        return indices + ([] if self.covered is None else [piece.end for piece in self.covered.pieces])


def written(
    xp: Recorder, certificate: Mapping[str, Any], found: Check, uses: Sequence[Instance], shown: Shown, witness: Witness
) -> Proof:
    """The document of a proof. Raises NotRecorded if a part of the expression is not decided to be a finite number."""
    values = None if shown.covered is None else shown.covered.values
    writer = TheoremWriter(xp, shown.bound, shown.below, witness, values)
    conditions = dict(xp.conditions)
    theorems = writer.all_of(uses)
    misses = [] if shown.missed is None else [_missed(writer, shown.missed)]
    stated = {name: xp.number(Fraction(x)) for name, x in witness.items() if x is not None}
    compared = [one.index for one in shown.compared]
    compared += [index for left, _, right in conditions for index in (left, right)]
    if not xp.not_finite.isdisjoint(inside(xp.nodes, compared)):
        raise NotRecorded("a part of its expression is not decided to be a finite number")
    named = [*shown.named, *writer.named, *stated.values()]
    order = _order(xp.nodes, [*compared, *(one.index for one in named)])
    bound, placed = shown.bound, partial(_placed, order=order)
    return Proof(
        {
            "format": FORMAT,
            "says": found.says,
            "certificate": certificate["digest"],
            "quantity": certificate["quantity"],
            "at": certificate["at"],
            "neighbours": certificate["neighbours"],
            "ledger": certificate["ledger"],
            "theorems": placed(theorems),
            "witness": placed(stated),
            "nodes": [_node(xp.nodes[index], order) for index in order],
            "conditions": [
                {"left": order[left], "relation": relation, "right": order[right], "of": of}
                for (left, relation, right), of in conditions.items()
            ],
            "inequality": placed(
                {"of": bound.of, "at": bound.at, "left": bound.left, "relation": "<=", "right": str(bound.limit)}
            ),
            "from_below": placed([] if shown.below is None else [_from_below(shown.below)]),
            "stretch": placed([] if shown.covered is None else [_stretch(shown.covered)]),
            "misses": placed(misses),
        }
    )


def _missed(writer: TheoremWriter, missed: Missed) -> dict[str, Any]:
    """That the next value misses the target, with its own theorems."""
    shown = missed.shown
    bound = Inequality(shown.right, shown.limit, shown.of, shown.at)
    other = TheoremWriter(writer.xp, bound, None, {}, missed.values)
    theorems = other.all_of(missed.uses)
    writer.named += other.named
    return {"ledger": missed.ledger, "theorems": theorems, **_from_below(shown)}


def _stretch(covered: Covered) -> dict[str, Any]:
    pieces = [
        {"from": piece.start, "to": piece.end, "pairs": [list(pair) for pair in piece.pairs]}
        for piece in covered.pieces
    ]
    return {"from": covered.start, "pieces": pieces, "onward": covered.onward}


def _from_below(shown: FromBelow) -> dict[str, Any]:
    relation = "<" if shown.strict else "<="
    return {"of": shown.of, "at": shown.at, "left": str(shown.limit), "relation": relation, "right": shown.right}


def _placed(value: Any, order: Mapping[int, int]) -> Any:
    """A part of the document with every recorded number replaced by its position in the list of nodes."""
    if isinstance(value, Recorded):
        return order[value.index]
    if isinstance(value, Mapping):
        return {key: _placed(part, order) for key, part in value.items()}
    return [_placed(part, order) for part in value] if isinstance(value, list) else value


def _order(nodes: Sequence[Node], named: Sequence[int]) -> dict[int, int]:
    """The positions of the named nodes, and of all nodes that they depend on, in order of creation. Raises NotRecorded
    if one of them is infinite."""
    wanted = set(inside(nodes, named))
    if any(nodes[index][0] == "infinity" for index in wanted):
        raise NotRecorded("a formula uses an infinite number")
    return {index: position for position, index in enumerate(sorted(wanted))}


def _node(node: Node, order: Mapping[int, int]) -> list[Any]:
    operation, *parts = node
    if operation == "number":
        return [operation, str(parts[0])]
    return [operation, *(order[index] for index in operands(node)), *(parts[1:] if operation == "power" else ())]
