"""Claims about registered bounds on shuffles: delta, eps and conditions, compared with the formulas of the papers."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Conditions, Proofs, claims_of, replaced
from chartered.proving.printed_formulas import Number, number
from chartered.proving.tables_of_answers import answers

from ..formulas import clones

WINDOW = Proofs("balle2020checkins", "Balle et al. 2020 (random check-ins)")
SWAPS = Proofs("erlingsson2019", "Erlingsson et al. 2019")
CLONES = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021")
claims = claims_of(WINDOW, SWAPS, CLONES)
HALF, TINY, AT = Fraction(1, 2), Fraction(1, 10**12), Fraction(1, 3)


def shuffle(n: int, epsilon0: ch.Number, delta0: Fraction | None = None) -> ch.Case:
    """A shuffle of n reports that are known only by their guarantee."""
    if delta0 is None:
        return replaced(f"shuffled:n={n}/pure:epsilon=1", ch.Pure(epsilon=epsilon0))
    return replaced(f"shuffled:n={n}/approximate:epsilon=1,delta=1/9", ch.Approximate(epsilon=epsilon0, delta=delta0))


def _of_variance_proxy(name: str, variance_proxy: str, mean_loss: str, **more: str) -> list[Answers]:
    """delta = e^(-(eps - D)^2/(2 E)), eps = D + sqrt(2 E log(1/delta)) at eps0 = 1/2, and at most eps0."""
    names = {"e0": HALF, "n": 10**5, "eps": AT, "d": Fraction(1, 10**6), "s": "exp(e0)", **more}
    names |= {"E": variance_proxy, "D": mean_loss}
    printed = {"delta(eps)": "exp(-(eps-D)^2/(2*E))", "epsilon(d)": "D + sqrt(-2*E*log(d))"}
    printed |= {"at_infinity.max_loss": "e0"}
    return [
        Answers(name, shuffle(10**5, HALF), printed, names),
        Answers(name, shuffle(10, HALF), {"epsilon(d)": "e0", "delta(e0)": 0}, names),
    ]


WINDOW.stated(
    "T5.1.as-printed",
    "Delta, eps and its cap are those of the print.",
    "Theorem 5.1",
    "n = 10^5 and 10, eps0 = 1/2",
    Conditions("balle2020checkins.T5.1", [shuffle(10, 1)], [shuffle(10, 0)]),
    *_of_variance_proxy("balle2020checkins.T5.1", "s^3*(s-1)^2/n", "E/2"),
)
SWAPS.stated(
    "T7.as-printed",
    "Delta, eps and its cap are those of n steps of eps_1 = 2 e^(2 eps0)(e^eps0 - 1)/n.",
    "Theorem 7, general form",
    "n = 10^5 and 10, eps0 = 1/2",
    *_of_variance_proxy("erlingsson2019.T7", "n*e1^2", "n*e1*(exp(e1)-1)", e1="2*s^2*(s-1)/n"),
)

T31 = "log(1 + 8*(s-1)/(s+1)*(sqrt(s*log(4/{d})/n) + s/n))"


def _t31(n: int, epsilon0: int, **numbers: Any) -> Answers:
    """Compares with the printed eps at `d`, and at the registered delta for eps = 1/5."""

    def shipped(xp: Any, found: ch.Profile) -> Any:
        names = {"s": xp.exp(xp.number(epsilon0)), "n": n, "at": found.delta(xp, xp.number(Fraction(1, 5)), {})}
        return number(T31.format(d="at"), names)(xp)

    more = {"delta": (shipped, "1/5")} if "delta" in numbers else {}
    told = {what: written for what, written in numbers.items() if what != "delta"}
    return Answers("feldman2021.T31", shuffle(n, epsilon0), told, {"e0": epsilon0, "n": n, "s": "exp(e0)"}, more=more)


PRINT = {"epsilon(1/10^6)": T31.format(d="(1/10^6)"), "delta": "at 1/5"}
SHORT = {"epsilon(1/10^4)": 1, "epsilon(1/1000)": T31.format(d="(1/1000)"), "delta(9/10)": "2*exp(-n/(16*s))"}
CLONES.stated(
    "T31.as-printed",
    "The shipped eps is the print down to the delta at which eps0 = log(n/(16 log(2/delta))), and eps0 below it; the "
    "shipped delta is that at which eps is the print, not below the same end, nor above 1; it answers if that end is "
    "below 1.",
    "Theorem 3.1",
    "n = 10000, 400 and few, eps0 = 1 and 2",
    # the end is below 1 where n > 16 e^eps0 log 2 = 30.15 for eps0 = 1
    Conditions("feldman2021.T31", [shuffle(31, 1)], [shuffle(30, 1), shuffle(31, 0)]),
    _t31(10**4, 1, **PRINT, **{"delta(1)": 0}),
    _t31(10**4, 2, **PRINT, **{"delta(1/1000)": 1}),
    _t31(400, 1, **SHORT),
)

E0, N = Fraction(1), 1000
FAILS = {"e0": E0, "d0": TINY, "n": N, "eps": AT}


def _more(name: str, own: Number, written: str, numbers: dict[str, Any]) -> Answers:
    """The increase of delta by reports that fail."""
    shipped = (lambda xp, found: found.delta(xp, xp.number(AT), {}) - own(xp), f"(exp(eps)+1)*{written}*d0")
    return Answers(name, shuffle(N, E0, TINY), numbers, FAILS, more={"more": shipped})


def _t31_delta(xp: Any) -> Any:
    return answers("feldman2021.T31", shuffle(N, E0)).delta(xp, xp.number(AT), {})


def _pair_delta(xp: Any) -> Any:
    return clones.delta(xp, E0, N, xp.number(AT))


ANSWERED = [shuffle(N, Fraction(406, 1000), TINY), shuffle(N, lambda xp: xp.log(xp.number(2)), TINY)]
WHOLE, SILENT = shuffle(N, E0, Fraction(0)), shuffle(N, 0, TINY)
CLONES.stated(
    "T38.as-printed",
    "Of (eps0, delta0)-DP reports the print adds (e^eps + 1)(1 + e^-eps0/2) n delta0, for eps0 >= log(3/2); with "
    "clones it is (e^eps + 1) (1 + 2 (n-1) e^-eps0) delta0; and from eps0 on a report's own delta0.",
    "Theorem 3.8; Theorem 3.2",
    "n = 1000, eps0 = 1, delta0 = 1e-12; both sides of log(3/2)",
    Conditions("feldman2021.T38", ANSWERED, [shuffle(N, Fraction(405, 1000), TINY), WHOLE, shuffle(30, E0, TINY)]),
    Conditions("feldman2021.clones-approximate", ANSWERED, [SILENT, WHOLE]),
    Conditions("shuffled.approximate", ANSWERED, [WHOLE]),
    _more("feldman2021.T38", _t31_delta, "(1 + exp(-e0)/2)*n", {"delta(1)": "d0", "at_infinity.max_loss": "e0"}),
    _more("feldman2021.clones-approximate", _pair_delta, "(1 + 2*(n-1)*exp(-e0))", {"at_infinity.delta": "d0"}),
    Answers("feldman2021.T38", shuffle(N, E0, HALF), {"delta(1/3)": 1}),
)


def _crowded(delta0: Fraction, epsilon0: int = 1, protocol: str = "averaged") -> ch.Case:
    text = f"checkin:m=9,n=50,protocol={protocol}/approximate:epsilon=1,delta=1/9"
    return replaced(text, ch.Approximate(epsilon=epsilon0, delta=delta0))


# at delta1 = 1: delta0 = (1 - e^-1)/(4 e (2 + log 2/log(1/(1 - e^-5)))) = 0.000560...
FITS, FAR, NONE = Fraction(5, 10**4), Fraction(7, 10**4), Fraction(0)
BAD = [shuffle(50, 1, NONE), shuffle(50, 0, FITS)]
BAD_WINDOW = [_crowded(NONE), _crowded(FITS, 0), _crowded(FITS, protocol="fixed")]
WINDOW.soundness(
    "T5.1-clipped.where-it-answers",
    "The theorems about (eps0, delta0)-DP reports apply where delta0 > 0 and eps0 > 0, and the printed one where "
    "delta0 is as small as it demands: 4 e^eps0 (2 + log(2/delta1)/log(1/(1 - e^(-5 eps0)))) delta0 <= (1 - e^-eps0) "
    "delta1 for some delta1 < 1.",
    "Theorems 4.1 and 5.1, second parts",
    "both sides of every end at eps0 = 1",
    Conditions("balle2020checkins.T5.1-clipped", [shuffle(50, 1, FAR)], BAD),
    Conditions("balle2020checkins.T5.1-approximate", [shuffle(50, 1, FITS)], [*BAD, shuffle(50, 1, FAR)]),
    Conditions("checkin.T41-clipped", [_crowded(FAR)], BAD_WINDOW),
    Conditions("checkin.T41-approximate", [_crowded(FITS)], [*BAD_WINDOW, _crowded(FAR)]),
)
