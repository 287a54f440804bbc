"""Correlated noise: a training or a stream of sums that is released through a factor of a matrix (DP-FTRL, BandMF)."""
