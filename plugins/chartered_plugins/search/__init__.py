"""Searches: they run in floats, only propose witnesses, and are imported when a witness is asked for. `check` never loads them."""
