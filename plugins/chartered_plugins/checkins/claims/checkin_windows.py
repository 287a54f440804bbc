"""Claims about windows of check-ins: the posterior of a slot, the ratio of a step, and the sum over all slots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound, held
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.formulas import randomized_response as response, subgaussian_tail as advanced
from ...subsampling.claims.subsampling import SIZE
from ...subsampling.claims.whole_orders import rate as share
from ..formulas import checkins

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
ALL = "all eps0 > 0 (e^eps0 = 1 + l), 0 < p < 1 (p = u/(1+u)), m >= 1"
SLOTS = (1, 1000)
BASE = {"l": SIZE, "u": SIZE, "m": SLOTS}


@BOOK.inequality(
    "steps.posterior",
    "Given the reports of the slots before, a slot is the client's own with probability pi_i/(1 - sum pi_j (1 - "
    "r_j)), r_j the likelihood "
    "ratios: at most c/(1 - (i-1) c (1 - lowest)) with c = p/m, which is shipped.",
    "proof of Theorem 3.2",
    "all c > 0, pi_i = c - x, a sum v below its largest value 1 - w",
)
def _posterior(effort: Effort) -> Verdict:
    def shipped(xp: Any, m: Any, u: Any, low: Any, before: Any) -> Any:
        return checkins.posterior(m, share(u), low, before)

    def stated(xp: Any, m: Any, u: Any, low: Any, before: Any) -> Any:
        c = share(u) / m
        return c / (1 - before * c * (1 - low))

    domain = {"w": SIZE, "v": SIZE, "x": SIZE, "more": SIZE}
    at = {"m": SLOTS, "u": SIZE, "low": (Fraction(1, 100), 1), "before": (1, 5)}
    return chain(
        "Fix the other clients' choices: they name the record that is in each slot if the client's own is not. The "
        "client is in slot i "
        "with "
        "probability pi_i <= p/m (p = 1 in a sliding window), and each report before is at least `lowest` times as "
        "likely from it.",
        (
            "the bound less the posterior",
            sign_of("(x + more)/w - more/(w + v)", "w v x more", domain, effort, zero=("v", "x"), strict=False),
        ),
        ("it is shipped", same(shipped, stated, "m u low before", at, effort)),
    )


@BOOK.inequality(
    "steps.ratio",
    "(1 + q (s-1))/(1 + q' (t-1)) <= 1 + Q (e^eps0 - 1) for all posteriors q, q' <= Q and likelihood ratios s, t in "
    "[e^-eps0, e^eps0] with "
    "s <= e^eps0 t; that is the shipped eps of a slot.",
    "proof of Theorem 3.2 (the posteriors under two neighbours differ)",
    "all eps0 > 0 (e^eps0 = 1 + l), 0 < Q < 1 (Q = u/(1+u)), all s and t",
)
def _ratio(effort: Effort) -> Verdict:
    def up(u: Any, lift: Any) -> Any:
        return 1 + share(u) * lift

    def small_s(xp: Any, u: Any, lift: Any, v: Any) -> Any:
        return up(u, lift) * (1 - share(u) * (1 - 1 / (1 + lift) - v)) - 1

    def large_s(xp: Any, u: Any, lift: Any, below: Any, less: Any) -> Any:
        t = 1 / (1 + below)
        return up(u, lift) * (1 - share(u) * (1 - t)) - (1 + share(u) * ((1 + lift) * t - less - 1))

    def shipped(xp: Any, u: Any, lift: Any) -> Any:
        return xp.exp(checkins.slot_epsilon(xp, share(u), lift))

    domain = {"u": SIZE, "l": SIZE}
    return chain(
        "The quotient grows with q where s > 1 and falls with q' where t > 1. For t >= 1 the denominator is at least "
        "1 and s <= e^eps0; "
        "for t < 1 it is at least 1 - Q (1-t), and either s <= 1 or 1 < s <= e^eps0 t.",
        (
            "t >= 1",
            sign_of(lambda xp, u, v: share(u) * v, "u v", {"u": SIZE, "v": SIZE}, effort, zero=("v",), strict=False),
        ),
        ("t = e^-eps0 + v and s <= 1", sign_of(small_s, "u l v", {**domain, "v": SIZE}, effort, zero=("v",))),
        (
            "t < 1 < s",
            sign_of(
                large_s, "u l below less", {**domain, "below": SIZE, "less": SIZE}, effort, zero=("less",), strict=False
            ),
        ),
        ("the shipped eps of a slot", same(shipped, lambda xp, u, lift: up(u, lift), "u l", domain, effort)),
    )


@BOOK.soundness(
    "steps.grouped",
    "The shipped steps of positive eps are as many as there are slots, and none has a smaller eps than any slot that "
    "it stands for, as the "
    "posterior rises.",
    "proof of Theorem 3.2",
    "the rewriting for m in {1, 2, 17, 600, 10^12}, p in {1/1000, 1}, eps0 in {1/1000, 1, 200}; the slope for all",
)
def _grouped(effort: Effort) -> Verdict:
    from chartered.proving.registered import theorem
    from chartered_verify.enclosure import enclose

    def slope(xp: Any, u: Any, low: Any, rest: Any) -> Any:
        """In m = before + rest."""
        return share(u) ** 2 * (1 - 1 / (1 + low)) / rest**2

    for m in (1, 2, 17, 600, 10**12):
        for p in (Fraction(1, 1000), Fraction(1)):
            for e0 in (Fraction(1, 1000), Fraction(1), Fraction(200)):
                step = ch.parse(f"checkin:m={m},p={p},n=1/pure:epsilon={e0}").step
                parts = theorem("checkin_windows", "checkin.steps").bound(
                    ch.Case(step, ch.Neighbours.REPLACE_ONE, ch.Pure(epsilon=e0))
                )
                last = 0
                for part, count in parts:
                    if part.settings["epsilon"] == 0:  # stands for no slot
                        continue
                    last += count

                    def excess(
                        xp: Any, part: Any = part, last: int = last, m: int = m, p: Fraction = p, e0: Fraction = e0
                    ) -> Any:
                        q = checkins.posterior(xp.number(m), xp.number(p), xp.exp(-xp.number(e0)), last - 1)
                        return xp.number(part.settings["epsilon"]) - checkins.slot_epsilon(
                            xp, q, xp.expm1(xp.number(e0))
                        )

                    if enclose(excess).lower < 0:
                        return Refuted(
                            "run: a step is below its slots",
                            witness={"m": m, "p": str(p), "eps0": str(e0), "slot": last},
                        )
                if last != m:
                    return Refuted("run: not as many steps as slots", witness={"m": m, "steps": last})
    return chain(
        "Every step takes the eps of the last of its slots.",
        ("the shipped steps", Proved("run: 30 rewritings")),
        ("the posterior rises", sign_of(slope, "u low rest", {"u": SIZE, "low": SIZE, "rest": SIZE}, effort)),
    )


@BOOK.inequality(
    "zcdp.sum",
    "The sum of q_i^2 is at most its integral from 0 to m, p^2/(m (1 - p (1-e^-eps0))); with eps_i <= q_i (e^eps0 - "
    "1) the sum of eps_i^2 "
    "is at most the shipped variance proxy, of which rho is half.",
    "Lemma A.2",
    ALL,
)
def _sum(effort: Effort) -> Verdict:
    def squared(xp: Any, before: Any, m: Any, u: Any, low: Any) -> Any:
        return checkins.posterior(m, share(u), low, before) ** 2

    def area(xp: Any, before: Any, m: Any, u: Any, low: Any) -> Any:
        return checkins.posterior(m, share(u), low, before) / (1 - low)

    def whole(xp: Any, m: Any, u: Any, low: Any) -> Any:
        return area(xp, m, m, u, low) - area(xp, 0, m, u, low)

    def rho(xp: Any, lift: Any, u: Any, m: Any) -> Any:
        said = Said({"m": m, "p": share(u)}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
        return xp.number(bound("checkin_windows", "checkin.zcdp")(said).rho)

    def half(xp: Any, lift: Any, u: Any, m: Any) -> Any:
        return checkins.variance_proxy(m, share(u), lift, 1 / (1 + lift)) / 2

    names, at = (
        "before m u low",
        {"before": (1, 5), "m": (6, 1000), "u": SIZE, "low": (Fraction(1, 100), Fraction(9, 10))},
    )
    inside = {key: at[key] for key in ("m", "u", "low")}
    return chain(
        "q_i^2 is at most its mean over [i-1, i], since it rises; log(1+x) <= x; zCDP adds up over adaptive steps, "
        "is at most eps^2/2 "
        "for an "
        "eps-DP one, and holds of a mixture over the other clients' choices if it holds of each.",
        ("an antiderivative of q^2", same(slopes(area, 0, names), squared, names, at, effort)),
        (
            "its ends",
            same(whole, lambda xp, m, u, low: checkins.variance_proxy(m, share(u), 1, low), "m u low", inside, effort),
        ),
        ("the slope of x - log(1+x)", sign_of(slopes(lambda xp, x: x - xp.log1p(x), 0, "x"), "x", {"x": SIZE}, effort)),
        _half_square(effort),
        ("rho is shipped", same(rho, half, "l u m", BASE, effort)),
    )


def _half_square(effort: Effort) -> tuple[str, Verdict]:
    def gap(xp: Any, e: Any) -> Any:
        return e / 2 - response.concentration(xp, e) / e

    return "eps/2 - tanh(eps/2) has the slope tanh(eps/2)^2/2 >= 0", same(
        slopes(gap, 0, "e"), "((exp(e) - 1)/(exp(e) + 1))^2/2", "e", {"e": SIZE}, effort
    )


def _as_printed(name: str, number: str) -> None:
    @BOOK.identity(
        f"{name}.printed",
        "The shipped eps is the print p^2 e^eps0 (e^eps0 - 1)^2/(2m) + p (e^eps0 - 1) sqrt(2 e^eps0 log(1/delta)/m), "
        "which is Lemma A.2 with a = p (e^eps0 - 1) and b = 1 - e^-eps0; delta is its inverse.",
        f"Theorem {number}",
        ALL + ", delta = e^-y < 1",
    )
    def printed(effort: Effort) -> Verdict:
        def said(xp: Any, lift: Any, u: Any, m: Any) -> ch.Profile:
            case = Said({"m": m, "p": share(u)}, inner=ch.Pure(epsilon=held(xp.log1p(lift))))
            found: ch.Profile = bound("checkin_windows", f"checkin.{name}")(case)
            return found

        def shipped(xp: Any, lift: Any, u: Any, m: Any, y: Any) -> Any:
            profile = said(xp, lift, u, m)
            assert profile.epsilon is not None
            return profile.epsilon(xp, xp.exp(-y), {})

        def lemma(xp: Any, lift: Any, u: Any, m: Any, y: Any) -> Any:
            a, b = share(u) * lift, lift / (1 + lift)
            return a**2 / (2 * m * (1 - b)) + xp.sqrt(2 * a**2 * y / (m * (1 - b)))

        def print_form(xp: Any, lift: Any, u: Any, m: Any, y: Any) -> Any:
            p, odds = share(u), 1 + lift
            return p**2 * odds * lift**2 / (2 * m) + p * lift * xp.sqrt(2 * odds * y / m)

        domain = {**BASE, "y": SIZE}
        return chain(
            "",
            ("Lemma A.2", same(shipped, lemma, "l u m y", domain, effort)),
            ("the print", same(shipped, print_form, "l u m y", domain, effort)),
        )


def _print_is_sound(name: str, number: str) -> None:
    @BOOK.inequality(
        f"{name}.sound",
        "The printed variance proxy is at least the sharper one, which keeps p in the posterior, and the plain "
        "conversion of rho = half of that is the print's: so the print is sound, and equal at p = 1.",
        f"Theorem {number}",
        ALL,
    )
    def sound(effort: Effort) -> Verdict:
        def excess(xp: Any, lift: Any, u: Any, m: Any) -> Any:
            lowest = 1 / (1 + lift)
            return checkins.printed_variance_proxy(xp, m, share(u), xp.log1p(lift)) - checkins.variance_proxy(
                m, share(u), lift, lowest
            )

        def whole(xp: Any, lift: Any, m: Any) -> Any:
            return checkins.variance_proxy(m, 1, lift, 1 / (1 + lift))

        at = {"l": SIZE, "m": SLOTS}
        return chain(
            "By zcdp.sum and the plain conversion eps = rho + 2 sqrt(rho log(1/delta)), which rises with rho.",
            ("zcdp.sum", BOOK.verdict("zcdp.sum", effort)),
            ("the posterior", BOOK.verdict("steps.posterior", effort)),
            ("the ratio of a step", BOOK.verdict("steps.ratio", effort)),
            ("the print has the larger variance proxy", sign_of(excess, "l u m", BASE, effort)),
            ("the same at p = 1", same(whole, "l^2*(1 + l)/m", "l m", at, effort)),
            (
                "the plain conversion",
                same(
                    lambda xp, v, y: advanced.tail_epsilon(xp, v / 2, v, xp.exp(-y)),
                    "v/2 + 2*sqrt(v/2*y)",
                    "v y",
                    {"v": SIZE, "y": SIZE},
                    effort,
                ),
            ),
        )


for _name, _number in (("T32", "3.2"), ("T43", "4.3")):
    _as_printed(_name, _number)
    _print_is_sound(_name, _number)
