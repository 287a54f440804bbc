"""Spot checks of a statement on its domain, done for every verdict before it is returned."""
