"""Mechanisms: Gaussian, Laplace, discrete noise, exponential, randomized response, and families with a noise
calibration."""
