"""TRUSTED: certificates, written, read, replayed in ball arithmetic, and accepted or refused. Contains no search."""
