"""One-dimensional numerics: minima, roots, line searches."""
