"""Kinds of guarantees and the theorems between them: pure, approximate, zero-concentrated, Gaussian and Renyi DP; group
privacy."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "number_file", "worst_pure_profile")
