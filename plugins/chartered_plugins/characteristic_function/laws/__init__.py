"""Laws of the privacy loss: a noise, and two mixtures of its shifts. What has a closed form without a sample is in
`formulas/`."""

from chartered_verify.lazy_module import import_later

import_later(__name__)
