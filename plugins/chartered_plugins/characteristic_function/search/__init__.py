"""Searches of characteristic_function: in floats, they propose witnesses; never imported by a check."""
