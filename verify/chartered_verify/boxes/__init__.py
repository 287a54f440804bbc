"""Boxes of reals: enclosures of a range, sample points."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "region", "range_enclosure", "random_points")
