"""Co-processes that die, hang and are shared; and what they leave behind."""

import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import PICTURES, children, descriptors

import beeline


def texts(answers):
    return [[result.text for result in answer] for answer in answers]


@pytest.fixture(scope="module")
def expected():
    return dict(zip(PICTURES, texts(beeline.scan_many(PICTURES))))


# What dies.


def test_a_co_process_that_is_killed_costs_nothing(expected):
    images = PICTURES * 4
    chance = random.Random(7)
    with beeline.Beeline(jobs=2) as client:
        found = []
        before = set(children())
        for answer in client.scan_many(images):
            found.append(answer)
            if chance.random() < 0.5:
                for child in set(children()) - before:
                    os.kill(child, signal.SIGKILL)
        assert texts(found) == [expected[path] for path in images]
        # One that waits for work, too.
        client.scan(images[0])
        for child in set(children()) - before:
            os.kill(child, signal.SIGKILL)
        assert texts([client.scan(images[0])]) == [expected[images[0]]]


def test_codes_survive_kills_too():
    codes = [f"978{number:010}" for number in range(6_000)]
    before = set(children())
    lines = [answer.line for answer in beeline.resolve_many(codes)]
    with beeline.Beeline() as client:
        found = []
        for answer in client.resolve_many(codes):
            found.append(answer.line)
            if len(found) % 2_000 == 500:
                for child in set(children()) - before:
                    os.kill(child, signal.SIGKILL)
    assert found == lines and len(lines) == len(codes)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_picture_that_kills_the_program_costs_itself(fake, jobs):
    with beeline.Beeline(program=fake(), jobs=jobs) as client:
        images = [b"a", b"b", b"die", b"c", b"fail", b"die", b"d", b"\0"]
        answers = list(client.scan_many(images))
        assert [answer.error and answer.error.code for answer in answers] == [
            *(None, None, "program-died", None, "program-died", "program-died", None, None)
        ]
        assert "signal 9" in answers[2].error.message and "it has fallen over" in answers[4].error.message
        assert client.scan(b"die").error.code == "program-died"
        assert client.scan(b"fine").error is None


def test_a_picture_that_hangs_is_given_up_in_time(fake):
    with beeline.Beeline(program=fake(), timeout=2) as client:
        answers = list(client.scan_many([b"a", b"hang", b"b", b"c"]))
        assert [answer.error and answer.error.code for answer in answers] == [None, "timed-out", None, None]


def test_time_that_the_caller_takes_does_not_count(fake):
    # Long enough for a busy machine, on which the program itself may wait for its turn.
    with beeline.Beeline(program=fake(), timeout=2) as client:
        answers = client.scan_many([b"a", b"b", b"c"], ahead=2)
        next(answers)
        threading.Event().wait(2.5)
        assert [answer.error for answer in answers] == [None, None]


def test_a_program_that_cannot_work_is_an_exception(fake):
    with beeline.Beeline(program=fake("sys.stderr.write('no library\\n'); sys.exit(127)")) as client:
        with pytest.raises(beeline.ProgramFailed, match="no library"):
            list(client.scan_many([b"a"] * 20))


def test_a_program_that_speaks_another_version_is_an_exception(fake):
    start = 'print(\'{"version":2,"input":"x","results":[]}\', flush=True)'
    with beeline.Beeline(program=fake(start)) as client, pytest.raises(beeline.ProgramMismatch, match='"version":2'):
        client.scan(b"a")


# Pipes and memory.


def test_full_pipes_stop_nobody():
    codes = ["x" * 2000] * 4_000
    with beeline.Beeline() as client:
        assert sum(1 for _ in client.resolve_many(codes, ahead=len(codes))) == len(codes)


def test_only_so_many_are_taken_as_are_wanted(fake):
    taken = itertools.count()
    current = 0

    def endless():
        nonlocal current
        for current in taken:
            yield b"a"

    with beeline.Beeline(program=fake(), jobs=1) as client:
        answers = client.scan_many(endless(), ahead=5)
        assert current == 0
        for number in range(20):
            next(answers)
            assert current <= number + 5
        answers.close()


def test_each_answer_comes_before_the_next_input_is_asked_for(fake):
    seen = []

    def asking():
        for number in range(5):
            assert len(seen) == number
            yield b"a"

    with beeline.Beeline(program=fake()) as client:
        for answer in client.scan_many(asking(), ahead=1):
            seen.append(answer)
    assert len(seen) == 5


