"""Mechanisms: Gaussian, Laplace, discrete noise, exponential, randomized response, and families with a noise
calibration."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "calibrated_noise")
