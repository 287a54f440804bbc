"""Claims about sampling without replacement: the coupling, the mixture behind amplification, and samples of samples."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs, Range, Rewrites, Said, Sampled, Shipped, registered
from chartered.proving.proof_parts import Nonnegative, Positive, Same

from ...basics.claims.counting import Counting, every_size
from ..formulas import amplification
from .subsampling import CHANCE, NOTATION as POISSON, SIZE, WRAPPED

NOTATION = Notation(
    "choose(n, k) = gamma(n + 1)/(gamma(k + 1)*gamma(n - k + 1))",
    # m records are drawn, n = m + j there are
    "n = m + j",
    "gain = poisson.mixed(q, b, a) - poisson.level(q, eps)*poisson.mixed(q, c, a)",
    "beta = poisson.level(q, eps)/exp(eps)",
    "drawn = choose(i + j, i)/choose(k + i + j, k + i)/choose(k + i, k)",
    ranges={"m j k i": (1, 50), "q": Range.chance(SIZE), "eps": Range.epsilon((0, 20)), "a b c": CHANCE},
    poisson=POISSON,
    amplification=amplification,
    pure=Shipped("sample.pure", inner=ch.Pure),
    profile=Shipped("sample.profile", inner=WRAPPED),
)
BOOK = Proofs("sample", "Balle, Barthe, Gaboardi 2018", at="Theorem 9", notation=NOTATION)

BOOK.identity(
    "profile.coupling",
    "A record is among m of n with probability m/n; a sample without it in which the record takes the place of a "
    "random one is a uniform sample with it. So given the rest the outputs are (1-q) A + q B and (1-q) A + q C, q = "
    "m/n, with A, B and C pairwise neighbours.",
    "all 1 <= m < n (n = m + j)",
    Same("the probability of the record", "choose(n - 1, m - 1)/choose(n, m)", "m/n"),
    Same("that of each sample with it", "j/(m*choose(n - 1, m))", "1/choose(n - 1, m - 1)"),
    so="Each sample with the record is reached from n - m samples without it, each time with probability 1/m; and "
    "samples that differ in one record are given to the wrapped mechanism.",
)

BOOK.soundness(
    "profile.mixture",
    "With beta = e^(eps'-eps) the outcomes have (1-q) a + q b - e^eps' ((1-q) a + q c) = q (b - e^eps ((1-beta) a + "
    "beta c)), so delta'(eps') <= q ((1-beta) delta(B against A) + beta delta(B against C)) <= q delta(eps), and in "
    "the other direction likewise.",
    "Theorem 9; advanced joint convexity, Theorem 2",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)",
    Same("for every outcome", "gain", "q*((1 - beta)*(b - exp(eps)*a) + beta*(b - exp(eps)*c))"),
    Nonnegative("beta >= 0", "beta", zero="eps"),
    Nonnegative("beta <= 1", "1 - beta", zero="eps"),
    so="The positive part of a mean is at most the mean of the positive parts; q depends on nothing that the coupling "
    "draws. The other direction exchanges b and c.",
)

BOOK.inequality(
    "profile.null-record",
    "Why a sample of a fixed size is refused under zero-out: with b, c and a the chances of an outcome with the "
    "record, a null record and another record in the batch, the difference of profile.mixture is above its bound q (b "
    "- e^eps c) for zero-out neighbours where the outcome is less likely by another record than by a null one: A and "
    "B are outputs between which a record is replaced.",
    "direct computation",
    "all 0 < q < 1 (q = u/(1+u)), eps > 0 (e^eps = 1 + l)",
    Same("what is above the bound", "gain - q*(b - exp(eps)*c)", "above*(c - a)"),
    Positive("its factor is positive", "above"),
    so="Noise on a sum of values -1, 0 (null) and 1 has such outcomes: all that are above 1.",
    where=("above = q*(1 - q)*(exp(eps) - 1)",),
    over={"eps": Range.epsilon(SIZE)},
)

BOOK.identity(
    "profile.shipped",
    "The shipped profile at eps' is m/n times the wrapped one at eps, and its inverse is the inverse.",
    "all 1 <= m < n (n = m + j), eps > 0 (e^eps = 1 + l)",
    Same("q delta(eps)", "profile(size=m, of=n).delta(amplification.sampled_epsilon(m/n, eps))", "m/n*exp(-eps)/2"),
    so="The wrapped profile is e^-eps/2 here; the formulas take any, and the inverse is that of Poisson sampling "
    "(poisson.profile.shipped).",
    over={"eps": Range.epsilon(SIZE)},
)

BOOK.soundness(
    "pure.zero",
    "Where the wrapped mechanism has delta = 0 at eps, the sampled one has delta' = 0 at eps', which is the shipped "
    "log(1 + (m/n)(e^eps - 1)); randomized response with A = C attains it.",
    "all 1 <= m < n (n = m + j), eps > 0 (e^eps = 1 + l)",
    Same("the shipped e^eps'", "exp(pure(size=m, of=n, epsilon=eps).epsilon)", "poisson.mixed(m/n, exp(eps), 1)"),
    so="By profile.mixture; the likelihood ratio b/a = e^eps at A = C gives the ratio (1-q) + q e^eps.",
    over={"eps": Range.epsilon(SIZE)},
)


@BOOK.soundness(
    "profile.exact-cases",
    "For mechanisms on binary records the shipped bound is not below the exact divergence of any two neighbours, over "
    "all data.",
    "randomized response of truth 3/5 and 9/10 on each record drawn, and a random mechanism that sees their sum; all "
    "m < n <= 5; eps in {0, 1/4, 1}",
    Sampled("balls: all neighbours", bits=256, counts=lambda effort: every_size(5, effort.seed), eps="0 1/4 1"),
)
def _exact_cases(xp: Any, counts: Counting, epsilon: Fraction) -> Any:
    def delta(xp: Any, e: Any, witness: Any) -> Any:
        return counts.wrapped(lambda pair: pair.hockey_stick(xp, e), xp)

    said = Said({"size": Fraction(counts.size), "of": Fraction(counts.of)}, inner=ch.Profile(delta=delta))
    e, shipped = xp.number(epsilon), registered("sample.profile").bound(said)
    return not counts.sampled(lambda pair: pair.hockey_stick(xp, e), xp) > shipped.delta(xp, e, {})


BOOK.identity(
    "whole.is-its-step",
    "If n of n are drawn, every record is, and the step is rewritten as what it wraps.",
    "definition",
    "the rewriting on one example",
    Rewrites("sample.whole", "sample:size=9,of=9/gaussian:sigma=2", "gaussian:sigma=2"),
)

BOOK.identity(
    "twice.is-one-sample",
    "k of m of n records are k of n: each set of k is in C(n-k,m-k) samples of m, and is drawn from each of these "
    "with probability 1/C(m,k).",
    "definition",
    "all k < m < n (m = k + i, n = m + j); the rewriting on one example",
    Same("the probability of each set", "drawn", "1/choose(k + i + j, k)"),
    Rewrites(
        "sample.twice",
        "sample:size=20,of=90/sample:size=3,of=20/gaussian:sigma=2",
        "sample:size=3,of=90/gaussian:sigma=2",
    ),
    so="Nothing else is known of the drawn set.",
)
