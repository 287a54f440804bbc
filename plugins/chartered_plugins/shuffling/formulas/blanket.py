"""The privacy blanket (Balle, Bell, Gascon, Nissim 2019): with probability gamma a report is independent of its record.

The randomizer is R(x) = gamma omega + (1 - gamma) (a distribution that depends on x). With M ~ Bin(n, gamma) and
independent W_i ~ omega,

    delta(eps) <= E (L_1 + ... + L_M)_+ / (gamma n),   L = (mu_x(W) - e^eps mu_x'(W))/omega(W),   E L = 1 - e^eps.

Any gamma up to the mass of inf_x mu_x is valid. The bounds use three properties of L: its largest value, its range, and
its second moment."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import Struct


class Blanket(Struct, frozen=True):
    """gamma, and upper bounds on the largest value of L (`top`), its range (`span`) and its second moment
    (`second`)."""

    gamma: Value
    top: Value
    span: Value
    second: Value


def any_randomizer(xp: Arithmetic, epsilon0: Value, epsilon: Value) -> Blanket:
    """The blanket of any eps0-DP randomizer. mu_x/omega lies between g and g e^eps0 for g = 1/(mass of inf), which is
    between e^-eps0 and 1, and has mean 1: its second moment is at most g (1 + e^eps0) - g^2 e^eps0 <=
    cosh(eps0/2)^2."""
    size, level = xp.exp(epsilon0), xp.exp(epsilon)
    top = size * -xp.expm1(epsilon - epsilon0)
    second = (1 + xp.exp(-epsilon0)) ** 2 * size / 4 * (level**2 + 1) - 2 * level / size
    return Blanket(1 / size, top, xp.expm1(epsilon0) * (level + 1), second)


def response(xp: Arithmetic, epsilon0: Value, k: Value, epsilon: Value) -> Blanket:
    """The blanket of k-ary randomized response, where L takes three values."""
    size, level = xp.exp(epsilon0), xp.exp(epsilon)
    gamma = k / (size + k - 1)
    squares = (size - level) ** 2 + (1 - size * level) ** 2 + (k - 2) * (1 - level) ** 2
    return Blanket(gamma, gamma * (size - level), gamma * xp.expm1(epsilon0) * (1 + level), gamma**2 / k * squares)


def laplace(xp: Arithmetic, epsilon0: Value, epsilon: Value) -> Blanket:
    """The blanket of Laplace noise on a number between 0 and 1; the moments are largest at the ends."""
    half, level = xp.exp(epsilon0 / 2), xp.exp(epsilon)
    top = half * -xp.expm1(epsilon - epsilon0)
    second = (level**2 + 1) * (2 * half + half**-2) / 3 - 2 * level * (2 / half - half**-2)
    return Blanket(1 / half, top, (level + 1) * (half - 1 / half), second)


def hoeffding(xp: Arithmetic, blanket: Blanket, n: Value, epsilon: Value) -> Value:
    """b^2/(4 a gamma n) (1 - gamma (1 - e^(-2 a^2/b^2)))^n, a = e^eps - 1; at most 1."""
    a, b, gamma = xp.expm1(epsilon), blanket.span, blanket.gamma
    if not a > 0:
        return xp.number(1)
    power = n * xp.log1p(gamma * xp.expm1(-2 * a**2 / b**2))
    return xp.minimum(b**2 / (4 * a * gamma * n) * xp.exp(power), xp.number(1))


def bennett(xp: Arithmetic, blanket: Blanket, n: Value, epsilon: Value) -> Value:
    """b/(gamma n log(1 + a b/c)) (1 - gamma (1 - e^(-(c/b^2) phi(a b/c))))^n, phi(u) = (1+u) log(1+u) - u; at most
    1."""
    a, b, c, gamma = xp.expm1(epsilon), blanket.top, blanket.second, blanket.gamma
    if not (a > 0 and b > 0):
        return xp.number(1)
    u = a * b / c
    phi = (1 + u) * xp.log1p(u) - u
    power = n * xp.log1p(gamma * xp.expm1(-c / b**2 * phi))
    return xp.minimum(b / (gamma * n * xp.log1p(u)) * xp.exp(power), xp.number(1))
