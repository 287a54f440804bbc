"""Claims about sampling without replacement: the coupling, the mixture behind amplification, and samples of samples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound, held
from chartered.proving.rewriting import rewrites
from chartered.proving.steps import chain, same, sample, sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.counting import COUNTS, Counting, every_size
from ..formulas import amplification
from .subsampling import ALL, CHANCE, RATE, SIZE, level, rate

BOOK = Book("sample", "Balle, Barthe, Gaboardi 2018")
claims = BOOK.claims
MORE = {"m": (1, 50), "j": (1, 50)}
"""m records are drawn, m + j there are."""


def choose(xp: Any, n: Any, k: Any) -> Any:
    """C(n,k) by gamma functions."""
    return xp.gamma(n + 1) / (xp.gamma(k + 1) * xp.gamma(n - k + 1))


def mixed(r: Any, a: Any, b: Any) -> Any:
    """The probability of an outcome: a on a sample without the record, b on one with it."""
    return (1 - r) * a + r * b


def weight(xp: Any, u: Any, lift: Any) -> Any:
    """beta = e^(eps' - eps)."""
    return level(xp, u, lift) / (1 + lift)


@BOOK.identity(
    "profile.coupling",
    "A record is among m of n with probability m/n; a sample without it in which the record takes the place of a "
    "random one is a uniform "
    "sample with it. So given the rest the outputs are (1-q) A + q B and (1-q) A + q C, q = m/n, with A, B and C "
    "pairwise neighbours.",
    "Theorem 9",
    "all 1 <= m < n (n = m + j)",
)
def _coupling(effort: Effort) -> Verdict:
    def chance(xp: Any, m: Any, j: Any) -> Any:
        return choose(xp, m + j - 1, m - 1) / choose(xp, m + j, m)

    def reached(xp: Any, m: Any, j: Any) -> Any:
        return j / (m * choose(xp, m + j - 1, m))

    return chain(
        "Each sample with the record is reached from n - m samples without it, each time with probability 1/m; and "
        "samples that differ in "
        "one record are given to the wrapped mechanism.",
        ("the probability of the record", same(chance, "m/(m + j)", "m j", MORE, effort)),
        (
            "that of each sample with it",
            same(reached, lambda xp, m, j: 1 / choose(xp, m + j - 1, m - 1), "m j", MORE, effort),
        ),
    )


@BOOK.soundness(
    "profile.mixture",
    "With beta = e^(eps'-eps) the outcomes have (1-q) a + q b - e^eps' ((1-q) a + q c) = q (b - e^eps ((1-beta) a + "
    "beta c)), so "
    "delta'(eps') <= q ((1-beta) delta(B against A) + beta delta(B against C)) <= q delta(eps), and in the other "
    "direction likewise.",
    "Theorem 9; advanced joint convexity, Theorem 2",
    ALL,
)
def _mixture(effort: Effort) -> Verdict:
    def gain(xp: Any, u: Any, lift: Any, a: Any, b: Any, c: Any) -> Any:
        return mixed(rate(u), a, b) - level(xp, u, lift) * mixed(rate(u), a, c)

    def parts(xp: Any, u: Any, lift: Any, a: Any, b: Any, c: Any) -> Any:
        beta = weight(xp, u, lift)
        return rate(u) * ((1 - beta) * (b - (1 + lift) * a) + beta * (b - (1 + lift) * c))

    def rest(xp: Any, u: Any, lift: Any) -> Any:
        return 1 - weight(xp, u, lift)

    domain = {**RATE, "l": (0, 20), **dict.fromkeys("abc", CHANCE)}
    inner = {**RATE, "l": (0, 20)}
    return chain(
        "The positive part of a mean is at most the mean of the positive parts; q depends on nothing that the "
        "coupling draws. The other "
        "direction exchanges b and c.",
        ("for every outcome", same(gain, parts, "u l a b c", domain, effort)),
        ("beta >= 0", sign_of(weight, "u l", inner, effort, strict=False, zero=("l",))),
        ("beta <= 1", sign_of(rest, "u l", inner, effort, strict=False, zero=("l",))),
    )


@BOOK.identity(
    "profile.shipped",
    "The shipped profile at eps' is m/n times the wrapped one at eps, and its inverse is the inverse.",
    "Theorem 9",
    "all 1 <= m < n (n = m + j), eps > 0 (e^eps = 1 + l)",
)
def _shipped(effort: Effort) -> Verdict:
    def drawn(m: Any, j: Any) -> ch.Profile:
        wrapped = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 2, epsilon=lambda xp, d, witness: -xp.log(2 * d))
        found: ch.Profile = bound("subsampling", "sample.profile")(Said({"size": m, "of": m + j}, inner=wrapped))
        return found

    def there(xp: Any, m: Any, j: Any, lift: Any) -> Any:
        return drawn(m, j).delta(xp, amplification.sampled_epsilon(xp, m / (m + j), xp.log1p(lift)), {})

    domain = {**MORE, "l": SIZE}
    return chain(
        "The wrapped profile is e^-eps/2 here; the formulas take any, and the inverse is that of Poisson sampling "
        "(poisson.profile.shipped).",
        ("q delta(eps)", same(there, "m/(m + j)/(2*(1 + l))", "m j l", domain, effort)),
    )


