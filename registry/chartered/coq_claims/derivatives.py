"""The derivatives that a step names, as Coq functions with lemmas that they are derivatives."""

from __future__ import annotations

from collections.abc import Iterator

from .definedness import in_words, of_nodes
from .expression_text import letter, written
from .recorded_formulas import Derivative, Terms


def definitions(n: int, one: Derivative, xp: Terms) -> Iterator[str]:
    """The Coq function `slope_n_0` and its derivatives `slope_n_1`, ..., and for each the lemma that it is the
    derivative of the previous one wherever that is defined."""
    bound = [letter(xp.nodes[index][1]) for index in one.bound]
    letters, by = " ".join(bound), bound[one.by]
    indices = [xp.expanded(index) for index in one.indices]
    for k, index in enumerate(indices):
        yield f"Definition slope_{n}_{k} ({letters} : R) : R := {written(xp, index)}."
        if k:
            defined = [in_words(xp, c) for c in dict.fromkeys(of_nodes(xp, indices[: k + 1], strict=True))]
            names = " ".join(f"d_{m}" for m in range(len(defined)))
            shown = f"is_derive (fun {by} : R => slope_{n}_{k - 1} {letters}) {by} (slope_{n}_{k} {letters})"
            yield f"Lemma slope_{n}_{k}_is : forall {letters} : R, {' -> '.join([*defined, shown])}."
            yield f"Proof. intros {letters} {names}; unfold slope_{n}_{k - 1}, slope_{n}_{k}; derived. Qed."
