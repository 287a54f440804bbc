"""Randomized response on k values: the true one with probability e^eps/(e^eps + k - 1), otherwise one of the others.
And RAPPOR: a value's Bloom filter, each bit of which is randomized for good once, and once more for each report."""

from __future__ import annotations

from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..basics.formula_at import formula_at
from ..basics.formulas import randomized_response as response
from .formulas import rappor_bits as bits

PAPER = "Erlingsson, Pihur, Korolova 2014"
MOST_HASHES, MOST_REPORTS = 64, 32


def _profile(case: ch.Case) -> ch.Profile:
    epsilon0, k = case.number("epsilon"), case.number("k")
    return ch.Profile(
        delta=formula_at(response.delta, epsilon0, k),
        epsilon=formula_at(response.epsilon, epsilon0, k),
        at_infinity=ch.AtInfinity(max_loss=epsilon0),
        worst_pair=True,
    )


def _renyi(case: ch.Case) -> ch.Renyi:
    return ch.Renyi(curve=formula_at(response.renyi, case.number("epsilon"), case.number("k")))


def _no_response(case: ch.Case) -> str | None:
    return "eps is 0: the response says nothing" if case["epsilon"] == 0 else None


def _rappor_pure(case: ch.Case) -> ch.Pure:
    reports, hashes = int(case.number("reports")), int(case.number("hashes"))
    (kept_none, turned_none), (kept_all, turned_all) = (bits.likely_count(case.number, ones) for ones in (0, reports))
    ratio = kept_all / turned_all * turned_none / kept_none
    return ch.Pure(epsilon=lambda xp: hashes * xp.log(xp.number(ratio)))


def _rappor_renyi(case: ch.Case) -> ch.Renyi:
    counts, hashes = bits.likely_counts(case.number), int(case.number("hashes"))

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        logs = [(xp.log(xp.number(a)), xp.log(xp.number(b))) for a, b in counts]
        to, back = (sum((xp.exp(z * a + (1 - z) * b) for a, b in logs), xp.number(0)) for z in (alpha, 1 - alpha))
        return hashes * xp.log(to * back) / (alpha - 1)

    return ch.Renyi(curve=curve)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """k-ary randomized response, and RAPPOR."""
    return [_response(), _rappor()]


def _response() -> ch.Mechanism:
    epsilon = ch.Parameter(
        "epsilon",
        "the pure guarantee, for any two values of a record",
        open_low=False,
        safer="smaller",
        monotone="randomized-response.monotone",
    )
    k = ch.Parameter.whole(
        "k",
        "how many values there are",
        low=2,
        default=2,
        safer="larger",
        monotone="randomized-response.values.monotone",
        pairwise=True,
    )
    return ch.Mechanism(
        "randomized-response",
        "tells the truth, or one of the other k - 1 values",
        (epsilon, k),
        numeric=False,
        also_called=("rr", "krr", "k-rr", "warner", "direct-encoding"),
        requires=ch.Neighbours.REPLACE_ONE,
        not_under=(
            (
                ch.Neighbours.ADD_OR_REMOVE,
                "a report shows that its record is there; if an absent record sends one by the same randomizer, "
                "write pure:epsilon=...",
            ),
            (
                ch.Neighbours.ZERO_OUT,
                "what it answers for a null record is not stated; if that is one of the values, by the same "
                "randomizer, write pure:epsilon=...",
            ),
        ),
        not_inside=(
            (
                ch.Neighbours.ADD_OR_REMOVE,
                "randomized response compares two values of one record, and says nothing of one that is left out",
            ),
        ),
    )


