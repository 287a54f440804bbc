"""What may be asked: fields with bounds. Numbers may be text, such as "1e-5" or "1/3", which is read exactly."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

STEPS = 100
"""The largest number of steps of a ledger."""
Number = Annotated[int | float | Annotated[str, Field(max_length=100)], Field(description="exact: 0.1, or as text 1/3")]
StepText = Annotated[str, Field(max_length=2000, examples=["poisson:rate=0.01/gaussian:sigma=1,times=1000"])]
Note = Annotated[str, Field(max_length=1000)]


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Steps(_Request):
    """A ledger, and how it is to be asked."""

    steps: Annotated[list[StepText], Field(min_length=1, max_length=STEPS)]
    neighbours: Literal["add-or-remove", "replace-one", "zero-out"] | None = None
    accountant: Annotated[str, Field(max_length=100)] | None = None
    digits: Annotated[int, Field(ge=1, le=50)] | None = None
    seconds: Annotated[float, Field(gt=0, description="processor time, at most that of the service")] | None = None


class EpsilonAt(Steps):
    """The least eps at a delta."""

    delta: Number


class DeltaAt(Steps):
    """The least delta at an eps."""

    epsilon: Number


class Round(_Request):
    """A step that would be run."""

    step: StepText
    times: Annotated[int, Field(ge=1, le=10**12)] = 1


class Payment(Round):
    """A step that is run, and what is said of it."""

    label: Note = ""
    author: Note = ""
    purpose: Note = ""
    date: Annotated[str, Field(max_length=40)] = ""
