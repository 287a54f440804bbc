"""The service answers as the command does, refuses what is too much, reads no file for anybody, and keeps its time."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

for needed in ("fastapi", "httpx", "sqlalchemy"):
    pytest.importorskip(needed, reason=f"needs {needed}: pip install 'examples/service[test]'")

import chartered as ch  # noqa: E402  # after what is needed
from chartered.model.exact_numbers import exact  # noqa: E402
from chartered_service.app import create  # noqa: E402
from chartered_service.settings import Settings  # noqa: E402
from chartered_service.work import answered  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402

QUESTION = {"steps": ["poisson:rate=0.01/gaussian:sigma=1,times=1000"], "delta": "1e-5"}
HARD = {"steps": ["shuffled:n=100000/randomized-response:epsilon=2,k=50,times=1000"], "delta": "1e-5"}


def served(book: str, **limits: Any) -> Iterator[Any]:
    """A client of a service, which is started and ended."""
    with TestClient(create(Settings(book=book, **limits)), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A book of mu = 1."""
    url = str(tmp_path_factory.mktemp("book") / "year.db")
    with ch.Book.create(url, ch.Filter(gdp=1, pure="1/2"), unit="a household"):
        return url


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[Any]:
    """A service with a book, and limits that tests can reach; a machine that is busy is given time."""
    yield from served(url, seconds=2, patience=60, waiting=4, body=20_000)


def error_of(response: Any, status: int) -> Any:
    """The type and the message of an error."""
    assert response.status_code == status, response.text
    assert set(response.json()["error"]) == {"type", "message", "hint"}
    return response.json()["error"]


def test_answers_are_those_of_the_library(client: Any) -> None:
    """The whole account: the same ends, paths and reasons."""
    told = client.post("/epsilon", json=QUESTION).json()
    best = ch.Ledger(QUESTION["steps"]).epsilon("1e-5")
    assert (told["quantity"], told["best"]) == ("epsilon", best.accountant)
    assert (told["answers"][0]["upper"], told["answers"][0]["lower"]) == (best.upper, best.lower)
    told = client.post("/delta", json={"steps": ["laplace:scale=2"], "epsilon": 0.25, "accountant": "profile"}).json()
    assert [answer["upper"] for answer in told["answers"]] == [ch.Ledger("laplace:scale=2").delta("1/4").upper]
    told = client.post("/epsilon", json={"steps": ["gaussian:sigma=1"], "delta": 0}).json()
    assert told["answers"][0]["upper"] == "inf"


def test_a_budget_is_asked_and_spent(client: Any, url: str) -> None:
    """A refusal is 409, with what is left; what was paid stands in the book."""
    told = client.post("/book/ask", json={"step": "gaussian:sigma=2", "times": 3}).json()
    assert told == {
        "allowed": True,
        "cost": {"gdp": "0.75"},
        "left": {"gdp": "0.25", "pure": "0.5"},
        "why": None,
        "neighbours": "add-or-remove",
        "unit": "a household",
    }
    paid = client.post("/book/spend", json={"step": "gaussian:sigma=2", "times": 3, "label": "ages", "author": "Ada"})
    assert paid.json()["entry"]["label"] == "ages"
    refused = client.post("/book/spend", json={"step": "gaussian:sigma=1"})
    assert error_of(refused, 409)["type"] == "BudgetExceeded"
    assert refused.json()["decision"]["left"] == {"gdp": "0.25", "pure": "0.5"}
    assert client.post("/book/ask", json={"step": "gaussian:sigma=1"}).json()["allowed"] is False
    told = client.get("/book/remaining", params={"delta": "1e-5"}).json()
    with ch.Book(url) as book:
        assert (told["digest"], told["left"]) == (book.verify(), {"gdp": "0.25", "pure": "0.5"})
        assert told["answer"]["upper"] == book.answer(delta="1e-5").upper


