"""The Coq file of a proof: definitions, the expression, the comparisons that are proved, the theorems, and the answer
that follows."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path as FilePath
from typing import Any

from msgspec import Struct

from ...atomic_files import path_of, whole_file
from ...errors import BadCertificate, CharteredError
from ..document import Proof
from .escaped_text import quotient, ratio
from .nodes import exact_indices, position, written
from .theorems import Path

MOST_NODES = 20_000
"""The largest number of nodes: Coq would take too long to read a longer list."""
_MOST_PLAIN = 500
_WAYS = (("Plain", "128"), ("Fast", "128; 256; 512; 1024; 2048; 4096"))
"""Decision procedures of the prelude, by the integers that they use, with the precisions in bits that each tries."""
REMEDY = "chartered-check reads it, written with --format proof"
_PRELUDE = ("meaning", "normal", "rationals", "intervals", "decision")


class CoqFile(Struct, frozen=True):
    """The Coq file of a proof."""

    text: str
    summary: str

    def save(self, path: str | FilePath) -> None:
        """Writes the file atomically: it is complete or absent. Raises BadCertificate if it cannot be written."""
        with whole_file(path_of(path, "proof", BadCertificate), "proof", BadCertificate) as draft:
            draft.write_text(self.text, encoding="utf-8")


def coq_file(proof: Proof) -> CoqFile:
    """The Coq file of a proof. Raises CharteredError if the proof is too long for Coq, or if a premise is no conclusion
    of an earlier theorem."""
    document = proof.document
    if len(document["nodes"]) >= MOST_NODES:
        raise CharteredError(f"its expression has more than {MOST_NODES} nodes, too many for Coq", REMEDY)
    parts = [*(_prelude(name) for name in _PRELUDE), _expression(document), *_claims(document), _answer(document)]
    return CoqFile("\n".join(parts), proof.summary)


def _prelude(name: str) -> str:
    return (files(__package__) / "prelude" / f"{name}.v").read_text("utf-8")


def _expression(document: Mapping[str, Any]) -> str:
    """Coq's list of nodes, which ends with the bounds."""
    nodes = _nodes(document)
    hull = any(node[0] == "hull" for node in nodes)
    chosen = "Parameter chosen : positive -> R." if hull else "Definition chosen (k : positive) : R := 0."
    return "\n".join(
        [
            "(* The expression. *)",
            "Definition nodes : list (positive * node) := [",
            f"  {written(nodes)}].",
            chosen,
            "Definition value : positive -> R := values chosen nodes (fun _ => 0).",
            "",
        ]
    )


def _nodes(document: Mapping[str, Any]) -> list[Any]:
    """The nodes, the upper bound, the lower bound if there is one, and the bound that the next value misses."""
    below = [["number", one["left"]] for one in (*document["from_below"], *document["misses"])]
    return [*document["nodes"], ["number", document["inequality"]["right"]], *below]


def _conditions(document: Mapping[str, Any]) -> list[list[Mapping[str, Any]]]:
    """For each theorem, the comparisons that its formula made; comparisons made by no theorem on the path are assigned
    to the last one."""
    names = [one["name"] for one in document["theorems"]]
    found: list[list[Mapping[str, Any]]] = [[] for _ in names]
    for one in document["conditions"]:
        indices = [n for n, name in enumerate(names) if name == one["of"]]
        for n in indices or [len(names) - 1]:
            found[n].append(one)
    found[-1] += [{"left": x, "relation": "<=", "right": y} for x, y in _on_pieces(document)]
    return found


def _on_pieces(document: Mapping[str, Any]) -> list[list[int]]:
    """The pairs of nodes that are compared on the pieces of a stretch."""
    return [pair for stretch in document["stretch"] for piece in stretch["pieces"] for pair in piece["pairs"]]


def _claims(document: Mapping[str, Any]) -> list[str]:
    """The conditions and the bound: one lemma that Coq decides at once, then a lemma for each theorem."""
    conditions, shown, end = _conditions(document), document["inequality"], len(document["nodes"])
    nodes, below = _nodes(document), document["from_below"]
    pairs = [(one["left"], one["right"]) for one in document["conditions"]] + [(shown["left"], end)]
    pairs += [(end + 1, one["right"]) for one in below] + [(x, y) for x, y in _on_pieces(document)]
    named = [shown["at"], end, *(index for one in below for index in (one["at"], end + 1))]
    after = [(one["at"], len(nodes) - 1, one["right"]) for one in document["misses"]]
    pairs += [(limit, right) for _, limit, right in after]
    named += [index for at, limit, _ in after for index in (at, limit)]
    exact = exact_indices(nodes, [*pairs, *zip(named, named, strict=True)])
    lists = {f"conditions_{n}": list(map(_claim, held)) for n, held in enumerate(conditions, 1) if held}
    if after:
        lists["missed"] = [
            *(_is(nodes, index) for at, limit, _ in after for index in (at, limit)),
            *(_claim({**one, "left": len(nodes) - 1}) for one in document["misses"]),
        ]
    bound = [f"AtMost {position(shown['left'])} {position(end)}"]
    bound += [_is(nodes, at) for at in named[: 2 + 2 * len(below)]]
    bound += [_claim({**one, "left": end + 1}) for one in below]
    lines = ["(* What is proved of it. *)"]
    lines += [f"Definition {name} := [\n  {(';' + chr(10) + '  ').join(held)}]." for name, held in lists.items()]
    lines += [f"Definition bound := [\n  {'; '.join(bound)}]."]
    lines += [f"Definition followed : list positive := [{'; '.join(map(position, exact))}]%positive."]
    lines += [f"Lemma proved : all_true value ({' ++ '.join([*lists, 'bound'])}).", _decided(len(nodes))]
    proved = "proved"
    for name in lists:
        lines += [f"Lemma {name}_hold : all_true value {name}.", f"Proof. exact (all_left _ _ _ ({proved})). Qed."]
        proved = f"all_right _ _ _ ({proved})"
    lines += ["Lemma bound_holds : all_true value bound.", f"Proof. exact ({proved}). Qed.", ""]
    return lines


