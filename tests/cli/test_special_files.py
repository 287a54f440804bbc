"""What a command writes: a file appears whole or not at all, a link stays a link, and what is no regular file is
written to."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.atomic_files import draft_of
from chartered.special_files import is_standard_output, is_stream

PURE = ("pure:epsilon=1", "--delta", "0")
WRITERS: dict[str, tuple[str, ...]] = {
    "a certificate": ("epsilon", *PURE, "--certificate"),
    "a certificate of a count": ("steps", "pure:epsilon=0.1", "--epsilon", "0.3", "--delta", "0", "--certificate"),
    "a statement": ("report", *PURE, "--no-pictures", "-o"),
    "a report of claims": ("verify", "pure.profile", "--jobs", "1", "--report"),
    "results of claims": ("verify", "pure.profile", "--jobs", "1", "--results"),
    "a picture": ("plot", "tradeoff", "pure:epsilon=1", "-o"),
}
SUFFIX = {"a picture": ".svg", "a statement": ".html", "a report of claims": ".html"}
BEGINS = {"a picture": "<?xml", "a statement": "<!doctype html>", "a report of claims": "<!doctype html>"}
DRAWN = [name for name in WRITERS if name != "a picture"]
"""What has a form of its own; a picture's is named by its suffix."""


def drafts(folder: Path) -> list[str]:
    """Names in a folder that are not those of a user's files."""
    return [name for name in os.listdir(folder) if name.startswith(".")]


@pytest.mark.parametrize("name", WRITERS)
def test_a_link_stays_and_its_target_is_replaced_whole(run: Any, tmp_path: Path, name: str) -> None:
    """Through links of links, into another folder, and to a file that does not exist yet."""
    suffix = SUFFIX.get(name, ".json")
    (tmp_path / "far").mkdir()
    target, middle, link = (
        tmp_path / "far" / f"target{suffix}",
        tmp_path / f"middle{suffix}",
        tmp_path / f"link{suffix}",
    )
    middle.symlink_to(Path("far", target.name))
    link.symlink_to(middle)
    for _ in range(2):
        ran = run(*WRITERS[name], link)
        assert ran.status == 0, ran
        assert link.is_symlink()
        assert middle.is_symlink()
        assert not target.is_symlink()
        assert target.read_text().startswith(BEGINS.get(name, "{"))
    assert not drafts(tmp_path)
    assert not drafts(target.parent)


@pytest.mark.parametrize("name", WRITERS)
def test_a_pipe_gets_the_whole_content_and_stays_a_pipe(run: Any, tmp_path: Path, name: str) -> None:
    """Somebody reads from it, to the end."""
    pipe = tmp_path / f"pipe{SUFFIX.get(name, '.json')}"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    ran = run(*WRITERS[name], pipe)
    reader.join(60)
    assert ran.status == 0, ran
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert read[0].startswith(BEGINS.get(name, "{"))
    assert read[0].rstrip().endswith(("}", "</html>", "</svg>"))
    assert os.listdir(tmp_path) == [pipe.name]


@pytest.mark.parametrize("name", DRAWN)
def test_a_device_is_written_to_and_never_replaced(run: Any, tmp_path: Path, name: str) -> None:
    """Nor through a link."""
    before = os.stat("/dev/null")
    link = tmp_path / "nowhere"
    link.symlink_to("/dev/null")
    for path in ("/dev/null", link):
        assert run(*WRITERS[name], path).status == 0
    after = os.stat("/dev/null")
    assert (stat.S_ISCHR(after.st_mode), after.st_ino, after.st_rdev) == (True, before.st_ino, before.st_rdev)
    assert link.is_symlink()


@pytest.mark.parametrize("name", ["a certificate", "a statement", "results of claims"])
def test_a_full_device_is_told_in_one_line(process: Callable[..., Any], name: str) -> None:
    """No traceback, and a status of its own: the input is not at fault."""
    ran = process(*WRITERS[name], "/dev/full")
    assert ran.status == 74, ran
    assert ran.err.count("\n") == 1
    assert "No space left on device" in ran.err


