"""Composition by the characteristic function of the privacy loss: exact profiles, from both sides."""
