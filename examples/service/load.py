"""A load test on this machine alone: the service on one core of it, and questions that arrive at random.

`python load.py [--questions 600] [--an-hour 10000]` starts the service on 127.0.0.1 with a book of its own, sends so
many questions (each a different one, a tenth of them about the book), ends it and prints the latencies as JSON. The
number of questions is bounded, and so is the time of each."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chartered as ch

HOST, MOST, TIMEOUT = "127.0.0.1", 20_000, 30.0
"""The loopback, the largest number of questions, and the seconds after which a client gives up."""


def question(draw: random.Random) -> tuple[str, dict[str, Any]]:
    """A path and a body: the questions of those who train, release counts and ask people, with new numbers each."""
    noise, times = round(draw.uniform(0.6, 4), 4), draw.randrange(10, 20_000)
    steps: Callable[[], list[str]] = draw.choice(
        [
            lambda: [f"poisson:rate={draw.randrange(1, 200)}/20000/gaussian:sigma={noise},times={times}"],
            lambda: [f"dpsgd:n=60000,batch={draw.randrange(64, 1024)},epochs={draw.randrange(1, 90)},noise={noise}"],
            lambda: [f"gaussian:sigma={10 * noise},times={times // 20 + 1}"],
            lambda: [f"laplace:scale={noise},times={times // 500 + 1}"],
            lambda: [f"gaussian:sigma={noise}", f"laplace:scale={2 * noise},times=3"],
            lambda: [f"randomized-response:epsilon={round(noise / 4, 4)},times={times // 1000 + 1}"],
            lambda: [f"discrete-gaussian:sigma={noise},times={times // 1000 + 1}"],
        ]
    )
    if draw.random() < 0.1:
        return draw.choice(["/book/ask", "/book/spend"]), {"step": f"gaussian:sigma={1000 * noise}"}
    if draw.random() < 0.3:
        return "/delta", {"steps": steps(), "epsilon": round(draw.uniform(0.1, 5), 3)}
    return "/epsilon", {"steps": steps(), "delta": "1e-5"}


def asked(port: int, path: str, body: dict[str, Any], at: float) -> tuple[int, float]:
    """(status, seconds from the moment at which the question was to arrive)."""
    time.sleep(max(at - time.monotonic(), 0))
    connection = http.client.HTTPConnection(HOST, port, timeout=TIMEOUT)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        return response.status, time.monotonic() - at
    except OSError:
        return 0, time.monotonic() - at
    finally:
        connection.close()


def arrivals(count: int, an_hour: float, draw: random.Random) -> list[float]:
    """Moments from a little after now on, apart as those of independent clients are."""
    moments, at = [], time.monotonic() + 0.5
    for _ in range(count):
        at += draw.expovariate(an_hour / 3600)
        moments.append(at)
    return moments


def measure(port: int, count: int, an_hour: float, seed: int) -> dict[str, Any]:
    """The latencies of so many questions."""
    draw = random.Random(seed)
    asks = [(port, *question(draw), at) for at in arrivals(count, an_hour, draw)]
    with ThreadPoolExecutor(64) as pool:
        found = list(pool.map(lambda ask: asked(*ask), asks))
    times = sorted(seconds for _, seconds in found)
    slow = sorted(((seconds, status, ask[1]) for ask, (status, seconds) in zip(asks, found, strict=True)), reverse=True)
    cut = statistics.quantiles(times, n=100, method="inclusive")
    return {
        "questions": count,
        "an_hour": an_hour,
        "statuses": dict(Counter(status for status, _ in found)),
        "seconds": {"p50": cut[49], "p95": cut[94], "p99": cut[98], "most": times[-1]},
        "slowest": slow[:5],
        "processor_load_of_the_machine": os.getloadavg()[0],
    }


def started(folder: str, port: int) -> subprocess.Popen[bytes]:
    """The service with one process that answers, all of it on one core."""
    book = str(Path(folder, "year.db"))
    ch.Book.create(book, ch.Filter(gdp=1)).__exit__()
    command = [sys.executable, "-m", "uvicorn", "--factory", "chartered_service.app:create", "--log-level", "warning"]
    environment = {**os.environ, "CHARTERED_SERVICE_BOOK": book}
    served = subprocess.Popen([*command, "--host", HOST, "--port", str(port)], env=environment)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(served.pid, {min(os.sched_getaffinity(0))})
    return served


def until_healthy(port: int) -> None:
    """Waits for at most a minute."""
    for _ in range(120):
        try:
            with socket.create_connection((HOST, port), 1):
                return
        except OSError:
            time.sleep(0.5)
    raise SystemExit("the service did not start within a minute")


def main() -> None:
    """Measures, prints, and ends what it started."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=600)
    parser.add_argument("--an-hour", type=float, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    count = min(max(given.questions, 2), MOST)
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        served = started(folder, port)
        try:
            until_healthy(port)
            print(json.dumps(measure(port, count, given.an_hour, given.seed)))
        finally:
            served.terminate()
            served.wait(30)


if __name__ == "__main__":
    main()
