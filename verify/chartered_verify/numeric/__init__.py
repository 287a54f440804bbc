"""One-dimensional numerics: minima, roots, line searches."""

from ..lazy_module import import_later

import_later(__name__, "interval_newton")
