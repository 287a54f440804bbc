"""Privacy loss distributions: connect the dots, and convolution."""
