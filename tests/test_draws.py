"""Of many slow cases the full tier tries some, the same for the same number."""

from __future__ import annotations

from typing import Any

import pytest

from tests import draws


class Case:
    """A test as pytest has collected it."""

    def __init__(self, name: str, *marks: str, **more: int) -> None:
        self.nodeid, self.marks = name, [getattr(pytest.mark, mark)(**more).mark for mark in marks]

    def iter_markers(self, name: str) -> Any:
        """Those of this name."""
        return iter([mark for mark in self.marks if mark.name == name])


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the full tier."""
    monkeypatch.setattr(draws, "SEED", "17")


def test_all_are_tried_where_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable, or where it is empty."""
    monkeypatch.setattr(draws, "SEED", "")
    assert draws.drawn(range(100), 3, "any") == list(range(100))


def test_a_draw_is_repeated_by_its_number(seeded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, and other cases for another number or another test."""
    first = draws.drawn(range(1000), 20, "a")
    assert first == sorted(set(first)) == draws.drawn(range(1000), 20, "a")
    assert len(first) == 20
    assert first != draws.drawn(range(1000), 20, "b")
    monkeypatch.setattr(draws, "SEED", "18")
    assert first != draws.drawn(range(1000), 20, "a")


def test_every_case_is_drawn_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No case is left out for ever."""
    seen: set[int] = set()
    for seed in range(100):
        monkeypatch.setattr(draws, "SEED", str(seed))
        seen |= set(draws.drawn(range(50), 10, "a"))
    assert seen == set(range(50))


@pytest.mark.parametrize("mark", ["full", "slower"])
def test_only_slow_cases_beyond_the_most_are_left(seeded: None, mark: str) -> None:
    """Quick cases of the same test, and tests with few cases, stay."""
    many: list[Any] = [Case(f"t.py::many[{n}]", mark) for n in range(draws.MOST + 30)]
    others: list[Any] = [Case("t.py::many[quick]"), *(Case(f"u.py::few[{n}]", mark) for n in range(draws.MOST))]
    left = draws.left([*many, *others])
    assert len(left) == 30
    assert set(left) <= set(many)


def test_a_file_of_many_slow_tests_is_drawn_from_too(seeded: None) -> None:
    """Whatever their number of cases."""
    tests: list[Any] = [Case(f"t.py::test_{n}", "full") for n in range(draws.MOST_OF_A_FILE + 5)]
    assert len(draws.left(tests)) == 5


def test_a_test_of_long_cases_says_how_many(seeded: None) -> None:
    """Fewer than of others."""
    cases: list[Any] = [Case(f"t.py::long[{n}]", "full", cases=4) for n in range(20)]
    assert len(draws.left(cases)) == 16
