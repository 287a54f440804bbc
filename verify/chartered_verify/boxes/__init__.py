"""Boxes of reals: enclosures of a range, sample points."""