def test_what_was_taken_before_a_mistake_is_answered():
    def failing():
        yield "1"
        yield "2"
        raise LookupError("no more")

    found = []
    with pytest.raises(LookupError, match="no more"):
        for answer in beeline.resolve_many(failing()):
            found.append(answer[0].text)
    assert found == ["1", "2"]


# What is left behind.


def test_nothing_is_left_behind(fake):
    with beeline.Beeline() as client:
        client.scan(PICTURES[0])
    before, running = descriptors(), set(children())
    for _ in range(5):
        with beeline.Beeline(program=fake(), timeout=0.3, rules={"version": 1, "rules": []}) as client:
            list(client.scan_many([b"a", b"die", b"hang", b"b"]))
            answers = client.scan_many([b"a"] * 100)
            next(answers)
            del answers
            with ThreadPoolExecutor(3) as pool:
                list(pool.map(client.scan, [b"a"] * 12))
    assert set(children()) == running
    assert sorted(descriptors().values()) == sorted(before.values())


def test_a_client_that_is_forgotten_ends_its_programs(fake):
    running = set(children())
    beeline.Beeline(program=fake()).scan(b"a")
    assert set(children()) == running


def test_a_closed_client_says_so(fake):
    client = beeline.Beeline(program=fake())
    answers = client.scan_many([b"a"])
    client.close()
    client.close()
    for use in (lambda: client.scan(b"a"), lambda: next(answers), lambda: client.scan_many([])):
        with pytest.raises(beeline.BeelineError, match="closed"):
            use()


def run(script, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


BEGIN = """
import os, signal, sys, time, beeline
beeline.scan(sys.argv[1])
sys.path.insert(0, sys.argv[2])
from conftest import children
answers = beeline.scan_many(sys.argv[1:2] * 100)
next(answers)
print(*children(), flush=True)
"""


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)", "os.kill(os.getpid(), signal.SIGINT)", "1/0"])
def test_programs_end_with_python(end):
    python = run(BEGIN + end, PICTURES[0], os.path.dirname(__file__))
    output, errors = python.communicate(timeout=120)
    programs = [int(word) for word in output.split()]
    assert programs, errors
    if not end:
        assert python.returncode == 0 and errors == b""
    for program in programs:
        # It may still be at its last picture.
        for _ in range(600):
            if not os.path.exists(f"/proc/{program}"):
                break
            threading.Event().wait(0.05)
        assert not os.path.exists(f"/proc/{program}")


# Sharing.


def test_threads_share_a_client(expected):
    before = set(children())
    with beeline.Beeline(jobs=2) as client, ThreadPoolExecutor(8) as pool:
        scans = pool.map(client.scan, PICTURES * 4)
        codes = pool.map(client.resolve, [str(number) for number in range(200)])
        many = [pool.submit(lambda: texts(client.scan_many(PICTURES))) for _ in range(2)]
        assert texts(scans) == [expected[path] for path in PICTURES * 4]
        assert [code[0].text for code in codes] == [str(number) for number in range(200)]
        assert [answers.result() for answers in many] == [list(expected.values())] * 2
        # Those that wait for work: at most one for each job, of each command.
        assert len(set(children()) - before) <= 4


def test_a_call_may_be_made_while_answers_are_taken():
    with beeline.Beeline(jobs=1) as client:
        for answer in client.scan_many(PICTURES):
            for result in answer:
                assert client.resolve(result.symbol)[0].kind == result.kind
                assert client.scan(answer.input).line == answer.line


def test_a_fork_starts_programs_of_its_own(expected):
    with beeline.Beeline(rules={"version": 1, "rules": []}) as client:
        client.scan(PICTURES[0])
        answers = client.scan_many(PICTURES)
        first = next(answers)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                pipes = [name for number, name in descriptors().items() if number > 2 and "beeline" in name]
                own = texts([client.scan(path) for path in PICTURES]) == list(expected.values())
                try:
                    next(answers)
                except beeline.BeelineError:
                    status = 0 if own and len(pipes) == 1 else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert texts([first, *answers]) == list(expected.values())


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pools_of_processes_scan(method, expected):
    beeline.scan(PICTURES[0])
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert texts(pool.map(beeline.scan, PICTURES)) == list(expected.values())
