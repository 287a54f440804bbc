"""The learning problem: logistic regression in a ball, on records of norm at most 1, so that its loss is
1-Lipschitz."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

from chartered import BadValue
from chartered.special_files import read_at_most
from chartered_verify.catching import ours
from chartered_verify.large_packages import numpy as np
from msgspec import Struct

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
RADIUS = 5.0
"""The radius of the ball that contains the models."""
_MOST_BYTES = 1 << 28


class Problem(Struct, frozen=True, eq=False):
    """Records, one per row, with labels -1 and 1. Record i belongs to client i."""

    records: Array
    labels: Array
    radius: float = RADIUS

    @property
    def dimension(self) -> int:
        """The number of features of a record."""
        return int(self.records.shape[1])

    def risk(self, model: Array) -> float:
        """The mean loss log(1 + e^(-y <x, model>)) over all records."""
        return float(np.logaddexp(0, -self.labels * (self.records @ model)).mean())

    def gradients(self, model: Array, clients: Array | list[int]) -> Array:
        """The gradients of these clients' losses, one per row."""
        rows = np.asarray(clients, dtype=np.intp)
        margins = self.labels[rows] * (self.records[rows] @ model)
        weights = -self.labels[rows] / (1 + np.exp(np.clip(margins, -700, 700)))
        found: Array = weights[:, None] * self.records[rows]
        return found

    def projected(self, model: Array) -> Array:
        """The nearest model in the ball."""
        size = float(np.linalg.norm(model))
        return model if size <= self.radius else model * (self.radius / size)

    def best_risk(self) -> float:
        """The least risk in the ball, without privacy."""
        from chartered_verify.large_packages import whole

        minimize = whole("scipy.optimize").minimize

        def slope(model: Array) -> Array:
            found: Array = self.gradients(model, list(range(len(self.labels)))).mean(axis=0)
            return found

        inside = {"type": "ineq", "fun": lambda v: self.radius**2 - v @ v, "jac": lambda v: -2 * v}
        found: Any = minimize(
            self.risk,
            np.zeros(self.dimension),
            jac=slope,
            method="SLSQP",
            constraints=[inside],
            options={"maxiter": 500},
        )
        return min(float(self.risk(self.projected(found.x))), float(np.log(2)))


def synthetic(clients: int, dimension: int, seed: int) -> Problem:
    """Records uniform on the sphere, and labels by a logistic model of norm 4."""
    random = np.random.default_rng(seed)
    records = random.normal(size=(clients, dimension))
    records /= np.linalg.norm(records, axis=1, keepdims=True)
    truth = np.full(dimension, 4 / np.sqrt(dimension))
    likely = random.random(clients) < 1 / (1 + np.exp(-records @ truth))
    return Problem(records, np.where(likely, 1.0, -1.0))


def read_csv(path: str | Path) -> Problem:
    """Records from a CSV file with or without a header: numbers, with the label in the last column, which has two
    different values. Raises BadValue."""
    try:
        content = read_at_most(path, _MOST_BYTES)
        if len(content) > _MOST_BYTES:
            raise BadValue(f"the data {path} have more than {_MOST_BYTES} bytes", "name a smaller CSV file")
        rows = [row for row in csv.reader(StringIO(content.decode("utf-8-sig"), newline="")) if row]
    except BadValue:
        raise
    except ours(OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadValue(
            f"cannot read the data {path}: {getattr(error, 'strerror', None) or error}", "name a CSV file"
        ) from None
    rows = rows[1:] if rows and not _numbers(rows[0]) else rows
    table = [_numbers(row) for row in rows]
    if not table or any(row is None or len(row) != len(table[0] or ()) for row in table) or len(table[0] or ()) < 2:
        raise BadValue(f"the data {path} are no table of finite numbers", "give one record a line, its label last")
    values = np.array(table, dtype=float)
    kinds = np.unique(values[:, -1])
    if len(kinds) != 2:
        raise BadValue(f"the data {path} have {len(kinds)} labels", "the last column must hold two different numbers")
    sizes = np.linalg.norm(values[:, :-1], axis=1, keepdims=True)
    return Problem(values[:, :-1] / np.maximum(sizes, 1), np.where(values[:, -1] == kinds[1], 1.0, -1.0))


def _numbers(row: list[str]) -> list[float] | None:
    try:
        found = [float(cell) for cell in row]
    except ours(ValueError):
        return None
    return found if np.isfinite(found).all() else None
