"""Amplification by shuffling: clones, the privacy blanket, shuffled randomized response."""
