"""Random check-ins: clients report in random slots."""
