"""Survivors: planted errors that no claim can find, each with the reason why. What stands here was tried against all claims."""

from __future__ import annotations

DIGITS = "how many bits or terms are taken: the rest that is enclosed is another one, and as right"
ORDER = "how far a search goes, or in which order: what it finds is evaluated once more"

ACCEPTED: dict[str, str] = {
    "formulas.binomial._tail: bits + 16 -> bits + 17": DIGITS,
    "formulas.binomial.below: kept % 16 -> kept % 17": DIGITS,
    "formulas.response_blanket.holds: balls(128) -> balls(129)": DIGITS,
    "formulas.responses._lattice_sums: _product(xp, a, b) -> _product(xp, b, a)": "a product of two polynomials",
    "formulas.sampled_gaussian_floats._above: nodes.around // 8 -> nodes.around // 9": ORDER,
    "formulas.sampled_gaussian_floats._relevant: alpha * b / 2 -> alpha * b / 3": DIGITS,
    "formulas.sampled_gaussian_nodes.mean_excess: nodes.guard // 3 -> nodes.guard // 4": DIGITS,
    "formulas.responses._near: range(5) -> range(6)": ORDER,
}