@BOOK.soundness(
    "pure.zero",
    "Where the wrapped mechanism has delta = 0 at eps, the sampled one has delta' = 0 at eps', which is the shipped "
    "log(1 + (m/n)(e^eps - "
    "1)); randomized response with A = C attains it.",
    "Theorem 9",
    "all 1 <= m < n (n = m + j), eps > 0 (e^eps = 1 + l)",
)
def _pure(effort: Effort) -> Verdict:
    def stated(xp: Any, m: Any, j: Any, lift: Any) -> Any:
        said = Said({"size": m, "of": m + j}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
        return xp.exp(xp.number(bound("subsampling", "sample.pure")(said).epsilon))

    def attained(xp: Any, m: Any, j: Any, lift: Any) -> Any:
        return mixed(m / (m + j), xp.number(1), 1 + lift)

    domain = {**MORE, "l": SIZE}
    return chain(
        "By profile.mixture; the likelihood ratio b/a = e^eps at A = C gives the ratio (1-q) + q e^eps.",
        ("the shipped e^eps'", same(stated, attained, "m j l", domain, effort)),
    )


@BOOK.soundness(
    "profile.exact-cases",
    "For mechanisms on binary records the shipped bound is not below the exact divergence of any two neighbours, "
    "over all data.",
    "Theorem 9",
    f"{COUNTS}; eps in {{0, 1/4, 1}}",
)
def _exact_cases(effort: Effort) -> Verdict:
    levels = (Fraction(0), Fraction(1, 4), Fraction(1))
    cases = [(counts, e) for counts in every_size(5, effort.seed) for e in levels]
    return sample(_within, cases, effort.digits, "balls: all neighbours")


def _within(counts: Counting, epsilon: Fraction) -> bool:
    def delta(xp: Any, e: Any, witness: Any) -> Any:
        return counts.wrapped(lambda pair: pair.hockey_stick(xp, e), xp)

    said = Said({"size": Fraction(counts.size), "of": Fraction(counts.of)}, inner=ch.Profile(delta=delta))
    shipped: ch.Profile = bound("subsampling", "sample.profile")(said)
    with balls(256) as xp:
        e = xp.number(epsilon)
        return not counts.sampled(lambda pair: pair.hockey_stick(xp, e), xp) > shipped.delta(xp, e, {})


@BOOK.identity(
    "whole.is-its-step",
    "If n of n are drawn, every record is, and the step is rewritten as what it wraps.",
    "definition",
    "the rewriting on one example",
)
def _whole(effort: Effort) -> Verdict:
    return rewrites("subsampling", "sample.whole", "sample:size=9,of=9/gaussian:sigma=2", "gaussian:sigma=2")


@BOOK.identity(
    "twice.is-one-sample",
    "k of m of n records are k of n: each set of k is in C(n-k,m-k) samples of m, and is drawn from each of these "
    "with probability "
    "1/C(m,k).",
    "definition",
    "all k < m < n (m = k + i, n = m + j); the rewriting on one example",
)
def _twice(effort: Effort) -> Verdict:
    def drawn(xp: Any, k: Any, i: Any, j: Any) -> Any:
        return choose(xp, i + j, i) / choose(xp, k + i + j, k + i) / choose(xp, k + i, k)

    def once(xp: Any, k: Any, i: Any, j: Any) -> Any:
        return 1 / choose(xp, k + i + j, k)

    domain = dict.fromkeys("kij", (1, 50))
    step, into = "sample:size=20,of=90/sample:size=3,of=20/gaussian:sigma=2", "sample:size=3,of=90/gaussian:sigma=2"
    return chain(
        "Nothing else is known of the drawn set.",
        ("the probability of each set", same(drawn, once, "k i j", domain, effort)),
        ("the rewriting", rewrites("subsampling", "sample.twice", step, into)),
    )
