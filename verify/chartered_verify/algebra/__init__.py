"""Algebra with SymPy: identities, limits, signs."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "sympy_to_formula", "sympy_time_budget")
