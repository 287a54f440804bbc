"""Proofs by monotonicity: signs of derivatives, limits at the ends of a range, substitutions."""