def test_a_picture_names_its_form_also_for_a_device(run: Any) -> None:
    """The suffix says which it is, and a device has none."""
    run("plot", "tradeoff", "pure:epsilon=1", "-o", "/dev/null").refused("its suffix is ''")


STREAMED = [
    *((name, "/dev/stdout") for name in DRAWN),
    ("a certificate", "/dev/fd/1"),
    ("a statement", "/proc/self/fd/1"),
]


@pytest.mark.parametrize(("name", "path"), STREAMED)
def test_standard_output_gets_the_file_and_people_are_told_beside_it(
    process: Callable[..., Any], name: str, path: str
) -> None:
    """What a pipe reads is the file alone."""
    ran = process(*WRITERS[name], path)
    assert ran.status == 0, ran
    assert ran.out.startswith(BEGINS.get(name, "{"))
    assert ran.out.rstrip().endswith(("}", "</html>"))
    assert ran.err


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1"])
def test_a_file_behind_standard_output_is_not_replaced(tmp_path: Path, path: str) -> None:
    """What the shell has opened is written on: what stood there before and what comes after are all in one file."""
    file = tmp_path / "out.txt"
    script = f"echo before; {sys.executable} -m chartered epsilon {' '.join(PURE)} --certificate {path}; echo after"
    with file.open("wb") as out:
        subprocess.run(["sh", "-c", script], stdout=out, stderr=subprocess.DEVNULL, check=True)
    text = file.read_text()
    assert text.startswith("before\n{")
    assert text.endswith("}\nafter\n")
    found = ch.check(json.loads(text.removeprefix("before\n").removesuffix("after\n")))
    assert found.accepted


def test_another_open_file_is_written_to(tmp_path: Path) -> None:
    """By its number."""
    file = tmp_path / "third.json"
    with file.open("wb") as third:
        number = third.fileno()
        command = [sys.executable, "-m", "chartered", "epsilon", *PURE, "--certificate", f"/dev/fd/{number}"]
        before = os.stat(file).st_ino
        subprocess.run(command, stdout=subprocess.DEVNULL, pass_fds=[number], check=True)
    assert os.stat(file).st_ino == before
    assert ch.check(file).accepted


def test_which_paths_are_streams(tmp_path: Path) -> None:
    """Devices, pipes and open files, also through links; not files, folders, or what does not exist."""
    file, link, loop, dangling = (tmp_path / name for name in ("file", "link", "loop", "dangling"))
    file.write_text("")
    link.symlink_to("/dev/stdout")
    loop.symlink_to(loop)
    dangling.symlink_to(tmp_path / "nothing")
    for path in ("/dev/null", "/dev/stdout", "/dev/fd/1", f"/proc/{os.getpid()}/fd/1", "/proc/thread-self/fd/1", link):
        assert is_stream(Path(path)), path
    for path in (file, tmp_path, loop, dangling, tmp_path / "nothing", Path(), Path("/dev/fd"), Path("/dev/fd/x")):
        assert not is_stream(Path(path)), path
    assert [is_standard_output(Path(path)) for path in ("/dev/stdout", "/dev/stderr", link, file)] == [
        True,
        False,
        True,
        False,
    ]


def test_a_loop_of_links_is_an_error(run: Any, tmp_path: Path) -> None:
    """It leads nowhere, and stays."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    run(*WRITERS["a certificate"], loop).refused("cannot write the certificate")
    assert loop.is_symlink()
    assert os.listdir(tmp_path) == ["loop"]


def test_who_may_read_a_file_is_not_changed_by_a_new_content(run: Any, tmp_path: Path) -> None:
    """A private file stays private."""
    file = tmp_path / "x.json"
    file.write_text("")
    file.chmod(0o600)
    assert run(*WRITERS["a certificate"], file).status == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


KILLED = """
import os, signal, sys
from pathlib import Path
from chartered.atomic_files import draft_of

