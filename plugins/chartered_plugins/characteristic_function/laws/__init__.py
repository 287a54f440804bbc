"""Laws of the privacy loss: a noise, and two mixtures of its shifts. Gaussian noise on the real line and on the
integers is read by them; Laplace noise still has functions of its own in `formulas/`."""

from chartered_verify.lazy_module import import_later

import_later(__name__)
