"""Spot checks of a statement on its domain, done for every verdict before it is returned."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "admitted", "branch_points")
