"""Algebra with SymPy: identities, limits, signs."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "expressions", "sympy_time_budget")
