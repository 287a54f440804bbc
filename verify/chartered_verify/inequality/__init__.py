"""Inequalities over boxes, proved by branch and bound in ball arithmetic."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "admissible", "prove")
