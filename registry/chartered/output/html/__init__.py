"""HTML pages to read and to pass on: a privacy statement and a verification report. Each is one file that loads no
other resources."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "page", "statement", "verification_report")
