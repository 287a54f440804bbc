"""Protocols that run: distributed DP-SGD with random check-ins, on data, with the certified privacy of the very run.

>>> from chartered_plugins.checkins.simulation import simulate
>>> report = simulate("checkin:m=500,n=1000/gaussian:sigma=4,sensitivity=2", delta="1e-6", seed=1)
>>> report.epsilon, report.dummies, report.expected_dummies, report.excess_risk

Its noise is NumPy's: right for a study, not for data that matter, where a sampler must withstand attacks on floating
point."""

from __future__ import annotations

from .learning_loop import Report as Report, simulate as simulate
from .logistic_regression import Problem as Problem, read_csv as read_csv, synthetic as synthetic
