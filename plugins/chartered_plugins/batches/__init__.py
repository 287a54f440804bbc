"""Batches as data loaders make them: shuffled, or cut at a size."""
