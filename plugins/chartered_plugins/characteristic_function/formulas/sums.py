"""The mechanisms whose moment generating function costs little at any height: a closed form, or a sum of few terms."""

from __future__ import annotations

from .few_losses import FewLosses
from .moments import ClosedForm
from .poisson_sums import PoissonSum
from .replaced_discrete_gaussian import ReplacedDiscreteGaussian
from .replaced_laplace import ReplacedLaplace

SAMPLED_NOISE = (PoissonSum, ReplacedLaplace, ReplacedDiscreteGaussian)
"""Those of noise on samples with many losses."""
SUMS = (ClosedForm, FewLosses, *SAMPLED_NOISE)
"""All of them."""
