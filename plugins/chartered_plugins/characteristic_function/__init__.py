"""Composition by the characteristic function of the privacy loss: exact privacy profiles, as upper and lower bounds."""

from chartered_verify.lazy_module import import_later

import_later(__name__, "profile")
