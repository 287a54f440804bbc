"""Searches about batches, in floats: they propose witnesses, are imported when one is needed, and never by a check."""
