"""The formulas of batches."""
