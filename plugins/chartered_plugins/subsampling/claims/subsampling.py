"""Claims about Poisson subsampling: amplification in both directions, pointwise, and against exact pairs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound, held
from chartered.proving.steps import chain, same, sample, sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.pairs import Pair, random_pairs
from ..formulas import amplification

BOOK = Book("poisson", "Balle, Barthe, Gaboardi 2018")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
RATE = {"u": SIZE}
"""The odds of taking part: the rate is q = u/(1+u)."""
CHANCE = (Fraction(1, 100), 1)
ALL = "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l)"


def rate(u: Any) -> Any:
    """q = u/(1+u)."""
    return u / (1 + u)


def mixed(q: Any, x: Any, y: Any) -> Any:
    """The probability of an outcome with the record in the data, if its own are x with and y without the record taking
    part."""
    return (1 - q) * y + q * x


def level(xp: Any, u: Any, lift: Any) -> Any:
    """e^eps' of the shipped formula at e^eps = 1 + lift."""
    return xp.exp(amplification.sampled_epsilon(xp, rate(u), xp.log1p(lift)))


@BOOK.soundness(
    "pure.ratio",
    "With likelihood ratios in [e^-eps, e^eps] those of the sampled mechanism are in [e^-eps', e^eps'], and the "
    "upper end is attained.",
    "Theorem 8",
    "all 0 < q < 1 (q = u/(1+u)), eps > 0 (e^eps = 1 + l), all likelihood ratios",
)
def _ratio(effort: Effort) -> Verdict:
    def stated(xp: Any, u: Any, lift: Any) -> Any:
        said = Said({"rate": rate(u)}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
        return xp.exp(xp.number(bound("subsampling", "poisson.pure")(said).epsilon))

    def upper(xp: Any, u: Any, lift: Any) -> Any:
        return mixed(rate(u), 1 + lift, 1)

    def product(xp: Any, u: Any, lift: Any) -> Any:
        return stated(xp, u, lift) * mixed(rate(u), 1 / (1 + lift), 1) - 1

    def square(xp: Any, u: Any, lift: Any) -> Any:
        return rate(u) * (1 - rate(u)) * lift**2 / (1 + lift)

    domain = {**RATE, "l": SIZE}
    return chain(
        "The ratio 1 - q + q x rises with x, so it lies between its values at e^-eps and e^eps; the lower one is "
        "above e^-eps'.",
        ("at e^eps it is the shipped e^eps'", same(stated, upper, "u l", domain, effort)),
        ("e^eps' times its value at e^-eps, less 1", same(product, square, "u l", domain, effort)),
        ("which is positive", sign_of(square, "u l", domain, effort)),
    )


@BOOK.identity(
    "profile.remove",
    "(1-q) y + q x - e^eps' y = q (x - e^eps y) for every outcome: H_{e^eps'}((1-q) Q + q P || Q) = q H_{e^eps}(P || "
    "Q), with equality.",
    "Theorem 8",
    ALL,
)
def _remove(effort: Effort) -> Verdict:
    def gain(xp: Any, u: Any, lift: Any, x: Any, y: Any) -> Any:
        return mixed(rate(u), x, y) - level(xp, u, lift) * y

    def part(xp: Any, u: Any, lift: Any, x: Any, y: Any) -> Any:
        return rate(u) * (x - (1 + lift) * y)

    return same(gain, part, "u l x y", {**RATE, "l": (0, 20), "x": CHANCE, "y": CHANCE}, effort, points=40)


@BOOK.soundness(
    "profile.add",
    "The other direction is never larger: (y - e^eps' ((1-q) y + q x))_+ <= q (y - e^eps x)_+ for every outcome, so "
    "H_{e^eps'}(Q || (1-q) Q + q P) <= q H_{e^eps}(Q || P).",
    "Theorem 8",
    ALL,
)
def _add(effort: Effort) -> Verdict:
    def gain(xp: Any, u: Any, lift: Any, x: Any, y: Any) -> Any:
        return y - level(xp, u, lift) * mixed(rate(u), x, y)

    def spare(xp: Any, u: Any, lift: Any, x: Any, more: Any) -> Any:
        return rate(u) * (x + more - (1 + lift) * x) - gain(xp, u, lift, x, x + more)

    def positive(xp: Any, u: Any, lift: Any, x: Any, more: Any) -> Any:
        return rate(u) * (1 - rate(u)) * lift * more

    def loss(xp: Any, u: Any, lift: Any, more: Any, y: Any) -> Any:
        return -gain(xp, u, lift, y + more, y)

    domain = {**RATE, "l": (0, 20), "x": CHANCE, "more": CHANCE}
    other = {**RATE, "l": (0, 20), "more": CHANCE, "y": CHANCE}
    return chain(
        "For y = x + more the difference is nonnegative, also where the right side is cut off at 0, since then the "
        "left is below it; for "
        "y <= x the left side is 0.",
        ("the difference where y >= x", same(spare, positive, "u l x more", domain, effort)),
        ("it is nonnegative", sign_of(positive, "u l x more", domain, effort, strict=False, zero=("l", "more"))),
        (
            "y - e^eps' (...) <= 0 where y <= x",
            sign_of(loss, "u l more y", other, effort, strict=False, zero=("l", "more")),
        ),
    )


@BOOK.identity(
    "profile.shipped",
    "The shipped profile at eps' is q times the wrapped one at eps, its inverse is the inverse, and at q = 1 eps' is "
    "eps.",
    "Theorem 8",
    ALL,
)
def _shipped(effort: Effort) -> Verdict:
    def sampled(u: Any) -> ch.Profile:
        wrapped = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 2, epsilon=lambda xp, d, witness: -xp.log(2 * d))
        found: ch.Profile = bound("subsampling", "poisson.profile")(Said({"rate": rate(u)}, inner=wrapped))
        return found

    def there(xp: Any, u: Any, lift: Any) -> Any:
        return sampled(u).delta(xp, amplification.sampled_epsilon(xp, rate(u), xp.log1p(lift)), {})

    def back(xp: Any, u: Any, lift: Any) -> Any:
        return xp.exp(
            amplification.inner_epsilon(xp, rate(u), amplification.sampled_epsilon(xp, rate(u), xp.log1p(lift)))
        )

    def whole(xp: Any, lift: Any) -> Any:
        return xp.exp(amplification.sampled_epsilon(xp, xp.number(1), xp.log1p(lift)))

    domain = {**RATE, "l": SIZE}
    return chain(
        "The wrapped profile is e^-eps/2 here; the formulas take any.",
        ("q delta(eps)", same(there, lambda xp, u, lift: rate(u) / (2 * (1 + lift)), "u l", domain, effort)),
        ("eps' and back", same(back, "1 + l", "u l", domain, effort)),
        ("q = 1", same(whole, "1 + l", "l", {"l": SIZE}, effort)),
    )


