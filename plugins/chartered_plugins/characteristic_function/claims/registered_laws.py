"""Which laws are registered, a row for each step: the removal and the addition of a record, or the one law where both
are the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any, TypeAlias

import chartered as ch
from chartered.proving import Each, Proofs, Same, case, claims_of, numbers, registered

from ..formulas.sampled_guarantee import FixedSizeGuarantee, ReplacedGuarantee, SampledGuarantee
from ..guarantee import CharacteristicFunction
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.gaussian_law import GaussianSample, discrete_gaussian, replaced_gaussian, standard
from ..laws.laplace_law import of_laplace
from ..laws.logistic import of_logistic
from ..laws.mixture import NOTHING, Mixture, Ratio, grouped, replaced, sampled, shifted

SIXTH, FIFTH, QUARTER, THIRD, HALF, ONE, LARGE, TWO, THREE = numbers("1/6 1/5 1/4 1/3 1/2 1 3/2 2 3")
Rows: TypeAlias = dict[str, dict[str, list[Any]]]
"""The laws of each step, by the theorem that registers them."""
MOVED = Mixture(((HALF, 0 * HALF), (THIRD, HALF), (SIXTH, LARGE)))
NORMAL, MIXTURE = "sigma=3,sensitivity=2", "gaussian-mixture:sigma=2,sensitivities=0:1:3,probabilities=1/2:1/3:1/6"
WIDE, FAILING = "scale=2,sensitivity=3", "approximate:epsilon=2,delta=1/8"


def both(law: Any) -> list[Any]:
    """Removal and addition."""
    return [law, law.swapped]


def _guarantees(delta: Fraction) -> list[Any]:
    return [SampledGuarantee(THIRD, TWO, delta, added) for added in (False, True)]


def _on_sample(rows: Rows) -> Rows:
    return {name: {f"poisson:rate=1/3/{step}": laws for step, laws in of.items()} for name, of in rows.items()}


GAUSSIAN = _on_sample(
    {
        "poisson-gaussian.characteristic": {
            f"gaussian:{NORMAL}": [GaussianSample(THIRD, LARGE, added).law for added in (False, True)]
        },
        "poisson-gaussian.replaced-characteristic": {f"gaussian:{NORMAL}": [replaced_gaussian(THIRD, LARGE)]},
        "poisson-discrete-gaussian.characteristic": {
            f"discrete-gaussian:{NORMAL}": both(discrete_gaussian(Fraction(9), sampled(THIRD, TWO)))
        },
        "poisson-discrete-gaussian.replaced-characteristic": {
            f"discrete-gaussian:{NORMAL}": [discrete_gaussian(Fraction(9), replaced(THIRD, TWO))]
        },
    }
) | {
    "gaussian-mixture.characteristic": {MIXTURE: both(standard(Ratio(MOVED, NOTHING)))},
    "gaussian-mixture.replaced-characteristic": {MIXTURE: [standard(Ratio(MOVED, MOVED.mirrored))]},
}
SAMPLES = {
    "poisson-laplace.characteristic": {
        f"laplace:{WIDE}": both(of_laplace(LARGE, sampled(THIRD, ONE))),
        "laplace:epsilon=1/4": both(of_laplace(QUARTER, sampled(THIRD, ONE))),
    },
    "poisson-laplace.replaced-characteristic": {
        f"laplace:{WIDE}": [of_laplace(LARGE, replaced(THIRD, ONE))],
        "laplace:epsilon=1/4": [of_laplace(QUARTER, replaced(THIRD, ONE))],
    },
    "poisson-logistic.characteristic": {f"logistic:{WIDE}": both(of_logistic(LARGE, sampled(THIRD, ONE)))},
    "poisson-approximate.characteristic": {FAILING: _guarantees(Fraction(1, 8))},
    "poisson-approximate.replaced-characteristic": {FAILING: [ReplacedGuarantee(THIRD, TWO, Fraction(1, 8))]},
    "poisson-pure.replaced-characteristic": {"pure:epsilon=2": [ReplacedGuarantee(THIRD, TWO, Fraction(0))]},
    "poisson-discrete-laplace.replaced-characteristic": {
        f"discrete-laplace:{WIDE}": [LaplaceOnIntegers(HALF, replaced(THIRD, THREE))]
    },
}
OUTCOMES = {
    "poisson-pure.characteristic": {"pure:epsilon=2": both(LaplaceOnIntegers(TWO, sampled(THIRD, ONE)))},
    "poisson-discrete-laplace.characteristic": {
        f"discrete-laplace:{WIDE}": both(LaplaceOnIntegers(HALF, sampled(THIRD, THREE))),
        "discrete-laplace:epsilon=1/4": both(LaplaceOnIntegers(QUARTER, sampled(THIRD, ONE))),
    },
}
OTHERS: Rows = {
    "logistic.characteristic": {f"logistic:{WIDE}": [of_logistic(LARGE, shifted(ONE))]},
    "group-of-records.sampled-laplace": {
        f"group:size=3/poisson:rate=1/5/laplace:{WIDE}": both(of_laplace(LARGE, grouped(FIFTH, ONE, 3)))
    },
    "group-of-records.sampled-discrete-laplace": {
        f"group:size=3/poisson:rate=1/5/discrete-laplace:{WIDE}": both(
            LaplaceOnIntegers(HALF, grouped(FIFTH, THREE, 3))
        )
    },
}
GUARANTEES = {
    "pure": ch.Pure(epsilon=TWO),
    "approximate": ch.Approximate(epsilon=TWO, delta=Fraction(1, 8)),
    "gdp": ch.GDP(mu_squared=TWO * TWO),
}
"""What is known of a step on a sample of which a guarantee alone is known."""
WORST: dict[str, dict[str, list[Any]]] = {
    name: {
        f"poisson.{name}-characteristic": _guarantees(delta),
        f"poisson.replaced-{name}-characteristic": [ReplacedGuarantee(THIRD, TWO, delta)],
        f"sample.{name}-characteristic": [FixedSizeGuarantee(THIRD, TWO, delta)],
    }
    for name, delta in (("pure", Fraction(0)), ("approximate", Fraction(1, 8)))
}
GAUSSIAN_DP = {"poisson.gdp-characteristic": both(standard(sampled(THIRD, TWO)))}
CLAIMED: dict[str, Rows] = {
    "poisson-gaussian.characteristic": GAUSSIAN,
    "poisson-pure.characteristic": _on_sample(OUTCOMES),
    **{name: {name: of} for name, of in (_on_sample(SAMPLES) | OTHERS).items()},
}
BOOKS = {name: Proofs(name, "direct computation") for name in (*CLAIMED, *GAUSSIAN_DP, *chain(*WORST.values()))}
claims = claims_of(*BOOKS.values())


def _registered(name: str, step: str, expected: list[Any]) -> bool:
    return _are(registered(name).apply(case(step)), expected)


def _are(found: CharacteristicFunction, expected: list[Any]) -> bool:
    return list(found.directions) == [((law, 1),) for law in expected]


def _of_guarantee(name: str, guarantee: ch.Guarantee, expected: list[Any]) -> bool:
    poisson = name.startswith("poisson")
    step = case(f"{'poisson:rate=1/3' if poisson else 'sample:size=1,of=3'}/exponential:epsilon=1").step
    neighbours = ch.Neighbours.ADD_OR_REMOVE if poisson else ch.Neighbours.REPLACE_ONE
    return _are(registered(name).apply(ch.Case(step, neighbours, guarantee)), expected)


for _kind, _laws in WORST.items():
    for _name, _expected in _laws.items():
        BOOKS[_name].identity(
            "laws",
            "What is registered of a guarantee of the step inside are the laws of the worst mechanism with it.",
            "one sample",
            Each("run", _of_guarantee, [(_name, GUARANTEES[_kind], _expected)]),
            so="That no step with the guarantee is easier to tell apart on a sample follows from its profile, by "
            "poisson.exact-profile, where a record is replaced from poisson.exact-replaced-profile, and of a fixed "
            "size from the pair's own profile.",
        )
for _name, _expected in GAUSSIAN_DP.items():
    BOOKS[_name].identity(
        "laws",
        "What is registered of mu-GDP inside a Poisson sample are the laws of Gaussian noise on one.",
        "one sample",
        Each("run", _of_guarantee, [(_name, GUARANTEES["gdp"], _expected)]),
        so="By Blackwell's theorem a kernel makes the two outputs of a mu-GDP mechanism from N(0, 1) and N(mu, 1), "
        "whatever the other records of the sample are. The same kernel makes the output without the record, and its "
        "mixture with that of the record, from N(0, 1) and the mixture.",
    )
for _kind in WORST:
    _name = f"sample.{_kind}-characteristic"
    BOOKS[_name].identity(
        "pair",
        "The pair's profile at eps' >= 0 is that of Balle, Barthe, Gaboardi 2018, Theorem 9, q delta(log(1 + (e^eps' - "
        "1)/q)), for randomized response with a failure, and what is left for the loss 0 is no less than 0.",
        "e^eps = 1 + y, e^eps' = 1 + q (x - 1); delta = 0 for eps-DP",
        Same("where x < e^eps", "q*d + s*(w - (1 + q*(x - 1)))", "q*(d + (1 - d)*(1 + y - x)/(2 + y))"),
        Same("the rest", "1 - q*d - s*(1 + w)", "(1 - q)*(y + 2*d)/(2 + y)"),
        where=("s = (1 - d)/(2 + y)", "w = 1 + q*y"),
        over={"q d": (0, 1), "x y": (0, 9)},
        so="The losses above 0 are one, log w; those below are the other order of the pair.",
    )


for _name, _rows in CLAIMED.items():
    _count = sum(map(len, _rows.values()))
    BOOKS[_name].identity(
        "directions",
        "What is registered is the removal and the addition, with the binomial weights of a group that is sampled, or "
        "the one law of a replaced record and of noise without a sample.",
        f"{_count} steps" if _count > 1 else "one step",
        Each("run", _registered, [(name, *row) for name, of in _rows.items() for row in of.items()]),
    )
