"""A step as a Coq lemma: its statement, and the script that proves it. The script need not be trusted: Coq accepts it
or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chartered_verify.arithmetic.recording import inside

from .claim_steps import Stated
from .definedness import conditions, domain, in_words
from .expression_text import letter, written
from .normal_form import Normal
from .signs import positive_form

_AND = " /\\ "
_TACTICS = {"<>": "conditions", "<": "pos", "<=": "nneg"}


def statement(step: Stated) -> str:
    """The statement of a step in Coq. For an inequality it includes that the expression is defined; an equation is
    stated where both sides are defined."""
    defined = [in_words(step.xp, one) for one in conditions(step)]
    ranges = [says for one in step.letters for _, says in domain(one)]
    letters = " ".join(letter(one.name) for one in step.letters)
    premises = ranges if step.is_inequality else [*ranges, *defined]
    shown = _AND.join([*defined, _shown(step)]) if step.is_inequality else _shown(step)
    return (f"forall {letters} : R, " if letters else "") + " -> ".join([*premises, shown])


def _shown(step: Stated) -> str:
    left, right = (written(step.xp, index) for index in (step.left, step.right))
    match step.relation:
        case "=":
            return f"{left} = {right}"
        case "slope":
            return f"is_derive (fun {letter(step.by)} : R => {left}) {letter(step.by)} {right}"
    return f"0 {'<=' if step.relation == 'above' else step.relation} {left}"


def script(step: Stated) -> list[str]:
    """The lines of a proof of the statement."""
    return _Script(step).lines()


class _Script:
    """The script of one step, line by line."""

    def __init__(self, step: Stated) -> None:
        self.step, self.xp = step, step.xp
        self.left, self.right = (step.xp.expanded(index) for index in (step.left, step.right))
        self.conditions = conditions(step)
        self.normal = Normal(step.xp, step.letters)
        self.found: list[str] = []

    def lines(self) -> list[str]:
        """All lines of the script."""
        step = self.step
        names = [letter(one.name) for one in step.letters]
        given = [name for one in step.letters for name, _ in domain(one)]
        given += [] if step.is_inequality else [f"d_{n}" for n in range(len(self.conditions))]
        if names:
            self.found.append(f"intros {' '.join([*names, *given])}.")
        if not names or any(one.high is not None for one in step.letters):
            return [*self.found, self._in_a_box(names)]
        if step.relation in ("<", "<=") and not any(self.xp.nodes[n][0] == "letter" for n in self._all()):
            return [*self.found, self._in_a_box([])]
        if self.xp.derivatives:
            every = [f"slope_{n}_{k}" for n, one in enumerate(self.xp.derivatives) for k in range(len(one.indices))]
            self.found.append(f"unfold {', '.join(reversed(every))}.")
        for n in range(len(self.conditions)):
            self._condition(n)
        if step.is_inequality:
            self.found += [f"split; [exact d_{n}|]." for n in range(len(self.conditions))]
        {"=": self._equal, "slope": self._slope, "above": self._above}.get(step.relation, self._signed)()
        return self.found

    def _all(self) -> Iterator[int]:
        """All nodes of the expression."""
        return inside(self.xp.nodes, [self.left])

    def _in_a_box(self, names: list[str]) -> str:
        """The tactic by CoqInterval alone: for numbers, and for letters with two ends, whose ranges are bisected."""
        how = [*(f"i_bisect {name}" for name in names), *(f"i_taylor {name}" for name in names[:1])]
        ways = [f"interval with ({', '.join([*how, f'i_depth {n}', f'i_prec {p}'])})" for n, p in ((18, 60), (26, 100))]
        tried = " | ".join([*ways, "interval with (i_prec 300)", "lra"])
        nonzero = f"first [apply above; solve [{tried}] | apply below; solve [{tried}]]"
        return f"apart; lazymatch goal with |- _ <> 0 => {nonzero} | _ => first [{tried}] end."

    def _flush(self) -> None:
        self.found += self.normal.taken()

    def _condition(self, n: int) -> None:
        """Proves a condition as stated, and adds it in normal form to the hypotheses."""
        relation, index = self.conditions[n]
        expr = self.normal.of(index)
        self._flush()
        if self.step.is_inequality:
            by_form = self._by_form(index, expr, _TACTICS[relation])
            says = in_words(self.xp, self.conditions[n])
            self.found.append(f"assert (d_{n} : {says}). {{ first [solve [conditions] | {by_form}]. }}")
        if self.normal.names:
            self.found.append(f"assert (c_{n} := d_{n}). {self.normal.rewritten(f'c_{n}')}")

    def _by_form(self, index: int, expr: Any, tactic: str) -> str:
        """A tactic that proves the sign of a node by an equal form whose sign is evident."""
        form, before = self.normal.shown(positive_form(expr)), self.normal.rewritten().rstrip(".") or "idtac"
        return f"({before}; replace {self.normal.text(index)} with {form} by {self.normal.rational()}; {tactic})"

    def _equal(self) -> None:
        self._same(self.left, self.right)

    def _same(self, *indices: int) -> None:
        for index in indices:
            self.normal.of(index)
        self._flush()
        self.found += [line for line in (self.normal.rewritten(), f"{self.normal.rational()}.") if line]

    def _signed(self) -> None:
        expr = self.normal.of(self.left)
        self._flush()
        tactic = _TACTICS[self.step.relation]
        self.found.append(f"first [solve [{tactic}] | {self._by_form(self.left, expr, tactic)}].")

    def _slope(self) -> None:
        slope = self.xp.slope(self.left, self.xp.letter(self.step.by).index)
        self.found += [f"apply (derives _ _ {written(self.xp, slope)}).", "{ derived. }"]
        self._same(slope, self.right)

    def _above(self) -> None:
        """The proof by the lemma `touches`: value and derivative at the zero, and the second derivative."""
        x, by = letter(self.step.by), self.xp.letter(self.step.by).index
        first = self.xp.slope(self.left, by)
        second = self.xp.slope(first, by)
        functions = [f"(fun {x} : R => {written(self.xp, index)})" for index in (self.left, first, second)]
        kept = " ".join(name for one in self.step.letters if one.name != self.step.by for name, _ in domain(one))
        alone = f"clear - {kept}; " if kept else "clear; "
        self.found += [
            f"apply (touches {' '.join(functions)} {written(self.xp, self.right)}); [..|assumption].",
            "{ pos. }",
            *[f"{{ {alone}intros {x} i_{x}; derived. }}"] * 2,
            f"{{ {alone}intros {x} i_{x}; {self._curved(second)} }}",
            *(f"{{ cbv beta; {alone}{self._at_contact(index, by)} }}" for index in (self.left, first)),
        ]

    def _curved(self, second: int) -> str:
        own = Normal(self.xp, self.step.letters)
        form = own.shown(positive_form(own.of(second)))
        before = " ".join([*own.taken(), own.rewritten()])
        return f"{before} replace {own.text(second)} with {form} by {own.rational()}; pos."

    def _at_contact(self, index: int, by: int) -> str:
        there, own = self.xp.replaced(index, {by: self.right}), Normal(self.xp, self.step.letters)
        own.of(there)
        return " ".join([*own.taken(), own.rewritten(), f"{own.rational()}."])
