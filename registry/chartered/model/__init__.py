"""What may be stated: exact numbers, neighbouring relations, questions, mechanisms, steps, guarantees, theorems,
accountants."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "moment_check", "step_groups")
