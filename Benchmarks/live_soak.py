#!/usr/bin/env python3
"""Lets `beeline live` run on four sources that are killed or hung up every ten seconds, and counts what it reports.

usage: live_soak.py [--minutes 8] [--verbose] [--json]
                                            (`make bench ONLY=soak` builds first; ARGS="--minutes 2")

    BEELINE=PATH   try this program instead of .build/release/beeline

One command has all four: a program that writes pictures, which is killed; a serial port, a pseudo-terminal that goes
away and comes back; a scanner on the network, which closes its connection and its port; and a folder that is moved
away, while one of the decoding workers is killed. Each gives codes that occur once, as soon as `beeline` says that it
is connected. Every one has to be reported, and memory and descriptors have to be at the end what they were at the
beginning. Exit status 1 says that something was not so.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import tty

from measuring import BEELINE, SCRATCH, Row
from measuring import children, expect, inherit_orphans, note, report

FOLDER = SCRATCH / "soak"
# Seconds: from one kill to the next, how long a source stays away, how long it may take to be connected again, and
# how long a code that was given may take to be reported.
PERIOD, AWAY, PATIENCE, ANSWER = 10.0, 1.0, 20.0, 5.0
WIDTH, HEIGHT, RATE = 640, 480, 10


# The program that writes pictures


def play_camera(folder):
    """Writes what is in `picture` over and over, as a camera does. Beeline starts it."""
    (folder / "camera.pid").write_text(str(os.getpid()))
    output = sys.stdout.buffer
    output.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 Cmono\n".encode())
    try:
        while True:
            output.write(b"FRAME\n" + (folder / "picture").read_bytes())
            output.flush()
            time.sleep(1 / RATE)
    except BrokenPipeError:
        os._exit(0)


# What beeline says


class Listener(threading.Thread):
    """Reads the lines of `beeline live`."""

    def __init__(self, process, verbose):
        super().__init__(daemon=True)
        self.process, self.verbose = process, verbose
        self.changed = threading.Condition()
        self.codes = collections.Counter()
        self.connections = collections.Counter()
        self.other = collections.Counter()

    def run(self):
        for line in self.process.stdout:
            if self.verbose:
                note(line.decode().rstrip())
            said = json.loads(line)
            with self.changed:
                if "results" in said:
                    for result in said["results"]:
                        self.codes[result["symbol"]["text"]] += 1
                elif said.get("event") == "connected":
                    self.connections[said["source"].partition(":")[0]] += 1
                else:
                    self.other[said.get("event") or said.get("code") or "?"] += 1
                self.changed.notify_all()

    def wait(self, condition, seconds):
        with self.changed:
            return self.changed.wait_for(condition, seconds)


# Sources


class Feed(threading.Thread):
    """Gives codes by one source, and interrupts it."""

    scheme = None
    # Seconds from one code to the next.
    pause = 0.5

    def __init__(self, listener, stopped):
        super().__init__(daemon=True)
        self.listener, self.stopped = listener, stopped
        self.given, self.kills, self.longest = [], 0, 0.0
        self.problem = None

    def argument(self):
        """The source on the command line."""
        raise NotImplementedError

    def begin(self):
        """Makes the source be there."""

    def give(self, text):
        """Has the source produce a code."""
        raise NotImplementedError

    def interrupt(self):
        """Kills it, or hangs up."""
        raise NotImplementedError

    def next_text(self):
        self.given.append(f"{self.scheme.upper()}-{len(self.given):05}")
        return self.given[-1]

    def connections(self):
        return self.listener.connections[self.scheme]

    def run(self):
        try:
            known = 0
            while not self.stopped.is_set():
                begun = time.monotonic()
                self.begin()
                if not self.listener.wait(lambda: self.connections() > known, PATIENCE):
                    self.problem = (
                        f"{self.argument()} is not connected after {PATIENCE:.0f} s, {self.kills} kills before"
                    )
                    return
                self.longest = max(self.longest, time.monotonic() - begun)
                self.give_for(PERIOD)
                if self.stopped.is_set():
                    return
                known = self.connections()
                self.interrupt()
                self.kills += 1
                time.sleep(AWAY)
        except Exception as error:
            self.problem = f"{self.argument()}: {error!r}"

    def give_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.stopped.is_set():
            self.give(self.next_text())
            self.stopped.wait(self.pause)
        # What is on its way when a cable is pulled is lost with every scanner.
        self.listener.wait(lambda: all(self.listener.codes[text] for text in self.given[-5:]), ANSWER)


class SerialFeed(Feed):
    scheme = "serial"
    master = None

    def argument(self):
        return f"serial:{FOLDER / 'scanner'},115200"

    def begin(self):
        self.master, line = os.openpty()
        tty.setraw(line)
        (FOLDER / "scanner").unlink(missing_ok=True)
        (FOLDER / "scanner").symlink_to(os.ttyname(line))
        os.close(line)

    def give(self, text):
        os.write(self.master, text.encode() + b"\r")

    def interrupt(self):
        (FOLDER / "scanner").unlink()
        os.close(self.master)


class TCPFeed(Feed):
    scheme = "tcp"
    connection = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.listen(0)
        self.port = self.server.getsockname()[1]

    def listen(self, port):
        self.server = socket.create_server(("127.0.0.1", port))
        self.server.settimeout(PATIENCE)

    def argument(self):
        return f"tcp://127.0.0.1:{self.port}"

    def begin(self):
        if self.server is None:
            self.listen(self.port)
        self.connection, _ = self.server.accept()

    def give(self, text):
        self.connection.sendall(text.encode() + b"\r\n")

    def interrupt(self):
        if self.kills % 2:
            # Not a good-bye but a reset, as from a scanner that was switched off.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.connection.close()
        self.server.close()
        self.server = None


class FolderFeed(Feed):
    scheme = "folder"
    pause = 1.5
    beeline = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.choose = random.Random(22)

    def argument(self):
        return f"folder:{FOLDER / 'inbox'}"

    def begin(self):
        (FOLDER / "inbox").mkdir(exist_ok=True)

    def give(self, text):
        draw(text, FOLDER / "drawn.png")
        target = FOLDER / "inbox" / f"{text}.png"
        if len(self.given) % 2:
            os.replace(FOLDER / "drawn.png", target)
            return
        # As a slow network writes it: the half, and after a while the rest.
        picture = (FOLDER / "drawn.png").read_bytes()
        with open(target, "wb", buffering=0) as file:
            file.write(picture[: len(picture) // 2])
            time.sleep(0.5)
            file.write(picture[len(picture) // 2 :])

    def interrupt(self):
        workers = [child for child in children(self.beeline) if name_of(child) == "beeline-decode"]
        if workers:
            kill(self.choose.choice(workers))
        (FOLDER / "inbox").rename(FOLDER / f"away-{self.kills}")


class ProgramFeed(Feed):
    scheme = "program"

    def argument(self):
        return f"program:{sys.executable} {pathlib.Path(__file__).resolve()} --camera {FOLDER}"

    def begin(self):
        if not (FOLDER / "picture").exists():
            self.show(None)

    def show(self, text):
        """Puts a code, or nothing, before the camera."""
        picture = bytes([230]) * (WIDTH * HEIGHT)
        if text:
            draw(text, FOLDER / "shown.png")
            fit = f"scale={WIDTH - 80}:{HEIGHT - 240}:force_original_aspect_ratio=decrease:flags=area"
            fit += f",pad={WIDTH}:{HEIGHT}:(ow-iw)/2:(oh-ih)/2:white,format=gray"
            convert = [
                "ffmpeg",
                "-nostdin",
                "-v",
                "error",
                "-i",
                FOLDER / "shown.png",
                "-vf",
                fit,
                "-f",
                "rawvideo",
                "pipe:1",
            ]
            picture = subprocess.run(convert, stdout=subprocess.PIPE, check=True).stdout
        (FOLDER / "picture.part").write_bytes(picture)
        os.replace(FOLDER / "picture.part", FOLDER / "picture")

    def give(self, text):
        self.show(text)
        # A hand keeps it there until the user hears the sound.
        self.listener.wait(lambda: self.listener.codes[text], ANSWER)

    def give_for(self, seconds):
        # What was in view when it was killed is in view still.
        self.listener.wait(lambda: all(self.listener.codes[text] for text in self.given[-1:]), ANSWER)
        super().give_for(seconds)
        # The next one is in view while the program is killed and comes back.
        self.show(self.next_text())

    def interrupt(self):
        kill(int((FOLDER / "camera.pid").read_text()))


def draw(text, path):
    """A code in a form that depends on the text."""
    form = ("qr", "data-matrix", "code-128", "pdf417")[sum(text.encode()) % 4]
    subprocess.run(
        [BEELINE, "draw", "--as", form, "--scale", "4", "-o", path, text], stdin=subprocess.DEVNULL, check=True
    )


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


# What it uses


def name_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def processes(pid):
    """Beeline and its workers; not the program that is its camera."""
    return [pid, *(child for child in children(pid) if name_of(child).startswith("beeline"))]


def megabytes(pid):
    """The memory of a process; of shared pages its share."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")), 0)


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


