"""What is known by a pure or an (eps, delta) guarantee alone: its worst mechanism answers by randomized response, and
fails with probability delta (Kairouz, Oh, Viswanath 2015)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch

from ..subsampling.rate import rate, whole_or_none
from ..subsampling.sgd_step import sampled
from . import guarantee as cf
from .formulas import moments, sampled_guarantee
from .guarantee import CharacteristicFunction
from .noise_steps import AFA, theorem_of
from .replaced_record import SUM
from .theorems_of_mechanisms import GUARANTEE_ON_SAMPLE, guarantee_on_sample

_SOURCE = f"Kairouz, Oh, Viswanath 2015, Theorem 2.4; {AFA}"
_KINDS: tuple[tuple[str, Any, str], ...] = (
    ("pure", ch.Pure, "Randomized response is the worst eps-DP mechanism"),
    (
        "approximate",
        ch.Approximate,
        "Randomized response that gives everything away with probability delta is the worst (eps, delta)-DP mechanism",
    ),
)
_MOMENTS = r"M(z)=(1-\delta)\frac{e^{z\varepsilon}+e^{(1-z)\varepsilon}}{1+e^{\varepsilon}}"
_FIXED_SIZE = (
    r"M(z)=s\,(w^z+w^{1-z})+1-q\delta-s\,(1+w),\;w=1+q\,(e^{\varepsilon}-1),"
    r"\;s=\frac{1-\delta}{1+e^{\varepsilon}}"
)
_FAILING = ((r"\delta(1-q)^z+", ""), (r"(1-\delta)", ""), (r"-q\delta", ""), (r"{1-\delta}", "{1}"))
"""The parts of these formulas that speak of a failure, each with what replaces it where there is none."""


def _of_step(case: ch.Case) -> CharacteristicFunction:
    failure = Fraction(0) if case.get("delta") is None else case.number("delta")
    return cf.one_run(moments.RandomizedResponse(case.number("epsilon"), failure=failure))


def _of_guarantee(g: Any) -> CharacteristicFunction:
    return cf.one_run(moments.RandomizedResponse(g.epsilon, failure=getattr(g, "delta", 0)))


def _rational(g: Any) -> tuple[Fraction, Fraction]:
    """eps and delta, rounded up."""
    return ch.rational_above(g.epsilon, "eps"), ch.rational_above(getattr(g, "delta", 0), "delta")


def _on_sample(case: ch.Case) -> CharacteristicFunction:
    return guarantee_on_sample(rate(case), *_rational(case.inner))


def _replaced(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(sampled_guarantee.ReplacedGuarantee(rate(case), *_rational(case.inner)))


def _of_fixed_size(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(sampled_guarantee.FixedSizeGuarantee(rate(case), *_rational(case.inner)))


def theorems() -> list[ch.Theorem]:
    """Exactly of steps that state nothing else, and as a bound of all that have such a guarantee."""
    return [theorem for kind in _KINDS for theorem in (*_on_all_data(*kind), *_on_samples(*kind))]


def _on_all_data(name: str, kind: type[ch.Guarantee], worst: str) -> list[ch.Theorem]:
    latex = _said(_MOMENTS, kind)
    return [
        theorem_of(f"{name}-step.characteristic", ch.OnStep(name), _of_step, f"{worst}.", latex, source=_SOURCE),
        _bound(f"{name}.characteristic", kind, _of_guarantee, f"{worst}.", latex),
    ]


def _on_samples(name: str, kind: type[ch.Guarantee], worst: str) -> list[ch.Theorem]:
    pattern = ch.OnWrapper("poisson", kind)
    return [
        _bound(
            f"poisson.{name}-characteristic",
            pattern,
            _on_sample,
            f"{worst}, also on a Poisson sample of which a record is removed or added.",
            _said(GUARANTEE_ON_SAMPLE, kind),
            conditions=sampled,
            failures=rate,
        ),
        _bound(
            f"poisson.replaced-{name}-characteristic",
            pattern,
            _replaced,
            f"{worst}; on a Poisson sample in which a record is replaced, its outcomes are sorted so that those which "
            "are likelier with the one record are less likely with the other.",
            SUM,
            conditions=sampled,
            changes_relation=True,
            source="ours, by the claims of poisson.exact-replaced-profile; direct computation",
        ),
        _bound(
            f"sample.{name}-characteristic",
            ch.OnWrapper("sample", kind),
            _of_fixed_size,
            f"{worst}; on a sample of a fixed size the losses above 0 are those of its removal from a Poisson sample, "
            "and those below 0 their mirror image.",
            _said(_FIXED_SIZE, kind),
            conditions=whole_or_none,
            failures=rate if kind is ch.Pure else None,
            source=f"Balle, Barthe, Gaboardi 2018, Theorem 9; {AFA}",
        ),
    ]


def _said(latex: str, kind: type[ch.Guarantee]) -> str:
    """The formula, of a pure guarantee with delta = 0."""
    for failing, sure in _FAILING if kind is ch.Pure else ():
        latex = latex.replace(failing, sure)
    return latex


def _bound(name: str, takes: Any, bound: Any, statement: str, latex: str, **more: Any) -> ch.Theorem:
    more = {"source": _SOURCE, "side": ch.Side.UPPER, "optimal_for_premise": True} | more
    return theorem_of(name, takes, bound, statement, latex, **more)
