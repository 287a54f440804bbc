"""The formulas of batches."""

from chartered_verify.lazy_module import import_later

import_later(__name__)
