"""Survivors: planted errors that no claim can find, each with the reason why. What stands here was tried against all
claims."""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).with_name("survivors.tsv")
"""The name of an error and the reason, with a tab between them, one on a line."""
ACCEPTED = {name: why for name, _, why in (line.partition("\t") for line in _FILE.read_text("utf-8").splitlines())}

EFFORT: dict[str, tuple[str, str]] = {
    "characteristic_function.formulas.runs_with_rare_losses.terms": (
        "about how many terms a sum has: one that has too many is refused, and whatever is taken is enclosed",
        "characteristic-function.profile.few-losses.refused",
    ),
    "characteristic_function.formulas.discrete_gaussian_moments.DiscreteGaussian.reach": (
        "how many terms are taken: what any number of them leaves out is enclosed",
        "discrete-gaussian.characteristic.few-terms",
    ),
    "composition.formulas.binomial._many_terms": (
        "which of two sums is taken: both are the same number",
        "responses.profile.series",
    ),
    "loss_distribution.formulas.tangents_below._line": (
        "where a line touches the profile: wherever it does, the polygon of such lines is nowhere above",
        "loss-distribution.profile.polygon",
    ),
    "loss_distribution.formulas.connect_the_dots.last_height": (
        "where the grid of a profile ends: its last value counts as mass at infinity",
        "loss-distribution.profile.exact-cases",
    ),
    "loss_distribution.formulas.connect_the_dots.truncation_bits": (
        "how many bits a sum is given: whatever they lose is enclosed, and more are taken where that is too much",
        "loss-distribution.profile.summed",
    ),
    "mechanisms.formulas.discrete_gaussian_sums.enough": (
        "how many derivatives are taken: what any number of them leaves is enclosed",
        "discrete-gaussian.profile.rests-as-written",
    ),
    "composition.formulas.finite_loss._deciding_tail": (
        "which upper tail is tried next: the bracket closes about the solution whatever is tried",
        "responses.profile.few",
    ),
}
"""Functions that only choose how a number is computed, and the claim that the number is right or enclosed whatever they
choose.

What survives in them is accepted by their names; most of their errors are found all the same, as a number too coarse or
too slow. """


def accepted(mutant: str) -> bool:
    """Whether it is known why no claim finds this error."""
    return mutant in ACCEPTED or mutant.partition(": ")[0] in EFFORT
