"""Reads "chartered proof 1", strictly: what is unknown, written twice, too large or out of order is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from .expressions import ARITY, Statement
from .fields import FIELDS, FROM_BELOW, MISSES, OF_CONDITION, OF_INEQUALITY, OF_THEOREM, PIECE, QUANTITIES, STRETCH

FORMAT = "chartered proof 1"
MOST_BYTES = 16 << 20
MOST_NODES, MOST_CONDITIONS = 100_000, 100_000
MOST_DIGITS = 10_000
_MOST_POWER = 10**9
_NUMBER = re.compile(r"0|-?[1-9]\d*(/([2-9]|[1-9]\d+))?", re.ASCII)
Lower: TypeAlias = tuple[str, Fraction, str, Fraction]
"""What is stated from below: of what, at which number, "<" or "<=", and the number."""


class Unreadable(ValueError):
    """A file that is no proof."""


class Malformed(ValueError):
    """A proof that breaks the rules of its format."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as it was read: nodes, what must hold of them, the whole document, and what is bounded by what; from
    below by what, where that is stated. A mu is one for epsilon from `at` on, until `until` if that is a number.
    `missed`: what is stated of the next value, likewise from below."""

    nodes: list[list[Any]]
    statements: list[Statement]
    document: Mapping[str, Any]
    of: str
    at: Fraction
    bound: Fraction
    least: Lower | None
    until: Fraction | None
    missed: Lower | None


def read(path: Path) -> Proof:
    """The proof in a file. Raises Unreadable for what is none, Malformed for one that breaks its rules."""
    try:
        with path.open("rb") as file:
            held = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {error.strerror}") from None
    if len(held) > MOST_BYTES:
        raise Malformed(f"it has more than {MOST_BYTES} bytes")
    return proof_of(held)


def proof_of(held: bytes) -> Proof:
    """The proof in the bytes of a file."""
    try:
        document = json.loads(
            held.decode("utf-8"), object_pairs_hook=_once, parse_float=_digits, parse_int=_whole, parse_constant=_none
        )
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is no JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable(f'it is no JSON object with "format": "{FORMAT}"; chartered export makes one of a certificate')
    _check(document, FIELDS, "the proof")
    nodes = _nodes(document["nodes"])
    if len(document["conditions"]) > MOST_CONDITIONS:
        raise Malformed(f"it has more than {MOST_CONDITIONS} conditions")
    statements = [_statement(one, len(nodes)) for one in document["conditions"]]
    shown = document["inequality"]
    _check(shown, OF_INEQUALITY, "the inequality")
    if shown["of"] not in QUANTITIES or shown["relation"] != "<=":
        raise Malformed("the inequality is not one of epsilon, delta or mu, from above")
    at, bound = _index(shown["at"], len(nodes)), rational(shown["right"])
    if nodes[at][0] != "number":
        raise Malformed("the inequality is not at a number")
    if [shown["at"]] * (shown["of"] == "mu") != [_start(one) for one in document["stretch"]]:
        raise Malformed("it is not one stretch, from where the inequality is, that a mu is proved over")
    until = next((_covered(one, nodes, statements) for one in document["stretch"]), None)
    least = _from_below(document["from_below"], nodes, statements)
    for one in document["misses"]:
        _check(one, MISSES, "what the next value misses")
    missed = _from_below([{name: one[name] for name in FROM_BELOW} for one in document["misses"]], nodes, statements)
    nodes.append(["number", bound])
    statements.append(Statement(_index(shown["left"], len(nodes)), "<=", len(nodes) - 1))
    given = len(nodes) - 1 - len(document["from_below"]) - len(document["misses"])
    _check_theorems(document["theorems"], given, shown, document["from_below"])
    statements += _beyond(document["stretch"], document["theorems"][-1]["premises"])
    for one in document["misses"]:
        _check_theorems(one["theorems"], given, {**one, "left": one["right"]}, [])
    for index in document["witness"].values():
        if nodes[_index(index, given)][0] != "number":
            raise Malformed("a witness is not a number")
    _check_used(nodes[:given], statements, document)
    return Proof(nodes, statements, document, shown["of"], nodes[at][1], bound, least, until, missed)


def _check_used(nodes: list[list[Any]], statements: list[Statement], document: Mapping[str, Any]) -> None:
    """Raises Malformed if a node is used by nothing: Chartered writes none, and where one was put in another's place,
    there are some."""
    told = [document["theorems"], *(one["theorems"] for one in document["misses"])]
    used = {*_numbers(told), *document["witness"].values(), document["inequality"]["at"]}
    used.update(one["at"] for part in ("from_below", "misses") for one in document[part])
    used.update(end for one in document["stretch"] for piece in one["pieces"] for end in (piece["from"], piece["to"]))
    used.update(index for one in statements for index in (one.left, one.right))
    for operation, *parts in nodes:
        used.update([] if operation == "number" else parts[:1] if operation == "power" else parts)
    unused = set(range(len(nodes))) - used
    if unused:
        raise Malformed(f"node {min(unused)} is used by nothing ({len(unused)} such)")


def _start(stretch: Any) -> Any:
    """The index where a stretch begins."""
    _check(stretch, STRETCH, "a stretch")
    return stretch["from"]


def _covered(stretch: Mapping[str, Any], nodes: list[list[Any]], statements: list[Statement]) -> Fraction | None:
    """Where a stretch ends; None if it goes on. Each piece begins where the one before ends, and states of one or two
    pairs of nodes that the first is at most the second."""
    last, pieces = stretch["from"], stretch["pieces"]
    for piece in pieces:
        _check(piece, PIECE, "a piece")
        end, pairs = nodes[_index(piece["to"], len(nodes))], piece["pairs"]
        if piece["from"] != last or end[0] != "number" or not end[1] > nodes[last][1]:
            raise Malformed("a piece does not go on from the one before, or not to a larger number")
        if len(pairs) not in (1, 2):
            raise Malformed("a piece has not one comparison or two")
        last = piece["to"]
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                raise Malformed("a comparison on a piece is no pair")
            statements.append(Statement(_index(pair[0], len(nodes)), "<=", _index(pair[1], len(nodes))))
        if len(statements) > MOST_CONDITIONS:
            raise Malformed(f"it has more than {MOST_CONDITIONS} conditions")
    if not pieces and not stretch["onward"]:
        raise Malformed("its stretch is empty")
    return None if stretch["onward"] else nodes[last][1]


def _beyond(stretches: list[Any], premises: list[Any]) -> list[Statement]:
    """That each profile of which the last theorem speaks has its largest loss, or the beginning of its tail, within the
    pieces of a stretch that goes on, so that these and no others are needed."""
    onward = [one for one in stretches if one["onward"]]
    told = [one.get("numbers", {}) if isinstance(one, dict) else {} for one in premises]
    begun = [[one[name] for name in ("largest loss", "tail from") if name in one] for one in told]
    if onward and not (begun and all(begun)):
        raise Malformed("nothing is said of the profile beyond the last piece")
    lasts = [one["pieces"][-1]["to"] if one["pieces"] else one["from"] for one in onward]
    return [Statement(at, "<=", last) for last in lasts for ends in begun for at in ends]


def _from_below(told: list[Any], nodes: list[list[Any]], statements: list[Statement]) -> Lower | None:
    """What is stated from below, if anything is: a number below a node, or not above it."""
    if not told:
        return None
    if len(told) > 1:
        raise Malformed("more than one inequality from below")
    _check(told[0], FROM_BELOW, "the inequality from below")
    of, relation, limit = told[0]["of"], told[0]["relation"], rational(told[0]["left"])
    at, right = _index(told[0]["at"], len(nodes)), _index(told[0]["right"], len(nodes))
    if of not in QUANTITIES or relation not in ("<", "<=") or nodes[at][0] != "number":
        raise Malformed("the inequality from below is not one of epsilon, delta or mu at a number")
    nodes.append(["number", limit])
    statements.append(Statement(len(nodes) - 1, relation, right))
    return of, nodes[at][1], relation, limit


def rational(text: Any) -> Fraction:
    """A rational as it is written: p or p/q in lowest terms, in decimal digits."""
    if not isinstance(text, str) or len(text) > 2 * MOST_DIGITS or not _NUMBER.fullmatch(text):
        raise Malformed("a number is not written as p or p/q, or is too long")
    over, _, under = text.partition("/")
    if max(len(over), len(under)) > MOST_DIGITS:
        raise Malformed(f"a number has more than {MOST_DIGITS} digits")
    found = Fraction(_int(over), bottom := _int(under or "1"))
    if found.denominator != bottom:
        raise Malformed("a number is not in lowest terms")
    return found


def _int(text: str) -> int:
    """A whole number, by halves: Python refuses to read long ones at once."""
    if len(text) <= 4000:
        return int(text)
    if text.startswith("-"):
        return -_int(text[1:])
    cut = len(text) // 2
    shift: int = 10 ** (len(text) - cut)
    return _int(text[:cut]) * shift + _int(text[cut:])


def _nodes(written: list[Any]) -> list[list[Any]]:
    if len(written) > MOST_NODES:
        raise Malformed(f"it has more than {MOST_NODES} nodes")
    return [_node(one, index) for index, one in enumerate(written)]


def _node(one: Any, index: int) -> list[Any]:
    """A node whose parts stand before it."""
    if not isinstance(one, list) or not one or not isinstance(one[0], str) or ARITY.get(one[0]) != len(one) - 1:
        raise Malformed(f"node {index} is no operation with its parts")
    operation, *parts = one
    if operation == "number":
        return [operation, rational(parts[0])]
    if operation == "power":
        n = parts.pop()
        if not isinstance(n, int) or isinstance(n, bool) or abs(n) > _MOST_POWER:
            raise Malformed(f"node {index} is no power by a whole number of moderate size")
        return [operation, _index(parts[0], index), n]
    return [operation, *(_index(part, index) for part in parts)]


def _index(value: Any, before: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < before:
        raise Malformed("an index is not that of a node before it")
    return value


def _statement(one: Any, nodes: int) -> Statement:
    _check(one, OF_CONDITION, "a condition")
    if one["relation"] not in ("<", "<="):
        raise Malformed("a condition is neither < nor <=")
    return Statement(_index(one["left"], nodes), one["relation"], _index(one["right"], nodes))


def _check_theorems(theorems: list[Any], nodes: int, shown: Mapping[str, Any], below: list[Any]) -> None:
    """Raises Malformed unless what the last theorem concludes is what is bounded, and all numbers are nodes."""
    for one in theorems:
        _check(one, OF_THEOREM, "a theorem")
        for index in _numbers([one["premises"], one["conclusion"]]):
            _index(index, nodes)
    last = theorems[-1]["conclusion"] if theorems else {}
    concluded = [last.get("numbers"), last["also"].get("numbers") if isinstance(last.get("also"), dict) else None]
    if concluded[0] != {"at": shown["at"], shown["of"]: shown["left"]}:
        raise Malformed("the last theorem does not conclude what is bounded")
    if any({"at": one["at"], one["of"]: one["right"]} not in concluded for one in below):
        raise Malformed("the last theorem does not conclude what is bounded from below")


def _numbers(part: Any) -> Iterator[Any]:
    """The indices that premises and conclusions name; without recursion, for JSON may be nested."""
    more = [part]
    while more:
        one = more.pop()
        if isinstance(one, dict):
            numbers = one.get("numbers", {})
            if not isinstance(numbers, dict):
                raise Malformed("the numbers of a guarantee are no object")
            yield from numbers.values()
            more += [value for key, value in one.items() if key != "numbers"]
        elif isinstance(one, list):
            more += one


def _check(part: Any, fields: Mapping[str, type], what: str) -> None:
    """Raises Malformed unless a part is an object of just these fields."""
    if not isinstance(part, dict) or part.keys() != fields.keys():
        raise Malformed(f"{what} has not just the fields {', '.join(fields)}")
    for name, kind in fields.items():
        if type(part[name]) is not kind:
            raise Malformed(f"{what}: {name} is not of its type")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed("a key is written twice")
    return found


def _whole(text: str) -> int:
    if len(text) > 20:
        raise Malformed("a whole number has more than 20 digits")
    return int(text)


def _digits(text: str) -> float:
    """A double, in what is told of the ledger alone: no number of the proof is one."""
    return float(text)


def _none(text: str) -> Any:
    raise Malformed(f"{text} is no number")
