"""Shuffled reports: clones, the privacy blanket, randomized response."""