def _rappor() -> ch.Mechanism:
    """All reports of one permanent response."""
    lacking = (
        (
            ch.Neighbours.ADD_OR_REMOVE,
            "a report shows that its record is there; if an absent record sends one, write pure:epsilon=... with the "
            "eps of rappor",
        ),
        (ch.Neighbours.ZERO_OUT, "what is reported of a null record is not stated"),
    )
    return ch.Mechanism(
        "rappor",
        "reports a value by a Bloom filter, each bit with a permanent and an instantaneous randomized response",
        _parameters(),
        source=PAPER,
        numeric=False,
        requires=ch.Neighbours.REPLACE_ONE,
        not_under=lacking,
        not_inside=lacking[:1],
    )


def _chance(name: str, about: str, **more: Any) -> ch.Parameter:
    return ch.Parameter(name, about, high=1, monotone="rappor.monotone", **more)


def _parameters() -> tuple[ch.Parameter, ...]:
    permanent, report = (
        "the probability that a permanent bit is a coin toss",
        "the probability that a report of a permanent",
    )
    return (
        _chance("f", f"{permanent}, and not the bit of the value", open_high=True, safer="larger"),
        _chance("p", f"{report} 0 is a 1", open_low=False, open_high=True, default=0, at_most="q", safer="larger"),
        _chance("q", f"{report} 1 is a 1", default=1, safer="smaller"),
        _count("hashes", "how many bits of the Bloom filter a value sets at most", MOST_HASHES),
        _count(
            "reports",
            "how many reports are sent of one permanent response; p=0,q=1 is for any number of them",
            MOST_REPORTS,
        ),
    )


def _count(name: str, meaning: str, most: int) -> ch.Parameter:
    return ch.Parameter.whole(name, meaning, high=most, default=1, safer="smaller", monotone="rappor.monotone")


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The pure guarantee and the exact Renyi curve of either, and the profile of one response."""
    return [*_of_responses(), *_of_rappor()]


def _of_responses() -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name="randomized-response.pure",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("epsilon")),
            statement="k-ary randomized response is eps-DP, and no smaller eps holds.",
            source="Warner 1965; Kairouz, Oh, Viswanath 2014",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="randomized-response.renyi",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Renyi,
            bound=_renyi,
            conditions=_no_response,
            statement="The exact Renyi curve of one run.",
            source="direct computation; for k = 2 Mironov 2017, Proposition 5",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log"
            r"\frac{e^{\alpha\varepsilon}+e^{(1-\alpha)\varepsilon}+k-2}{e^{\varepsilon}+k-1}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="randomized-response.profile",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Profile,
            bound=_profile,
            statement="The exact privacy profile of one run.",
            source="direct computation: only the event of the true value gains",
            latex=r"\delta(\varepsilon)=\frac{(e^{\varepsilon_0}-e^{\varepsilon})_+}{e^{\varepsilon_0}+k-1}",
            side=ch.Side.EXACT,
            optimal_for_premise=True,
        ),
    ]


def _of_rappor() -> list[ch.Theorem]:
    """The losses of its bits are those of a characteristic function."""
    return [
        ch.Theorem(
            name="rappor.pure",
            takes=ch.OnStep("rappor"),
            gives=ch.Pure,
            bound=_rappor_pure,
            statement="The largest loss is that of reports which are all 1 on the bits of one value and all 0 on those "
            "of the other. For one report it is the printed eps_1, for the permanent response eps_infinity.",
            source=f"{PAPER}, Theorems 1 and 2; direct computation for several reports",
            latex=r"\varepsilon=h\log\frac{P_1(n)\,P_0(0)}{P_0(n)\,P_1(0)}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="rappor.renyi",
            takes=ch.OnStep("rappor"),
            gives=ch.Renyi,
            bound=_rappor_renyi,
            statement="The exact Renyi curve of all reports of one permanent response: a sum for each bit, over the "
            "number of its ones.",
            source=f"direct computation, for the mechanism of {PAPER}",
            latex=r"\gamma(\alpha)=\tfrac{h}{\alpha-1}\log\sum_jP_1(j)^{\alpha}P_0(j)^{1-\alpha}"
            r"\sum_jP_0(j)^{\alpha}P_1(j)^{1-\alpha}",
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".randomized_response .rappor")
