"""Plots: what they draw, and how."""
