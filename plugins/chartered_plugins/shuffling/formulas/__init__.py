"""Formulas of shuffling: functions of an arithmetic; they import nothing from the registry."""

from chartered_verify.lazy_module import import_later

import_later(__name__)
