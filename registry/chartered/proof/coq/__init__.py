"""A proof as a file for Coq, a proof assistant: the theorems on its path are named assumptions, and its numbers are
proved."""
