"""Claims about what a shuffle of adaptive reports hides: the sum over places, and the clones pair."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, bound, held
from chartered.proving.steps import certain, chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.formulas.subgaussian_tail import tail_epsilon
from ..formulas import closed_forms as shuffling
from .shuffling_cases import said

WINDOW = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
SWAPS, CLONES = Book("erlingsson2019", "Erlingsson et al. 2019"), Book("feldman2021", "Feldman, McMillan, Talwar 2021")
claims = claims_of(WINDOW, SWAPS, CLONES)
SIZE = (Fraction(1, 20), 20)
BOTH = {"l": SIZE, "n": (2, 1000)}
"""e^eps0 = 1 + l, n reports."""


@WINDOW.inequality(
    "T5.1.places",
    "Place i is log(1 + a/(n - b (i-1)))-DP with a = e^eps0 (e^eps0 - 1), b = 1 - e^-eps0; the sum of eps_i^2 is at "
    "most a^2/(n (1-b)), the shipped variance proxy.",
    "Theorem 5.1 and Lemma A.2",
    "all n, all eps0 > 0 (e^eps0 = 1 + l); place j = i - 1, of which n - j = r + 1 are left",
)
def _places(effort: Effort) -> Verdict:
    def left(j: Any, lift: Any, r: Any) -> Any:
        """n - b j with n = j + 1 + r."""
        return j + 1 + r - j * lift / (1 + lift)

    def spare(xp: Any, j: Any, lift: Any, r: Any) -> Any:
        """The integral of 1/(n - b x)^2 over [j, j + 1], less its first value."""
        b, here = lift / (1 + lift), left(j, lift, r)
        return 1 / (here * (here - b)) - 1 / here**2

    def whole(xp: Any, lift: Any, n: Any) -> Any:
        a, b = (1 + lift) * lift, lift / (1 + lift)
        return a**2 * n / (n * (n - b * n))

    domain = {"j": (0, 50), "l": SIZE, "r": (0, 50)}
    return chain(
        "The record swaps with a uniform place; given the reports so far two likelihood ratios bound the posterior "
        "of place i by "
        "e^eps0/(n - b (i-1)), and Lemma A.1 the step (checkin.pure.A1). log(1+x) <= x; the integral of a^2/(n - b "
        "x)^2 over [0, n] is "
        "a^2 n/(n (n - b n)).",
        ("each term is at most its stretch of the integral", sign_of(spare, "j l r", domain, effort, zero=("j", "r"))),
        (
            "the integral is the shipped variance proxy",
            same(whole, lambda xp, lift, n: shuffling.variance_proxy(xp, xp.log1p(lift), n), "l n", BOTH, effort),
        ),
    )


@WINDOW.identity(
    "T5.1.shipped",
    "The shipped eps is the print.",
    "Theorem 5.1",
    "all eps0 > 0 (e^eps0 = 1 + l), n, 0 < delta < 1",
)
def _print(effort: Effort) -> Verdict:
    def shipped(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        variance_proxy = shuffling.variance_proxy(xp, xp.log1p(lift), n)
        return tail_epsilon(xp, variance_proxy / 2, variance_proxy, d)

    domain = {**BOTH, "d": (Fraction(1, 99), Fraction(9, 10))}
    return same(
        shipped, "(1 + l)^3*l^2/(2*n) + sqrt((1 + l)^3)*l*sqrt(2*(-log(d))/n)", "l n d", domain, effort, points=40
    )


@WINDOW.identity(
    "rho.conversion",
    "The plain conversion rho + 2 sqrt(rho log(1/delta)) of half the variance proxy is Theorem 5.1.",
    "Theorem 5.1; Bun, Steinke 2016, Propositions 1.3 and 1.4",
    "all eps0 > 0 (e^eps0 = 1 + l), n, 0 < delta < 1",
)
def _rho(effort: Effort) -> Verdict:
    def plain(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        rho = xp.number(
            bound("shuffled_reports", "balle2020checkins.rho")(
                Said({"n": n}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
            ).rho
        )
        return rho + 2 * xp.sqrt(rho * -xp.log(d))

    def window(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        variance_proxy = shuffling.variance_proxy(xp, xp.log1p(lift), n)
        return tail_epsilon(xp, variance_proxy / 2, variance_proxy, d)

    return chain(
        "eps_i-DP is eps_i^2/2-zCDP, and these add up over adaptive steps (T5.1.places bounds their sum).",
        ("the conversion", same(plain, window, "l n d", {**BOTH, "d": (Fraction(1, 99), Fraction(9, 10))}, effort)),
    )


@SWAPS.inequality(
    "T7.above-T5.1",
    "Its variance proxy is 4 e^eps0 times that of Theorem 5.1 (so its leading term 2 e^(eps0/2) times as large), and "
    "its mean loss is above half of its variance proxy: it is sound, and Theorem 5.1 always beats it.",
    "Theorem 7, general form",
    "all eps0 > 0 (e^eps0 = 1 + l), all n",
)
def _swaps(effort: Effort) -> Verdict:
    def ratio(xp: Any, lift: Any, n: Any) -> Any:
        return shuffling.swap_variance_proxy(xp, xp.log1p(lift), n)[1] / shuffling.variance_proxy(xp, xp.log1p(lift), n)

    def spare(xp: Any, x: Any) -> Any:
        return xp.expm1(x) - x

    return chain(
        "The mean loss n eps_1 (e^eps_1 - 1) is at least n eps_1^2, the variance proxy.",
        ("the ratio", same(ratio, "4*(1 + l)", "l n", BOTH, effort)),
        ("e^x - 1 - x rises from 0: its slope at e^x = 1 + l is l", _slope(spare, lambda xp, lift: lift, effort)),
    )


@SWAPS.inequality(
    "T7-short.above-T5.1",
    "For n >= 1000, eps0 < 1/2 and delta < 1/100 Theorem 5.1 is below 3.92 eps0 sqrt(log(1/delta)/n): the constant "
    "12 is sound.",
    "Theorem 7",
    "all n >= 1000, 0 < eps0 <= 1/2, delta <= 1/100",
)
def _short(effort: Effort) -> Verdict:
    def slope(xp: Any, x: Any) -> Any:
        """The rise of (e^x - 1)/x, times x^2 e^-x."""
        return x - 1 + xp.exp(-x)

    def spare(xp: Any) -> Any:
        e, lift = xp.number(Fraction(1, 2)), xp.expm1(xp.number(Fraction(1, 2)))
        scale = xp.sqrt(1000 * xp.log(xp.number(100)))
        return (
            xp.number(Fraction(392, 100))
            - xp.exp(3 * e / 2) * lift / e * xp.sqrt(xp.number(2))
            - xp.exp(3 * e) * lift**2 / e / (2 * scale)
        )

    return chain(
        "Over eps0 sqrt(log(1/delta)/n) the two terms are sqrt(2) e^(3 eps0/2) (e^eps0-1)/eps0 and e^(3 eps0) "
        "(e^eps0-1)^2/eps0 over "
        "2 sqrt(n log(1/delta)); both rise with eps0.",
        (
            "(e^x - 1)/x rises: x - 1 + e^-x is 0 at 0, and its slope at e^x = 1 + l is l/(1 + l)",
            _slope(slope, lambda xp, lift: lift / (1 + lift), effort),
        ),
        certain("at eps0 = 1/2, n = 1000, delta = 1/100 the sum is below 3.92", spare),
    )


def _slope(formula: Any, stated: Any, effort: Effort) -> Verdict:
    slope = slopes(formula, 0, "x")
    return same(lambda xp, lift: slope(xp, xp.log1p(lift)), stated, "l", {"l": SIZE}, effort)


@CLONES.identity(
    "T31.inverse",
    "The shipped delta, before its ends, inverts the shipped eps.",
    "Theorem 3.1",
    "all eps0 > 0 (e^eps0 = 1 + l), n, s = sqrt(e^eps0 log(4/delta)/n)",
)
def _inverse(effort: Effort) -> Verdict:
    def there(xp: Any, lift: Any, n: Any, s: Any) -> Any:
        at = 4 * xp.exp(-n * s**2 / (1 + lift))
        return xp.expm1(shuffling.feldman_epsilon(xp, xp.log1p(lift), n, at)) / (8 * lift / (2 + lift)) - (1 + lift) / n

    return same(there, "s", "l n s", {**BOTH, "s": SIZE}, effort)


@CLONES.identity(
    "clones.cut",
    "With c clones the outcome x = theta (c+1) gains nothing: p (1 - e^(eps-eps0)) x = p (e^eps - e^-eps0) (c+1-x) at "
    "theta = (e^(eps+eps0)-1)/((e^eps0-1)(e^eps+1)).",
    "Section 3.2",
    "all 0 < eps < eps0 (e^eps = 1 + m, e^eps0 = (1+m)(1+l))",
)
def _cut(effort: Effort) -> Verdict:
    def gained(xp: Any, lift: Any, m: Any) -> Any:
        size = (1 + m) * (1 + lift)
        theta = ((1 + m) * size - 1) / ((size - 1) * (2 + m))
        return (1 - (1 + m) / size) * theta - (1 + m - 1 / size) * (1 - theta)

    def rises(xp: Any, x: Any, r: Any) -> Any:
        """x/(c + 1 - x) at x + 1 less that at x; c + 1 - x = r + 1."""
        return (x + 1) / r - x / (r + 1)

    return chain(
        "Bin(c, 1/2) at x - 1 over that at x is x/(c+1-x), which rises with x: the outcomes above theta (c+1) gain, "
        "those below lose. One "
        "clone more adds a fair coin to both distributions: H falls with c, by data processing.",
        ("the cut", same(gained, "0", "l m", {"l": SIZE, "m": SIZE}, effort)),
        ("the ratio rises", sign_of(rises, "x r", {"x": SIZE, "r": SIZE}, effort)),
    )


@CLONES.inequality(
    "clones-approximate.transfer",
    "(eps0, delta0)-DP reports are within delta0 + 2 (n-1) e^-eps0 delta0 of eps0-DP ones that have clones of either "
    "value of the record.",
    "Theorem 3.2; Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all n, eps0 > 0 (e^eps0 = 1 + l), 0 < delta0",
)
def _transfer(effort: Effort) -> Verdict:
    def spent(xp: Any, lift: Any, n: Any, d: Any) -> Any:
        """Of the record, and of n - 1 others what lies below e^-eps0 times the mean of the two: delta0 by definition,
        delta0 by the " "first step."""
        return d + (n - 1) * (d + d + d + d) / 2 / (1 + lift)

    return chain(
        "The two reports of the record come from a pair that with probability delta0 tells the value and otherwise is "
        "eps0-close; let it be eps0-close always, which moves and adds at most delta0. Each other report is raised to "
        "e^-eps0 times the mean of the two, and the same mass is taken from where it is above. Then it is a mixture "
        "with the clones of Theorem 3.2. Distances add up over the reports, and (eps, delta)-DP of what is near is "
        "(eps, delta + (e^eps + 1) distance)-DP.",
        (
            "the sum is the shipped one",
            same(
                spent,
                lambda xp, lift, n, d: shuffling.transfer(xp, xp.log1p(lift), n, d),
                "l n d",
                {**BOTH, "d": SIZE},
                effort,
            ),
        ),
    )


@CLONES.table(
    "clones.numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: the pair gives 0.1824, the closed form 0.5662, Theorem 5.1 of the check-ins "
    "paper 1.3097.",
    "Sections 3.2 and 4",
    "these numbers",
)
def _numbers(effort: Effort) -> Verdict:
    def is_near(name: str, low: Fraction, high: Fraction) -> bool:
        profile = bound("shuffled_reports", name)(said(1000, Fraction(1)))
        with balls(128) as xp:
            above, below = (profile.delta(xp, xp.number(end), {}) for end in (low, high))
            return bool(above > xp.number(Fraction(1, 10**6)) > below)

    cases = [
        ("feldman2021.clones", Fraction(1824, 10**4), Fraction(1825, 10**4)),
        ("feldman2021.T31", Fraction(5662, 10**4), Fraction(5663, 10**4)),
    ]
    found = sample(is_near, cases, effort.digits, "balls")
    if isinstance(found, Refuted):
        return found
    with balls(128) as xp:
        variance_proxy = shuffling.variance_proxy(xp, xp.number(1), xp.number(1000))
        at = tail_epsilon(xp, variance_proxy / 2, variance_proxy, xp.number(Fraction(1, 10**6)))
        if not abs(at - xp.number(Fraction(13097, 10**4))) < xp.number(Fraction(1, 10**4)):
            return Refuted("balls: another number", witness={"eps": str(at)})
    return Proved("run: balls enclose all three")
