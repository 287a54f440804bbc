"""What is said of a proof: what was proved, and what the file says of it that was not checked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .reading import Lower, Proof

_SHOWN = 40
_LONGEST, _MOST = 300, 12


def concluded(proof: Proof) -> str:
    """The inequality in the words of its file, which names what the expression is of."""
    told = f"{proof.of} {_where(proof)} is at most {short(proof.bound)}"
    return told + _below(" and", proof.least, proof) + _below("; with the next value", proof.missed, proof)


def accepted(proof: Proof) -> Iterator[str]:
    """What was proved, and what was not checked: whose the expressions are, and what they are about."""
    held = proof.document
    yield "accepted: the inequality holds; NOT checked: that these expressions are those theorems'"
    yield f"proved, by intervals: {len(proof.statements)} inequalities among {len(proof.nodes)} nodes"
    yield f"the expression that is bounded has {_expression(proof)}"
    yield "what the file says of them, which was NOT checked:"
    yield f"  answer       {concluded(proof)}"
    yield f"  question     {held['quantity']} at {_pairs(held['at'])}, {held['neighbours']}"
    for one in held["ledger"][:_MOST]:
        yield f"  ledger       {_entry(one)}"
    yield from _more(held["ledger"], "  ledger       ")
    for one in held["theorems"][:_MOST]:
        whose = "" if one["ours"] else f" [a stranger's: {one['plugin']}]"
        yield f"  theorem      {one['name']}: {one['source']}{whose}"
    yield from _more(held["theorems"], "  theorem      ")
    yield f"  certificate  {held['certificate']}"
    yield "whether this is the proof that Chartered writes: chartered check CERTIFICATE --proof FILE"


def short(x: Fraction) -> str:
    """A number, and about how large it is where it is long."""
    exact = f"{x.numerator:x}" if x.numerator.bit_length() > 4000 else str(x.numerator)
    exact = exact if x.denominator == 1 else f"{exact}/..." if x.denominator.bit_length() > 4000 else str(x)
    try:
        return exact if len(exact) <= _SHOWN else f"{float(x)!r} (about; {len(exact)} characters exactly)"
    except OverflowError:
        return f"a number of {len(exact)} characters"


def plain(text: str) -> str:
    """Printable ASCII, one line of bounded length: what a file says may not steer a terminal."""
    shown = "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text[:_LONGEST])
    return shown if len(text) <= _LONGEST else f"{shown}..."


def _expression(proof: Proof) -> str:
    """How many nodes the bounded expression has, and its constants, in the order of the nodes."""
    held, more = set[int](), [proof.document["inequality"]["left"]]
    while more:
        index = more.pop()
        if index not in held:
            held.add(index)
            operation, *parts = proof.nodes[index]
            more += [] if operation == "number" else parts[:1] if operation == "power" else parts
    constants = [short(proof.nodes[index][1]) for index in sorted(held) if proof.nodes[index][0] == "number"]
    told = [*constants[:_MOST], *_more(constants, "")]
    return f"{len(held)} node{'s' * (len(held) != 1)}, and as constants {', '.join(told) or 'none'}"


def _entry(one: Any) -> str:
    """An entry of the ledger: its step, and the number of times."""
    if not isinstance(one, dict):
        return str(one)
    rest = [f"{key} {value}" for key, value in one.items() if key != "step" and value != 1]
    return ", ".join([str(one.get("step", "?")), *rest])


def _pairs(at: Any) -> str:
    return ", ".join(f"{key} = {value}" for key, value in at.items()) or "every epsilon"


def _more(things: list[Any], before: str) -> list[str]:
    """A line or a word on those that are not shown."""
    return [f"{before}and {len(things) - _MOST} more"] if len(things) > _MOST else []


def _where(proof: Proof) -> str:
    """At which number, or for which epsilon."""
    if proof.of != "mu":
        return f"at {short(proof.at)}"
    return f"for epsilon from {short(proof.at)} {'on' if proof.until is None else f'to {short(proof.until)}'}"


def _below(of_what: str, stated: Lower | None, proof: Proof) -> str:
    """What was proved from below, if the theorems are exact."""
    if stated is None:
        return ""
    of, at, relation, limit = stated
    above = "above" if relation == "<" else "at least"
    same = "next" not in of_what and (of, at) == (proof.of, proof.at)
    where = above if same else f"{of}{'' if of == 'mu' else f' at {short(at)}'} is {above}"
    return f"{of_what}, as its theorems are exact, {where} {short(limit)}"
