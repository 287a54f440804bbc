"""Runs claims: in processes, on a cluster, or in pytest."""