@BOOK.soundness(
    "profile.exact-pairs",
    "On exact pairs of distributions the sampled mechanism is within q times the wrapped divergence in both "
    "directions.",
    "Theorem 8",
    "random rational pairs of 2 to 4 outcomes, q in {1/100, 1/3, 9/10}, eps in {0, 1/4, 1}",
)
def _exact_pairs(effort: Effort) -> Verdict:
    rates = (Fraction(1, 100), Fraction(1, 3), Fraction(9, 10))
    levels = (Fraction(0), Fraction(1, 4), Fraction(1))
    cases = [(pair, q, e) for pair in random_pairs(15, (2, 3, 4), effort.seed) for q in rates for e in levels]
    return sample(_within, cases, effort.digits, "balls: both directions")


def _within(pair: Pair, q: Fraction, epsilon: Fraction) -> bool:
    sampled = Pair(tuple(mixed(q, x, y) for x, y in zip(pair.first, pair.second, strict=True)), pair.second)
    with balls(256) as xp:
        e, chance = xp.number(epsilon), xp.number(q)
        higher = amplification.sampled_epsilon(xp, chance, e)
        remove = sampled.hockey_stick(xp, higher) - chance * pair.hockey_stick(xp, e)
        add = _turned(sampled).hockey_stick(xp, higher) - chance * _turned(pair).hockey_stick(xp, e)
        return bool(remove.contains(0)) and not add > 0


def _turned(pair: Pair) -> Pair:
    return Pair(pair.second, pair.first)


@BOOK.soundness(
    "monotone",
    "What is seen at rate q' = t q is what is seen at rate q, kept with chance t and otherwise drawn anew without "
    "the record: so "
    "for each pair of neighbours a smaller rate costs no more, also composed, nor does a smaller sample, or one of "
    "more records.",
    "data processing, for each pair of neighbours",
    "all 0 < q' < q < 1 (q = u/(1+u), t = v/(1+v)), an outcome's chances x with and y without the record",
)
def _monotone(effort: Effort) -> Verdict:
    def smaller(xp: Any, u: Any, v: Any, x: Any, y: Any) -> Any:
        return mixed(rate(u) * rate(v), x, y)

    def processed(xp: Any, u: Any, v: Any, x: Any, y: Any) -> Any:
        return mixed(rate(v), mixed(rate(u), x, y), y)

    def without(xp: Any, v: Any, y: Any) -> Any:
        return mixed(rate(v), y, y)

    domain = {**RATE, "v": SIZE, "x": CHANCE, "y": CHANCE}
    return chain(
        "Without the record the processed outcome is one without it. Where a record is replaced, both neighbours are "
        "mixed with "
        "the same outcome of a sample without it, with rate q = m/n, which falls with n and rises with m.",
        ("with the record", same(smaller, processed, "u v x y", domain, effort)),
        ("without it", same(without, lambda xp, v, y: y, "v y", {"v": SIZE, "y": CHANCE}, effort)),
    )