Sample = collections.namedtuple("Sample", "seconds memory own descriptors threads")


def sample(pid, since):
    threads = len(os.listdir(f"/proc/{pid}/task"))
    memory = sum(map(megabytes, processes(pid)))
    return Sample(time.monotonic() - since, memory, megabytes(pid), descriptors(pid), threads)


# All


def run_soak(minutes, verbose):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    stopped = threading.Event()
    feeds = [kind(None, stopped) for kind in (ProgramFeed, SerialFeed, TCPFeed, FolderFeed)]
    for feed in feeds:
        if feed.scheme != "tcp":
            feed.begin()
    command = [BEELINE, "live", *(feed.argument() for feed in feeds), "--format", "json"]
    environment = os.environ | {
        "XDG_CONFIG_HOME": "/nonexistent",
        "XDG_DATA_HOME": str(FOLDER),
        "XDG_STATE_HOME": str(FOLDER),
    }
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=None if verbose else subprocess.DEVNULL,
    )
    listener = Listener(process, verbose)
    listener.start()
    since, samples = time.monotonic(), []
    for feed in feeds:
        feed.listener, feed.beeline = listener, process.pid
        feed.start()
    while time.monotonic() - since < minutes * 60 and process.poll() is None:
        time.sleep(2)
        if process.poll() is None:
            samples.append(sample(process.pid, since))
    expect(process.poll() is None, f"'beeline live' ended by itself, with status {process.returncode}")
    stopped.set()
    for feed in feeds:
        feed.join(PATIENCE + ANSWER + AWAY)
    listener.wait(lambda: all(listener.codes[text] for feed in feeds for text in feed.given), ANSWER)
    end(process)
    listener.join(5)
    return feeds, listener, samples


