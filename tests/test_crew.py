"""Work done side by side: all of it is done, whatever process it is done in, and what goes wrong is told."""

from __future__ import annotations

import multiprocessing.process
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base import crew, interrupts
from beeprint.base.options import Options
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.drawing import fonts
from beeprint.drawing.fonts import Font
from small_game import small_game
from tiny_fonts import letters

FORKS = hasattr(os, "fork") and sys.platform != "darwin"


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    yield


@pytest.fixture
def game(tmp_path: Path) -> Path:
    small_game(tmp_path / "mine")
    return tmp_path / "mine"


def built(game: Path, target: Path) -> dict[str, bytes]:
    """Return the files of a build without a cache."""
    options = Options(profiles=("faces", "home-a4"), output=target)
    pipeline.build(pipeline.check(game, options), options)
    return files(target)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def alone(code: str, *arguments: Path) -> str:
    """Return what code prints in a process that has one thread, as beeprint's own has, and three processors."""
    head = "import os, sys\nfrom pathlib import Path\nos.cpu_count = lambda: 3\nfrom beeprint.base import crew\n"
    command = [sys.executable, "-W", "error", "-c", head + textwrap.dedent(code), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def never() -> int:
    raise AssertionError("this process was copied")


# one thread ---------------------------------------------------------------------------------------------------------


def test_all_jobs_are_done_and_in_more_than_one_process(tmp_path: Path) -> None:
    code = """
        def job(name):
            return lambda: Path(sys.argv[1], name).write_text(str(os.getpid()))
        crew.run([(100.0 + number, job(f"{number}")) for number in range(7)])
    """
    alone(code, tmp_path)
    done = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert sorted(done) == [str(number) for number in range(7)]
    assert (len(set(done.values())) > 1) == FORKS


@pytest.mark.skipif(not FORKS, reason="nothing is copied here")
def test_jobs_that_follow_each_other_are_done_together(tmp_path: Path) -> None:
    code = """
        def job(name):
            return lambda: Path(sys.argv[1], name).write_text(str(os.getpid()))
        crew.run([(10.0, job(f"{number:03}")) for number in range(360)])
    """
    alone(code, tmp_path)
    done = [path.read_text() for path in sorted(tmp_path.iterdir())]
    assert len(done) == 360 and 3 <= len(set(done)) < 20
    assert sum(before != after for before, after in pairwise(done)) < 20


@pytest.mark.skipif(not FORKS, reason="nothing is copied here")
def test_jobs_of_one_kin_are_done_by_one_process(tmp_path: Path) -> None:
    # As many processes as kins, each of which waits for the others before it goes on: none is done early.
    code = """
        import time
        folder = Path(sys.argv[1])
        def job(kin, number):
            def do():
                while len(list(folder.glob(f"*{number - 1}"))) < 3 * (number > 0):
                    time.sleep(0.01)
                Path(folder, f"{kin}{number}").write_text(str(os.getpid()))
            return crew.Akin(kin, do)
        crew.run([(60.0, job(kin, number)) for number in range(9) for kin in "abc"])
    """
    alone(code, tmp_path)
    done = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(done) == 27
    # Who is done with its own kin may take the last job of another's.
    assert [len({done[f"{kin}{number}"] for number in range(8)}) for kin in "abc"] == [1, 1, 1]


@pytest.mark.skipif(not FORKS, reason="nothing is copied here")
def test_a_kin_that_is_all_the_work_is_done_by_all(tmp_path: Path) -> None:
    code = """
        def job(name):
            return crew.Akin(1, lambda: Path(sys.argv[1], name).write_text(str(os.getpid())))
        crew.run([(10.0, job(f"{number:03}")) for number in range(360)])
    """
    alone(code, tmp_path)
    done = [path.read_text() for path in sorted(tmp_path.iterdir())]
    assert len(done) == 360 and len(set(done)) == 3
    assert sum(earlier != other for earlier, other in pairwise(done)) < 20


@pytest.mark.skipif(not FORKS, reason="nothing is copied here")
def test_a_job_that_takes_long_holds_up_no_other_batch(tmp_path: Path) -> None:
    # The first job ends when all but the one that follows it in its batch are done.
    code = """
        import time
        folder = Path(sys.argv[1])
        def job(number):
            def do():
                while not number and len(list(folder.iterdir())) < 16:
                    time.sleep(0.01)
                Path(folder, f"{number}").touch()
            return do
        crew.run([(100.0, job(number)) for number in range(18)])
    """
    alone(code, tmp_path)
    assert len([*tmp_path.iterdir()]) == 18


@pytest.mark.parametrize("work", [1.0, 100.0])
def test_what_goes_wrong_in_another_process_is_told(work: float) -> None:
    code = f"""
        from beeprint.base.problems import BuildError, Place, error_at
        def wrong():
            raise error_at(Place("a.csv", 1, 1), "this cannot be")
        try:
            crew.run([({work}, wrong), ({work + 1}, lambda: None), ({work + 2}, lambda: None)])
        except BuildError as error:
            print(error)
    """
    assert "this cannot be" in alone(code)


@pytest.mark.skipif(not FORKS, reason="nothing is copied here")
def test_jobs_are_done_where_nobody_can_say_how_a_copy_ended(tmp_path: Path) -> None:
    # With its children ignored, a process is not told how they end.
    code = """
        import signal
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        def job(name):
            return lambda: Path(sys.argv[1], name).write_text(str(os.getpid()))
        crew.run([(100.0 + number, job(f"{number}")) for number in range(7)])
    """
    alone(code, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [str(number) for number in range(7)]


def test_no_jobs_are_done_at_once() -> None:
    crew.run([])


# more threads, other systems ----------------------------------------------------------------------------------------


@pytest.fixture
def thread() -> Iterator[threading.Thread]:
    """Return a thread that lives as long as the test."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    yield thread
    end.set()
    thread.join()


@pytest.mark.usefixtures("cores", "thread")
def test_a_process_with_threads_builds_without_a_copy_and_the_same_bytes(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
        from beeprint import pipeline
        from beeprint.base.options import Options
        crew._LEAST = 1
        copies = []
        real = getattr(os, "fork", None)
        os.fork = lambda: copies.append(real()) or copies[-1]
        options = Options(profiles=("faces", "home-a4"), output=Path(sys.argv[2]))
        pipeline.build(pipeline.check(Path(sys.argv[1]), options), options)
        print(len(copies))
    """
    copied = alone(code, game, tmp_path / "copied")
    assert (int(copied) > 1) == FORKS
    monkeypatch.setattr(crew, "_LEAST", 1)
    monkeypatch.setattr(os, "fork", never, raising=False)
    assert built(game, tmp_path / "here") == files(tmp_path / "copied") != {}


@pytest.mark.usefixtures("cores")
def test_a_thread_other_than_the_main_one_builds_without_a_copy(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_LEAST", 1)
    monkeypatch.setattr(os, "fork", never, raising=False)
    # As if the main thread were not counted, which one that Python did not start is not.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    made: list[dict[str, bytes]] = []
    worker = threading.Thread(target=lambda: made.append(built(game, tmp_path / "there")))
    worker.start()
    worker.join()
    assert made and made[0] == built_here(game, tmp_path / "here", monkeypatch)


def built_here(game: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    return built(game, target)


class _Daemon:
    daemon = True


@pytest.mark.usefixtures("cores")
@pytest.mark.parametrize("why", ["a daemon", "macOS", "Windows"])
def test_what_must_not_or_cannot_be_copied_does_its_jobs_itself(monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    # Under several test runners at once this process has threads of its own.
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "fork", never, raising=False)
    if why == "a daemon":
        monkeypatch.setattr(multiprocessing.process, "current_process", _Daemon)
    elif why == "macOS":
        monkeypatch.setattr(sys, "platform", "darwin")
    else:
        # Windows has none of these.
        monkeypatch.delattr(os, "fork")
        monkeypatch.delattr(signal, "pthread_sigmask")
        monkeypatch.delattr(os, "waitpid")
    done: list[int] = []
    crew.run([(100.0, lambda: done.append(1)), (100.0, lambda: done.append(2)), (100.0, lambda: done.append(3))])
    assert sorted(done) == [1, 2, 3]


def test_what_goes_wrong_in_a_process_with_threads_is_told(thread: threading.Thread) -> None:
    def wrong() -> None:
        raise error_at(Place("a.csv", 1, 1), "this cannot be")

    assert thread.is_alive()
    with pytest.raises(BuildError, match="this cannot be"):
        crew.run([(100.0, wrong), (100.0, lambda: None), (100.0, lambda: None)])


# interrupts ---------------------------------------------------------------------------------------------------------


def test_a_library_leaves_interrupts_alone(game: Path, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    built(game, tmp_path / "out")
    assert signal.getsignal(signal.SIGINT) is before


def test_interrupts_come_too_late_from_the_main_thread_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "_own", True)
    before = {number: signal.getsignal(number) for number in interrupts.POLITE}
    raised: list[BaseException] = []

    def other() -> None:
        try:
            interrupts.too_late()
        except BaseException as error:
            raised.append(error)

    worker = threading.Thread(target=other)
    worker.start()
    worker.join()
    assert raised == [] and {number: signal.getsignal(number) for number in before} == before
    try:
        interrupts.too_late()
        assert {signal.getsignal(number) for number in before} == {signal.SIG_IGN}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_an_interrupt_that_meets_the_outline_of_a_glyph_ends_it_and_no_part_is_missing_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """HarfBuzz calls Python for each part, and goes on whatever that raises."""
    path = letters(tmp_path / "a.ttf", "a")
    font, whole = Font("a/regular", path), Font("a/regular", path).outline(2)
    with monkeypatch.context() as patch:
        patch.setattr(fonts._OutlinePen, "moveTo", lambda *_: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            font.outline(2)
    assert font.outline(2) == whole
    assert [segment[0] for segment in whole] == ["M", "L", "L", "L", "L", "Z"]
    assert capfd.readouterr() == ("", "")


def test_threads_that_read_outlines_at_once_leave_the_hooks_of_python_as_they_were() -> None:
    hooks, inside, request = (sys.unraisablehook, sys.excepthook), threading.Event(), threading.Event()

    def other() -> None:
        request.set()
        with interrupts.raised_again():
            inside.set()
            request.wait(0.1)

    worker = threading.Thread(target=other)
    with interrupts.raised_again():
        worker.start()
        request.wait()
        assert not inside.wait(0.1)
    worker.join()
    assert inside.is_set() and (sys.unraisablehook, sys.excepthook) == hooks


def test_an_interrupt_that_got_lost_still_comes_before_anything_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "_own", True)
    monkeypatch.setattr(interrupts, "_last", signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        interrupts.too_late()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no thread can be woken here")
def test_an_interrupt_that_meets_an_import_ends_what_waits_after_it(tmp_path: Path) -> None:
    (tmp_path / "loading.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n", "utf-8")
    script = """
        import signal, threading
        from beeprint.base import interrupts
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also where whoever started this ignores it
        interrupts.own_process()
        import loading
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print("ended by", interrupts.exit_code())
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path))}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("ended by 130\n", 0), done.stderr
