"""The loss of Gaussian noise: its Renyi curve is linear in the order, and its moments are the same formula at complex
orders. rho = mu^2/2 for mu-GDP."""

from __future__ import annotations

from chartered_verify.arithmetic import Value


def curve(rho: Value, alpha: Value) -> Value:
    """The Renyi divergence of order alpha: rho alpha."""
    return rho * alpha


def log_moment(rho: Value, z: Value) -> Value:
    """log E_Q[e^(zL)] = (z-1) rho z, at a real or a complex order."""
    return (z - 1) * curve(rho, z)
