"""Floor 1: mathematics, no privacy. Arithmetics, enclosures, claims and the provers that decide them."""
