"""Claims about correlated noise; imported only when claims are requested."""
