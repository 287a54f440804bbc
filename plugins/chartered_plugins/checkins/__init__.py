"""Random check-ins: clients report in random slots."""

from chartered_verify.lazy_module import import_later

import_later(__name__, "delta_split")
