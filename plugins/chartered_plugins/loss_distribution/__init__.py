"""Privacy loss distributions: connect the dots, and convolution."""

from chartered_verify.lazy_module import import_later

import_later(__name__, "convolved_profile")
