"""`python -m chartered_check PROOF`."""

from .command import script

script()
