"""Claims about loss_distribution; imported only when claims are requested."""
