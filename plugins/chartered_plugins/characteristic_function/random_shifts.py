"""The moment generating functions of noise on a number that a record, or a group of records on a Poisson sample, moves
by a random amount: Gaussian mixtures, and groups with Laplace noise on the real line or on the integers.

The set A of records of a group that are drawn does not depend on the noise. With the weights w_A, and P_A and Q the
outputs with those records and with none, let b_A(x) be the largest power of a test of size x of P_A against Q, and b_s
that of noise shifted by s. A test of sum_A w_A P_A has at most the power sum_A w_A b_A(x), and b_A <= b_s for s = |A|
times the sensitivity, as without sampling. Where every record moves the query by the sensitivity, in one direction, all
likelihood ratios rise with the output: for every s the test that accepts outputs above a threshold, the same for all,
is a most powerful one, so that the mixture has the power sum_A w_A b_s(x) exactly. The powers determine delta in both
directions. A group with fewer records has fewer that are drawn."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..mechanisms.laplace_step import laplace_shift
from ..subsampling import counts_of_a_record
from ..subsampling.gaussian_mixture import SOURCE, amounts, several_amounts
from ..subsampling.group_of_records import size_of
from . import guarantee as cf, noise_steps as steps
from .formulas import moments
from .guarantee import CharacteristicFunction
from .laws import gaussian_law, mixture
from .noise_steps import theorem_of
from .theorems_of_mechanisms import MOST_SHIFT

_PAIR = (
    "Of k records on a Poisson sample j are drawn with the probability C(k,j) q^j (1-q)^(k-j), and move the query by "
    "at most j times its sensitivity. Equal records attain the worst pair: for each number that is drawn outputs above "
    "the same threshold are a most powerful test, so that no other records have a more powerful one. {}"
)
_ADDED = r";\;z\to 1-z\text{ where added}"
_WEIGHTS = r"w(t)=\sum_{j=0}^k\binom kj q^j(1-q)^{k-j}\,e^{(|t|-|t-j\Delta|)/b}"


def _moved(case: ch.Case) -> mixture.Mixture:
    """The shifts by a record, in standard deviations, each with its probability."""
    sigma = case.number("sigma")
    return mixture.Mixture.of((p, amount / sigma) for amount, p in amounts(case).items())


def _opposite(moved: mixture.Mixture) -> CharacteristicFunction:
    """Two records that move the noise in opposite directions."""
    return cf.one_run(gaussian_law.standard(mixture.Ratio(moved, moved.mirrored)))


def _of_repeats(case: ch.Case) -> CharacteristicFunction:
    """A mixture of the shifts by each number of times that a record is drawn; that it is drawn more often than is
    counted is a failure."""
    parts, beyond = counts_of_a_record.shifts(case)
    drawn = _opposite(mixture.Mixture.of(parts))
    failure = cf.one_run(moments.RandomizedResponse(Fraction(0), failure=beyond))
    return cf.compose([drawn, failure]) if beyond else drawn


def _few_losses(case: ch.Case) -> str | None:
    """The same, and at most 1001 losses."""
    losses = size_of(case) * laplace_shift(case.within.within) + 1
    return steps.several(case) or (f"it has {losses} losses" if losses > MOST_SHIFT + 1 else None)


def _of_groups() -> list[ch.Theorem]:
    """With continuous and with discrete Laplace noise, and with Skellam noise."""
    return [
        steps.GROUP_ON_SAMPLE.theorem(
            "laplace",
            steps.LAPLACE,
            _PAIR.format("The likelihood ratio has an atom at either end, and a density between."),
            rf"M(z)=\mathbb{{E}}_t\,w(t)^z,\;{_WEIGHTS}{_ADDED}",
        ),
        steps.GROUP_ON_SAMPLE.theorem(
            "discrete-laplace",
            steps.DISCRETE_LAPLACE,
            _PAIR.format("There are k d + 1 losses, d the sensitivity."),
            rf"M(z)=\tfrac{{1-a}}{{1+a}}\sum_t a^{{|t|}}w(t)^z,\;{_WEIGHTS},\;a=e^{{-1/b}}{_ADDED}",
            conditions=_few_losses,
        ),
        steps.GROUP_ON_SAMPLE.theorem(
            "skellam",
            steps.SKELLAM,
            _PAIR.format("The moments are sums over the integers whose tails are bounded."),
            r"M(z)=\sum_tP(t)\,w(t)^z,\;w(t)=\sum_{j=0}^k\binom kj q^j(1-q)^{k-j}\,\tfrac{P(t-jd)}{P(t)},\;"
            rf"P(t)=e^{{-v}}I_{{|t|}}(v){_ADDED}",
        ),
    ]


_MOVED = r"w(t)=\sum_i p_i\,e^{m_it-m_i^2/2},\;m_i=s_i/\sigma"


def _of_mixtures() -> list[ch.Theorem]:
    """Of a record that is removed or added, of one that is replaced, and of one that is drawn several times."""
    of = ch.OnStep("gaussian-mixture")
    return [
        theorem_of(
            "gaussian-mixture.characteristic",
            of,
            lambda case: steps.either_way(gaussian_law.standard(mixture.Ratio(_moved(case), mixture.NOTHING))),
            "The worst pair is sum p_i N(s_i) and N(0), in either order; the moments of its likelihood ratio are "
            "integrals over a normal variable, at complex orders too.",
            rf"M(z)=\mathbb{{E}}_{{t\sim N(0,1)}}\,w(t)^z,\;{_MOVED};\;z\to 1-z\text{{ where added}}",
            conditions=several_amounts,
            source=f"{SOURCE}, for the pair; direct computation",
        ),
        theorem_of(
            "gaussian-mixture.replaced-characteristic",
            of,
            lambda case: _opposite(_moved(case)),
            "Where a record is replaced the worst pair is sum p_i N(s_i) and sum p_i N(-s_i); the moments of its "
            "likelihood ratio are integrals over a normal variable, at complex orders too.",
            rf"M(z)=\mathbb{{E}}_{{t\sim N(0,1)}}\,w(t)^z\,w(-t)^{{1-z}},\;{_MOVED}",
            conditions=several_amounts,
            source="ours, by Kahane's inequality; direct computation",
            changes_relation=True,
        ),
        theorem_of(
            "sample-with-replacement.gaussian-characteristic",
            ch.OnStep("sample-with-replacement", "gaussian"),
            _of_repeats,
            counts_of_a_record.PAIR,
            rf"M(z)\le\mathbb{{E}}_{{t\sim N(0,1)}}\,w(t)^z\,w(-t)^{{1-z}},\;{_MOVED},\;{counts_of_a_record.LATEX}",
            conditions=counts_of_a_record.seldom,
            source="ours, by Kahane's inequality; direct computation",
            side=ch.Side.UPPER,
        ),
    ]


def theorems() -> list[ch.Theorem]:
    """Of Gaussian mixtures, and of groups."""
    return [*_of_mixtures(), *_of_groups()]
