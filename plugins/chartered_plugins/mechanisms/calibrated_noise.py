"""Mechanisms with a known calibration between noise, eps and delta, which are therefore (eps, delta)-DP for a whole
curve of pairs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.numeric import interval_newton

from ..basics.formula_at import formula_at
from .formulas import calibrated_noise as trade_offs

REFINED = "Liu et al. 2022, Theorem 2.1"
REFINED_LATEX = (
    r"\delta(\varepsilon)=\inf_{\varepsilon_0\ge\varepsilon}\hat\delta(\varepsilon_0)+(1-\hat\delta(\varepsilon_0))"
    r"\frac{e^{\varepsilon_0}-e^{\varepsilon}}{1+e^{\varepsilon_0}},\quad\hat\delta(\varepsilon)="
)
"""The profile implied by all guarantees of a family; the family's own delta is appended."""


def _refines(case: ch.Case) -> str | None:
    return None if case["refined"] else "refined is false"


def _as_stated(case: ch.Case) -> str | None:
    return "refined is true" if case["refined"] else None


def _decay(case: ch.Case) -> Fraction:
    return (case.number("sigma") / case.number("A")) ** 2


def _power(formula: Callable[..., Value], case: ch.Case) -> Callable[..., Value]:
    """A formula of the power family, for its k and B."""
    return formula_at(formula, _decay(case), case.number("B"))


def _power_tail(case: ch.Case) -> ch.Tail:
    k, b = _decay(case), case.number("B")
    return ch.Tail(
        subgaussian=(k, 0, lambda xp: xp.log(xp.number(b))), tail_mu=lambda xp: 1 / xp.sqrt(2 * xp.number(k))
    )


def power_naive(case: ch.Case) -> ch.Profile:
    """The power family's own delta at each eps."""
    curve = _power(trade_offs.power, case)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return xp.minimum(curve(xp, epsilon), xp.number(1))

    return ch.Profile(delta=delta, epsilon=_power(trade_offs.power_inverse, case), tail=_power_tail(case))


def power_refined(case: ch.Case, best: ch.Number | None = None) -> ch.Profile:
    """The profile implied by all guarantees of the power family, for B >= 1, where a single guarantee is the best;
    `best` states another one."""
    return ch.refined(
        _power(trade_offs.power, case),
        best=best or interval_newton.decreasing_root(_power(trade_offs.power_rises, case)),
        inverse=_power(trade_offs.power_inverse, case),
        tail=_power_tail(case),
    )


def _power_below_one(case: ch.Case, witness: ch.Witness) -> ch.Profile:
    best = witness.get("best")
    if best is None:
        raise ch.Unavailable("the witness names the eps of the best guarantee")
    curve = _power(trade_offs.power, case)
    return ch.least([power_naive(case), ch.refined(curve, best=Fraction(best), tail=_power_tail(case))])


def _cloak_weight(case: ch.Case) -> ch.Number:
    return formula_at(trade_offs.cloak_weight, case.number("n"), case.number("m"))


def cloak_naive(case: ch.Case) -> ch.Profile:
    """The encoder's own delta at each eps."""
    c = _cloak_weight(case)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        weight = xp.number(c)
        return trade_offs.cloak(xp, weight, xp.maximum(epsilon, weight))

    return ch.Profile(delta=delta, epsilon=formula_at(trade_offs.cloak, c), tail=_CLOAK_TAIL)


def cloak_refined(case: ch.Case, best: ch.Number | None = None) -> ch.Profile:
    """The profile implied by all guarantees of the encoder, by the best of them or the one at `best`."""
    c = _cloak_weight(case)
    curve = formula_at(trade_offs.cloak, c)  # the same as its inverse
    best = best or interval_newton.decreasing_root(formula_at(trade_offs.cloak_rises, c))
    return ch.refined(curve, best=best, inverse=curve, tail=_CLOAK_TAIL)


