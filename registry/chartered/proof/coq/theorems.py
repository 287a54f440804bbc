"""The theorems of a proof as named assumptions in Coq: each states its conclusion from its premises.

A guarantee is about a process: a step under a relation, or runs of steps. The process of a premise is that of the
earlier conclusion that equals the premise; a theorem that leads to another relation concludes under the ledger's."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from ...errors import CharteredError
from ...host.registry import registry
from .escaped_text import identifier, literal, quotient, whole_literal
from .nodes import position


class Concluded(Struct):
    """A guarantee that a theorem concluded: the name of its fact in Coq, its process, and whether a premise has used
    it."""

    fact: str
    process: str
    used: bool = False


class Path(Struct):
    """The theorems in the order of use, each with the conditions that its formula compared."""

    document: Mapping[str, Any]
    known: dict[str, list[Concluded]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    process: str = ""
    prefix: str = ""

    def follow(self, conditions: Sequence[str | None]) -> str:
        """Writes all theorems and returns the name of the last fact. `conditions` are the names of the lemmas that
        prove each theorem's conditions (None: it compared nothing). The names in Coq have the `prefix` of the path.
        Raises CharteredError if a premise is no conclusion of an earlier theorem."""
        theorems = self.document["theorems"]
        for n, (one, held) in enumerate(zip(theorems, conditions, strict=True), 1):
            self._theorem(n, one, held, last=n == len(theorems))
        return f"fact_{self.prefix}{len(theorems)}"

    def _theorem(self, n: int, one: Mapping[str, Any], held: str | None, *, last: bool) -> None:
        found = [self._given(one["name"], premise) for premise in one["premises"]]
        facts = [fact for process, given in found for fact in given]
        self.process = _process(one, [process for process, _ in found])
        theorem = registry().theorems.get(one["name"])
        if theorem is not None and theorem.changes_relation:
            self.process = _under(self.process, whole_literal(self.document["neighbours"], "a relation"))
        concluded = self._shown() if last else self._satisfied(self.process, one["conclusion"])
        name, fact = f"trusted_{self.prefix}{n}_{identifier(one['name'])}", f"fact_{self.prefix}{n}"
        premises = [*([f"all_true value {held}"] if held else []), *(what for _, what in facts)]
        proved = [*([f"{held}_hold"] if held else []), *(fact for fact, _ in facts)]
        self.lines += [
            f"Parameter {name} : cited {literal(one['name'])} {literal(one['source'])}",
            f"  {literal(one['statement'] + ' Hypotheses: ' + one['hypotheses'])}",
            f"  ({' -> '.join([*premises, concluded])}).",
            f"Lemma {fact} : {concluded}.",
            f"Proof. exact ({' '.join([name, *proved])}). Qed.",
            "",
        ]
        if not last:
            concluded_of = Concluded(fact, self.process)
            self.known.setdefault(_key(one["conclusion"]), []).append(concluded_of)

    def _given(self, name: str, premise: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]]]:
        """The process of a premise, and the facts on which it rests, as pairs (name, statement)."""
        if premise["kind"] == "step":
            step, neighbours = (whole_literal(premise[key], "a step") for key in ("step", "neighbours"))
            process = f"(Step {step} {neighbours})"
            inner = premise.get("inner")
            return process, [] if inner is None else self._given(name, inner)[1]
        earlier = self.known.get(_key(premise))
        if not earlier:
            raise CharteredError(f"{name}: what it was given is no conclusion of a theorem on the path")
        one = next((one for one in earlier if not one.used), earlier[-1])
        one.used = True
        return one.process, [(one.fact, self._satisfied(one.process, premise))]

    def _satisfied(self, process: str, said: Mapping[str, Any]) -> str:
        """The statement that a process satisfies a guarantee with these numbers."""
        numbers = [f"({literal(name)}, value {position(at)})" for name, at in said["numbers"].items()]
        numbers += [
            f"({literal('how many with epsilon = ' + epsilon)}, {quotient(str(n))})"
            for epsilon, n in said.get("counts", ())
        ]
        return f"satisfies {process} {literal(said['kind'])} [{'; '.join(numbers)}]"

    def _shown(self) -> str:
        """The conclusion of the last theorem: every number that is at least the expression bounds the privacy loss."""
        shown = self.document["inequality"]
        return f"(forall x, value {position(shown['left'])} <= x -> {self.holds(shown, 'x')})"

    def holds(self, one: Mapping[str, Any], x: str, at: str | None = None) -> str:
        """The statement that the quantity of an inequality is at most `x`, at the number `at`, or else at that of its
        node."""
        where = f"(value {position(one['at'])})" if at is None else at
        if one["of"] == "mu":
            return f"gdp {self.process} {x} {self._stretch(where)}"
        return f"dp {self.process} {f'{x} {where}' if one['of'] == 'epsilon' else f'{where} {x}'}"

    def _stretch(self, start: str) -> str:
        """The epsilons over which a mu is proved."""
        stretch, nodes = self.document["stretch"][0], self.document["nodes"]
        last = "" if stretch["onward"] else f" /\\ e <= {quotient(nodes[stretch['pieces'][-1]['to']][1])}"
        return f"(fun e => {start} <= e{last})"

    def exact(self, conditions: str | None = None) -> str:
        """Writes the assumption that every theorem of the path is exact, and returns its proof from the conditions of
        the last theorem, if that needs them."""
        below, theorems = self.document["from_below"][0], self.document["theorems"]
        name = f"trusted_{self.prefix}{len(theorems) + 1}_exact"
        right, positive = position(below["right"]), "0 < x -> " if below["of"] == "mu" else ""
        held = f"all_true value {conditions} -> " if conditions else ""
        stated = "Each is exact: the last one gives the least that holds, for the ledger as it stands."
        self.lines += [
            f"Parameter {name} : cited {literal(', '.join(one['name'] for one in theorems))}",
            f"  {literal('; '.join(one['source'] for one in theorems))} {literal(stated)}",
            f"  ({held}{self._shown()} -> forall x : R, {positive}x < value {right} -> ~ {self.holds(below, 'x')}).",
            "",
        ]
        return f"{name} {conditions}_hold" if conditions else name


def _process(one: Mapping[str, Any], processes: Sequence[str]) -> str:
    """The process of a conclusion: for a theorem that of its premise, for an accountant the runs of all premises."""
    if one["kind"] != "accountant" and len(processes) == 1:
        return processes[0]
    runs = (f"({premise['times']}%Z, {process})" for premise, process in zip(one["premises"], processes, strict=True))
    return f"(Runs [{'; '.join(runs)}])"


def _under(process: str, neighbours: str) -> str:
    """A step under the relation of the ledger."""
    step, _, _ = process.rpartition(' "')
    return f"{step} {neighbours})"


def _key(said: Mapping[str, Any]) -> str:
    """A guarantee without its multiplicity, as a key."""
    return json.dumps({key: value for key, value in said.items() if key != "times"}, sort_keys=True)
