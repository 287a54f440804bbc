"""A matrix by its entries or from a file: what is read, what a record moves, groups in turn, and what is refused."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import chartered as ch
import numpy as np
import pytest
from chartered import Ledger, Side
from chartered.certificate.digest import sealed
from chartered_plugins.correlated_noise.formulas import listed_matrix
from chartered_plugins.correlated_noise.matrix_file import settings
from hypothesis import given, settings as effort, strategies as st

OWN = "matrix:sigma=1,family=listed,steps=3,entries=1:1/2:2:1/4:1:1"
CYCLIC = "participation=cyclic-poisson,rate=0.1"


def mu_squared(step: str, theorem: str = "matrix.listed") -> Fraction:
    """The exact mu^2 of a step."""
    case = ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)
    return Fraction(ch.registry().theorem(theorem).apply(case).mu_squared)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_columns_that_count_are_found() -> None:
    """A single pass moves by the largest column, two passes by the sum of two, wherever they are."""
    assert mu_squared(OWN) == 5
    assert mu_squared(f"{OWN},participation=fixed,separation=1,uses=1") == 5
    assert mu_squared(f"{OWN},participation=fixed,separation=2") == 5
    assert mu_squared(f"{OWN},participation=fixed,separation=1,uses=2") == 1 + Fraction(5, 2) ** 2 + Fraction(5, 4) ** 2
    answer = Ledger(f"{OWN},participation=fixed,separation=1").epsilon("1e-5")
    assert answer.side is Side.EXACT
    assert ch.check(answer.certificate()).accepted


@given(data=st.data())
@effort(max_examples=25, deadline=None)
def test_no_set_of_steps_moves_more(data: st.DataObject) -> None:
    """Beside all sets, with entries of both signs; where it is attained, equal contributions move as much."""
    steps = data.draw(st.integers(1, 6))
    bands, separation, uses = (data.draw(st.integers(1, most)) for most in (steps, 4, 4))
    fractions = st.fractions(-3, 3, max_denominator=4)
    at = {place: data.draw(fractions) for place in listed_matrix.places(steps, bands)}
    matrix = listed_matrix.of(tuple(at.values()), steps, bands)
    found = listed_matrix.worst(matrix, separation, uses)
    most = attained = Fraction(0)
    for chosen in (c for k in range(1, uses + 1) for c in combinations(range(steps), k)):
        if all(b - a >= separation for a, b in pairwise(chosen)):
            columns = [[at.get((row, j), Fraction(0)) for row in range(steps)] for j in chosen]
            products = [sum(map(Fraction.__mul__, a, b)) for a in columns for b in columns]
            most, attained = max(most, sum(map(abs, products))), max(attained, sum(products))
    assert matrix.squared(found.moved) == most
    assert not found.attained or attained == most


def test_where_a_product_is_negative_the_answer_is_a_bound() -> None:
    """Contributions of one sign cancel there; those of others may not."""
    step = "matrix:sigma=1,family=listed,steps=3,bands=2,entries=1:-1/2:1:-1/2:1,participation=fixed,separation=1"
    answer = Ledger(step).epsilon("1e-5")
    assert answer.path[0] == "matrix.listed-above"
    assert answer.lower is None
    assert mu_squared(step, "matrix.listed-above") == Fraction(5, 4) * 2 + 1 + 4 * Fraction(1, 2)
    apart = Ledger(step.replace("separation=1", "separation=2")).epsilon("1e-5")
    assert (apart.path[0], apart.side) == ("matrix.listed", Side.EXACT)


def test_too_many_sets_are_bounded() -> None:
    """Not below what every other step moves, and less than twice that."""
    entries = tuple(Fraction(1 + (i * i + 3 * i * j) % 97 % 11, 1 + i - j) for i, j in listed_matrix.places(300, 6))
    matrix = listed_matrix.of(entries, 300, 6)
    found = listed_matrix.worst(matrix, 2, 150)
    together = [sum(column) for column in zip(*(_rows(matrix, first) for first in range(0, 300, 2)), strict=True)]
    assert not found.attained
    assert sum(entry**2 for entry in together) <= found.moved < 2 * sum(entry**2 for entry in together)
    assert listed_matrix.worst(matrix, 2, 2).attained


def _rows(matrix: listed_matrix.Listed, column: int) -> list[int]:
    """A column with the zeros above and below it."""
    inside = [0] * column + list(matrix.columns[column])
    return inside + [0] * (len(matrix.columns) - len(inside))


def test_groups_sampled_in_turn_have_both_ends() -> None:
    """From above by the largest norms of all groups, from below by one group; equal where one has the largest."""
    step = f"matrix:sigma=60,family=listed,steps=4,bands=1,entries=3:5:4:2,separation=2,{CYCLIC}"
    answer = Ledger(step).epsilon("1e-5")
    parts = "poisson:rate=0.1/gaussian:sigma="
    upper, lower = (Ledger([f"{parts}{one}", f"{parts}{other}"]).epsilon("1e-5") for one, other in ((12, 20), (12, 30)))
    assert answer.upper == upper.upper
    assert answer.lower == lower.lower
    assert answer.lower < answer.upper
    assert ch.check(answer.certificate()).accepted
    first = Ledger(step.replace("3:5:4:2", "4:5:3:2").replace("sigma=60", "sigma=7")).epsilon("1e-5")
    assert first.lower < first.upper
    one = Ledger(step.replace("3:5:4:2", "3:5:2:4")).epsilon("1e-5")
    assert one.upper - one.lower < 1e-9
    assert Ledger(step, "replace-one").epsilon("1e-5").path[0] == "matrix.other-group"
    whole = Ledger(step.replace("rate=0.1", "rate=1"), "replace-one").epsilon("1e-5")
    assert whole.path[0] == "matrix.whole-group"
    assert whole.upper == Ledger(f"gdp:mu=sqrt({4 * (5**2 + 2**2)})/60").epsilon("1e-5").upper


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", ">f8", "i1", "i4", "u1", ">u8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_is_read_as_it_is(folder: Path, kind: str, order: str) -> None:
    """Of every kind of number and in both orders, the entries are those of the array."""
    whole = np.tril(np.arange(1, 26).reshape(5, 5) % 9 + 1)
    array = np.asarray(whole + (0.375 * np.tri(5) if "f" in kind else 0), dtype=kind, order=order)
    np.save("C.npy", array)
    found = settings("C.npy")
    entries = [float(entry) for entry in found["entries"].split(":")]
    assert entries == [float(array[place]) for place in listed_matrix.places(5, 5)]
    assert (found["steps"], found["bands"]) == ("5", "5")


def test_a_float_is_its_shortest_decimal_and_text_is_what_it_says(folder: Path) -> None:
    """0.1 is one tenth in both; text may hold fractions, a comment and empty lines."""
    np.save("C.npy", np.array([[1, 0], [0.1, 0.7]]))
    (folder / "C.csv").write_text("# C\n1, 0\n\n1/10; 0.70\n", "utf-8")
    assert (
        settings("C.npy")
        == settings("C.csv")
        == {"family": "listed", "steps": "2", "bands": "2", "entries": "1:0.1:0.7"}
    )
    answer = Ledger("matrix:file=C.npy,sigma=1").epsilon("1e-5")
    assert "file" not in str(answer.entries[0])
    (folder / "C.npy").unlink()
    assert ch.check(answer.certificate()).accepted


def test_a_toeplitz_band_is_recognised(folder: Path) -> None:
    """It is written by its coefficients, and has the numbers of that family, however many steps it has."""
    np.savetxt("C.csv", sum(np.diag(np.full(500 - k, 0.5**k), -k) for k in range(3)), delimiter=",")
    made = ch.parse("matrix:file=C.csv,sigma=2")
    assert str(made.step).startswith("matrix:sigma=2,family=toeplitz,steps=500,coefficients=1:0.5:0.25,")


NONE = "name a lower triangular matrix"


@pytest.mark.parametrize(
    ("matrix", "why"),
    [
        (np.ones((3, 4)), "'C.npy' is no square of 1 to 2000 rows"),
        (np.ones(3), "no array of whole numbers or floats in two dimensions"),
        (np.ones((2, 2), dtype=complex), "no array of whole numbers or floats"),
        (np.ones((2, 2)), "row 1, column 2 of 'C.npy' is not 0; it must be lower triangular"),
        (np.tril(np.full((2, 2), np.nan)), "row 1, column 1 of 'C.npy' is no finite number"),
        (np.tril(np.full((2, 2), np.inf)), "row 1, column 1 of 'C.npy' is no finite number"),
        (np.diag([1.0, 0.0]), "the diagonal entry of row 2 is 0: such a matrix has no inverse"),
        (np.tril(np.arange(1, 40001).reshape(200, 200)), "has 20100 entries within 200 bands, too many"),
        (np.tril(np.ones((600, 600))), "has more than 128000 entries that are not 0"),
        (np.tri(90) * np.random.default_rng(1).random((90, 90)) / 3e200, "too many for the text of a step"),
    ],
)
def test_what_is_wrong_with_a_matrix_is_said(folder: Path, matrix: np.ndarray, why: str) -> None:
    """Its shape, its kind, an entry, or its size."""
    np.save("C.npy", matrix)
    with pytest.raises(ch.BadValue) as refused:
        ch.parse("matrix:file=C.npy,sigma=1")
    assert why in f"{refused.value}"


def test_objects_and_cut_files_are_never_read(folder: Path) -> None:
    """An array of pickled objects is refused by its header, as is one that lacks numbers; contents are not repeated."""
    np.save("C.npy", np.array([[{}]], dtype=object), allow_pickle=True)
    with pytest.raises(ch.BadValue, match="no array of whole numbers"):
        settings("C.npy")
    np.save("D.npy", np.tri(9))
    whole = (folder / "D.npy").read_bytes()
    for size in (5, 20, 127, 300, len(whole) - 1):
        (folder / "C.npy").write_bytes(whole[:size])
        with pytest.raises(ch.BadValue):
            settings("C.npy")
    (folder / "C.csv").write_text("1,0\nsecret,1\n", "utf-8")
    with pytest.raises(ch.BadValue, match="row 2, column 1") as refused:
        settings("C.csv")
    assert "secret" not in str(refused.value)
    with pytest.raises(ch.BadValue, match="No such file"):
        settings("nothing.npy")


@given(changed=st.dictionaries(st.integers(0, 140), st.integers(0, 255), max_size=6))
@effort(max_examples=60, deadline=None)
def test_a_damaged_array_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, changed: dict[int, int]) -> None:
    """Whatever the bytes of its header are, there is no other error."""
    path = tmp_path_factory.mktemp("damaged") / "C.npy"
    np.save(path, np.tri(3))
    content = bytearray(path.read_bytes())
    for place, byte in changed.items():
        content[place] = byte
    path.write_bytes(content)
    with contextlib.suppress(ch.BadValue):
        assert set(settings(str(path))) >= {"family", "steps"}


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("matrix:sigma=1,family=listed,steps=2", "entries go with family=listed"),
        ("matrix:sigma=1,family=tree,steps=2,entries=1:1:1", "entries go with family=listed"),
        (
            "matrix:sigma=1,family=listed,steps=2,entries=1:1",
            "2 entries: the lower triangle of 2 rows with 2 bands has 3",
        ),
        ("matrix:sigma=1,family=listed,steps=2,bands=1,entries=1:0", "diagonal entry of row 2 is 0"),
        ("matrix:sigma=1,family=listed,steps=2001,bands=1,entries=1", "has at most 2000 steps, and this one 2001"),
        (f"{OWN},{CYCLIC},separation=2", "2 groups are fewer than 3 bands"),
        (f"matrix:sigma=1,family=listed,steps=2,bands=1,entries=1:1/{10**1300 + 7}", "more than 4096 bits"),
        (f"{OWN},participation=fixed", "participation=fixed needs separation"),
    ],
)
def test_entries_that_are_no_matrix_are_refused(step: str, why: str) -> None:
    """Too few, none on the diagonal, too many steps, bands that overlap, and denominators without end."""
    with pytest.raises(ch.BadValue, match=why):
        ch.parse(step)


def test_a_check_reads_no_matrix(folder: Path) -> None:
    """A certificate that names a file is refused."""
    np.save("C.npy", np.array([[1, 0], [0.1, 0.7]]))
    document = Ledger("matrix:file=C.npy,sigma=1").epsilon("1e-5").certificate().to_dict()
    document["ledger"][0]["step"] = "matrix:file=C.npy,sigma=1"
    forged = ch.check(sealed({key: value for key, value in document.items() if key != "digest"}))
    assert not forged.accepted
    assert "names a file" in (forged.why or "")


def test_the_command_reads_a_file(folder: Path) -> None:
    """In a process of its own, as a user meets it."""
    np.save("C.npy", np.array([[1, 0], [0.1, 0.7]]))
    command = [sys.executable, "-m", "chartered", "epsilon", "matrix:file=C.npy,sigma=2", "--delta", "1e-5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "entries=1:0.1:0.7" in done.stdout


@pytest.mark.parametrize("neighbours", ["add-or-remove", "replace-one"])
def test_matrices_to_which_different_theorems_apply_are_composed(neighbours: str) -> None:
    """One by its columns, one by its entries: each follows a path of its own, and the squares of mu add up."""
    one, other = "matrix:sigma=9,family=square-root,steps=4", "matrix:sigma=9,family=listed,steps=2,entries=1:-0.5:1"
    both = Ledger([one, other], neighbours=neighbours)
    answer = both.epsilon("1e-5")
    squares = sum(Fraction(Ledger(step, neighbours=neighbours).mu().upper_exact) ** 2 for step in (one, other))
    assert answer.upper == pytest.approx(Ledger(f"gdp:mu={float(squares) ** 0.5!r}").epsilon("1e-5").upper, rel=1e-9)
    assert ch.check(answer.certificate()).accepted


@pytest.mark.full
def test_its_steps_are_as_others_are() -> None:
    """The conformance kit finds nothing."""
    from chartered.testing import conform
    from chartered_plugins.correlated_noise import matrix

    signs = "matrix:sigma=1,family=listed,steps=3,bands=2,entries=1:-1/2:1:-1/2:1,participation=fixed,separation=1"
    turns = f"matrix:sigma=60,family=listed,steps=4,bands=1,entries=3:5:4:2,separation=2,{CYCLIC}"
    conform(matrix, steps=[OWN, signs, turns])


@pytest.mark.parametrize(("family", "column"), [
    ("toeplitz,coefficients=1:6,steps=2,uses=2", (1, 6)),
    ("toeplitz,coefficients=1:0:3:1/2,steps=6,uses=3", (1, 0, 3, "1/2", 0, 0)),
    ("blt,scales=2:1/3,decays=1/2:1/5,steps=5,uses=5", (1, "7/3", "16/15", "77/150", "379/1500")),
])  # fmt: skip
def test_the_same_matrix_costs_the_same_in_every_family(family: str, column: tuple[str | int, ...]) -> None:
    """Where entries rise and columns overlap, those of another family are written out: the answer is exact."""
    rows = [":".join(str(column[row - j]) for j in range(row + 1)) for row in range(len(column))]
    listed = re.sub(r"^.*?,steps", f"listed,entries={':'.join(rows)},steps", family)
    found, same = (
        ch.Ledger(f"matrix:sigma=3,family={one},participation=fixed,separation=1").delta(1) for one in (family, listed)
    )
    assert found.path == same.path == ("matrix.listed", "gdp", "gdp.profile")
    assert (found.lower_exact, found.upper_exact) == (same.lower_exact, same.upper_exact)
    assert ch.check(found.certificate()).accepted


@pytest.mark.parametrize("family", [
    "toeplitz,coefficients=1:2,steps=2001", "blt,scales=2,decays=1/2,steps=100", "blt,scales=2,decays=1e-99,steps=13",
    "blt,scales=2,decays=1/2,steps=1e12", f"toeplitz,coefficients=1/{3**3000}:1,steps=4",
])  # fmt: skip
def test_too_many_entries_are_bounded(family: str) -> None:
    """More than might be listed, in number or in digits."""
    step = f"matrix:sigma=3,family={family},participation=fixed,separation=1"
    case = ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)
    assert ch.registry().theorem("matrix.listed-above").conditions(case) == ""
    assert ch.registry().theorem("matrix.above").conditions(case) is None
