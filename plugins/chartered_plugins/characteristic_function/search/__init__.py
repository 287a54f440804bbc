"""Searches of characteristic_function, in floats: they propose witnesses, and no check imports them."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__)
