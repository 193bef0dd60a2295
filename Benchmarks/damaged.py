#!/usr/bin/env python3
"""Tries `beeline scan` with thousands of damaged files, and with workers that are killed while they work.

usage: damaged.py [COUNT]         (`make damaged` builds first; COUNT=10000)

    BEELINE=PATH   try this program instead of .build/release/beeline

Every file has to be answered in its place, no process may be left behind, and memory is bounded. Then a batch of a
thousand good pictures is scanned twice, the second time while workers are killed at random: what is read has to be
the same. Exit status 1 says that something was not so.
"""

import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import damage
from measuring import BEELINE, ROOT, children, expect, failures, inherit_orphans, note
from scanning import SUFFIXES, printed_codes

FOLDER = ROOT / ".build/damaged"
ERRORS = {
    "cannot-open", "unreadable-image", "image-too-large", "decoder-died", "decoder-timed-out", "decoder-unavailable",
}
# In megabytes. A worker has a picture of the largest permitted size in memory, its filtered copies, and little else.
MOST_OF_BEELINE, MOST_OF_WORKER = 300, 2500
PICTURES = 1000


def state(pid):
    """The letter for what a process is at: `Z` for one that has ended and is not yet asked how; None when it is gone."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return None


class Watch(threading.Thread):
    """Looks at a process and those that it started, a hundred times a second: their memory, and their names.

    With `kills`, one of them is killed at intervals.
    """

    def __init__(self, pid, kills=None):
        super().__init__(daemon=True)
        self.pid, self.kills, self.killed = pid, kills, 0
        self.peaks = collections.Counter()
        self.next = time.monotonic() + 0.2

    def run(self):
        while state(self.pid) not in (None, "Z"):
            workers = [worker for worker in children(self.pid) if state(worker) not in (None, "Z")]
            self.note_peak("beeline", self.pid)
            for worker in workers:
                self.note_peak("worker", worker)
            if self.kills and workers and time.monotonic() >= self.next:
                self.next = time.monotonic() + self.kills.uniform(0.05, 0.2)
                try:
                    os.kill(self.kills.choice(workers), signal.SIGKILL)
                    self.killed += 1
                except ProcessLookupError:
                    pass
            time.sleep(0.01)

    def note_peak(self, what, pid):
        try:
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return
        held = next((int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmHWM:")), 0)
        self.peaks[what] = max(self.peaks[what], held)


def scan(files, kills=None):
    """What is said of the files, as one object for each; the exit status; and what was seen meanwhile."""
    list_file = FOLDER / "list"
    list_file.write_bytes(b"".join(os.fsencode(file) + b"\0" for file in files))
    command = [BEELINE, "scan", "--format", "json", "--files0-from", str(list_file)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        watch = Watch(process.pid, kills)
        watch.start()
        lines = list(process.stdout)
    watch.join()
    time.sleep(0.2)
    # This process inherits what others leave behind.
    left = children(os.getpid())
    expect(not left, f"processes are left behind: {left}")
    answers = []
    for line in lines:
        try:
            answers.append(json.loads(line))
        except ValueError:
            expect(False, f"a line is no JSON: {line[:200]}")
    expect(
        [answer["input"] for answer in answers] == [str(file) for file in files],
        f"{len(files):,} files gave {len(answers):,} lines, or in another order")
    return answers, process.returncode, watch


def symbols(answer):
    return [result["symbol"].get("text", result["symbol"].get("bytes")) for result in answer.get("results", [])]


def try_damaged(count):
    folder = FOLDER / "files"
    folder.mkdir()
    originals = [
        (file.name, file.read_bytes())
        for file in sorted([*(ROOT / "Tests/BeelineDecodingTests/ImageFixtures").iterdir(), *(ROOT / "Examples").iterdir()])
        if file.suffix in SUFFIXES
    ]
    files = []
    for name, content in damage.files(originals, count):
        files.append(folder / name)
        files[-1].write_bytes(content)
    note(f"scanning {count:,} damaged files …")
    start = time.monotonic()
    answers, status, watch = scan(files)
    seconds = time.monotonic() - start
    expect(status == 3, f"'scan' of damaged files ended with status {status}, not 3")
    outcomes = collections.Counter()
    for answer in answers:
        error = answer.get("error")
        outcomes[error["code"] if error else "read"] += 1
        expect(error is None or error["code"] in ERRORS, f"{answer['input']}: unknown error {error}")
        expect(error is None or error.get("message"), f"{answer['input']}: an error without a message")
        if error and error["code"].startswith("decoder-"):
            note(f"{answer['input']}: {error['message']}")
    for what, most in (("beeline", MOST_OF_BEELINE), ("worker", MOST_OF_WORKER)):
        expect(watch.peaks[what] <= most, f"a {what} held {watch.peaks[what]:,.0f} MB; {most} are its most")
    counts = ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common())
    print(f"{count:,} damaged files in {seconds:.0f} s: {counts}")
    print(f"at most held by beeline {watch.peaks['beeline']:,.0f} MB, by a worker {watch.peaks['worker']:,.0f} MB")


def try_killing():
    pictures = printed_codes()
    if not pictures:
        note("without zint there are no pictures, and no workers are killed")
        return
    pictures = (pictures * (PICTURES // len(pictures) + 1))[:PICTURES]
    note(f"scanning {PICTURES:,} pictures …")
    before, _, _ = scan(pictures)
    note("scanning them again while workers are killed …")
    after, status, watch = scan(pictures, kills=random.Random(1))
    expect(status in (0, 1), f"'scan' whose workers were killed ended with status {status}")
    lost = [one["input"] for one, other in zip(before, after) if symbols(one) != symbols(other)]
    expect(not lost, f"{len(lost):,} pictures gave something else: {', '.join(lost[:5])}")
    expect(watch.killed > 0, "no worker was killed")
    print(f"{PICTURES:,} pictures while {watch.killed:,} workers were killed: {len(lost):,} lost")


def main():
    if len(sys.argv) > 2 or not all(argument.isdecimal() for argument in sys.argv[1:]):
        sys.exit(__doc__.strip())
    inherit_orphans()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (ROOT / ".build/bench").mkdir(parents=True, exist_ok=True)
    try_damaged(int(sys.argv[1]) if sys.argv[1:] else 10_000)
    try_killing()
    for failure in failures:
        note(f"WRONG: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
