"""The moment generating functions of a group of records on a Poisson sample, with Laplace noise on the real line or on
the integers.

The set A of records that are drawn does not depend on the noise. With the weights w_A, and P_A and Q the outputs with
those records and with none, let b_A(x) be the largest power of a test of size x of P_A against Q, and b_s that of noise
shifted by s. A test of sum_A w_A P_A has at most the power sum_A w_A b_A(x), and b_A <= b_s for s = |A| times the
sensitivity, as without sampling. Where every record moves the query by the sensitivity, in one direction, all
likelihood ratios rise with the output: for every s the test that accepts outputs above a threshold, the same for all,
is a most powerful one, so that the mixture has the power sum_A w_A b_s(x) exactly. The powers determine delta in both
directions. A group with fewer records has fewer that are drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..mechanisms.discrete_laplace_rate import laplace_rate, laplace_shift
from ..mechanisms.laplace_epsilon import laplace_epsilon
from ..subsampling.gaussian_sample import sampled
from ..subsampling.group_of_records import few_enough, size_of, within
from . import guarantee as cf
from .guarantee import CharacteristicFunction
from .steps import MOST_SHIFT

if TYPE_CHECKING:
    from .laws import laplace_integers, laplace_law, mixture
else:
    laplace_integers = LazyModule(".laws.laplace_integers", __package__)
    laplace_law = LazyModule(".laws.laplace_law", __package__)
    mixture = LazyModule(".laws.mixture", __package__)

_SOURCE = "ours, by the Neyman-Pearson lemma; direct computation"
_PAIR = (
    "Of k records on a Poisson sample j are drawn with the probability C(k,j) q^j (1-q)^(k-j), and move the query by "
    "at most j times its sensitivity. Equal records attain the worst pair: for each number that is drawn outputs above "
    "the same threshold are a most powerful test, so that no other records have a more powerful one. {}"
)
_WEIGHTS = r"w(t)=\sum_{j=0}^k\binom kj q^j(1-q)^{k-j}\,e^{(|t|-|t-j\Delta|)/b}"


def _sample(case: ch.Case) -> tuple[ch.Case, ch.Case]:
    """The sample, and the noise on it."""
    sample = ch.Case(within(case), case.neighbours)
    return sample, ch.Case(within(sample), case.neighbours)


def _ratio(case: ch.Case, shift: Fraction) -> mixture.Ratio:
    return mixture.grouped(_sample(case)[0].number("rate"), shift, size_of(case))


def _laplace(case: ch.Case) -> CharacteristicFunction:
    law = laplace_law.of_laplace(laplace_epsilon(_sample(case)[1]), _ratio(case, Fraction(1)))
    return cf.one_run(law, law.swapped)


def _discrete(case: ch.Case) -> CharacteristicFunction:
    noise = _sample(case)[1]
    law = laplace_integers.LaplaceOnIntegers(laplace_rate(noise), _ratio(case, laplace_shift(noise)))
    return cf.one_run(law, law.swapped)


def _drawn(case: ch.Case) -> str | None:
    """A rate above 0 and below 1, and at most 63 records."""
    return sampled(_sample(case)[0]) or few_enough(case)


def _few_losses(case: ch.Case) -> str | None:
    """The same, and at most 1001 losses."""
    losses = size_of(case) * laplace_shift(_sample(case)[1]) + 1
    return _drawn(case) or (f"it has {losses} losses" if losses > MOST_SHIFT + 1 else None)


def theorems() -> list[ch.Theorem]:
    """With continuous and with discrete noise."""
    return [
        ch.Theorem(
            name="group-of-records.sampled-laplace",
            takes=ch.OnStep("group", "poisson", "laplace"),
            gives=CharacteristicFunction,
            bound=_laplace,
            conditions=_drawn,
            statement=_PAIR.format("The likelihood ratio has an atom at either end, and a density between."),
            source=_SOURCE,
            latex=rf"M(z)=\mathbb{{E}}_t\,w(t)^z,\;{_WEIGHTS};\;z\to 1-z\text{{ where added}}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="group-of-records.sampled-discrete-laplace",
            takes=ch.OnStep("group", "poisson", "discrete-laplace"),
            gives=CharacteristicFunction,
            bound=_discrete,
            conditions=_few_losses,
            statement=_PAIR.format("There are k d + 1 losses, d the sensitivity."),
            source=_SOURCE,
            latex=rf"M(z)=\tfrac{{1-a}}{{1+a}}\sum_t a^{{|t|}}w(t)^z,\;{_WEIGHTS},\;a=e^{{-1/b}}"
            r";\;z\to 1-z\text{ where added}",
            side=ch.Side.EXACT,
        ),
    ]
