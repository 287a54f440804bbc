"""Forms of claims: the statement of each, and its decision procedure."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "algebraic", "integer_corners", "expansion_quotient", "identity", "optimum")
