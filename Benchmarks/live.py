#!/usr/bin/env python3
"""Measures `beeline live` on sixty videos with a known truth, beside the loops that users write today.

usage: live.py [--scenes 1-10,17] [--only beeline|pyzbar|zxing-cpp] [--verbose] [--json]
                                            (`make bench ONLY=live` builds first; ARGS="--scenes 1-10")

    BEELINE=PATH   measure this program instead of .build/release/beeline

live_scenes.py makes the videos and says what is in them; live_peer.py is the peers' loop. Each contender sees each
video once, in real time, one after the other. What is printed of the time: from when a code is in view and sharp to its
line, 0 where the line came before; only codes that both saw. CPU is that of all processes of a contender from the first
picture on, so the start of Python or of workers does not count, but the decoding of the video does: ours in FFmpeg, the
peers' inside OpenCV. A code is reported twice when a second line comes for it while it is in view, or within two
seconds of its leaving; a line that adds an add-on to one before is not a second one.
"""

import argparse
import collections
import dataclasses
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import time

from measuring import BEELINE, ROOT, SCRATCH, Row
from measuring import children, expect, inherit_orphans, note, python_with, report

VIDEOS = SCRATCH / "live"
PACKAGES = ["numpy", "opencv-python-headless", "pyzbar", "zxing-cpp>=3"]
PEERS = ("pyzbar", "zxing-cpp")
CONTENDERS = ("beeline", *PEERS)
# What libzbar reads of what is shown.
ZBAR_READS = {"ean-13", "ean-8", "upc-a", "upc-e", "code-128", "qr"}
# How long after a code has left a line may still come, in seconds; and how much too early by the clocks.
LATE, EARLY = 2.0, 0.1
RETAIL = ("ean", "upc", "isbn")


# What is needed


def prepare_scenes(python, numbers):
    """Makes the videos that are not there yet, or that have changed, and returns what is in the selected ones."""
    if not shutil.which("ffmpeg"):
        sys.exit("The videos need ffmpeg: apt-get install ffmpeg")
    maker = [python, ROOT / "Benchmarks/live_scenes.py", VIDEOS, *map(str, numbers)]
    subprocess.run(maker, env=os.environ | {"BEELINE": BEELINE}, check=True)
    truths = [json.loads(path.read_text()) for path in sorted(VIDEOS.glob("[0-9][0-9].json"))]
    return [truth for truth in truths if not numbers or truth["number"] in numbers]


