#!/usr/bin/env python3
"""Measures the Python package beside the command, pyzbar and zxing-cpp, and a job of Spark.

usage: python_package.py [--pictures 5000] [--rounds 3] [--without-spark] [--json]
       (`make bench ONLY=python` builds first, and installs Java and PySpark; ARGS="--rounds 1")

    BEELINE=PATH   measure this program instead of .build/release/beeline
    CORPUS=DIR     scan the pictures below this folder, as bench.py does; a score.py in it says how many are right

Pictures: `scan_many` and `beeline scan` read the same files, in turn, and have to say the same of each. The peers, in a
Python of their own below .build/bench, are started in as many processes as there are cores. Codes: `resolve_many` gets
objects as workload.py makes them. Spark scans as many pictures as --pictures says, the same ones again and again, on as
many cores as the command; each row that the command gives has to be there once.
"""

import argparse
import collections
import functools
import itertools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from measuring import BEELINE, ROOT, SCRATCH, Row
from measuring import expect, in_turn, inherit_orphans, lines_of, median_seconds, note, python_with, report, run
from measuring import written_codes
from scanning import pictures, write_list

PEERS = ["pyzbar", "zxing-cpp"]
CODES = 300_000
HERE = ROOT / "Benchmarks"

sys.path.insert(0, str(ROOT / "Python/src"))


def by_package(*arguments, python=sys.executable, script="python_calls.py"):
    """The words that run one of the scripts with the package. Nothing of the user's own takes part."""
    settings = [f"BEELINE={BEELINE}", f"PYTHONPATH={ROOT / 'Python/src'}", "PYTHONDONTWRITEBYTECODE=1"]
    # Spark starts the python of the PATH for its tasks.
    settings.append(f"PYSPARK_PYTHON={python}")
    return ["env", *settings, str(python), str(HERE / script), *map(str, arguments)]


def by_peer(python, name, list_file):
    return [str(python), str(HERE / "python_peer.py"), name, str(list_file)]


def by_command(list_file):
    return [BEELINE, "scan", "--format", "json", "--files0-from", str(list_file)]


# Pictures


def said(argv, name, count):
    """What a reader says of the pictures: a file of lines, and the lines."""
    lines = list(lines_of(argv))
    expect(len(lines) == count, f"{count:,} pictures gave {len(lines):,} lines of {name}")
    output = SCRATCH / f"python-{name}.json"
    output.write_bytes(b"".join(lines))
    return output, lines


def quality(name, output, lines):
    """Rows about what was read: the corpus's own score where there is one."""
    scorer = pathlib.Path(os.environ.get("CORPUS", "/nonexistent")) / "score.py"
    if not scorer.exists():
        read = sum(b'"symbol":' in line.replace(b" ", b"") for line in lines)
        yield Row(f"  {name}: pictures in which a code was read", read, None, "", "")
        return
    done = subprocess.run([sys.executable, scorer, "--json", output], stdout=subprocess.PIPE, check=True)
    score = json.loads(done.stdout)
    yield Row(f"  {name}: hits", score["total"]["hit"], None, "pictures", "")
    wrong = score["total"]["wrong"] + score["negatives"]["false"]
    yield Row(f"  {name}: wrong texts, and texts where there are none", wrong, None, "pictures", "")
    yield Row(f"  {name}: pictures that it cannot read", score["total"]["error"], None, "pictures", "")


def scan(rounds):
    files = pictures()
    if not files:
        note("no pictures to scan")
        return
    list_file = write_list("python-pictures", files)
    peer_python = python_with("python-peers", [*PEERS, "pillow", "numpy"])
    words = {"scan_many": by_package("scan", list_file), "command": by_command(list_file)}
    words |= {name: by_peer(peer_python, name, list_file) for name in PEERS}
    note(f"reading {len(files):,} pictures with each program …")
    outputs = {name: said(argv, name, len(files)) for name, argv in words.items()}
    different = sum(ours != theirs for ours, theirs in zip(outputs["scan_many"][1], outputs["command"][1]))
    expect(different == 0, f"scan_many says of {different:,} pictures what the command does not say")

    note(f"scanning them {rounds} times with each program, in turn …")
    runs = dict(zip(words, in_turn(rounds, *(functools.partial(run, argv) for argv in words.values()))))
    expect({one.status for one in runs["scan_many"]} == {0}, "scan_many fails")
    rates = {name: len(files) / median_seconds(some) for name, some in runs.items()}
    busy = {name: statistics.median(one.processor for one in some) for name, some in runs.items()}
    times = {name: seconds / len(files) * 1000 for name, seconds in busy.items()}
    yield Row("scan_many (peer: beeline scan)", rates["scan_many"], rates["command"], "pictures/s", "ratio >= 0.9")
    yield Row("  processor time for a picture", times["scan_many"], times["command"], "ms", "ratio <= 1.1")
    for name in PEERS:
        yield Row(f"scan_many (peer: {name})", rates["scan_many"], rates[name], "pictures/s", "")
        yield Row("  processor time for a picture", times["scan_many"], times[name], "ms", "")
    for name in ("scan_many", *PEERS):
        yield from quality(name, *outputs[name])


