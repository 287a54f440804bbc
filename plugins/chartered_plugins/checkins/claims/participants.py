"""Claims about windows of those who happened to check in: how many clones are among them, and what their reports
cost."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...shuffling.claims.clone_moments import CASES, log_two
from ...shuffling.formulas import clones, closed_forms as shuffling
from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from .checkins import BOOK as CHECKINS

BOOK = Book("checkin", "Feldman, McMillan, Talwar 2021; Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
ALL = "all n, 0 < p < 1 (p = u/(1+u)), all eps0"


@BOOK.identity(
    "clones.thinned",
    "If N ~ Bin(n-1, p) others check in, and each that does is a clone with probability c, the clones are Bin(n-1, p "
    "c).",
    "Section 3.2",
    f"{ALL}; the shipped masses for n in {{1, 2, 9}}, p in {{1/3, 1}}, c = 1/2",
)
def _thinned(effort: Effort) -> Verdict:
    def each(xp: Any, u: Any, c: Any, z: Any) -> Any:
        """Of one client: absent, or present and with the generating function of one report."""
        return 1 - share(u) + share(u) * (1 - c + c * z)

    def thinned(xp: Any, u: Any, c: Any, z: Any) -> Any:
        return 1 - share(u) * c + share(u) * c * z

    return chain(
        "By the binomial theorem the generating function of the clones is E[(1 - c + c z)^N], the power n - 1 of the "
        "first of the two; "
        "and generating functions tell laws apart.",
        ("one client", same(each, thinned, "u c z", {"u": SIZE, "c": (0, 1), "z": (0, 1)}, effort)),
        ("the shipped masses", _masses()),
    )


def _masses() -> Verdict:
    for n, p in CASES:
        with balls(256) as xp:
            shipped = {run.least: run.mass for run in clones.runs(xp, log_two, n, p)}
            exact = {c: comb(n - 1, c) * (p / 2) ** c * (1 - p / 2) ** (n - 1 - c) for c in range(n)}
            if set(shipped) != set(exact) or not all(shipped[c].overlaps(xp.number(exact[c])) for c in exact):
                return Refuted("run: other masses", witness={"n": n, "p": str(p)})
    return Proved(f"run: {len(CASES)} laws, exact rationals in balls")


@BOOK.soundness(
    "clones.participants",
    "delta(eps) is at most p times the mean, over how many others check in, of what the clones pair of so many "
    "reports has: the mean over "
    "the number of clones. That is shipped.",
    "Theorem 3.2",
    f"{ALL}; the shipped delta at 12 points",
)
def _participants(effort: Effort) -> Verdict:
    def mixed(xp: Any, u: Any, a: Any, p: Any, q: Any, t: Any) -> Any:
        """Without the client both neighbours have the same outcome a."""
        return (1 - share(u)) * a + share(u) * p - (1 + t) * ((1 - share(u)) * a + share(u) * q)

    def parts(xp: Any, u: Any, a: Any, p: Any, q: Any, t: Any) -> Any:
        return share(u) * (p - (1 + t) * q) - (1 - share(u)) * t * a

    names = "u a p q t"
    return chain(
        "Who checks in is drawn without the data: the profile is at most the mean of those given who does. Given "
        "that, the window is that "
        "of p = 1 for those clients, so post-processing of a shuffle, and of the clones pair; or, without the "
        "client, both neighbours "
        "are alike and the positive part is 0. H depends on the number of clones alone.",
        (
            "the positive part of a mixture is at most p times that with the client",
            same(mixed, parts, names, dict.fromkeys("uapqt", SIZE), effort),
        ),
        ("the order of those who check in", CHECKINS.verdict("shuffled.order", effort)),
        ("the number of clones", BOOK.verdict("clones.thinned", effort)),
        ("p times the pair's mean is shipped", _means()),
    )


def _means() -> Verdict:
    """The sum over all numbers of clones and outcomes, without the shortcuts of the formula."""
    for n in (2, 9):
        for p in (Fraction(1, 3), Fraction(9, 10)):
            profile = bound("crowds", "checkin.clones")(_said(n, p))
            for level in (Fraction(1), Fraction(11, 10), Fraction(5, 4)):
                with balls(256) as xp:
                    e = xp.log(xp.number(level))
                    shipped = profile.delta(xp, e, {}) if level > 1 else profile.delta(xp, xp.number(0), {})
                    if not shipped.overlaps(xp.number(p * _pair(n, p / 2, level))):
                        return Refuted(
                            "run: another delta is shipped", witness={"n": n, "p": str(p), "e^eps": str(level)}
                        )
    return Proved("run: 12 sums of exact rationals in balls")


def _said(n: int, p: Fraction, delta0: Fraction | None = None) -> Said:
    inner = ch.Pure(epsilon=log_two) if delta0 is None else ch.Approximate(epsilon=log_two, delta=delta0)
    return Said({"n": Fraction(n), "p": p}, span=2, inner=inner)


def _pair(n: int, chance: Fraction, level: Fraction) -> Fraction:
    """The hockey-stick divergence of the pair at e^eps0 = 2, each of n - 1 others being a clone with this chance."""
    truth, flip, found = Fraction(2, 3), Fraction(1, 3), Fraction(0)
    for c in range(n):
        mass = comb(n - 1, c) * chance**c * (1 - chance) ** (n - 1 - c) / 2**c
        for x in range(c + 2):
            one, other = comb(c, x - 1) if x else 0, comb(c, x)
            found += mass * max(Fraction(0), truth * one + flip * other - level * (flip * one + truth * other))
    return found


@BOOK.identity(
    "clones-approximate.transfer",
    "The mean distance of the N + 1 reports from those that have clones, E[1 + 2 N e^-eps0] delta0, is (1 + 2 (n-1) "
    "p e^-eps0) delta0, and "
    "counts where the client checks in: delta(eps) is p times the pair's plus (e^eps + 1) times the distance, as "
    "shipped.",
    "Theorem 3.2; the transfer is feldman2021.clones-approximate.transfer",
    f"{ALL}, delta0 > 0; the shipped delta at 4 points",
)
def _transfer(effort: Effort) -> Verdict:
    from ...shuffling.claims.clones import CLONES

    def mean(xp: Any, u: Any, n: Any, lift: Any, d: Any) -> Any:
        return d * (1 + 2 * share(u) * (n - 1) / (1 + lift))

    def shipped(xp: Any, u: Any, n: Any, lift: Any, d: Any) -> Any:
        return shuffling.transfer(xp, xp.log1p(lift), 1 + (n - 1) * share(u), d)

    domain = {"u": SIZE, "n": (2, 1000), "l": SIZE, "d": SIZE}
    return chain(
        "The mean of N is (n - 1) p, and the distance is linear in N.",
        ("the distance", same(shipped, mean, "u n l d", domain, effort)),
        ("what it is of a shuffle", CLONES.verdict("clones-approximate.transfer", effort)),
        ("the profile of a mixture", BOOK.verdict("clones.participants", effort)),
        ("the sum is shipped", _sums()),
    )


def _sums() -> Verdict:
    level, d0 = Fraction(11, 10), Fraction(1, 1000)
    for n in (2, 9):
        for p in (Fraction(1, 3), Fraction(9, 10)):
            profile = bound("crowds", "checkin.clones-approximate")(_said(n, p, d0))
            stated = p * (_pair(n, p / 2, level) + (level + 1) * (1 + (n - 1) * p) * d0)
            with balls(256) as xp:
                if not profile.delta(xp, xp.log(xp.number(level)), {}).overlaps(xp.number(stated)):
                    return Refuted("run: another delta is shipped", witness={"n": n, "p": str(p)})
    return Proved("run: 4 sums of exact rationals in balls")
