"""Amplification by subsampling: Poisson samples, and samples of a fixed size."""