def has_live():
    """Whether the program knows the command."""
    return (
        subprocess.run([BEELINE, "live", "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        == 0
    )


# Running


Event = collections.namedtuple("Event", "seconds symbology text add_on")
Run = collections.namedtuple("Run", "events cpu")


def command(contender, python, video):
    if contender == "beeline":
        return [BEELINE, "live", f"video:{video}", "--format", "json"]
    return [python, ROOT / "Benchmarks/live_peer.py", contender, video]


def cpu_of_tree(pid):
    """The seconds of CPU of a process and of all that it started, those that ended included."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(cpu_of_tree, children(pid)))


def descendants(pid):
    for child in children(pid):
        yield child
        yield from descendants(child)


def wait_for_all(pid):
    """Waits for a process and for what it left behind; the seconds of CPU of all, and its status."""
    _, status, usage = os.wait4(pid, 0)
    cpu, patience = usage.ru_utime + usage.ru_stime, time.monotonic() + 2
    while True:
        try:
            orphan, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return cpu, os.waitstatus_to_exitcode(status)
        if orphan:
            cpu += usage.ru_utime + usage.ru_stime
        else:
            if time.monotonic() > patience:
                patience += 10
                expect(False, "a process is left behind")
                for child in children(os.getpid()):
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.01)


class Player:
    """When the program that plays the video for a contender ends, from which the start of the video follows."""

    def __init__(self, pid):
        names = {child: pathlib.Path(f"/proc/{child}/comm").read_text().strip() for child in descendants(pid)}
        found = [child for child, name in names.items() if name == "ffmpeg"]
        self.descriptor = os.pidfd_open(found[0]) if found else None
        self.ended = None

    def note_end(self):
        self.ended = time.monotonic()
        os.close(self.descriptor)
        self.descriptor = None


def watch(contender, python, truth):
    """Has a contender see a video: its lines with their times in the video."""
    video = VIDEOS / f"{truth['number']:02}.mkv"
    environment = os.environ | {
        "XDG_CONFIG_HOME": "/nonexistent",
        "XDG_DATA_HOME": str(VIDEOS),
        "XDG_STATE_HOME": str(VIDEOS),
    }
    process = subprocess.Popen(
        command(contender, python, video),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=None if contender == "beeline" else subprocess.DEVNULL,
    )
    deadline = time.monotonic() + truth["seconds"] + 20
    start, cpu_before, player, lines, rest = None, 0, None, [], b""
    while True:
        waiting = [process.stdout] + ([player.descriptor] if player and player.descriptor else [])
        ready, _, _ = select.select(waiting, [], [], max(0, deadline - time.monotonic()))
        now = time.monotonic()
        if not ready:
            expect(False, f"{contender} does not end after scene {truth['number']}")
            process.kill()
            break
        if player and player.descriptor in ready:
            player.note_end()
        if process.stdout in ready:
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                break
            *whole, rest = (rest + piece).split(b"\n")
            for line in map(json.loads, whole):
                if line.get("event") == "connected":
                    start, cpu_before = now, cpu_of_tree(process.pid)
                    player = Player(process.pid)
                elif contender == "beeline":
                    lines += [(now, result["symbol"]) for result in line.get("results", [])]
                elif "text" in line:
                    lines.append((now, line))
    process.stdout.close()
    cpu, process.returncode = wait_for_all(process.pid)
    # Status 1 says that no rule matched some code.
    status, scene = process.returncode, truth["number"]
    expect(status in (0, 1), f"{contender} ended with status {status} in scene {scene}")
    if start is None:
        expect(False, f"{contender} did not open scene {truth['number']}")
        return Run([], cpu)
    if player.ended:
        # The player may delay pictures at first: then its clock began before it was said to be connected. At its
        # end it has read the last picture, and not before that was due.
        start = min(start, player.ended - (truth["frames"] - 1) / truth["rate"])
    events = [Event(now - start, line.get("symbology", ""), line["text"], line.get("addOn")) for now, line in lines]
    return Run(events, cpu - cpu_before)


# Judging


def family(symbology):
    """The symbology by a name that all programs share; EAN and UPC are one, for a UPC-A is an EAN-13 to some."""
    name = "".join(filter(str.isalnum, symbology.lower()))
    if name.startswith(RETAIL):
        return "retail"
    return "qr" if name.startswith("qr") else name


def says(event, showing):
    kind = family(showing["symbology"])
    if family(event.symbology) != kind:
        return False
    texts = {showing["text"], *showing["also"]}
    if kind == "retail" and event.text.isdigit():
        return int(event.text) in map(int, texts)
    return event.text in texts


@dataclasses.dataclass
class Result:
    """What one contender made of one scene."""

    truth: dict
    cpu: float
    # For each showing that is to be read: how long its line took, or None; whether its add-on was read.
    delays: dict = dataclasses.field(default_factory=dict)
    add_ons: int = 0
    wrong: list = dataclasses.field(default_factory=list)
    again: list = dataclasses.field(default_factory=list)


def judge(truth, run):
    result = Result(truth, run.cpu)
    reports = collections.defaultdict(list)
    for event in run.events:
        if family(event.symbology) == "retail" and len(event.text) in (2, 5):
            # An add-on by itself, as libzbar can report it.
            if event.text not in [showing["addOn"] for showing in truth["showings"]]:
                result.wrong.append(event.text)
            continue
        begun = [
            index
            for index, showing in enumerate(truth["showings"])
            if says(event, showing) and showing["visible"][0] - EARLY <= event.seconds <= showing["visible"][1] + LATE
        ]
        if begun:
            reports[begun[-1]].append(event)
        else:
            result.wrong.append(event.text)
    for index, showing in enumerate(truth["showings"]):
        events = reports[index]
        wrong = [event.add_on for event in events if event.add_on not in (None, showing["addOn"])]
        result.wrong += wrong
        for number, event in enumerate(events[1:]):
            completes = number == 0 and event.add_on and not events[0].add_on
            result.again += [] if completes else [event.text]
        if showing["counts"]:
            key = (truth["number"], index)
            result.delays[key] = max(0, events[0].seconds - showing["sharp"]) if events else None
            result.add_ons += any(event.add_on == showing["addOn"] for event in events) if showing["addOn"] else 0
    return result


# Printing


class Score:
    """What a contender made of all scenes."""

    def __init__(self, results):
        self.results = results
        self.delays = {key: delay for result in results for key, delay in result.delays.items()}
        self.seen = {key for key, delay in self.delays.items() if delay is not None}
        self.wrong = [text for result in results for text in result.wrong]
        self.again = [text for result in results for text in result.again]
        self.cpu = sum(result.cpu for result in results) / sum(result.truth["seconds"] for result in results)

    def milliseconds(self, keys, share):
        """Such a share of the codes had their line within so many milliseconds."""
        delays = sorted(self.delays[key] * 1000 for key in keys)
        return delays[max(0, -int(-share * len(delays) // 1) - 1)] if delays else None


def rows_beside(ours, peer, name, shown):
    """The rows for one peer."""
    readable = {key for key in shown if name != "pyzbar" or shown[key]["symbology"] in ZBAR_READS}
    both = ours.seen & peer.seen if ours and peer else (ours or peer).seen

    def each(measure):
        return [measure(score) if score else None for score in (ours, peer)]

    total = f"of {len(readable)}"
    label = "of the formats that it reads" if name == "pyzbar" else "of all"
    yield Row(
        f"live, codes seen {label} (peer: {name})", *each(lambda score: len(score.seen & readable)), total, "ratio > 1"
    )
    if ours and peer:
        yield Row(
            "  seen by the one alone", len(ours.seen & readable - peer.seen), len(peer.seen - ours.seen), "", "peer 0"
        )
    yield Row("  wrong texts", *each(lambda score: len(score.wrong)), "", "0")
    yield Row("  reported twice", *each(lambda score: len(score.again)), "", "0")
    yield Row("  in view and sharp to the line, median", *each(lambda score: score.milliseconds(both, 0.5)), "ms", "")
    yield Row("  the same, 95 % of the codes", *each(lambda score: score.milliseconds(both, 0.95)), "ms", "<= 150")
    yield Row("  CPU for a second of video", *each(lambda score: score.cpu), "s", "ratio < 1")


def rows_of(scores, truths):
    shown = {
        (truth["number"], index): showing
        for truth in truths
        for index, showing in enumerate(truth["showings"])
        if showing["counts"]
    }
    ours = scores.get("beeline")
    for name in [peer for peer in PEERS if peer in scores] or PEERS[:1]:
        yield from rows_beside(ours, scores.get(name), name, shown)
    if ours:
        add_ons = sum(bool(showing["addOn"]) for showing in shown.values())
        yield Row("live, all codes that were seen: 95 %", ours.milliseconds(ours.seen, 0.95), None, "ms", "<= 150")
        yield Row("  add-ons read", sum(result.add_ons for result in ours.results), None, f"of {add_ons}", "")
        for name, peer in scores.items():
            for number, index in sorted(peer.seen - ours.seen):
                text = shown[number, index]["text"]
                expect(False, f"scene {number}: {name} sees '{text}', 'beeline live' does not")
        for result in ours.results:
            for text in result.wrong:
                expect(False, f"scene {result.truth['number']}: 'beeline live' says '{text}', which was not there")
            for text in result.again:
                expect(False, f"scene {result.truth['number']}: 'beeline live' says '{text}' twice")


def describe(name, result):
    delays = " ".join("–" if delay is None else f"{delay * 1000:.0f}" for delay in result.delays.values())
    bad = f"  WRONG {result.wrong}" if result.wrong else ""
    bad += f"  TWICE {result.again}" if result.again else ""
    truth, cpu = result.truth, result.cpu / result.truth["seconds"]
    note(f"{truth['number']:2}  {truth['name']:45.45} {name:10} {delays:14} ms  {cpu:.2f} s/s{bad}")


def numbers_in(text):
    numbers = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def options(arguments):
    parser = argparse.ArgumentParser(usage="%(prog)s [OPTION…]\n\n" + __doc__)
    parser.add_argument("--scenes", type=numbers_in, default=[])
    parser.add_argument("--only", choices=CONTENDERS, action="append")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    inherit_orphans()
    python = python_with("live-python", PACKAGES)
    truths = prepare_scenes(python, chosen.scenes)
    contenders = [name for name in CONTENDERS if name in (chosen.only or CONTENDERS)]
    if "beeline" in contenders and not has_live():
        expect(False, f"{BEELINE} has no command 'live'")
        contenders.remove("beeline")
    seconds = sum(truth["seconds"] for truth in truths) * len(contenders)
    note(f"showing {len(truths)} scenes to {', '.join(contenders)}, {seconds / 60:.0f} minutes …")
    results = {name: [] for name in contenders}
    for truth in truths:
        for name in contenders:
            results[name].append(judge(truth, watch(name, python, truth)))
            if chosen.verbose:
                describe(name, results[name][-1])
    scores = {name: Score(list_of_results) for name, list_of_results in results.items()}
    scenes = [
        {
            "scene": result.truth["number"],
            "name": result.truth["name"],
            "contender": name,
            "delays": list(result.delays.values()),
            "wrong": result.wrong,
            "twice": result.again,
            "cpu": result.cpu,
        }
        for name in results
        for result in results[name]
    ]
    return report(list(rows_of(scores, truths)), chosen.json, scenes=scenes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