_CLOAK_TAIL = ch.Tail(tail_mu=lambda xp: xp.inf)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The power family and the invisibility cloak encoder."""
    refined = ch.Parameter(
        "refined", "whether the guarantees are combined, or each eps has its own delta only", flag=True, default=True
    )
    power = (
        ch.Parameter("sigma", "scale of the noise", safer="larger", monotone="power.monotone"),
        ch.Parameter("A", "the factor in sigma = A sqrt(log(B/delta))/eps", safer="smaller", monotone="power.monotone"),
        ch.Parameter("B", "the B of that trade-off", safer="smaller", monotone="power.monotone"),
        refined,
    )
    cloak = (
        ch.Parameter.whole("n", "number of users", safer="smaller", monotone="cloak.monotone"),
        ch.Parameter.whole("m", "number of messages of each user", safer="larger", monotone="cloak.monotone"),
        refined,
    )
    return [
        ch.Mechanism(
            "power",
            "noise of scale sigma = A sqrt(log(B/delta))/eps is (eps, delta)-DP",
            power,
            source="Liu et al. 2022",
        ),
        ch.Mechanism(
            "cloak",
            "the invisibility cloak encoder: among data sets of one sum (eps, delta)-DP if m > 10 log(n/(eps delta))",
            cloak,
            source="Ishai et al. 2006; Ghazi, Pagh, Velingker 2019",
            sampling="none: the sum is released exactly, and a user is hidden only among data sets of the same sum",
            version=2,  # version 1 did not say between which data sets it holds
        ),
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """For each family, its own delta at every eps, and the exact profile of the worst mechanism with all its
    guarantees."""
    return [*_power_family(), *_cloak_encoder()]


def _power_family() -> list[ch.Theorem]:
    """The power family's own delta, and the profile implied by all its guarantees, for B < 1 and for B >= 1."""
    power = r"B\,e^{-(\sigma\varepsilon/A)^2}"
    return [
        ch.Theorem(
            name="power.naive",
            takes=ch.OnStep("power"),
            gives=ch.Profile,
            bound=power_naive,
            conditions=_as_stated,
            statement="At each eps the delta for which the noise suffices.",
            source="Liu et al. 2022",
            latex=rf"\delta(\varepsilon)={power}",
        ),
        ch.Theorem(
            name="power.refined",
            takes=ch.OnStep("power"),
            gives=ch.Profile,
            bound=power_refined,
            conditions=lambda case: _refines(case) or ("B is below 1" if case.number("B") < 1 else None),
            statement="The worst mechanism that keeps all guarantees of the family (B >= 1) has this profile: up to "
            "one eps that of the guarantee there, beyond it the family's own delta.",
            source=REFINED,
            latex=REFINED_LATEX + power,
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="power.refined-below-one",
            takes=ch.OnStep("power"),
            gives=ch.Profile,
            bound=_power_below_one,
            propose=lambda case: {"best": ch.peak(_power(trade_offs.power, case))},
            fields=(ch.Field("best"),),
            conditions=lambda case: _refines(case) or (None if case.number("B") < 1 else "B is not below 1"),
            statement="Where B < 1 the family's own delta may also be the smaller one at small eps.",
            source=REFINED,
            latex=REFINED_LATEX + power,
        ),
    ]


def _cloak_encoder() -> list[ch.Theorem]:
    """The encoder's own delta, and the profile implied by all its guarantees."""
    cloak = r"\frac{n\,e^{-m/10}}{\varepsilon}"
    return [
        ch.Theorem(
            name="cloak.naive",
            takes=ch.OnStep("cloak"),
            gives=ch.Profile,
            bound=cloak_naive,
            conditions=_as_stated,
            statement="At each eps the least delta for which m messages suffice.",
            source="Ishai, Kushilevitz, Ostrovsky, Sahai 2006; Liu et al. 2022",
            latex=rf"\delta(\varepsilon)={cloak}",
        ),
        ch.Theorem(
            name="cloak.refined",
            takes=ch.OnStep("cloak"),
            gives=ch.Profile,
            bound=cloak_refined,
            conditions=_refines,
            statement="The worst mechanism that keeps all guarantees of the encoder has this profile: up to one eps "
            "that of the guarantee there, beyond it the encoder's own delta. It is not Gaussian DP.",
            source=REFINED,
            latex=REFINED_LATEX + cloak,
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".power_family .cloak_family ...subsampling.claims.combining .calibrated_noise_stated .liu2022.order .liu2022.tail "
    ".liu2022.transform .liu2022.algorithms",
)
