"""Claims are run: in processes, on a cluster, in pytest."""
