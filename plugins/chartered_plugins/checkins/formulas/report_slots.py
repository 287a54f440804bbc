"""Random check-ins (Balle, Kairouz, McMahan, Thakkar, Thakurta 2020): the probability that a slot has a client's own
report, and the sum over all slots.

A client reports in at most one of m slots, in each with probability at most p/m. The likelihood of any report is
between `lowest` and 1 + `rise` times that of the record that would otherwise be in the slot."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value

_TURNS = 60


def rise_of(xp: Arithmetic, epsilon0: Value, delta0: Value) -> Value:
    """e^eps0/(1-delta0) - 1: the `rise` of an (eps0, delta0)-DP report, clipped to the likelihoods that eps0-DP
    allows."""
    return (xp.expm1(epsilon0) + delta0) / (1 - delta0)


def lowest_of(xp: Arithmetic, epsilon0: Value, delta0: Value) -> Value:
    """e^-eps0/(1 + e^-eps0 delta0): the `lowest` of the same report."""
    return 1 / (xp.exp(epsilon0) + delta0)


def spread_of(xp: Arithmetic, epsilon0: Value, delta0: Value) -> Value:
    """1 + rise - lowest, computed without cancellation."""
    return rise_of(xp, epsilon0, delta0) + (xp.expm1(epsilon0) + delta0) / (xp.exp(epsilon0) + delta0)


def posterior(slots: Value, share: Value, lowest: Value, before: Value) -> Value:
    """p/(m - p (1 - lowest) before): an upper bound on the probability that a slot has the client's own report, given
    the reports of the `before` slots before it."""
    return share / (slots - share * (1 - lowest) * before)


def slot_epsilon(xp: Arithmetic, chance: Value, rise: Value) -> Value:
    """log(1 + q rise): the eps of a slot that has the client's own report with probability at most q."""
    return xp.log1p(chance * rise)


def variance_proxy(slots: Value, share: Value, rise: Value, lowest: Value) -> Value:
    """(p rise)^2/(m (1 - p (1 - lowest))): an upper bound on the sum of the squared eps of all slots (Lemma A.2)."""
    return (share * rise) ** 2 / (slots * (1 - share + share * lowest))


def printed_variance_proxy(xp: Arithmetic, slots: Value, share: Value, epsilon0: Value) -> Value:
    """p^2 (e^eps0 - 1)^2 e^eps0/m, as in Theorems 3.2 and 4.3."""
    return (share * xp.expm1(epsilon0)) ** 2 * xp.exp(epsilon0) / slots


def crowding(xp: Arithmetic, slots: Value, clients: Value, unlucky: Value) -> Value:
    """eps_1 of Theorem 4.1: a bound on the norm of the vector of slot sizes divided by n, except with probability
    `unlucky`."""
    return xp.sqrt(1 / clients + 1 / slots) + xp.sqrt(-xp.log(unlucky) / clients)


def averaged_variance_proxy(xp: Arithmetic, epsilon0: Value, crowded: Value) -> Value:
    """(e^(2 eps0) (e^eps0 - 1) eps_1)^2, as in Theorem 4.1."""
    return (xp.exp(2 * epsilon0) * xp.expm1(epsilon0) * crowded) ** 2


def replaceable(xp: Arithmetic, epsilon0: Value, delta1: Value) -> Value:
    """The largest delta0 for which the paper replaces an (eps0, delta0)-DP report by an 8 eps0-DP one within delta1."""
    rounds = 2 + xp.log(2 / delta1) / -xp.log(-xp.expm1(-5 * epsilon0))
    return -xp.expm1(-epsilon0) * delta1 / (4 * xp.exp(epsilon0) * rounds)


def least_replaced(xp: Arithmetic, epsilon0: Value, delta0: Value) -> Value:
    """An upper bound on the least delta1 <= 1 for which this delta0 is replaceable, hardly above it; 1 if there is
    none.

    delta1 solves x = F(x), F(x) = delta0 x/replaceable(x). F decreases in x, so max(x, F(x)) is never below the
    solution."""

    def required(x: Value) -> Value:
        return xp.minimum(delta0 / (replaceable(xp, epsilon0, x) / x), xp.number(1))

    x = required(xp.number(1))
    for _ in range(_TURNS):
        x = (x + required(x)) / 2
    return xp.maximum(x, required(x))


def clipped_epsilon(xp: Arithmetic, epsilon0: Value, delta0: Value) -> Value:
    """2 eps0 + log((1 + e^-eps0 delta0)/(1 - delta0)): the eps of a report clipped to the likelihoods that eps0-DP
    allows relative to one fixed record."""
    return epsilon0 + xp.log((xp.exp(epsilon0) + delta0) / (1 - delta0))


def empty_slots(slots: Value, windows: Value, share: Value, clients: int) -> Value:
    """windows (1 - p/m)^n: the expected number of dummies, if each of n clients may choose each of the windows with
    probability p/m."""
    return windows * (1 - share / slots) ** clients
