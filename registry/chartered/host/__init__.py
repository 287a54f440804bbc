"""Plugins: hook specifications, and the registry of what installed plugins register."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "session_plugin", "declared_types")
