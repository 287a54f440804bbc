"""Speed and distance from the truth, measured beside peers in one run; nothing here is a test."""
