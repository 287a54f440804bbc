"""Claims about the blanket size distribution of shuffled randomized response: its bins, and the truncated mass."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, comb, exp, inf, log, tanh
from typing import Any

from chartered.proving import Each, Proofs, Sampled, near
from chartered_plugins.composition.formulas import binomial
from chartered_plugins.shuffling.formulas import blanket_krr_counts as response_counts
from chartered_verify.arithmetic import floats

BOOK = Proofs("balle2019.response-pair", "Balle, Bell, Gascon, Nissim 2019", at="Section 5.2")
BLANKETS = [
    *((2, 3000, Fraction(1), 40), (3, 3000, Fraction(1), 16), (4, 40, Fraction(2), 763)),
    *((3, 3000, Fraction(4), 100), (10, 30000, Fraction(1, 4), 90), (3, 2, Fraction(1), 16)),
]
DEEP = [
    *((5, 2, 1, 0.3), (5, 3, 1, 0.3), (40, 4, 2, 0.5), (1000, 3, 1, 0.2), (1000, 10, 1, 0.2), (10**5, 7, 0.5, 0.05)),
    *((300, 5, 4, 2), (300, 2, 4, 3.5), (30, 10, 3, 1), (9, 4, 2, 1.5)),
]


def _as_stated(xp: Any, k: int, n: int, epsilon0: Fraction, exponent: int) -> bool:
    found, odds = response_counts.blanket_sizes(xp, epsilon0, n, k, float(exponent)), xp.exp(xp.number(epsilon0))
    doubles = response_counts.blanket_sizes(floats, epsilon0, n, k, float(exponent))
    gamma, either = k / (odds + k - 1), 2 / (odds + k - 1)
    low, high = binomial.window(float(xp.log(1 / gamma - 1)), n - 1, float(exponent))
    first, last = binomial.window(float(xp.log(1 / either - 1)), n - 1, float(exponent)) if k > 2 else (1, 1)
    stride = _stride(high - low + 1, last - first + 1, exponent)
    least = max(1, first - stride + 1) if k > 2 else 1
    places = (list(found.sizes), found.first, found.last)
    if places != (list(range(low + 1, high + 2, stride)), least, last + (k > 2)):
        return False
    mass = [_chance(xp, gamma, n - 1, low + j) for j in range(high - low + 1)]
    tails = [_rest(xp, 1 - gamma, n - 1, n - 1 - low, mass[0]), _rest(xp, gamma, n - 1, high, mass[-1])]
    mass[-1] = mass[-1] + tails[1]
    if k > 2:
        tails += [_rest(xp, 1 - either, n - 1, n - 1 - first, _chance(xp, either, n - 1, first))]
        tails += [_rest(xp, either, n - 1, last, _chance(xp, either, n - 1, last))]
    same = [(found.rest, sum(tails, xp.number(0)))]
    for j, size in enumerate(found.sizes):
        if j % 97 == 0 or j + 1 == len(found.sizes):
            own = _chance(xp, xp.number(2) / k, size, least) if k > 2 else 1
            same.append((found.shares[j], sum(mass[j * stride : (j + 1) * stride], xp.number(0)) * own / size))
            same.append((xp.number(Fraction(doubles.shares[j])), found.shares[j]))
    tiny = xp.number(Fraction(1, 10**250))
    return all(near(one, other, 14, of=other + tiny) for one, other in same) and float(found.rest) == doubles.rest


def _stride(sizes: int, pairs: int, exponent: int) -> int:
    """The width of a bin: as many bins as give 2^17 pairs with the values of s, an eighth of that if the truncated mass
    is below e^-80, and at least 16."""
    return ceil(sizes / max(16, 2**17 // (8 if exponent > 80 else 1) // pairs))


def _binned(xp: Any, k: int, first: int, last: int) -> bool:
    sizes = range(last + 5, last + 12, 6)
    own = [_chance(xp, xp.number(2) / k, size, first) / size for size in sizes]
    found = list(response_counts.runs(xp, k, response_counts.BlanketSizes(sizes, own, first, last, xp.number(0))))
    stride = -(-(last - first + 1) // 2048)
    wanted = [range(least, min(least + stride, last + 1)) for least in range(first, last + 1, stride)]
    if [run for run, _, _ in found] != wanted or any(list(held) != list(sizes) for _, held, _ in found):
        return False
    for run, _, shares in found[:: 1 + len(found) // 5] + found[-1:]:
        for size, share in zip(sizes, shares, strict=True):
            exact = sum((_chance(xp, xp.number(2) / k, size, s) for s in run), xp.number(0)) / size
            if not near(share, exact, 25):
                return False
    return True


def _of_two(xp: Any) -> bool:
    likely = response_counts.BlanketSizes([4, 6, 8], [0.5, 0.25, 0.125], 1, 1, 0.0)
    found = [(run, list(held), list(shares)) for run, held, shares in response_counts.runs(floats, 2, likely)]
    return found == [(range(4, 5), [4], [0.5]), (range(6, 7), [6], [0.25]), (range(8, 9), [8], [0.125])]


def _deep(xp: Any, n: int, k: int, epsilon0: float, epsilon: float) -> bool:
    size = 1 + (n - 1) * k / (exp(epsilon0) + k - 1)
    least = inf
    for turn in range(1, 4001):
        s = 1 + (size - 1) * turn / 4000 if k > 2 else size
        x = s * exp(epsilon) / (1 + exp(epsilon)) + size * tanh(epsilon / 2) / (exp(epsilon0) - 1)
        if x <= s:
            least = min(least, size * _entropy(s / size, 2 / k) + s * _entropy(x / s, 0.5))
    found = response_counts.depth(epsilon0, n, k, epsilon)
    exponent = response_counts.truncation_exponent(epsilon0, n, k, epsilon)
    return 0.995 * least <= found <= 1.005 * least and exponent == min(763, 16 * ceil((40 + found) / 16))


def _entropy(x: float, chance: float) -> float:
    return sum(part * log(part / of) for part, of in ((x, chance), (1 - x, 1 - chance)) if part > 0)


def _chance(xp: Any, share: Any, k: int, j: int) -> Any:
    return xp.number(comb(k, j)) * share**j * (1 - share) ** (k - j) if 0 <= j <= k else xp.number(0)


def _rest(xp: Any, share: Any, k: int, last: int, weight: Any) -> Any:
    """A bound on the probability of more than `last` successes in k trials: the geometric series from the weight of
    `last`."""
    if last == k:
        return xp.number(0)
    ratio = (k - last) * share / ((last + 1) * (1 - share))
    return weight * ratio / (1 - ratio)


BOOK.table(
    "blanket-sizes",
    "The sizes T begin at the window of Bin(n-1, gamma) and come in bins; each share is the probability of its bin "
    "times Pr[Bin(T, 2/k) = s]/T at the first s; and the rest is the geometric series of all four tails.",
    "six blankets of 2 to 30000 reports, k = 2 to 10, truncated masses e^-16 to e^-763",
    Sampled("sums in balls", _as_stated, BLANKETS, digits=25, bits=256),
)
BOOK.table(
    "runs",
    "The bins of s are 2048 at most, follow each other, and hold of each size the probability of its bin times "
    "Pr[Bin(T, 2/k) = s]/T, summed over the bin of s; for k = 2, where s is T, each size is a bin.",
    "blankets of two sizes with 3, 2048 and 4102 values of s, k = 3 and 7; three sizes for k = 2",
    Each("run", _of_two, [()], bits=256),
    Each(
        "sums in balls",
        _binned,
        [(k, first, first + many - 1) for k, (first, many) in product((3, 7), ((1, 3), (20, 2048), (100, 4102)))],
        bits=256,
    ),
)
BOOK.table(
    "depth",
    "log(1/truncated mass) is the next multiple of 16 above 40 + y, 763 at most, where e^-y is about the chance of "
    "the likeliest gain: of T = 1 + (n-1) gamma reports s say 0 or 1, and x of these 0, the least of T KL(s/T, 2/k) "
    "+ s KL(x/s, 1/2) over s with the x at the cut.",
    "direct computation",
    "n = 5 to 10^5, k = 2 to 10, beside 4000 s to half a percent",
    Sampled("many s", _deep, DEEP, digits=2, bits=256),
)