def end(process):
    """Asks it to end, as a service manager does."""
    if process.poll() is not None:
        return
    workers = children(process.pid)
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        expect(False, "'beeline live' does not end within 10 s of SIGTERM")
        process.kill()
        process.wait()
    time.sleep(0.5)
    left = [
        worker for worker in workers if pathlib.Path(f"/proc/{worker}").exists() and worker in children(os.getpid())
    ]
    left = [worker for worker in left if os.waitpid(worker, os.WNOHANG)[0] == 0]
    expect(not left, f"{len(left)} processes are left behind after SIGTERM")


def rows_of(feeds, listener, samples):
    for feed in feeds:
        expect(feed.problem is None, feed.problem)
        missing = [text for text in feed.given if not listener.codes[text]]
        shown = ", ".join(missing[:5])
        expect(not missing, f"{len(missing)} codes of {feed.scheme}: were not reported: {shown}")
        if feed.scheme in ("serial", "tcp"):
            again = [text for text in feed.given if listener.codes[text] > 1]
            expect(not again, f"{len(again)} codes of {feed.scheme}: were reported twice")
        yield Row(
            f"soak, {feed.scheme}: codes reported", len(feed.given) - len(missing), None, f"of {len(feed.given)}", "all"
        )
        yield Row("  killed or hung up", feed.kills, None, "times", "")
        yield Row("  until it was connected again, longest", feed.longest, None, "s", "")
    given = {text for feed in feeds for text in feed.given}
    foreign = [text for text in listener.codes if text not in given]
    expect(not foreign, f"codes were reported that were not given: {', '.join(foreign[:5])}")
    if not samples:
        return
    # The first seconds are left out: workers are started when there is work.
    span = samples[-1].seconds / 4
    first = [one for one in samples if 20 < one.seconds <= 20 + span] or samples[:1]
    last = [one for one in samples if one.seconds > samples[-1].seconds - span]

    def row(what, field, unit, target, most):
        before, after = (statistics.median(getattr(one, field) for one in part) for part in (first, last))
        expect(after <= before * most + 1, f"{what}: {before:.0f} at the beginning, {after:.0f} at the end")
        return Row(f"{what}, end (peer: beginning)", after, before, unit, target)

    yield row("soak, memory of beeline and its workers", "memory", "MB", "ratio <= 1.1", 1.1)
    yield row("  of beeline alone", "own", "MB", "ratio <= 1.1", 1.1)
    yield row("  descriptors of beeline", "descriptors", "", "ratio 1", 1.0)
    yield row("  threads of beeline", "threads", "", "ratio 1", 1.0)


def main(arguments):
    parser = argparse.ArgumentParser(usage="%(prog)s [OPTION…]\n\n" + __doc__)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--camera", type=pathlib.Path)
    chosen = parser.parse_args(arguments)
    if chosen.camera:
        return play_camera(chosen.camera)
    inherit_orphans()
    note(f"four sources for {chosen.minutes:g} minutes …")
    feeds, listener, samples = run_soak(chosen.minutes, chosen.verbose)
    rows = list(rows_of(feeds, listener, samples))
    return report(rows, chosen.json, events=listener.other)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
