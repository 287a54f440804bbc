"""Claims about windows of those clients who checked in: the number of clones among them, the privacy loss of their
reports, and their Renyi curve, also for reports that are not pure."""

from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Claimed, Each, Notation, Proofs, Said, Same, claims_of, numbers, registered

from ...shuffling.claims.clone_moments import BOOK as PAIR, CASES, ORDERS, log_two, outcomes
from ...shuffling.claims.clones import CLONES
from ...shuffling.formulas import clones, clones_renyi as clone_moments, closed_forms as shuffling
from .checkins import BOOK as CHECKINS

NOTATION = Notation("p = u/(1 + u)", ranges={"u c z a h q t n l d m": POSITIVE}, shuffling=shuffling)
BOOK = Proofs("checkin", "Feldman, McMillan, Talwar 2021; Balle et al. 2020 (random check-ins)", notation=NOTATION)
SHUFFLES = Proofs("shuffled", "Feldman, McMillan, Talwar 2021")
claims = claims_of(BOOK, SHUFFLES)
ALL = "all n, 0 < p < 1 (p = u/(1+u)), all eps0"
SIZES, SHARES = (2, 9), numbers("1/3 9/10")


def pair(xp: Any, epsilon0: Any, n: int, epsilon: Any, share: Fraction) -> Any:
    """The sum of all positive gains, over the numbers of clones and of first reports."""
    every, level = outcomes(xp, xp.number(epsilon0), n, share), xp.exp(epsilon)
    return sum((m * xp.positive(p - level * q) for m, p, q in every), xp.number(0))


def _said(n: int, p: Fraction, delta0: Fraction | None = None) -> Said:
    inner = ch.Pure(epsilon=log_two) if delta0 is None else ch.Approximate(epsilon=log_two, delta=delta0)
    return Said({"n": Fraction(n), "p": p}, span=2, inner=inner)


@BOOK.identity(
    "clones.thinned",
    "If N ~ Bin(n-1, p) others check in, and each that does is a clone with probability c, the clones are Bin(n-1, p "
    "c).",
    "Section 3.2",
    f"{ALL}; the shipped masses for n in {{1, 2, 9}}, p in {{1/3, 1}}, c = 1/2",
    # of one client: absent, or present and with the generating function of one report
    Same("one client", "1 - p + p*(1 - c + c*z)", "1 - p*c + p*c*z"),
    Each("run: the shipped masses", cases=CASES, bits=256),
    so="By the binomial theorem the generating function of the clones is E[(1 - c + c z)^N], the power n - 1 of the "
    "first of the two; and generating functions tell laws apart.",
)
def _masses(xp: Any, n: int, p: Fraction) -> bool:
    shipped = {run.least: run.mass for run in clones.runs(xp, log_two, n, p)}
    exact = {c: comb(n - 1, c) * (p / 2) ** c * (1 - p / 2) ** (n - 1 - c) for c in range(n)}
    return set(shipped) == set(exact) and all(shipped[c].overlaps(xp.number(exact[c])) for c in exact)


@BOOK.soundness(
    "clones.participants",
    "delta(eps) is at most p times the mean, over the number of other clients who check in, of the delta of the "
    "clones pair for that number of reports: the mean over the number of clones. This is the shipped bound.",
    "Theorem 3.2",
    f"{ALL}; the shipped delta at 12 points",
    # without the client both neighbours have the same outcome a
    Same(
        "the positive part of a mixture is at most p times that with the client",
        "(1 - p)*a + p*h - (1 + t)*((1 - p)*a + p*q)",
        "p*(h - (1 + t)*q) - (1 - p)*t*a",
    ),
    Claimed("the order of those who check in", CHECKINS, "shuffled.order"),
    Claimed("the number of clones", BOOK, "clones.thinned"),
    Each("run: p times the pair's mean is shipped", cases=product(SIZES, SHARES, numbers("1 11/10 5/4")), bits=256),
    so="Who checks in is drawn without the data: the profile is at most the mean of those given who does. Given that, "
    "the window is that of p = 1 for those clients, so post-processing of a shuffle, and of the clones pair; or, "
    "without the client, both neighbours are alike and the positive part is 0. H depends on the number of clones "
    "alone.",
)
def _mean(xp: Any, n: int, p: Fraction, level: Fraction) -> bool:
    """The sum over all numbers of clones and outcomes, without the simplifications of the formula."""
    at = xp.log(xp.number(level)) if level > 1 else xp.number(0)
    shipped = registered("checkin.clones").bound(_said(n, p)).delta(xp, at, {})
    return bool(shipped.overlaps(xp.number(p) * pair(xp, log_two, n, at, p)))


