"""Questions as lines of JSON, and their answers as lines of JSON."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from chartered_verify.catching import ours

from ..errors import BadLedger, CharteredError
from ..ledger.named_files import no_files
from ..ledger.strict_json import read_json
from ..model.questions import Question
from .ledger import Ledger

LONGEST = 1_000_000
"""The largest number of characters of a line."""
_FIELDS = frozenset({"steps", "neighbours", "delta", "epsilon", "digits", "within", "accountant", "id"})


def answer_line(seconds: float | None, numbered: tuple[int, str]) -> dict[str, Any]:
    """The answer to a line, or the error of that line; with its number and digest, and its `id`, if it has one."""
    number, text = numbered
    said: dict[str, Any] = {"line": number, "question_sha256": digest_of(text)}
    try:
        asked = _read(text)
        said |= {"id": asked["id"]} if "id" in asked else {}
        question = _question(asked)
        with no_files():  # whoever writes a line may be somebody else
            ledger = Ledger(asked.get("steps", ()), asked.get("neighbours"))
        return said | ledger.account(question, asked.get("accountant"), seconds=seconds).to_json()
    except CharteredError as error:
        return said | {"error": error.message, "hint": error.hint}


def digest_of(text: str) -> str:
    """SHA-256 (hexadecimal) of a line, by which its answer is known again."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _read(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadLedger(f"the line has {len(text)} characters", f"a line has at most {LONGEST}")
    try:
        found = read_json(text)
    except ours(ValueError) as error:
        raise BadLedger(f"the line is no JSON: {error}", _WANTED) from None
    if not isinstance(found, dict):
        raise BadLedger("the line is no JSON object", _WANTED)
    if unknown := found.keys() - _FIELDS:
        raise BadLedger(f"the line has an unknown field {min(unknown)!r}", f"known are {', '.join(sorted(_FIELDS))}")
    if not isinstance(found.get("id", ""), str | int) or len(str(found.get("id", ""))) > 200:
        raise BadLedger("the id of the line is no short text", "write a text of at most 200 characters, or a number")
    accountant = found.get("accountant")
    if accountant is not None and not isinstance(accountant, str):
        raise BadLedger(f"the accountant of the line is {accountant!r}", "write a name")
    return found


def _question(asked: dict[str, Any]) -> Question:
    if ("delta" in asked) == ("epsilon" in asked):
        raise BadLedger("the line must ask for one thing", 'give "delta", for the least eps there, or "epsilon"')
    digits, within = asked.get("digits"), asked.get("within")
    if "delta" in asked:
        return Question.epsilon(asked["delta"], digits, within)
    return Question.delta(asked["epsilon"], digits, within)


_WANTED = 'write one object a line: {"steps": ["gaussian:sigma=20,times=1000"], "delta": "1e-5"}'
