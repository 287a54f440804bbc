"""A process that forks while another of its threads asks: each child asks the same, and says by its status whether the
answer is right."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from typing import Any

import chartered as ch
import flint
import interrupting
from chartered_verify.arithmetic import balls

PATIENCE = 60
"""Seconds after which a child hangs."""


def ask_in_a_child(truth: dict[str, str]) -> bool:
    """Whether a forked child finds nobody's precision, and answers as a fresh process does."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        os._exit(0 if flint.ctx.prec == 53 and interrupting.answered(truth) == truth else 1)
    return os.waitpid(child, 0)[1] == 0


def while_a_thread_asks(truth: dict[str, str], times: int) -> int:
    """How many of so many children answer."""
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            interrupting.forget()
            interrupting.answered(truth)

    thread = threading.Thread(target=ask)
    thread.start()
    right = sum(ask_in_a_child(truth) for _ in range(times))
    done.set()
    thread.join()
    return right


def while_a_thread_holds_the_precision(truth: dict[str, str]) -> bool:
    """Whether a child answers that is forked inside another thread's turn."""
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with balls(777):
            inside.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait()
    right = ask_in_a_child(truth)
    done.set()
    thread.join()
    return right


class Slow:
    """The rule of a filter, which takes until `done` to decide."""

    def __init__(self, rule: Any) -> None:
        self.rule, self.inside, self.done = rule, threading.Event(), threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rule, name)

    def decision(self, *asked: Any) -> Any:
        """The rule's own, late."""
        self.inside.set()
        self.done.wait()
        return self.rule.decision(*asked)


def while_a_thread_spends() -> bool:
    """Whether a child that is forked within a decision decides for itself, and knows nothing of the other one."""
    budget: Any = ch.Filter(gdp=1)
    rule = budget._rule = Slow(budget._rule)
    thread = threading.Thread(target=budget.spend, args=("gaussian:sigma=1",))
    thread.start()
    rule.inside.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        budget._rule = rule.rule
        os._exit(0 if budget.spend("gaussian:sigma=1").allowed and not budget.may("gaussian:sigma=9") else 1)
    rule.done.set()
    thread.join()
    return os.waitpid(child, 0)[1] == 0 and budget.left == {"gdp": 0}


if __name__ == "__main__":
    warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of a fork beside threads
    names = list(interrupting.CHEAP)[:2]
    expected = interrupting.answered(names)
    assert while_a_thread_holds_the_precision(expected), (
        "a child hangs, or is wrong, that was forked in another thread's turn"
    )
    with balls(256):
        assert not ask_in_a_child(expected), "a child inside this thread's own turn has its precision"
    assert while_a_thread_spends(), "a child hangs, or is wrong, that was forked while a thread spent"
    asked = int(sys.argv[1])
    assert while_a_thread_asks(expected, asked) == asked, (
        "a child hangs, or is wrong, that was forked while a thread asked"
    )
    print("all answered")
