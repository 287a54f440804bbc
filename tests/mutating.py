"""Mutated certificates: a few places changed as a forger or an accident might change them, with a digest that fits
again."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import chartered as ch
from chartered.certificate.digest import sealed
from chartered.model.exact_numbers import plain
from chartered_verify.enclosure import Enclosure
from flint import arb
from forging import leaves

NAMES = [*ch.registry().theorems, *ch.registry().accountants]
FACTORS = (1 + 1e-15, 1 - 1e-15, 1 + 1e-6, 1 - 1e-6, 1.1, 0.9, 2.0, 0.5, -1.0, 1e9, 0.0)
Way = tuple[Any, ...]


def mutants(documents: list[dict[str, Any]], count: int, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """So many changed documents, each with the one that it was made of; those that came out the same are left out."""
    random = Random(seed)
    made = 0
    while made < count:
        origin = random.choice(documents)
        changed = copy.deepcopy(origin)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            random.choice(OPERATORS)(changed, documents, random)
        if changed != origin:
            made += 1
            yield origin, sealed({key: value for key, value in changed.items() if key != "digest"})


def other_leaf(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """A number nudged, scaled or negated; a name replaced; a text that holds a number likewise."""
    way = random.choice([way for way in leaves(changed) if way])
    value = at(changed, way)
    if isinstance(value, bool) or value is None:
        put(changed, way, random.choice((True, False, None, 0, 1, {}, {"alpha": 2})))
    elif isinstance(value, int | float):
        put(changed, way, nudged(value, random))
    elif isinstance(value, str):
        put(changed, way, reworded(value, random))
    else:
        put(changed, way, random.choice((None, {}, [], ["x"], {"x": 1})))


def nudged(value: float, random: Random) -> Any:
    """The next double or whole number, or a multiple."""
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, -value, 2 * value, float(value)))
    moved = (math.nextafter(value, math.inf), math.nextafter(value, -math.inf), *(value * factor for factor in FACTORS))
    return random.choice(moved)


def reworded(value: str, random: Random) -> str:
    """Another name where one stood; another number where one stood, also inside the text of a step; else a letter
    more."""
    if value in NAMES:
        return random.choice(NAMES)
    if value in ("epsilon", "delta", "mu", "times", "sigma", "exact", "upper", "add-or-remove", "replace-one"):
        return random.choice(
            ("epsilon", "delta", "mu", "times", "sigma", "exact", "upper", "heuristic", "add-or-remove", "replace-one")
        )
    pieces = value.replace("=", "\0=\0").replace(",", "\0,\0").replace("/", "\0/\0").split("\0")
    numbers = [place for place, piece in enumerate(pieces) if is_number(piece)]
    if numbers:
        place = random.choice(numbers)
        exact = Fraction(pieces[place])
        pieces[place] = str(
            random.choice((exact * Fraction(random.choice(FACTORS)), exact + 1, exact * (1 + Fraction(1, 10**20))))
        )
        return "".join(pieces)
    return value + "x"


def is_number(text: str) -> bool:
    """Whether a text is an exact number."""
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def dropped_key(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """A key, or an entry of a list, left out anywhere."""
    way = random.choice([way for way in ways(changed) if way])
    del at(changed, way[:-1])[way[-1]]


def swapped_parts(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """A part of another certificate in its place."""
    other = random.choice(documents)
    shared = [way for way in ways(changed) if way and has(other, way)]
    way = random.choice(shared)
    put(changed, way, copy.deepcopy(at(other, way)))


def other_ledger(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """A ledger of another certificate, or one with more or fewer runs."""
    if random.random() < 0.5:
        changed["ledger"] = copy.deepcopy(random.choice(documents)["ledger"])
    elif isinstance(changed.get("ledger"), list) and changed["ledger"]:
        changed["ledger"] = [changed["ledger"][0] | {"times": random.choice((1, 2, 999, 1001))}]


def wider_ends(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """An upper end that is larger and a lower end that is smaller: true, and what hides another change."""
    answer = changed.get("answer")
    for name, grow in (("upper", True), ("lower", False)):
        if not isinstance(answer, dict) or not isinstance(answer.get(name), float):
            continue
        moved = (
            answer[name] * random.choice((1.001, 2.0, 50.0))
            if grow
            else answer[name] / random.choice((1.001, 2.0, 50.0))
        )
        answer[name] = moved
        answer[f"{name}_exact"] = repr(moved)


def tighter_ends(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """An interval that is a little narrower at one end, and all that goes with it: the witness of an inversion, too."""
    answer, name = changed.get("answer"), random.choice(("upper", "lower"))
    if not isinstance(answer, dict) or not isinstance(answer.get(name), float):
        return
    share = random.choice((1e-15, 1e-9, 1e-6, 0.1))
    moved = answer[name] * (1 - share if name == "upper" else 1 + share)
    answer |= {name: moved, f"{name}_exact": written(moved, name)}
    bracket = {"upper": "above", "lower": "below"}[name]
    if isinstance(answer.get("witness"), dict) and bracket in answer["witness"]:
        answer["witness"] = answer["witness"] | {bracket: moved}


def written(number: float, name: str) -> str:
    """The decimal text that goes with an end."""
    end = Enclosure.of(arb(number))
    return end.upper_exact if name == "upper" else end.lower_exact


def another_value(changed: Any, documents: list[dict[str, Any]], random: Random) -> None:
    """Another count or parameter, wherever it is written; or nothing said of the next one."""
    answer, asked, ledger = changed.get("answer"), changed.get("asked"), changed.get("ledger")
    if not (
        isinstance(answer, dict)
        and isinstance(asked, dict)
        and isinstance(ledger, list)
        and ledger
        and "exact" in answer
    ):
        return
    if random.random() < 0.3:
        answer |= {"beyond": None, "fails_beyond": None}
    old, counted = Fraction(answer["exact"]), changed.get("quantity") == "times"
    value = (
        old + random.choice((-1, 1, 10))
        if counted
        else old * Fraction(random.choice((1 - 1e-8, 1 - 1e-3, 1 + 1e-8, 2.0)))
    )
    value = value if counted else Fraction(float(value))
    for key in ("times", "value"):
        if key in answer:
            answer[key] = int(value) if value.denominator == 1 else float(value)
    text = plain(value)
    answer["exact"] = text
    entry = ledger[0]
    if counted and isinstance(entry.get("times"), int):
        ledger[0] = entry | {"times": entry["times"] // int(old) * int(value)}
    elif isinstance(entry.get("step"), str):
        ledger[0] = entry | {"step": entry["step"].replace(f"={plain(old)}", f"={text}")}


OPERATORS: list[Callable[[Any, list[dict[str, Any]], Random], None]] = [
    other_leaf,
    other_leaf,
    other_leaf,
    dropped_key,
    swapped_parts,
    other_ledger,
    wider_ends,
    tighter_ends,
    another_value,
    another_value,
]


def ways(value: Any, here: Way = ()) -> Iterator[Way]:
    """The way to every part, leaves and not."""
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from ways(inner, (*here, key))


def at(value: Any, way: Way) -> Any:
    """The part there."""
    for key in way:
        value = value[key]
    return value


def has(value: Any, way: Way) -> bool:
    """Whether there is such a part."""
    try:
        at(value, way)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def put(value: Any, way: Way, part: Any) -> None:
    """Another part there."""
    at(value, way[:-1])[way[-1]] = part
