"""Chartered as a service: questions about ledgers, and a budget that several programs share, over HTTP."""
