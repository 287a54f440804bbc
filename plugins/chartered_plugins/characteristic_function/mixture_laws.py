"""The moment generating functions of Gaussian mixtures: Gaussian noise on a number that a record, or a group of records
on a Poisson sample, moves by a random amount."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..subsampling.gaussian_mixture import SOURCE, amounts, several_amounts
from . import guarantee as cf
from .guarantee import CharacteristicFunction

if TYPE_CHECKING:
    from .laws import gaussian, mixture
else:
    gaussian = LazyModule(".laws.gaussian", __package__)
    mixture = LazyModule(".laws.mixture", __package__)


def _moved(case: ch.Case) -> mixture.Mixture:
    """The shifts by a record, in standard deviations, each with its probability."""
    sigma = case.number("sigma")
    return mixture.Mixture.of((p, amount / sigma) for amount, p in amounts(case).items())


def _removed(case: ch.Case) -> CharacteristicFunction:
    law = gaussian.standard(mixture.Ratio(_moved(case), mixture.NOTHING))
    return cf.one_run(law, law.swapped)


def _replaced(case: ch.Case) -> CharacteristicFunction:
    moved = _moved(case)
    return cf.one_run(gaussian.standard(mixture.Ratio(moved, moved.mirrored)))


def theorems() -> list[ch.Theorem]:
    """Of a record that is removed or added, and of one that is replaced."""
    of = ch.OnStep("gaussian-mixture")
    moved = r"w(t)=\sum_i p_i\,e^{m_it-m_i^2/2},\;m_i=s_i/\sigma"
    return [
        ch.Theorem(
            name="gaussian-mixture.characteristic",
            takes=of,
            gives=CharacteristicFunction,
            bound=_removed,
            conditions=several_amounts,
            statement="The worst pair is sum p_i N(s_i) and N(0), in either order; the moments of its likelihood ratio "
            "are integrals over a normal variable, at complex orders too.",
            source=f"{SOURCE}, for the pair; direct computation",
            latex=rf"M(z)=\mathbb{{E}}_{{t\sim N(0,1)}}\,w(t)^z,\;{moved};\;z\to 1-z\text{{ where added}}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="gaussian-mixture.replaced-characteristic",
            takes=of,
            gives=CharacteristicFunction,
            bound=_replaced,
            conditions=several_amounts,
            statement="Where a record is replaced the worst pair is sum p_i N(s_i) and sum p_i N(-s_i); the moments of "
            "its likelihood ratio are integrals over a normal variable, at complex orders too.",
            source="ours, by Kahane's inequality; direct computation",
            latex=rf"M(z)=\mathbb{{E}}_{{t\sim N(0,1)}}\,w(t)^z\,w(-t)^{{1-z}},\;{moved}",
            side=ch.Side.EXACT,
            changes_relation=True,
        ),
    ]