with draft_of(Path(sys.argv[1])) as draft:
    draft.write_text("half")
    print(draft.name, flush=True)
    if sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read()
    draft.write_text("whole")
"""


def writing(file: Path, how: str) -> subprocess.Popen[str]:
    """A process within a write."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", KILLED, str(file), how], text=True, **pipes)  # type: ignore[call-overload, no-any-return]


def test_what_a_killed_write_left_is_removed_by_the_next(run: Any, tmp_path: Path) -> None:
    """And the old file stood all the while."""
    file = tmp_path / "x.json"
    file.write_text("old")
    killed = writing(file, "die")
    name = (killed.communicate()[0]).strip()
    assert killed.returncode == -signal.SIGKILL
    assert drafts(tmp_path) == [name]
    assert file.read_text() == "old"
    assert run(*WRITERS["a certificate"], file).status == 0
    assert os.listdir(tmp_path) == ["x.json"]


def test_a_draft_that_is_being_written_is_not_removed(run: Any, tmp_path: Path) -> None:
    """Whoever else writes into that folder; each file is whole in the end."""
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    alive = writing(first, "live")
    name = alive.stdout.readline().strip()
    assert run(*WRITERS["a certificate"], second).status == 0
    with draft_of(tmp_path / "third") as draft:  # within one process, too
        assert run(*WRITERS["a certificate"], second).status == 0
        draft.write_text("third")
    assert drafts(tmp_path) == [name]
    alive.communicate("")
    assert sorted(os.listdir(tmp_path)) == ["first.json", "second.json", "third"]
    assert (first.read_text(), (tmp_path / "third").read_text()) == ("whole", "third")


def test_nobody_elses_file_is_removed(run: Any, tmp_path: Path) -> None:
    """Only what is named as a draft in every letter, and is a file: no folder, no link, no like name."""
    name = f".chartered-draft-1-{'0' * 16}"
    like = [".chartered-draft", ".chartered-draft-1-", f".chartered-draft-x-{'0' * 16}", ".chartered-abc"]
    kept = [f"{name}0", f"x{name}", name.upper(), *like]
    for other in kept:
        (tmp_path / other).write_text("mine")
    (tmp_path / "precious").write_text("mine")
    (tmp_path / f".chartered-draft-2-{'0' * 16}").symlink_to(tmp_path / "precious")
    (tmp_path / f".chartered-draft-3-{'0' * 16}").mkdir()
    (tmp_path / name).write_text("left behind")
    before = set(os.listdir(tmp_path)) - {name}
    assert run(*WRITERS["a certificate"], tmp_path / "x.json").status == 0
    assert set(os.listdir(tmp_path)) == before | {"x.json"}
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_simulation_draws_through_the_same_door(run: Any, tmp_path: Path) -> None:
    """Its picture replaces a link's target, and the link stays."""
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    link.symlink_to(target)
    ran = run("simulate", "checkin", "checkin:m=20,n=40/gaussian:sigma=4,sensitivity=2", "-o", link)
    assert ran.status == 0, ran
    assert link.is_symlink()
    assert target.read_text().startswith("<?xml")


@pytest.mark.parametrize("step", ["table:file=({})", "matrix:file=({}),sigma=1"])
def test_a_step_reads_a_regular_file_or_none(run: Any, tmp_path: Path, step: str) -> None:
    """Whoever opens a named pipe waits until somebody writes; a device may have no end."""
    pipe, link, regular = tmp_path / "pipe", tmp_path / "link", tmp_path / "regular"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (Path(os.devnull), tmp_path, pipe, link):
        run("epsilon", step.format(path), "--delta", "1e-5").refused(
            f"cannot read '{path}': it is no regular file; name a "
        )
    regular.write_text("1,0\n0,1\n" if step.startswith("matrix") else "0.5,0.25\n0.5,0.75\n")
    link.unlink()
    link.symlink_to(regular)
    assert run("epsilon", step.format(link), "--delta", "1e-5").status == 0
