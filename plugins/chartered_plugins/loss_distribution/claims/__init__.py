"""Claims about loss_distribution; imported only when claims are asked for."""
