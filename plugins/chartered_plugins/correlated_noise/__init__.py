"""Correlated noise: a training or a stream of sums that is released through a factor of a matrix (DP-FTRL, BandMF)."""

from chartered_verify.lazy_module import import_later

TOEPLITZ, SQUARE_ROOT, BLT, TREE, LISTED = "toeplitz", "square-root", "blt", "tree", "listed"
SINGLE, FIXED, CYCLIC = "single", "fixed", "cyclic-poisson"
MOST_BANDS = 10_000
MOST_ENTRIES, MOST_LISTED, MOST_BITS = 5000, 2000, 4096
"""Of a matrix by its entries: the largest number of these and of steps, and of bits of their common denominator."""
MOST_BUFFERS = 16
"""Of a BLT; each of its numbers has at most MOST_BITS bits above and below the fraction line."""

import_later(__name__, "column_as_run", "listed_matrix", "matrix_file")
