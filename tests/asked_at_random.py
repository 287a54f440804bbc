"""Random questions for the command: over every mechanism and wrapper that is registered, so that a new one joins by
itself, with parameters that are ordinary, extreme or wrong."""

from __future__ import annotations

import re
from random import Random

import chartered as ch

EXTREME = ("0", "1", "1e-12", "1e-300", "1e-1000", "1e9", "1e12", "1e300", "1e1000", "0.01", "1/3", "sqrt(2)", "log(3)")
WRONG = ("-1", "nan", "inf", "", "x", "1e-99999", "2.5", "1/0", "sqrt(-1)", "0:1", "true")
TIMES = ("2", "3", "10", "1000", "1e6", "1e9", "1e12")
SMALL = ("1e-5", "1e-10", "0.3", "0", "1e-30", "1e-300", "1e-1000", "0.999999", "1e-320", "1")
LARGE = ("1", "0.1", "8", "0", "1e-9", "1e-300", "100", "1e5", "1e300", "1e1000")
RELATIONS = ("add-or-remove", "replace-one", "zero-out")


def questions(count: int, seed: int) -> list[list[str]]:
    """So many lists of arguments."""
    random = Random(seed)
    return [question(random) for _ in range(count)]


def question(random: Random) -> list[str]:
    """A command with its ledger and what it asks; nine of ten ledgers can be read."""
    command = random.choice(sorted(ASKED))
    told = ["--neighbours", random.choice(RELATIONS)] if random.random() < 0.3 else []
    ledger = steps(random, command)
    for _ in range(random.choice((0, *[40] * 9))):
        if readable(ledger, told):
            break
        ledger = steps(random, command)
    arguments = ASKED[command](random) + told
    if command == "calibrate":
        ledger, arguments = sought(random, ledger[0], arguments)
    if random.random() < 0.2:
        arguments += ["--accountant", random.choice(sorted(ch.registry().accountants))]
    return [command, *ledger, *arguments, *random.choice(SHOWN[command])]


def readable(ledger: list[str], told: list[str]) -> bool:
    """Whether it is one."""
    try:
        return bool(ch.Ledger(ledger, *told[1:]).entries)
    except ch.CharteredError:
        return False


def sought(random: Random, step: str, arguments: list[str]) -> tuple[list[str], list[str]]:
    """One of the step's parameters is left out and asked for."""
    said = random.choice(re.findall(r"[\w-]+=[^,/:()+ ]+", step) or ["sigma=1"])
    return [step.replace(said, "", 1).replace(",,", ",").replace(":,", ":")], [
        "--solve",
        said.partition("=")[0],
        *arguments,
    ]


def steps(random: Random, command: str) -> list[str]:
    """Mostly one; searches take no more."""
    more = 0 if command in ("steps", "calibrate") else random.choice((0, 0, 0, 1, 2))
    return [step(random, 2) for _ in range(1 + more)]


def step(random: Random, depth: int) -> str:
    """A mechanism, a wrapper around a step, or several steps on one sample."""
    if depth < 2 and random.random() < 0.1:
        return "(" + random.choice((" + ", "+")).join(step(random, depth - 1) for _ in range(2)) + ")"
    wraps = depth > 0 and random.random() < 0.45
    mechanism = random.choice([m for m in ch.registry().mechanisms.values() if m.wraps is wraps and m.parameters])
    given = [p for p in mechanism.parameters if is_given(p, random)]
    said = ",".join(f"{p.name}={value(p, random)}" for p in given)
    if wraps:
        return f"{mechanism.name}:{said}/{step(random, depth - 1)}"
    if random.random() < 0.4:
        said += f",times={random.choice(TIMES)}"
    return f"{mechanism.name}:{said}"


def is_given(parameter: ch.Parameter, random: Random) -> bool:
    """What has no value of its own is mostly written."""
    return random.random() < (0.93 if parameter.default is None else 0.2)


def value(parameter: ch.Parameter, random: Random) -> str:
    """Ordinary in most cases."""
    if random.random() < 0.02:
        return random.choice(WRONG)
    if parameter.words or parameter.flag:
        return random.choice(parameter.words or ("true", "false"))
    if parameter.many:
        return ":".join(random.choice(("0", "1/2", "1/4", "1")) for _ in range(random.randint(2, 4)))
    if random.random() < 0.25:
        return random.choice(EXTREME)
    high = 3 if parameter.high is None else 0
    if parameter.integer:
        return str(round(10 ** random.uniform(0, 5)))
    return f"{10 ** random.uniform(-3, high):.3g}"


def epsilon(random: Random) -> list[str]:
    """At a delta."""
    return ["--delta", random.choice(SMALL)]


def delta(random: Random) -> list[str]:
    """At an eps."""
    return ["--epsilon", random.choice(LARGE)]


def mu(random: Random) -> list[str]:
    """Of all, a head or a tail."""
    part = random.choice(([], ["--head"], ["--tail"], ["--regret"]))
    return [*part, random.choice(LARGE)] if part and part != ["--regret"] else list(part)


def target(random: Random) -> list[str]:
    """Of a search."""
    return ["--mu", random.choice(LARGE)] if random.random() < 0.2 else [*delta(random), *epsilon(random)]


def attacked(random: Random) -> list[str]:
    """At a false positive rate."""
    return ["--type-one", random.choice(SMALL)]


BOTH = ([], ["--json"], ["--all"])
ASKED = {
    "epsilon": epsilon,
    "delta": delta,
    "mu": mu,
    "steps": target,
    "calibrate": target,
    "risk": attacked,
    "tradeoff": attacked,
}
SHOWN = dict.fromkeys(ASKED, BOTH) | {"risk": ([], ["--json"]), "tradeoff": ([], ["--json"])}
