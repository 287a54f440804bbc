"""TRUSTED: certificates are written, read, replayed in ball arithmetic, and refused. No search."""
