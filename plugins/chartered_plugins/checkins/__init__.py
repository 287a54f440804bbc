"""Random check-ins."""