def _decided(nodes: int) -> str:
    """The proof script of the comparisons. Short expressions are first tried with Coq's own integers, which need no
    axioms."""
    ways = [
        f"apply ({way}.checked_true [{bits}]%positive followed chosen nodes); vm_compute; reflexivity"
        for way, bits in _WAYS[nodes > _MOST_PLAIN :]
    ]
    return f"Proof.\nfirst\n[ {f'{chr(10)}| '.join(ways)} ].\nQed."


def _is(nodes: list[Any], at: int) -> str:
    return "Is {} {} {}".format(position(at), *ratio(nodes[at][1]))


def _claim(one: Mapping[str, Any]) -> str:
    return f"{'Below' if one['relation'] == '<' else 'AtMost'} {position(one['left'])} {position(one['right'])}"


def _answer(document: Mapping[str, Any]) -> str:
    """The theorems as assumptions, and the answer that follows from them and from the comparisons."""
    path, shown = Path(document), document["inequality"]
    held = [f"conditions_{n}" if found else None for n, found in enumerate(_conditions(document), 1)]
    last = path.follow(held)
    at, limit = quotient(document["nodes"][shown["at"]][1]), quotient(shown["right"])
    from_below = _from_below(document, path, last, held[-1]) if document["from_below"] else []
    proved = ["answer", *(["no_smaller"] if from_below else [])]
    missed = _missed(document, held) if document["misses"] else []
    proved += ["next_misses"] if missed else []
    return "\n".join(
        [
            "(* The theorems that are trusted, and what follows from them and from what is proved. *)",
            *path.lines,
            f"Theorem answer : {path.holds(shown, limit, at)}.",
            "Proof.",
            "destruct bound_holds as (below & at_ & limit & _); unfold true_of in *; rewrite <- at_, <- limit.",
            f"exact ({last} _ below).",
            "Qed.",
            "",
            *from_below,
            *missed,
            *([f"Definition all_of_it := {_and(proved)}."] if len(proved) > 1 else []),
            f"Print Assumptions {'all_of_it' if len(proved) > 1 else 'answer'}.",
            "",
        ]
    )


def _from_below(document: Mapping[str, Any], path: Path, last: str, held: str | None) -> list[str]:
    """The theorem that the ledger has no smaller epsilon, delta or mu, which follows from the comparison from below;
    for a mu also from the conditions of the last theorem, one of which is that the profile reaches it."""
    below = document["from_below"][0]
    of_mu = below["of"] == "mu"
    least = f"{path.exact(held if of_mu else None)} {last}"
    at, limit = quotient(document["nodes"][below["at"]][1]), quotient(below["left"])
    strict, positive = below["relation"] == "<", "0 < x -> " if of_mu else ""
    stated = f"~ {path.holds(below, limit if strict else 'x', at)}"
    return [
        f"Theorem no_smaller : {stated if strict else f'forall x : R, {positive}x < {limit} -> {stated}'}.",
        "Proof.",
        "destruct bound_holds as (_ & _ & _ & at_ & limit & above & _); unfold true_of in *; rewrite <- at_, <- limit.",
        f"{'' if strict else 'intros x P X; ' if of_mu else 'intros x X; '}apply ({least}); lra.",
        "Qed.",
        "",
    ]


def _missed(document: Mapping[str, Any], held: list[str | None]) -> list[str]:
    """The theorem that the ledger with the next value misses the target, by the same theorems along its own path."""
    (one,) = document["misses"]
    shown = {**one, "left": one["right"]}
    path = Path({**document, "theorems": one["theorems"], "inequality": shown, "from_below": [one]}, prefix="next_")
    last = path.follow(held)
    least = f"{path.exact(held[-1] if one['of'] == 'mu' else None)} {last}"
    at, limit = quotient(document["nodes"][one["at"]][1]), quotient(one["left"])
    return [
        *path.lines,
        f"Theorem next_misses : ~ {path.holds(one, limit, at)}.",
        "Proof.",
        "destruct missed_hold as (at_ & limit & above & _); unfold true_of in *; rewrite <- at_, <- limit.",
        f"apply ({least}); {'' if one['of'] != 'mu' else 'try (rewrite limit); '}lra.",
        "Qed.",
        "",
    ]


def _and(names: list[str]) -> str:
    """The conjunction of theorems."""
    return names[0] if len(names) == 1 else f"conj {names[0]} ({_and(names[1:])})"
