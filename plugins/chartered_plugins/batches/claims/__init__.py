"""The claims about batches."""