# Codes


def resolve(rounds):
    part = SCRATCH / "python-codes.json"
    with open(written_codes("json"), "rb") as source, open(part, "wb") as target:
        target.writelines(itertools.islice(source, CODES))
    command = [BEELINE, "resolve", "-", "--input", "json", "--format", "json"]

    def resolve_many():
        done = subprocess.run(by_package("resolve", part, CODES), stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    note(f"resolving {CODES:,} codes {rounds} times …")
    ours, theirs = in_turn(rounds, resolve_many, lambda: run(command, part))
    counts = {one["answered"] for one in ours}
    expect(counts == {CODES}, f"{CODES:,} codes gave {counts} answers")
    rate, own = (CODES / statistics.median(one[name] for one in ours) for name in ("seconds", "processor"))
    yield Row("resolve_many (peer: beeline resolve -)", rate, CODES / median_seconds(theirs), "codes/s", ">= 150000")
    yield Row("  for each second of Python's processor time", own, None, "codes", ">= 150000")


# Spark


def spark_python():
    """A Python with PySpark, where Scripts/test-python.sh has its own; None where it cannot be had."""
    folder, needs = ROOT / ".build/spark", ROOT / "Python/tests/spark/requirements.txt"
    if not shutil.which("java"):
        note("SKIPPED: Spark. It needs Java: run Scripts/install-dependencies.sh spark")
        return None
    script = ROOT / "Scripts/install-python-packages.sh"
    done = subprocess.run([script, folder, needs, "the benchmark with Spark"], cwd=ROOT)
    return folder / "bin/python" if done.returncode == 0 else None


def linked(files, count):
    """A folder with as many links to the pictures, each of them as often as it takes."""
    folder = SCRATCH / "spark-pictures"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    links = []
    for number, file in zip(range(count), itertools.cycle(files)):
        links.append(folder / f"{number:05}{file.suffix.lower()}")
        links[-1].symlink_to(file.resolve())
    return folder, links


def expected_rows(lines):
    """The rows that the command's answers are, as the package makes them."""
    from beeline import Answer

    for line in lines:
        answer = Answer(line.rstrip(b"\n"))
        for row in answer.rows():
            yield (answer.input, *(row[name] for name in ("page", "symbology", "text", "kind", "error")))


def spark(count):
    files, python = pictures(), spark_python()
    if not files or python is None:
        return
    folder, links = linked(files, count)
    list_file = write_list("spark-list", links)
    cores = len(os.sched_getaffinity(0))
    out = SCRATCH / "spark-rows"
    note(f"scanning {count:,} pictures with the command, with Spark, and with the command …")
    start = time.perf_counter()
    lines = list(lines_of(by_command(list_file)))
    before = time.perf_counter() - start
    job = by_package(cores, folder, out, python=python, script="python_spark.py")
    # Spark reports to standard error all that it does.
    done = subprocess.run(job, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        expect(False, f"the job of Spark ends with status {done.returncode}: {done.stderr[-2000:]}")
        return
    after = run(by_command(list_file))
    taken = json.loads(done.stdout.splitlines()[-1])
    rows = collections.Counter(tuple(row.values()) for row in json.loads(pathlib.Path(f"{out}.json").read_text()))
    expected = collections.Counter(expected_rows(lines))
    missing, surplus = (expected - rows).total(), (rows - expected).total()
    expect(missing + surplus == 0, f"{missing:,} rows are missing, and {surplus:,} are too many")
    rate = count / statistics.mean([before, after.seconds])
    ours = count / taken["seconds"]
    yield Row(f"Spark, local[{cores}] (peer: beeline scan)", ours, rate, "pictures/s", "ratio >= 0.7")
    yield Row("  rows (peer: of the command)", rows.total(), expected.total(), "", "ratio 1")


def main(arguments):
    parser = argparse.ArgumentParser(usage="python_package.py [--pictures N] [--rounds N] [--without-spark] [--json]")
    parser.add_argument("--pictures", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without-spark", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    inherit_orphans()
    rows = [*resolve(options.rounds), *scan(options.rounds)]
    if not options.without_spark:
        rows += spark(options.pictures)
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
