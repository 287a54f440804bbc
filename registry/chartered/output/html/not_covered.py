"""The list of what a privacy statement does not cover."""

from __future__ import annotations

from ...accounting.all_answers import Account
from ...host.registry import Registry
from ...ledger.required_relation import sampling_of
from ...model.neighbours import Neighbours

_ALWAYS = (
    (
        "The program",
        "that what ran is what the ledger states: the noise, the sampling and the number of runs are taken from it.",
    ),
    ("Sensitivity", "that no record changes a result by more than the stated sensitivity. Clip, or prove it."),
    (
        "Random numbers",
        "floating-point sampling. The theorems are about exact distributions and true randomness; the low bits of a "
        "rounded sample, or a seed that is weak or known, may tell more.",
    ),
    ("Side channels", "running time, memory, error messages, logs, and whatever else is seen beside the outputs."),
    (
        "Adaptivity",
        "plans that change. A step may depend on what earlier steps released, but the steps, their parameters and "
        "their number are those of the ledger, fixed in advance; only a filter in the ledger lets its rounds change.",
    ),
    (
        "Other uses of the data",
        "whatever is not in the ledger: tuning of hyperparameters, choosing the best of several runs, early stopping "
        "on the data, cleaning, exploration, earlier and later releases.",
    ),
    ("The unit", "more than one record. Someone with k records is protected as a group of k, which is less."),
    (
        "The relation",
        "neighbours of another kind than those above. Which relation fits is a choice that the ledger makes; for "
        "another one ask again.",
    ),
    (
        "What is true of everyone",
        "what can be learnt about a record from all the others. The statement compares two data sets; something is "
        "still learnt from both.",
    ),
    (
        "The theorems",
        "that the theorems on the path are true. They are published or proved where it says; the command chartered "
        "verify tries what a machine can try of them.",
    ),
)


def limits(known: Registry, account: Account) -> list[tuple[str, str]]:
    """Pairs (name, sentence), one for each thing that is not covered."""
    found = list(_ALWAYS)
    if sampling_of(known, account.entries):
        found.insert(
            3,
            (
                "Sampling",
                "samples drawn otherwise than stated, such as epochs over one shuffled order, or batches of a fixed "
                "size where each record is to be drawn by itself; and anybody who can see who was drawn.",
            ),
        )
    if account.neighbours is Neighbours.ZERO_OUT:
        null = "programs in which a null record has an effect: every step must answer as if it were not there."
        found.insert(3, ("Null records", null))
    local = [name for entry in account.entries for name in entry.step.shape if known.mechanism(name).local]
    if local:
        found.insert(
            3,
            (
                "The shuffler",
                f"those who see more than the step {' and '.join(dict.fromkeys(local))} lets out, such as who sent "
                "what, or the order before it was mixed; and participants who do not follow the protocol.",
            ),
        )
    return found
