"""Runs claims: in processes, on a cluster, or in pytest."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "executors", "pytest_items", "run")
