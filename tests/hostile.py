"""Hostile certificates: under 4 kB each, with a digest that fits, so that a check would take long, fail loudly or
accept what is false."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import chartered as ch
from chartered.certificate.digest import sealed
from chartered.model.exact_numbers import exact, plain
from chartered.model.witness_json import witness_to_json
from mutating import put, ways

MOST_BYTES = 4096
Document = dict[str, Any]

EXTREMES: tuple[Any, ...] = (
    65536,
    2**60,
    10**300,
    10**3999,
    -1,
    0,
    1e-300,
    5e-324,
    1.7976931348623157e308,
    "1e-10000",
    "1e10000",
    "1/3",
    "1e-1204",
    f"1/{2**4000}",
    f"{3**2000}/{2**3200}",
    "0." + "9" * 900,
    "1" + "0" * 1500,
    "nan",
    "inf",
    "-inf",
    "1e99999",
    None,
    True,
    [],
    {},
    [1],
    "",
    "x",
    "\x1b[2K accepted",
)
COUNTS = (0, 1, 2, 1000, 20_000, 10**6, 10**12, 2**160, 10**40, -1, 1.5, "1e12")
TINY = ("1e-10000", "1e-3000", "1e-300", "1e-30", "0.000001")
HUGE = ("1e10000", "1e3000", "1e300", "1e30", "1e12", "1000000")
STEPS = (
    "gaussian:sigma={x}", "laplace:scale={x}", "pure:epsilon={x}", "zcdp:rho={x}", "gdp:mu={x}",
    "rdp:alpha={y},gamma={x}", "approximate:epsilon={x},delta=1e-9", "exponential:epsilon={x}",
    "randomized-response:epsilon={x},k={n}", "discrete-gaussian:sigma={x},sensitivity={n}",
    "discrete-laplace:scale={x},sensitivity={n}", "poisson:rate=1e-9/gaussian:sigma={x}",
    "poisson:rate=0.999999/laplace:scale={x}", "sample:size=10,of={n}/laplace:scale={x}",
    "shuffled:n={n}/pure:epsilon={x}", "shuffled:n={n}/randomized-response:epsilon={x},k=50",
    "shuffled:n={n}/randomized-response:epsilon={x}", "checkin:m={n},n={n},p=0.5/pure:epsilon={x}",
    "checkin:m={n},n={n}/pure:epsilon={x}", "rectified:low=-{y},high={y},head={x}/gaussian:sigma=1",
    "rectified:low=-1,high=1,head=1/gaussian:sigma={x}", "rectified:low=-1,high=1,head={y}/laplace:scale={x}",
    "power:sigma={x},A=1,B={y}", "cloak:n={n},m={n}"
)  # fmt: skip


def hostile(documents: list[Document], count: int, seed: int) -> Iterator[str]:
    """So many texts of certificates, each made of one that is true."""
    random, made = Random(seed), 0
    while made < count:
        document = copy.deepcopy(random.choice(documents))
        for _ in range(random.choice((1, 1, 2, 3))):
            random.choice(OPERATORS)(document, random)
        if random.random() < 0.8:
            spell(document)
        text = json.dumps(digested(document))
        if random.random() < 0.1:
            text = random.choice(TEXTS)(text, random)
        if len(text) <= MOST_BYTES:
            made += 1
            yield text


def digested(document: Document) -> Document:
    """With a digest that fits, if it can have one."""
    try:
        return sealed({key: value for key, value in document.items() if key != "digest"})
    except (TypeError, ValueError, RecursionError):
        return document


def spell(document: Document) -> None:
    """Writes numbers as a certificate must, where they can be read: or they would be refused for how they are
    written."""
    for numbers in (document.get("at"), _inside(document, "answer", "witness")):
        for name, x in numbers.items() if isinstance(numbers, dict) else ():
            if isinstance(x, str):
                numbers[name] = _spelled(x) if numbers is document.get("at") else _fraction(x)
    for entry in document["ledger"] if isinstance(document.get("ledger"), list) else []:
        try:
            entry["step"] = str(ch.parse(entry["step"]).step)
        except (ch.CharteredError, TypeError, KeyError, AttributeError):
            continue


def _spelled(text: str) -> str:
    try:
        return plain(exact(text, "it"))
    except ch.CharteredError:
        return text


def _fraction(text: str) -> Any:
    try:
        return witness_to_json({"it": exact(text, "it")})["it"]
    except ch.CharteredError:
        return text


def extreme_witness(document: Document, random: Random) -> None:
    """A field of the witness that is as large, small or strange as can be; or one field more."""
    witness = _inside(document, "answer", "witness")
    if witness is not None:
        name = random.choice([*witness, "bits", "tail", "step", "alpha", "local", "extra"])
        witness[name] = random.choice(EXTREMES)


def more_digits(document: Document, random: Random) -> None:
    """What bounds the work of a proof at its end, or far beyond it."""
    witness = _inside(document, "answer", "witness")
    if witness is not None and "bits" in witness:
        witness["bits"] = random.choice((8192, 4096, 65536, 64, 8193))
        witness["end"] = random.choice((1e9, "1e3000", 0, 1.5))
    elif witness is not None and "tail" in witness:
        witness["tail"] = random.choice((f"1/{2 ** random.choice((100, 300, 500, 1060, 1064, 4000))}", 0.5))
        witness["step"] = random.choice((1e-9, 1e-3, 0.01, "1/3", 0.05))
    elif witness is not None and "alpha" in witness:
        witness["alpha"] = random.choice((19_999, 19_998.5, 1023.5, 1024, "1e300", "1.0000000001", 5999.25))


def other_ledger(document: Document, random: Random) -> None:
    """Steps with extreme parameters, run often, that the derivation may even fit."""
    entries = document.get("ledger")
    if not isinstance(entries, list) or not entries:
        return
    for index in range(random.choice((1, 1, 1, 12))):
        text = random.choice(STEPS)
        if random.random() < 0.6 and isinstance(document["ledger"][0], dict):
            name = str(document["ledger"][0].get("step", "")).partition(":")[0]
            text = random.choice([step for step in STEPS if step.startswith(name)] or STEPS)
        x, y = random.choice(TINY + HUGE), random.choice(TINY + HUGE)
        step = text.format(x=x, y=y, n=random.choice(("2", "1000", "3000", "1000000", "10000000", "1e9", "1e12")))
        entry = {"step": step, "times": random.choice(COUNTS)}
        entries[:] = [entry] if index == 0 else [*entries, entry]
    _as_many_paths(document, len(entries))


def many_runs(document: Document, random: Random) -> None:
    """The same steps, more often."""
    for entry in document["ledger"] if isinstance(document.get("ledger"), list) else []:
        if isinstance(entry, dict):
            entry["times"] = random.choice(COUNTS)


def other_question(document: Document, random: Random) -> None:
    """An extreme one."""
    asked = document.get("at")
    if isinstance(asked, dict) and asked:
        asked[random.choice(list(asked))] = random.choice(EXTREMES + TINY + HUGE)


def other_path(document: Document, random: Random) -> None:
    """A theorem for another, or all theorems at once."""
    derivation = document.get("derivation")
    if isinstance(derivation, dict):
        climbs = derivation.get("climbs")
        paths = [path for path in climbs if isinstance(path, list)] if isinstance(climbs, list) else []
        names = [name for path in paths for name in path] or ["gaussian.gdp"]
        key = random.choice(("rewrites", "climbs", "tail", "accountant", "witnesses"))
        derivation[key] = random.choice(
            ([names * 40], [[]] * 900, names * 200, [[[["x"]]]], None, "x", 7, [{"theorem": "x"}])
        )


def any_part(document: Document, random: Random) -> None:
    """Something extreme in any place."""
    put(document, random.choice([way for way in ways(document) if way]), random.choice(EXTREMES))


def deep(document: Document, random: Random) -> None:
    """Lists or objects inside each other."""
    nested: Any = 1
    for _ in range(random.choice((15, 17, 100, 400))):
        nested = [nested] if random.random() < 0.5 else {"a": nested}
    put(document, random.choice([way for way in ways(document) if way]), nested)


def _inside(document: Document, *way: str) -> Document | None:
    found: Any = document
    for key in way:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _as_many_paths(document: Document, count: int) -> None:
    """The first path for each entry."""
    derivation = document.get("derivation")
    for key in ("rewrites", "climbs"):
        paths = derivation.get(key) if isinstance(derivation, dict) else None
        if isinstance(derivation, dict) and isinstance(paths, list) and paths:
            derivation[key] = [paths[0]] * count


def twice(text: str, random: Random) -> str:
    """A key that is written twice."""
    return text[:-1] + random.choice((', "quantity": "epsilon"}', ', "digest": ""}', ', "answer": {}}'))


def many_digits(text: str, random: Random) -> str:
    """A number that is longer than all use."""
    number = random.choice(("9" * 4200, "1e99999", "0." + "1" * 3000, "NaN", "-Infinity", "1" + "0" * 3000 + ".0"))
    return '{"format": "chartered certificate 1", "digest": "", "answer": ' + number[:3900] + "}"


def brackets(text: str, random: Random) -> str:
    """Nothing but nesting."""
    depth = random.choice((50, 900, 1900))
    return '{"format": "chartered certificate 1", "digest": "", "answer": ' + "[" * depth + "]" * depth + "}"


def broken(text: str, random: Random) -> str:
    """Cut, or with a byte that is out of place."""
    place = random.randrange(len(text))
    return random.choice((text[:place], text[:place] + "\x00" + text[place + 1 :], text[:place] + '"' + text[place:]))


TEXTS: tuple[Callable[[str, Random], str], ...] = (twice, many_digits, brackets, broken)
OPERATORS: tuple[Callable[[Document, Random], None], ...] = (
    extreme_witness,
    extreme_witness,
    more_digits,
    more_digits,
    other_ledger,
    other_ledger,
    many_runs,
    other_question,
    other_path,
    any_part,
    deep,
)
"""Mostly what reaches the mathematics."""
