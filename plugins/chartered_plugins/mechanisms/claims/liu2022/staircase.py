"""The algorithms of Liu et al. 2022 for bounds of mu on [0, eps_h], as printed and as corrected, in doubles. They are
here for comparison with the certified interval, which evaluates the profile a few hundred times; no answer rests on
them.

The grid has 2^c subintervals. For the one that ends at the grid point x, from x- = max(x - d, 0) to x+ = x, Theorem 4.3
bounds the transform by mu_GDP(x-, delta(x+)) from below and by mu_GDP(x+, delta(x-)) from above."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

from chartered_verify.arithmetic import floats
from msgspec import Struct, field

from ....basics.formulas.gaussian_profile import delta_mu

Delta: TypeAlias = Callable[[float], float]
PRECISION = Fraction(1, 64)


class Bracket(Struct, frozen=True):
    """The bounds of mu by an algorithm, and the number of evaluations of the profile and of Gaussian profiles."""

    lower: float
    upper: float
    asked: int
    compared: int


class Measurement(Struct):
    """One run over the grid. `floor` and `ceiling` are the largest values of the lower and of the upper staircase so
    far."""

    delta: Delta
    head: float
    c: int
    precision: float = float(PRECISION)
    asked: int = 0
    compared: int = 0
    floor: float = 0.0
    ceiling: float = 0.0
    known: dict[int, float] = field(default_factory=dict)

    def naive(self, *, printed: bool = False) -> Bracket:
        """Algorithm 3: both searches at every grid point."""
        return self._over(range(2**self.c + 1), skip=False, printed=printed)

    def shuffled(self, *, printed: bool = False, seed: int = 0) -> Bracket:
        """Algorithm 1: the grid points in random order, so that a new largest value is rare, and a search only at new
        largest values."""
        points = list(range(2**self.c + 1))
        Random(seed).shuffle(points)
        return self._over(points, skip=True, printed=printed)

    def _over(self, points: Sequence[int], *, skip: bool, printed: bool) -> Bracket:
        for i in points:
            left, right = max(i - 1, 0), i
            if not skip or not self.covered(self.floor, left, right):
                self.floor = max(self.floor, self.search(left, right)[0])
            if not skip or not self.covered(self.ceiling, right, left):
                self.ceiling = max(self.ceiling, self.search(right, left)[1])
        low, high = (self.ceiling, self.floor) if printed else (self.floor, self.ceiling)
        return Bracket(low, high, self.asked, self.compared)

    def covered(self, mu: float, index: int, level: int) -> bool:
        """Whether mu_GDP(x, delta(y)) is at most mu, by one Gaussian evaluation."""
        return mu > 0 and self.gaussian(mu, index) >= self.profile(level)

    def search(self, index: int, level: int) -> tuple[float, float]:
        """Algorithm 2: mu_GDP(x, delta(y)) between two numbers of the grid of `precision`, by halving."""
        target = self.profile(level)
        low, high = 0.0, 1.0
        while self.gaussian(high, index) < target:
            low, high = high, 2 * high
        while high - low > self.precision:
            middle = (low + high) / 2
            low, high = (middle, high) if self.gaussian(middle, index) < target else (low, middle)
        return low, high

    def profile(self, i: int) -> float:
        """The profile at a grid point, evaluated once."""
        if i not in self.known:
            self.asked += 1
            self.known[i] = self.delta(self.head * i / 2**self.c)
        return self.known[i]

    def gaussian(self, mu: float, i: int) -> float:
        """The profile of mu-GDP at a grid point."""
        self.compared += 1
        return float(delta_mu(floats, mu, self.head * i / 2**self.c))
