"""Claims about Poisson subsampling: amplification in both directions, pointwise, and compared with exact pairs; the
ends of the range of its rate, and subsampling twice."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Rewrites, Sampled, Shipped
from chartered.proving.proof_parts import Nonnegative, Positive, Same

from ...basics.claims.pairs import Pair, seeded
from ..formulas import amplification

SIZE = (Fraction(1, 20), 20)
CHANCE = (Fraction(1, 100), 1)
WRAPPED = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 2, epsilon=lambda xp, d, witness: -xp.log(2 * d))
"""A profile as an example."""


NOTATION = Notation(
    # the chance of an outcome with the record in the data, if its own are x with and y without the record taking part
    "mixed(q, x, y) = (1 - q)*y + q*x",
    "higher(q, eps) = amplification.sampled_epsilon(q, eps)",
    "level(q, eps) = exp(higher(q, eps))",
    "remove = mixed(q, x, y) - level(q, eps)*y",
    "add(q, eps, x, y) = y - level(q, eps)*mixed(q, x, y)",
    "once = mixed(q*t, x, y)",
    "processed = mixed(t, mixed(q, x, y), y)",
    ranges={"q t": Range.chance(SIZE), "eps": Range.epsilon((0, 20)), "x y more": CHANCE},
    amplification=amplification,
    pure=Shipped("poisson.pure", inner=ch.Pure),
    profile=Shipped("poisson.profile", inner=WRAPPED),
    exact=Shipped("poisson.exact-profile", inner=WRAPPED),
)
BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018", at="Theorem 8", notation=NOTATION)

BOOK.soundness(
    "pure.ratio",
    "With likelihood ratios in [e^-eps, e^eps] those of the sampled mechanism are in [e^-eps', e^eps'], and the upper "
    "end is attained.",
    "all 0 < q < 1 (q = u/(1+u)), eps > 0 (e^eps = 1 + l), all likelihood ratios",
    Same("at e^eps it is the shipped e^eps'", "shipped", "mixed(q, exp(eps), 1)"),
    Same("e^eps' times its value at e^-eps, less 1", "shipped*mixed(q, exp(-eps), 1) - 1", "square"),
    Positive("which is positive", "square"),
    so="The ratio 1 - q + q x rises with x, so it lies between its values at e^-eps and e^eps; the lower one is above "
    "e^-eps'.",
    where=("shipped = exp(pure(rate=q, epsilon=eps).epsilon)", "square = q*(1 - q)*(exp(eps) - 1)^2/exp(eps)"),
    over={"eps": Range.epsilon(SIZE)},
)

BOOK.identity(
    "profile.remove",
    "(1-q) y + q x - e^eps' y = q (x - e^eps y) for every outcome: H_{e^eps'}((1-q) Q + q P || Q) = q H_{e^eps}(P || "
    "Q), with equality.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("for every outcome", "remove", "q*(x - exp(eps)*y)", points=40),
    so="A divergence is the sum of the positive parts.",
)

BOOK.identity(
    "exact-profile.attained",
    "With P the outputs on a record alone and Q those on no record, every outcome of the sample has (1-q) y + q x - "
    "e^eps' y = q (x - e^eps y): what the theorem states is attained, and is the shipped delta'.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("for every outcome", "remove", "q*(x - exp(eps)*y)", points=40),
    Same("the shipped delta'", "exact(rate=q).delta(higher(q, eps))", "q*exp(-eps)/2"),
    so="A divergence is the sum of the positive parts; no pair of neighbours has more, by the theorem on profiles. The "
    "wrapped profile is e^-eps/2 here; the formulas take any.",
)

BOOK.soundness(
    "profile.add",
    "The other direction is never larger: (y - e^eps' ((1-q) y + q x))_+ <= q (y - e^eps x)_+ for every outcome, so "
    "H_{e^eps'}(Q || (1-q) Q + q P) <= q H_{e^eps}(Q || P).",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("the difference where y >= x", "q*(x + more - exp(eps)*x) - add(q, eps, x, x + more)", "spare"),
    Nonnegative("it is nonnegative", "spare", zero="eps more"),
    Nonnegative("y - e^eps' (...) <= 0 where y <= x", "-add(q, eps, y + more, y)", zero="eps more"),
    so="For y = x + more the difference is nonnegative, also where the right side is cut off at 0, since then the "
    "left is below it; for y <= x the left side is 0.",
    where=("spare = q*(1 - q)*(exp(eps) - 1)*more",),
)

BOOK.identity(
    "profile.shipped",
    "The shipped profile at eps' is q times the wrapped one at eps, its inverse is the inverse, and at q = 1 eps' is "
    "eps.",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("q delta(eps)", "profile(rate=q).delta(higher(q, eps))", "q*exp(-eps)/2"),
    Same("eps' and back", "exp(amplification.inner_epsilon(q, higher(q, eps)))", "exp(eps)"),
    Same("q = 1", "level(1, eps)", "exp(eps)"),
    so="The wrapped profile is e^-eps/2 here; the formulas take any.",
)


@BOOK.soundness(
    "profile.exact-pairs",
    "On exact pairs of distributions the sampled mechanism is within q times the wrapped divergence in both "
    "directions.",
    "random rational pairs of 2 to 4 outcomes, q in {1/100, 1/3, 9/10}, eps in {0, 1/4, 1}",
    Sampled("balls: both directions", bits=256, pair=seeded(15, (2, 3, 4)), q="1/100 1/3 9/10", eps="0 1/4 1"),
)
def _exact_pairs(xp: Any, pair: Pair, q: Fraction, epsilon: Fraction) -> Any:
    with_it = tuple((1 - q) * y + q * x for x, y in zip(pair.first, pair.second, strict=True))
    e, chance = xp.number(epsilon), xp.number(q)
    higher = amplification.sampled_epsilon(xp, chance, e)
    remove = Pair(with_it, pair.second).hockey_stick(xp, higher) - chance * pair.hockey_stick(xp, e)
    turned = Pair(pair.second, pair.first).hockey_stick(xp, e)
    add = Pair(pair.second, with_it).hockey_stick(xp, higher) - chance * turned
    return remove.contains(0) and not add > 0


BOOK.soundness(
    "monotone",
    "What is seen at rate q' = t q is what is seen at rate q, kept with chance t and otherwise drawn anew without the "
    "record: so for each pair of neighbours a smaller rate costs no more, also composed, nor does a smaller sample, "
    "or one of more records.",
    "data processing, for each pair of neighbours",
    "all 0 < q' < q < 1 (q = u/(1+u), t = v/(1+v)), an outcome's chances x with and y without the record",
    Same("with the record", "once", "processed"),
    Same("without it", "mixed(t, y, y)", "y"),
    so="Without the record the processed outcome is one without it. Where a record is replaced, both neighbours are "
    "mixed with the same outcome of a sample without it, with rate q = m/n, which falls with n and rises with m.",
)

BOOK.identity(
    "whole.is-its-step",
    "At rate 1 the mixture is the wrapped pair, and the step is rewritten as what it wraps.",
    "definition",
    "all outcomes; the rewriting on one example",
    Same("the mixture", "mixed(1, x, y)", "x"),
    Rewrites("poisson.whole", "poisson:rate=1/gaussian:sigma=2", "gaussian:sigma=2"),
    so="Every record takes part.",
)

BOOK.identity(
    "null-record",
    "Drawn or not, a record of no effect changes nothing: the output with a null record in the data has the same "
    "distribution as without it. So zero-out neighbours are the pair of add-or-remove, (1-q) Q + q P and Q, in both "
    "directions, and every theorem about a Poisson sample holds for them as it stands.",
    "definition; Kairouz et al. 2021, Definition 1.1",
    "all q, all outcomes",
    Same("with the null record", "mixed(q, y, y)", "y"),
    so="The wrapped step answers with chances x where the record is drawn, and y where it is not, or where it is "
    "null; the draws of the others do not depend on it.",
)

BOOK.identity(
    "nothing.is-silent",
    "At rate 0 the mixture does not depend on the record, and the step is rewritten as 0-DP.",
    "definition",
    "all outcomes; the rewriting on one example",
    Same("the mixture", "mixed(0, x, y)", "y"),
    Rewrites("poisson.nothing", "poisson:rate=0/gaussian:sigma=2", "pure:epsilon=0"),
    so="No record takes part.",
)

BOOK.identity(
    "twice.is-one-sample",
    "A record takes part in both of two independent Poisson samples with the product of their rates, independently of "
    "the others.",
    "definition",
    "all rates a = u/(1+u), b = v/(1+v), all outcomes; the rewriting on one example",
    Same("the mixture", "processed", "once"),
    Rewrites(
        "poisson.twice", "poisson:rate=1/3/poisson:rate=1/2/gaussian:sigma=2", "poisson:rate=1/6/gaussian:sigma=2"
    ),
    so="So the twice sampled set is a Poisson sample.",
)
