"""Claims as files for Coq, a proof assistant: each step of a claim becomes a lemma for all values of its letters, with
a proof script."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "file")
