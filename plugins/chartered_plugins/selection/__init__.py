"""Selection: the best of several candidates by noisy scores, and queries that are compared with a noisy threshold."""
