"""The conformance kit: what every plugin must do, checked in one line of its tests.

>>> import chartered_staircase
>>> from chartered.testing.conform import conform
>>> conform(chartered_staircase)
"""
