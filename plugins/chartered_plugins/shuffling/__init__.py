"""Amplification by shuffling: clones, privacy blanket, shuffled randomized response."""
