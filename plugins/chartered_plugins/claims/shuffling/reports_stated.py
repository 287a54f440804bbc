"""Claims about bounds on shuffles as they are asked for: delta, eps and where each answers, beside the formulas of the papers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Verdict

from ...formulas import clones
from ..book import Book
from ..stated import Number, agree, answers, case, conditions, delta_at, epsilon_at, number, together, unless

WINDOW = Book("balle2020checkins", "Balle et al. 2020 (random check-ins)")
SWAPS, CLONES = Book("erlingsson2019", "Erlingsson et al. 2019"), Book("feldman2021", "Feldman, McMillan, Talwar 2021")
PLUGIN, TINY, DELTA = "shuffled_reports", Fraction(1, 10**12), Fraction(1, 10**6)
HALF = Fraction(1, 2)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [entry for book in (WINDOW, SWAPS, CLONES) for entry in book.entries]


def shuffle(n: int, epsilon0: ch.Number, delta0: Fraction | None = None) -> ch.Case:
    """A shuffle of n reports of which only the guarantee is known."""
    if delta0 is None:
        return case(f"shuffled:n={n}/pure:epsilon=1", ch.Pure(epsilon=epsilon0), replaced=True)
    return case(f"shuffled:n={n}/approximate:epsilon=1,delta=1/9", ch.Approximate(epsilon=epsilon0, delta=delta0), replaced=True)


def _of_energy(name: str, n: int, drift: Any, energy: Any) -> dict[str, tuple[Number, Number]]:
    """delta = e^(-(eps - D)^2/(2 E)), eps = D + sqrt(2 E log(1/delta)) at eps0 = 1/2, and at most eps0."""
    found, few = (answers(PLUGIN, name, shuffle(m, HALF)) for m in (n, 10))

    def delta(xp: Any) -> Any:
        size = xp.exp(xp.number(HALF))
        return xp.exp(-((xp.number(Fraction(1, 3)) - drift(xp, size)) ** 2) / (2 * energy(xp, size)))

    def epsilon(xp: Any) -> Any:
        size = xp.exp(xp.number(HALF))
        return drift(xp, size) + xp.sqrt(-2 * energy(xp, size) * xp.log(xp.number(DELTA)))

    return {
        "delta": (delta_at(found, Fraction(1, 3)), delta),
        "eps": (epsilon_at(found, DELTA), epsilon),
        "eps is at most eps0": (epsilon_at(few, DELTA), number(HALF)),
        "delta from eps0 on": (delta_at(few, HALF), number(0)),
        "where it ends": (number(found.attains), number(HALF)),
    }


@WINDOW.claim("T5.1.as-printed", Kind.TABLE, "Delta, eps and its cap are those of the print.", "Theorem 5.1", "n = 10^5 and 10, eps0 = 1/2")
def _window(effort: Effort) -> Verdict:
    def energy(xp: Any, size: Any) -> Any:
        return size**3 * (size - 1) ** 2 / 10**5

    silent = {"eps0 = 0": shuffle(10, Fraction(0))}
    pairs = _of_energy("balle2020checkins.T5.1", 10**5, lambda xp, size: energy(xp, size) / 2, energy)
    return together(conditions(PLUGIN, "balle2020checkins.T5.1", {"eps0 = 1": shuffle(10, Fraction(1))}, silent), agree(pairs, effort))


@SWAPS.claim(
    "T7.as-printed",
    Kind.TABLE,
    "Delta, eps and its cap are those of n steps of eps_1 = 2 e^(2 eps0)(e^eps0 - 1)/n.",
    "Theorem 7, general form",
    "n = 10^5 and 10, eps0 = 1/2",
)
def _swaps(effort: Effort) -> Verdict:
    def once(size: Any) -> Any:
        return 2 * size**2 * (size - 1) / 10**5

    def drift(xp: Any, size: Any) -> Any:
        return 10**5 * once(size) * (xp.exp(once(size)) - 1)

    return agree(_of_energy("erlingsson2019.T7", 10**5, drift, lambda xp, size: 10**5 * once(size) ** 2), effort)


def _closed(n: int, epsilon0: Fraction, delta: Fraction) -> Number:
    """log(1 + 8 (e^eps0 - 1)/(e^eps0 + 1) (sqrt(e^eps0 log(4/delta)/n) + e^eps0/n))."""

    def epsilon(xp: Any) -> Any:
        size = xp.exp(xp.number(epsilon0))
        return xp.log(1 + 8 * (size - 1) / (size + 1) * (xp.sqrt(size * xp.log(4 / xp.number(delta)) / n) + size / n))

    return epsilon


def _least(n: int, epsilon0: Fraction) -> Number:
    """The delta with eps0 = log(n/(16 log(2/delta)))."""
    return lambda xp: 2 * xp.exp(-n / (16 * xp.exp(xp.number(epsilon0))))


@CLONES.claim(
    "T31.as-printed",
    Kind.TABLE,
    "The shipped eps is the print down to the delta at which eps0 = log(n/(16 log(2/delta))), and eps0 below it; the shipped delta is that "
    "at which eps is the print, not below the same end, nor above 1; it answers if that end is below 1.",
    "Theorem 3.1",
    "n = 10000, 400 and few, eps0 = 1 and 2",
)
def _t31(effort: Effort) -> Verdict:
    many, few, loud = (answers(PLUGIN, "feldman2021.T31", shuffle(n, Fraction(e))) for n, e in ((10**4, 1), (400, 1), (10**4, 2)))
    at = Fraction(1, 5)

    def print_of(profile: ch.Profile, n: int, epsilon0: int) -> Number:
        """The print at the shipped delta."""

        def epsilon(xp: Any) -> Any:
            size, delta = xp.exp(xp.number(epsilon0)), profile.delta(xp, xp.number(at), {})
            return xp.log(1 + 8 * (size - 1) / (size + 1) * (xp.sqrt(size * xp.log(4 / delta) / n) + size / n))

        return epsilon

    # the end is below 1 where n > 16 e^eps0 log 2 = 30.15 for eps0 = 1
    ends = conditions(
        PLUGIN,
        "feldman2021.T31",
        {"31 reports": shuffle(31, Fraction(1))},
        {"30 reports": shuffle(30, Fraction(1)), "eps0 = 0": shuffle(31, Fraction(0))},
    )
    return together(
        ends,
        agree(
            {
                "eps": (epsilon_at(many, DELTA), _closed(10**4, Fraction(1), DELTA)),
                "eps, louder": (epsilon_at(loud, DELTA), _closed(10**4, Fraction(2), DELTA)),
                "eps below the end": (epsilon_at(few, Fraction(1, 10**4)), number(1)),
                "eps above the end": (epsilon_at(few, Fraction(1, 1000)), _closed(400, Fraction(1), Fraction(1, 1000))),
                "delta": (print_of(many, 10**4, 1), number(at)),
                "delta, louder": (print_of(loud, 10**4, 2), number(at)),
                "delta at the end": (delta_at(few, Fraction(9, 10)), _least(400, Fraction(1))),
                "delta at most 1": (delta_at(loud, Fraction(1, 1000)), number(1)),
                "delta from eps0 on": (delta_at(many, 1), number(0)),
            },
            effort,
        ),
    )


@CLONES.claim(
    "T38.as-printed",
    Kind.TABLE,
    "Of (eps0, delta0)-DP reports the print adds (e^eps + 1)(1 + e^-eps0/2) n delta0, for eps0 >= log(3/2); with clones it is (e^eps + 1) "
    "(1 + 2 (n-1) e^-eps0) delta0; and from eps0 on a report's own delta0.",
    "Theorem 3.8; Theorem 3.2",
    "n = 1000, eps0 = 1, delta0 = 1e-12; both sides of log(3/2)",
)
def _t38(effort: Effort) -> Verdict:
    e0, at, n = Fraction(1), Fraction(1, 3), 1000
    closed, pair = (answers(PLUGIN, f"feldman2021.{name}", shuffle(n, e0, TINY)) for name in ("T38", "clones-approximate"))
    pure = answers(PLUGIN, "feldman2021.T31", shuffle(n, e0))

    def more(xp: Any, transfer: Any) -> Any:
        return (xp.exp(xp.number(at)) + 1) * transfer * xp.number(TINY)

    def stated(xp: Any) -> Any:
        return pure.delta(xp, xp.number(at), {}) + more(xp, (1 + xp.exp(-xp.number(e0)) / 2) * n)

    def of_clones(xp: Any) -> Any:
        return clones.delta(xp, e0, n, xp.number(at)) + more(xp, 1 + 2 * (n - 1) * xp.exp(-xp.number(e0)))

    answered = {"eps0 = 0.406": shuffle(n, Fraction(406, 1000), TINY), "log 2": shuffle(n, lambda xp: xp.log(xp.number(2)), TINY)}
    refused = {"eps0 = 0.405": shuffle(n, Fraction(405, 1000), TINY), "pure": shuffle(n, e0, Fraction(0)), "few": shuffle(30, e0, TINY)}
    silent = {"eps0 = 0": shuffle(n, Fraction(0), TINY), "pure": shuffle(n, e0, Fraction(0))}
    return together(
        conditions(PLUGIN, "feldman2021.T38", answered, refused),
        conditions(PLUGIN, "feldman2021.clones-approximate", answered, silent),
        conditions("shuffling", "shuffled.approximate", answered, {"pure": silent["pure"]}),
        agree(
            {
                "the print": (delta_at(closed, at), stated),
                "clones": (delta_at(pair, at), of_clones),
                "from eps0 on": (delta_at(closed, e0), number(TINY)),
                "where it ends": (number(closed.attains), number(e0)),
                "its floor": (number(pair.floor), number(TINY)),
                "at most 1": (delta_at(answers(PLUGIN, "feldman2021.T38", shuffle(n, e0, HALF)), at), number(1)),
            },
            effort,
        ),
    )


APPROXIMATE = ("balle2020checkins.T5.1-clipped", "balle2020checkins.T5.1-approximate")


@WINDOW.claim(
    "T5.1-clipped.where-it-answers",
    Kind.SOUNDNESS,
    "The theorems about reports that fail answer of those that do fail, tell something and, for the print, of a delta0 that it allows: "
    "4 e^eps0 (2 + log(2/delta1)/log(1/(1 - e^(-5 eps0)))) delta0 <= (1 - e^-eps0) delta1 for some delta1 < 1.",
    "Theorems 4.1 and 5.1, second parts",
    "both sides of every end at eps0 = 1",
)
def _where(effort: Effort) -> Verdict:
    # at delta1 = 1: delta0 = (1 - e^-1)/(4 e (2 + log 2/log(1/(1 - e^-5)))) = 0.000560...
    fits, fails = Fraction(5, 10**4), Fraction(7, 10**4)

    def window(e: Fraction, d: Fraction, protocol: str = "averaged") -> ch.Case:
        text = f"checkin:m=9,n=50,protocol={protocol}/approximate:epsilon=1,delta=1/9"
        return case(text, ch.Approximate(epsilon=e, delta=d), replaced=True)

    one, none = Fraction(1), Fraction(0)
    bad = {"pure": shuffle(50, one, none), "eps0 = 0": shuffle(50, none, fits)}
    bad_window = {"pure": window(one, none), "eps0 = 0": window(none, fits), "fixed": window(one, fits, "fixed")}
    return unless(
        Proved("each case, run, is answered or refused as stated"),
        conditions("replaced_reports", APPROXIMATE[0], {"large": shuffle(50, one, fails)}, bad),
        conditions("replaced_reports", APPROXIMATE[1], {"fits": shuffle(50, one, fits)}, {**bad, "large": shuffle(50, one, fails)}),
        conditions("replaced_reports", "checkin.T41-clipped", {"large": window(one, fails)}, bad_window),
        conditions("replaced_reports", "checkin.T41-approximate", {"fits": window(one, fits)}, {**bad_window, "no": window(one, fails)}),
    )
