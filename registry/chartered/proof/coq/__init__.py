"""A proof as a file for Coq, a proof assistant: the theorems on its path are named assumptions, and its numbers are
proved."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "file")
