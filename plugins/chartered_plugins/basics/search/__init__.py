"""Searches of basics, in floats: they propose witnesses, are imported when one is needed, and never by a check."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__)
