"""The mechanisms whose moment generating function costs little at any height: a closed form, or a sum of few terms."""

from __future__ import annotations

from typing import Any

from ..laws.analytic_law import Law
from ..laws.discrete_laplace import LaplaceOnIntegers
from ..laws.laplace_law import LaplaceLaw
from .few_loss_moments import FewLosses
from .moments import ClosedForm


def samples_noise(m: Any) -> bool:
    """Whether it is that of noise on a sample with many losses, as a sum."""
    return isinstance(m, LaplaceLaw | LaplaceOnIntegers) or (isinstance(m, Law) and m.noise.integers)


def samples_one(m: Any) -> bool:
    """Whether it is noise on a sample of which one record changes: one run has an exact profile, and few are answered
    by losses on a grid."""
    if not samples_noise(m):
        return False
    if isinstance(m, Law) and not m.noise.replaced_profile and m.ratio.p.spread and m.ratio.q.spread:
        return False
    return all(len(mixture.parts) <= 2 for mixture in (m.ratio.p, m.ratio.q))


def is_cheap(m: Any) -> bool:
    """Whether it costs little at any height."""
    return isinstance(m, ClosedForm | FewLosses) or samples_noise(m)