def test_a_number_of_thousands_of_digits_is_paid_and_told(client: Any, tmp_path: Path) -> None:
    """Python writes no integer of more than 4300 digits unless it is told to."""
    step = {"step": "gaussian:sigma=3e3000"}
    told = client.post("/book/ask", json=step).json()
    assert len(told["cost"]["gdp"]) > 4300
    path = str(tmp_path / "long.db")
    with ch.Book.create(path, ch.Filter(gdp=1)):
        pass
    for own in served(path, patience=60):
        paid = own.post("/book/spend", json=step)
        assert paid.status_code == 200, paid.text
        assert paid.json()["entry"]["cost"] == told["cost"]
        left = own.get("/book/remaining").json()["left"]
        assert paid.json()["left"] == left
        with ch.Book(path) as book:
            assert {"gdp": exact(left["gdp"], "left")} == book.left


class Broken:
    """A book that fails as nobody foresaw."""

    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError("/srv/secret")


def test_what_nobody_foresaw_is_an_error_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The process goes on; its words are for whoever runs the service, not for whoever asks."""
    book: Any = Broken()
    given = {"step": "gaussian:sigma=1", "times": 1}
    for name, hint in (("ask", "whoever runs the service"), ("spend", "whether it was paid is not known")):
        status, body = answered(Settings(book="year.db"), book, name, dict(given))
        assert (status, body["error"]["type"]) == (500, "Failed")
        assert body["error"]["message"] == "the answer failed: ZeroDivisionError"
        assert hint in body["error"]["hint"]
        assert "/srv/secret" in capsys.readouterr().err


def test_a_process_that_ended_during_a_payment_does_not_say_that_nothing_was_paid(client: Any) -> None:
    """It may have paid, and ended before it said so."""
    spend, ask = {"step": "gaussian:sigma=9", "author": "Ada"}, {"step": "gaussian:sigma=9"}
    for path, given, hint in (("spend", spend, "whether it was paid is not known"), ("ask", ask, "ask for less")):
        for child in active_children():
            child.kill()
            child.join()
        said = error_of(client.post(f"/book/{path}", json=given), 500)
        assert said["type"] == "WorkerEnded"
        assert hint in said["hint"]


def test_no_file_is_read_for_anybody(client: Any, tmp_path: Path) -> None:
    """Wherever a step is read, and whether the file is there or not, with one and the same answer."""
    (tmp_path / "PMF.csv").write_text("0.5,0.25\n0.5,0.75\n")
    said = set()
    for name in ("PMF.csv", "nothing.csv"):
        step = f"table:file=({tmp_path / name})"
        said.add(error_of(client.post("/epsilon", json={"steps": [step], "delta": "1e-5"}), 422)["message"])
        said.add(error_of(client.post("/book/ask", json={"step": step}), 422)["message"])
        said.add(error_of(client.post("/book/spend", json={"step": step}), 422)["message"])
    assert said == {"table names a file, and none is read here"}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"steps": ["gaussian:sigma=-1"], "delta": "1e-5"}, 422, "sigma is -1"),
        ({"steps": ["gaussian:sigma=1"], "delta": 2}, 422, "delta is 2"),
        ({"steps": ["gaussian:sigma=1"], "delta": True}, 422, "body.delta"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1" * 200}, 422, "body.delta"),
        ({"steps": [], "delta": "1e-5"}, 422, "body.steps"),
        ({"steps": ["gaussian:sigma=1"] * 101, "delta": "1e-5"}, 422, "body.steps"),
        ({"steps": ["gaussian:sigma=" + "1" * 2000], "delta": "1e-5"}, 422, "body.steps.0"),
        ({"steps": ["gaussian:sigma=1,times=1e12"], "delta": "1e-5"}, 422, "times is 1000000000000"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1e-5", "colour": 1}, 422, "body.colour"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1e-5", "digits": 51}, 422, "body.digits"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1e-5", "accountant": "nobody"}, 422, "nobody"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1e-5", "accountant": "pure"}, 422, "no answer"),
        ({"steps": ["gaussian:sigma=1"], "delta": "1e-5", "seconds": 0}, 422, "body.seconds"),
        ({"steps": ["x" * 1900] * 11, "delta": "1e-5"}, 413, "more than 20000 bytes"),
    ],
)
def test_what_is_wrong_or_too_much_is_refused(client: Any, body: dict[str, Any], status: int, words: str) -> None:
    """With a line that says where."""
    assert words in error_of(client.post("/epsilon", json=body), status)["message"]


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b"[" * 10_000, b'{"steps": NaN}', b""])
def test_what_is_no_request_is_refused(client: Any, content: bytes) -> None:
    """Whatever the bytes are."""
    response = client.post("/epsilon", content=content, headers={"Content-Type": "application/json"})
    error_of(response, response.status_code)
    assert 400 <= response.status_code < 500


def test_what_is_not_there_is_an_error_in_json(client: Any) -> None:
    """A path, a method, and a book where there is none."""
    error_of(client.get("/nothing"), 404)
    error_of(client.get("/epsilon"), 405)
    for alone in served("", patience=60):
        assert alone.get("/health").json() == {"status": "ok", "version": ch.__version__, "workers": 1}
        assert error_of(alone.get("/book/remaining"), 404)["type"] == "NoBook"


def test_the_best_that_is_found_in_time_is_the_answer(client: Any) -> None:
    """`seconds` ends a search, and what was found by then is an answer; nothing found is 504."""
    assert client.post("/epsilon", json=HARD | {"seconds": 0.2}).json()["answers"]
    never = {"steps": ["poisson:rate=0.01/gaussian:sigma=1,times=999"], "delta": "1e-5", "seconds": 1e-9}
    assert error_of(client.post("/epsilon", json=never), 504)["type"] == "OutOfTime"


@pytest.fixture
def impatient(url: str) -> Iterator[Any]:
    """A service that ends what takes too long."""
    yield from served(url, seconds=1e6, patience=2)


def test_a_process_that_takes_too_long_is_ended(impatient: Any) -> None:
    """Within the patience, whatever it does; the next question is answered by another process, and who asks beside it
    waits no longer than that, either."""
    noises = [f"allocation:steps=1000,uses={k}/gaussian:sigma=1" for k in range(10, 30)]  # minutes
    hard = {"steps": noises, "delta": "1e-9"}
    begin = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: impatient.post("/epsilon", json=hard).status_code, range(2)))
    assert set(found) <= {504, 503}, found
    assert 504 in found
    assert time.monotonic() - begin < 6
    for _ in range(40):
        if impatient.post("/book/ask", json={"step": "gaussian:sigma=9"}).status_code == 200:
            return
        time.sleep(0.5)
    pytest.fail("no process came back")


def test_a_payment_that_waits_too_long_for_the_database_is_ended(impatient: Any, url: str) -> None:
    """Another program holds the lock: 504 in time, nothing is paid, and the book holds."""
    with ch.Book(url) as book, closing(sqlite3.connect(url, isolation_level=None)) as other:
        before = book.digest
        other.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        said = error_of(impatient.post("/book/spend", json={"step": "gaussian:sigma=9"}), 504)
        assert time.monotonic() - begin < 6
        assert "before you pay again" in said["hint"]
        other.execute("ROLLBACK")
        assert book.verify() == before


def test_one_too_many_is_sent_away(client: Any) -> None:
    """With 503 and when to come again; those who wait are answered."""
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda _: client.post("/epsilon", json=HARD | {"seconds": 0.5}), range(12)))
    assert {response.status_code for response in found} == {200, 503}
    assert all(response.headers["retry-after"] == "1" for response in found if response.status_code == 503)


def test_settings_are_read_from_the_environment() -> None:
    """A number that is none is named."""
    assert Settings.read({"CHARTERED_SERVICE_BOOK": "year.db", "CHARTERED_SERVICE_SECONDS": "0.5"}) == Settings(
        book="year.db", seconds=0.5
    )
    for wrong in ("many", "0", "-1"):
        with pytest.raises(ValueError, match="CHARTERED_SERVICE_WORKERS is"):
            Settings.read({"CHARTERED_SERVICE_WORKERS": wrong})


def test_a_service_without_its_book_does_not_start(tmp_path: Path) -> None:
    """And says why."""
    with (
        pytest.raises(RuntimeError, match="there is no book at"),
        TestClient(create(Settings(book=str(tmp_path / "no")))),
    ):
        pass


def test_it_describes_itself(client: Any) -> None:
    """The description has every path."""
    assert set(json.loads(client.get("/openapi.json").text)["paths"]) == {
        "/epsilon", "/delta", "/health", "/book/ask", "/book/spend", "/book/remaining",
    }  # fmt: skip
