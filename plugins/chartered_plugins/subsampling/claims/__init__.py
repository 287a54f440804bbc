"""Samples of the records: Poisson and without replacement, of any mechanism and of Gaussian noise."""
