"""Survivors: planted errors that no claim can find, each with the reason why. What stands here was tried against all
claims."""

from __future__ import annotations

DIGITS = "how many bits or terms are taken: the rest that is enclosed is another one, and as right"
ORDER = "how far a search goes, or in which order: what it finds is evaluated once more"
SAME = "two ways to the same number, of which one takes less time"
PRODUCT = "a product of two numbers"
END = "a node more or less at an end, where it weighs e^-37 of the others or less"
OPEN = "what is not decided adds what it gains, or nothing: to take more or less for it changes no sum"
UNIT = "one unit of 2^-bits: what it decides is below the last digit of the sum"
REMAINDER = "a remainder below the last bit of the sums, which rounding covers anyway"
ROWS = "how many orders are computed at a time"
BALL = "a ball about 0, which is its own negative"
TABLE = "how a table of powers is cut, or what it has beyond the last one that is read"
KEPT = "how much room it takes among what is kept"
UNUSED = "a closed form, which neither shifts a line nor leaves anything out"
BEHIND = "a mass of 0 behind the last"
EARLY = "whether a grid that is too short is refused early, or at its last index"
CLIPPED = "a mean of deltas that are at most 1, above it by rounding alone"
WORK = "what is counted is work, and which of two ways to the same number is taken"
LATTICE = "another point of the same lattice: d (d - 1)/2 spacings farther"
AT_ONCE = "how far below 0 a tangent may end to be taken at once: it counts as 0 there"
ALIKE = "both directions are the same where the theorem answers"
BEYOND = "two tables meet in the middle, and each has one loss more than to it"
TIMES_0 = "the order times 0, which makes an array of it where it is one"

