"""Composition by the characteristic function of the privacy loss: exact privacy profiles, as upper and lower bounds."""
