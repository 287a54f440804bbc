"""TRUSTED: certificates, written, read, replayed in ball arithmetic, and accepted or refused. Contains no search."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "check")
