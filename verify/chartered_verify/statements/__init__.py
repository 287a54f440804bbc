"""Claims, ranges of variables, verdicts."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "claim", "verdict")