@BOOK.identity(
    "clones-approximate.transfer",
    "The mean distance of the N + 1 reports from those that have clones, E[1 + 2 N e^-eps0] delta0, is (1 + 2 (n-1) "
    "p e^-eps0) delta0, and counts where the client checks in: delta(eps) is p times the pair's plus (e^eps + 1) "
    "times the distance, as shipped.",
    "Theorem 3.2; the transfer is feldman2021.clones-approximate.transfer",
    f"{ALL}, delta0 > 0; the shipped delta at 4 points",
    Same("the distance", "shuffling.transfer(log1p(l), 1 + (n - 1)*p, d)", "d*(1 + 2*p*(n - 1)/(1 + l))"),
    Claimed("what it is of a shuffle", CLONES, "clones-approximate.transfer"),
    Claimed("the profile of a mixture", BOOK, "clones.participants"),
    Each("run: the sum is shipped", cases=product(SIZES, SHARES, numbers("11/10"), numbers("1/1000")), bits=256),
    so="The mean of N is (n - 1) p, and the distance is linear in N.",
)
def _transferred(xp: Any, n: int, p: Fraction, level: Fraction, d0: Fraction) -> bool:
    profile = registered("checkin.clones-approximate").bound(_said(n, p, d0))
    at, more = xp.log(xp.number(level)), xp.number((level + 1) * (1 + (n - 1) * p) * d0)
    stated = xp.number(p) * (pair(xp, log_two, n, at, p) + more)
    return bool(profile.delta(xp, at, {}).overlaps(stated))


def _shipped_near(theorem: str, p: Fraction, xp: Any, local: Fraction) -> bool:
    inner, n = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7), 9
    found = registered(theorem).bound(Said({"n": Fraction(n), "p": p}, inner=inner))
    e, d = xp.number(local), xp.exp(-xp.number(local)) / 7
    far = xp.number(p) * (1 + 2 * (n - 1) * xp.number(p) * xp.exp(-e)) * d
    curve = clone_moments.renyi(xp, local, n, xp.number(3), p)
    return bool(found.transfer(xp, local).overlaps(far) and found.curve(xp, xp.number(3), local).overlaps(curve))


@BOOK.soundness(
    "clones-renyi.participants",
    "p^alpha q^(1-alpha) is convex in (p, q): e^((alpha-1) D) of the window is at most 1 - p, where the client is "
    "absent, and p times the mean over how many others check in, that is over the number of clones. That is shipped.",
    "Theorem 3.2",
    "all n, 0 < p < 1 (p = u/(1+u)), all orders; the shipped curve at 4 orders",
    Claimed("convex", CHECKINS, "renyi.mixture"),
    Same("as log(1 + p times the excess)", "1 - p + p*(1 + m)", "1 + p*m"),
    Claimed("the number of clones", BOOK, "clones.thinned"),
    Claimed("the pair", PAIR, "renyi.pair"),
    Each("run: it is shipped", cases=[(alpha,) for alpha in ORDERS], bits=256),
    so="Who checks in is drawn without the data.",
)
def _shipped_curve(xp: Any, alpha: Fraction) -> bool:
    order, p = xp.number(alpha), Fraction(1, 3)
    whole = clone_moments.excess(xp, log_two(xp), order - 1, clone_moments.moments(xp, log_two, 9, p))
    stated = xp.log(1 + xp.number(p) * whole) / (order - 1)
    return bool(clone_moments.renyi(xp, log_two, 9, order, p).overlaps(stated))


def _near(book: Proofs, name: str, theorem: str, p: Fraction) -> None:
    book.soundness(
        name,
        "At every eps of a report, of which delta0 is the delta there: what is seen is within p (1 + 2 (n-1) p "
        "e^-eps0) delta0 of what has the Renyi curve of the clones pair; that is shipped.",
        "Theorem 3.2",
        f"all n, p, eps0 and delta0; the shipped curve and distance at 3 eps of a report, p = {p}",
        Claimed("the distance", BOOK, "clones-approximate.transfer"),
        Claimed("the curve of a shuffle", PAIR, "renyi.pair"),
        Claimed("that of those who check in", BOOK, "clones-renyi.participants"),
        Each("run: what is shipped", partial(_shipped_near, theorem, p), [(x,) for x in numbers("1/5 1 4")], bits=256),
        so="Without the client both neighbours are alike and nothing is replaced; with it, as many reports are as have "
        "checked in.",
    )


_near(SHUFFLES, "clipped.near", "shuffled.clipped", Fraction(1))
_near(BOOK, "clones-clipped.near", "checkin.clones-clipped", Fraction(1, 3))
