"""The answers of other packages for differential-privacy accounting to the same question. Each runs in its own process,
through its public interface only."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "packages")