ACCEPTED: dict[str, str] = {
    "checkins.windows._ends: ends[-1] + 1 -> "
    "ends[-1] - 1": "places grow by less and less: where two are one, the last that is free is nearer",
    "checkins.mechanism._once: share == 1 -> share == 2": SAME,
    "checkins.mechanism._profile: share == 1 -> share == 2": SAME,
    "composition.formulas.binomial.below: _many_terms(xp, odds, k, flips) -> _many_terms(xp, odds, flips, k)": SAME,
    "checkins.formulas.report_slots.least_replaced: xp.number(1) -> xp.number(2)": ORDER,
    "shuffling.formulas.clones._mean: ((c + 1) * low >> scale) + 1 -> ((c + 1) * low >> scale) - 1": OPEN,
    "shuffling.formulas.clones._mean: c + 1 -> c + 2": OPEN,
    "shuffling.formulas.clones._mean: c + 1 -> c - 1 (3)": OPEN,
    "shuffling.formulas.clones.delta: 3 * n -> 4 * n": "how narrow an interval must be to be taken at once, and not "
    "by its ends",
    "basics.formulas.failure_probability.some_failure_event: n * delta.denominator.bit_length() -> n / "
    "delta.denominator.bit_length()": SAME,
    "conversion.formulas.linear_curve.lemma2_edge: curve(rho, 1 / delta) -> curve(1 / delta, rho)": PRODUCT,
    "conversion.formulas.linear_curve.lemma2_first: curve(rho, alpha) -> curve(alpha, rho)": PRODUCT,
    "conversion.formulas.linear_curve.lemma2_second: curve(rho, alpha) -> curve(alpha, rho)": PRODUCT,
    "conversion.formulas.linear_curve.sampled_moment: alpha + 1 -> alpha + 2": "the binomial coefficient of the term "
    "more is 0",
    "mechanisms.formulas.discrete_gaussian_sums.at_most: n >= 0 -> n >= 1": "at n = 0 the tail is summed from 0 on, "
    "and as right",
    "mechanisms.formulas.discrete_gaussian_sums.tail: 2 ** bits -> 3 ** bits": DIGITS,
    "mechanisms.formulas.discrete_gaussian_sums.tail: Fraction(1, 2 ** bits) -> Fraction(2, 2 ** bits)": DIGITS,
    "composition.formulas.finite_loss._log_excess: -inf -> inf": "rounding leaves a tail no gain in doubles alone: "
    "balls check what is found",
    "shuffling.formulas.blanket_krr._cut: max(1, high_t) -> max(2, high_t)": UNIT,
    "shuffling.formulas.blanket_krr._mean: cut.open(run, sizes[start], x - 1) -> cut.open(run, x - 1, "
    "sizes[start])": OPEN,
    "shuffling.formulas.blanket_krr._mean: s + 1 -> s + 2": OPEN,
    "shuffling.formulas.blanket_krr._mean: x - 1 -> x + 1": OPEN,
    "shuffling.formulas.blanket_krr._sum: 3 * n -> 4 * n": "how narrow an interval must be to be taken at once, and "
    "not by its ends",
    "shuffling.formulas.blanket_krr._sum: xp.number(1) -> xp.number(2)": "a sum of chances, above 1 by rounding alone",
    "shuffling.formulas.blanket_krr.delta: 2 * exponent -> 3 * exponent": DIGITS,
    "shuffling.formulas.blanket_krr_counts._some: high - low -> high + low": ORDER,
    "shuffling.formulas.blanket_krr_counts._some: max(1, low) -> max(2, low)": ORDER,
    "shuffling.formulas.blanket_krr_counts.blanket_sizes: 1 if k == 2 else pairs[1] - pairs[0] + 1 -> "
    "2 if k == 2 else pairs[1] - pairs[0] + 1": "how finely sizes are binned: a bin counts as its least",
    "shuffling.formulas.blanket_krr_counts.blanket_sizes: mass * 0 -> mass * 1": "no number of reports is below the "
    "first one of s",
    "shuffling.formulas.blanket_krr_counts.blanket_sizes: mass * 0 -> mass / 0": "no number of reports is below the "
    "first one of s",
    "shuffling.formulas.blanket_krr_counts.blanket_sizes: pairs[1] - pairs[0] + 1 -> "
    "pairs[1] - pairs[0] + 2": "how finely sizes are binned: a bin counts as its least",
    "composition.formulas.randomized_response_products._combined: x + move -> x - "
    "move": "as many losses are turned to either side",
    "composition.formulas.randomized_response_products._counted: k + 1 -> k + 2": "in steps of two no place more",
    "composition.formulas.randomized_response_products._unit: Fraction(1) -> "
    "Fraction(2)": "of no answers the one loss is 0 in any unit",
    "composition.formulas.randomized_response_products.summed: len(counts) == 1 or _grid_points(counts) <= GRID -> "
    "len(counts) == 1 and _grid_points(counts) <= GRID": SAME,
    "subsampling.formulas.sampled_gaussian._to_all_digits: _TERMS_A_NODE * found.nodes.count -> "
    "_TERMS_A_NODE / found.nodes.count": SAME,
    "subsampling.formulas.sampled_gaussian._to_all_digits: order <= _TERMS_A_NODE * found.nodes.count -> "
    "order > _TERMS_A_NODE * found.nodes.count": SAME,
    "subsampling.formulas.sampled_gaussian_floats.Nodes.before: math.ceil((z - self.low) / self.step) -> "
    "math.floor((z - self.low) / self.step)": END,
    "subsampling.formulas.sampled_gaussian_floats._about: nodes.around // 8 -> nodes.around // 9": ORDER,
    "subsampling.formulas.sampled_gaussian_floats._array: 1 + chosen.size * count // _CELLS -> 2 + chosen.size * "
    "count // _CELLS": ROWS,
    "subsampling.formulas.sampled_gaussian_floats._array: chosen.size * count -> chosen.size / count": ROWS,
    "subsampling.formulas.sampled_gaussian_floats._array: count > _MOST_NODES -> count <= _MOST_NODES": ROWS,
    "subsampling.formulas.sampled_gaussian_floats._array: nodes.values(0, count) -> nodes.values(1, count)": END,
    "subsampling.formulas.sampled_gaussian_floats._relevant: (0.0, alpha) -> (1.0, alpha)": ORDER,
    "subsampling.formulas.sampled_gaussian_floats._relevant: 1 + b -> 2 + b": ORDER,
    "subsampling.formulas.sampled_gaussian_floats._relevant: nodes.values(0, last) -> nodes.values(1, last)": END,
    "subsampling.formulas.sampled_gaussian_floats._rows: 0.0 -> 1.0": "what is taken out of the exponents is put back",
    "shuffling.formulas.shuffled_binary_rr._table: int(ones * (1 - flip) + zeros * flip) - 3 -> "
    "int(ones * (1 - flip) + zeros * flip) - 4": "the table begins before it must: these outcomes gain nothing",
    "shuffling.formulas.shuffled_binary_rr._table: ones * (1 - flip) + zeros * flip -> "
    "ones * (1 - flip) - zeros * flip": "the table begins before it must: these outcomes gain nothing",
    "shuffling.formulas.shuffled_binary_rr.delta: n - 1 -> n - 2": "a bound on a range that is looser is cut once more",
    "shuffling.formulas.shuffled_binary_rr.gain: (spare := step(low - 1)) < 0 -> (spare := step(low - 1)) >= 0": OPEN,
    "shuffling.formulas.shuffled_binary_rr.gain: step(middle) > 0 -> step(middle) > 1": OPEN,
    "conversion.linear_curve._lemma2.line: moments.curve(xp.number(g.rho), alpha) -> moments.curve(alpha, "
    "xp.number(g.rho))": PRODUCT,
    "basics.zcdp._renyi.curve: linear_curve.curve(xp.number(g.rho), alpha) -> linear_curve.curve(alpha, "
    "xp.number(g.rho))": PRODUCT,
    "basics.formulas.gaussian_moments.log_moment: curve(rho, z) -> curve(z, rho)": PRODUCT,
    "characteristic_function.formulas.common_losses.CommonLosses.beyond: index.rad() < 0.25 -> "
    "index.rad() < 1.25": BEYOND,
    "characteristic_function.formulas.common_losses.CommonLosses.beyond: index.mid() >= 0 -> index.mid() >= 1": BEYOND,
    "characteristic_function.formulas.common_losses.CommonLosses._upper: 2 * self.runs -> 3 * self.runs": KEPT,
    "characteristic_function.formulas.common_losses.positive_terms: n + 1 -> n + 2": SAME,
    "characteristic_function.formulas.common_losses.positive_terms: (k - first) % 256 == 0 -> (k - "
    "first) % 256 != 0": WORK,
    "characteristic_function.formulas.common_losses.positive_terms: (k - first) % 256 == 0 -> (k - "
    "first) % 256 == 1": WORK,
    "characteristic_function.formulas.common_losses.positive_terms: (k - first) % 256 -> (k - first) % 257": WORK,
    "characteristic_function.formulas.common_losses.positive_terms: k - first -> k + first": WORK,
    "characteristic_function.formulas.common_losses.positive_terms: k - first -> k + first (2)": WORK,
    "characteristic_function.formulas.runs_with_rare_losses.FewLossRuns.delta: self.moments.count > 2 -> "
    "self.moments.count <= 2": SAME,
    "characteristic_function.formulas.runs_with_rare_losses.FewLossRuns.delta: self.moments.count > 2 -> "
    "self.moments.count > 3": SAME,
    "characteristic_function.formulas.runs_with_rare_losses.parts: n + 1 -> n + 2": SAME,
    "characteristic_function.formulas.runs_with_rare_losses.outcomes_of: together(left, right.outcomes(xp)) -> "
    "together(right.outcomes(xp), left)": PRODUCT,
    "characteristic_function.formulas.composed_moments._at: _ORDERS.get((moments, order, accuracy, bits), 1, lambda: "
    "moments.at(order, accuracy, bits).upper(), work) -> _ORDERS.get((moments, order, accuracy, bits), 2, lambda: "
    "moments.at(order, accuracy, bits).upper(), work)": KEPT,
    "characteristic_function.formulas.composed_moments.inversion: line.contour.count + len(parts) -> "
    "line.contour.count - len(parts)": KEPT,
    "characteristic_function.formulas.composed_moments.moment_beyond: len(parts) >> 6 -> len(parts) >> 7": DIGITS,
    "characteristic_function.formulas.composed_moments.moment_beyond: 2.0 ** (2 - extra) -> 3.0 ** (2 - extra)": DIGITS,
    "characteristic_function.formulas.composed_moments.moment_beyond: 2 - extra -> 3 - extra": DIGITS,
    "characteristic_function.formulas.composed_moments.product_along: times < _LOGARITHM -> times >= _LOGARITHM": SAME,
    "characteristic_function.formulas.contour.Inversion.delta: total + (-truncated).union(truncated) -> total - "
    "(-truncated).union(truncated)": BALL,
    "characteristic_function.formulas.discrete_gaussian_moments.DiscreteGaussian.lattice: self.shift ** 2 -> "
    "self.shift ** 3": LATTICE,
    "characteristic_function.formulas.discrete_gaussian_moments.DiscreteGaussian.values: acb(0) -> acb(1)": "a sum "
    "over all whole numbers is the same where they are shifted by the whole sensitivity: M(1) = 1",
    "characteristic_function.formulas.discrete_gaussian_moments.DiscreteGaussian._sum: middle + k -> "
    "middle - k": "both sides of the largest term are added up",
    "characteristic_function.formulas.discrete_gaussian_moments._geometric_like: total + acb(ball, ball) -> total - "
    "acb(ball, ball)": BALL,
    "characteristic_function.formulas.laplace_runs.LaplaceRuns.delta: n // 2 -> n // 3": "from 2k = n down no term "
    "counts at eps >= 0: the sum ends before",
    "characteristic_function.formulas.laplace_runs._from_the_top: -1 -> -2 (2)": "one coefficient more, before the "
    "first one: 0",
    "characteristic_function.formulas.lattice_inversion.LatticeInversion.delta: low != high -> low == high": "about a "
    "lattice point delta lies between what the lower point gives at eps and at the point: both are in one enclosure",
    "characteristic_function.formulas.lattice_inversion.LatticeInversion._at: self.lattice.turns(index) / "
    "line.points % 1 -> self.lattice.turns(index) / line.points % 2": "a whole turn more",
    "characteristic_function.formulas.lattice_inversion.LatticeInversion._at: total + (-cut).union(cut) -> total - "
    "(-cut).union(cut)": BALL,
    "characteristic_function.formulas.smoothing._beyond: Fraction(0) -> Fraction(1)": UNUSED,
    "characteristic_function.formulas.smoothing._beyond: smooth.beyond(contour.order, contour.height, Fraction(0), "
    "1.0, BOUND_BITS) -> smooth.beyond(contour.order, contour.height, Fraction(0), 2.0, BOUND_BITS)": UNUSED,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: max(1, round(math.sqrt(count / 2))) "
    "-> min(1, round(math.sqrt(count / 2)))": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: max(1, round(math.sqrt(count / 2))) "
    "-> max(2, round(math.sqrt(count / 2)))": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: count / 2 -> count * 2": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: count / 2 -> count / 3": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: count - 1 -> count + 1": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: (count - 1 + half) // (2 * half) + 1 "
    "-> (count - 1 + half) // (2 * half) + 2": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: half + 1 -> half + 2": TABLE,
    "characteristic_function.formulas.trigonometric_sums.trigonometric_sums: rest >= 0 -> rest >= 1": "at 0 the sine "
    "is 0 and the cosine 1: both ways the same number",
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: count - 1 -> count + 1": TABLE,
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: math.isqrt(count - 1) + 1 -> "
    "math.isqrt(count - 1) + 2": TABLE,
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: count - 1 -> count + 1 (2)": TABLE,
    "batches.formulas.packed_convolution.PackedLaw.power.raised: n > p -> n <= p": SAME,
    "batches.formulas.packed_convolution._repeated: 1 << length.bit_length() -> 2 << length.bit_length()": SAME,
    "batches.formulas.ratio_on_points._whole: end.ceil() -> end.floor()": UNIT,
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: max(1, _TERMS // (columns * right.nrows())) "
    "-> min(1, _TERMS // (columns * right.nrows()))": ROWS,
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: max(1, _TERMS // (columns * right.nrows())) "
    "-> max(2, _TERMS // (columns * right.nrows()))": ROWS,
    "characteristic_function.formulas.trigonometric_sums._parted: itertools.count(1) -> itertools.count(2)": DIGITS,
    "characteristic_function.formulas.trigonometric_sums._parted: 2 ** ctx.prec -> 3 ** ctx.prec": DIGITS,
    "characteristic_function.formulas.trigonometric_sums._parted: few >= min(sum(small), most) -> few < "
    "min(sum(small), most)": SAME,
    "characteristic_function.formulas.trigonometric_sums._parted: min(sum(small), most) -> max(sum(small), most)": SAME,
    "characteristic_function.formulas.trigonometric_sums._parted: arb(0) -> arb(1)": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums._parted: found[0] -> found[1]": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums._parted: 2 * sum((abs(w) for w in moments), arb(0)) "
    "-> 3 * sum((abs(w) for w in moments), arb(0))": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums._parted: 2 * sum((abs(w) for w in moments), arb(0)) "
    "-> 2 / sum((abs(w) for w in moments), arb(0))": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums._parted: -remainder -> remainder": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums._parted: -remainder -> remainder (2)": REMAINDER,
    "characteristic_function.formulas.trigonometric_sums.decaying_sums: (count - 1) // columns + 1 -> (count - 1) "
    "// columns + 2": TABLE,
    "characteristic_function.formulas.trigonometric_sums._powers: _times(found[k // 2], found[k - k // 2]) -> "
    "_times(found[k - k // 2], found[k // 2])": PRODUCT,
    "composition.formulas.repeat_and_select.log_inverse_gamma: 2 * xp.log(m) -> 3 * xp.log(m)": "a start that is "
    "above, too: what follows falls to the same L",
    "composition.repeat_and_select._best_of_some.added: xp.number(0) -> xp.number(1)": "what is not known of the "
    "wrapped curve weighs 1 - 1/b = 0 at b = 1",
    "loss_distribution.formulas.connect_the_dots.grid_bounds: j == _PROBED -> j != _PROBED": EARLY,
    "loss_distribution.formulas.connect_the_dots.grid_bounds: MAX_INDEX * spacing -> MAX_INDEX / spacing": EARLY,
    "loss_distribution.formulas.connect_the_dots._steepest: arb(0) -> arb(1) (2)": "where there is no other grid "
    "point s = 0, and the height weighs nothing",
    "loss_distribution.formulas.connect_the_dots.dominating_pair: max(masses) + 1 -> max(masses) + 2": BEHIND,
    "loss_distribution.formulas.tangents_below.polygon: -slack(truncated_mass) / 2 -> "
    "-slack(truncated_mass) * 2": AT_ONCE,
    "loss_distribution.formulas.tangents_below.polygon: -slack(truncated_mass) / 2 -> "
    "-slack(truncated_mass) / 3": AT_ONCE,
    "loss_distribution.formulas.tangents_below.pair_below: max(masses) + 1 -> max(masses) + 2": BEHIND,
    "shuffling.formulas.blanket_krr._mean: x <= s + 1 and cut.open(run, sizes[start], x - 1) -> x <= s + 1 or "
    "cut.open(run, sizes[start], x - 1)": OPEN,
    "shuffling.formulas.blanket_krr._mean: walk is base and end < len(sizes) -> walk is base or end < len(sizes)": SAME,
    "subsampling.formulas.sampled_gaussian_floats._about: first > begin and nodes.height(first, b) > floor -> "
    "first > begin or nodes.height(first, b) > floor": END,
    "subsampling.formulas.sampled_gaussian_quadrature.Nodes.count: self.last - self.first + 1 -> self.last - "
    "self.first - 1": WORK,
    "subsampling.formulas.sampled_gaussian_quadrature.Nodes.count: self.last - self.first + 1 -> self.last - "
    "self.first + 2": WORK,
    "basics.renyi._point: xp.number(gamma) + 0 * alpha -> xp.number(gamma) - 0 * alpha": TIMES_0,
    "basics.renyi._point: 0 * alpha -> 0 / alpha": TIMES_0,
    "subsampling.loss_distribution._sample: _inner(case).composition[0][0][0] -> "
    "_inner(case).composition[0][0][1]": ALIKE,
    "subsampling.with_replacement._profile.bound.delta: xp.number(1) -> xp.number(2)": CLIPPED,
    "subsampling.with_replacement._profile.bound.limit: xp.number(1) -> xp.number(2)": CLIPPED,
}

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
