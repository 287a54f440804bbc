"""Interfaces of other packages: their events are read into ledgers, and classes with the interface of their accountants
answer with ours. Each module needs its package, an optional extra."""
