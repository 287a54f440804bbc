"""Mechanisms: Gaussian, Laplace, discrete, exponential, randomized response, families with a noise trade-off."""
