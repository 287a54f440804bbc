"""Searches of characteristic_function, in floats: they propose witnesses, and no check imports them."""
