#!/usr/bin/env python3
"""Measures Beeline against its peers in one run and prints a table of ratios.

usage: bench.py [--json]          (`make bench` builds first; ARGS=--json)

    WORKLOAD=FILE  resolve this list of codes (lines of SYMBOLOGY, tab, text) instead of a made one
    CORPUS=DIR     scan the pictures below this folder instead of printed ones and those in Examples/;
                   a score.py in it says how many are right
    ONLY=scan      measure only the scanning of pictures; ONLY=draw: only the drawing of codes
    ONLY=scenes    measure how much `beeline scan` reads of made pictures with many codes (5 minutes); ARGS are options of
                   scenes.py
    ONLY=qr        measure how many QR codes it reads that are blurred, in glare, dark, crumpled, tilted, damaged, large or
                   designed (2 minutes); ARGS are options of scenes.py
    ONLY=live      measure `beeline live` on sixty videos (18 minutes); ARGS are options of live.py
    ONLY=serve     measure `beeline serve` beside a server of FastAPI and pyzbar (4 minutes); ARGS are options of serve.py
    ONLY=resolver  measure `beeline serve --resolver` beside nginx with a map of the same million keys (4 minutes); ARGS are
                   options of redirects.py
    ONLY=memory    measure what rules remember in a history of ten million scans (5 minutes); ARGS are options of memory.py
    ONLY=python    measure the Python package beside the command, pyzbar and zxing-cpp, and a job of Spark (10 minutes, of which
                   the Spark takes most); ARGS are options of python_package.py
    ONLY=soak      let four live sources be killed again and again (8 minutes); ARGS are options of live_soak.py
    BEELINE=PATH   measure this program instead of .build/release/beeline

Figures are medians of several runs, those of ours and of the peer's taken in turn, so that a busy
machine slows both. A slow run is not a failure; a wrong output is, with exit status 1.

If the package builds a `beeline-bench`, it runs too, with WORKLOAD in its environment. Each line it
prints is a row: what, value, unit and target, with tabs between.
"""

import csv
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

import live
import live_soak
import memory
import python_package
import redirects
import scenes
import serve
from measuring import BEELINE, ROOT, RUNS, SCRATCH, Row
from measuring import expect, in_turn, inherit_orphans, lines_of, median_seconds, note, peak_megabytes
from measuring import report, run, run_cold, written_codes
from drawing import draw_codes
from scanning import scan_pictures

BEELINE_BENCH = ROOT / ".build/release/beeline-bench"
COLD_RUNS = 40


# Cold start


def cold_start(zbarimg):
    command = [BEELINE, "resolve", "9784873119045"]
    output = b"".join(lines_of(command))
    expect(b"4873119049" in output, "'beeline resolve 9784873119045' does not say 4873119049")
    peer = zbarimg and (lambda: run_cold([zbarimg, "--version"]))
    ours, peers = in_turn(COLD_RUNS, lambda: run_cold(command), peer)
    expect({run.status for run in ours} <= {0}, "'beeline resolve 9784873119045' fails")
    milliseconds = [seconds and seconds * 1000 for seconds in map(median_seconds, (ours, peers))]
    yield Row("resolve CODE, cold (peer: zbarimg --version)", *milliseconds, "ms", "<= 15")


# Lists of codes


def count_lines(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def prepare_codes():
    """The list of codes, a tenth of it, and the same list as lines of JSON; this only of a made one."""
    tenth = SCRATCH / "tenth.tsv"
    if "WORKLOAD" in os.environ:
        whole, objects = pathlib.Path(os.environ["WORKLOAD"]), None
    else:
        whole, objects = written_codes("tsv"), written_codes("json")
    write_tenth(whole, tenth)
    return whole, tenth, objects


def write_tenth(whole, tenth):
    with open(whole, "rb") as source, open(tenth, "wb") as target:
        target.writelines(itertools.islice(source, count_lines(whole) // 10))


def count_records(form, lines):
    """How many inputs an output of `resolve` speaks of; for text only whether it can be all of them."""
    if form == "csv":
        # Quoted texts may run over several lines; the first row is the header.
        rows = csv.reader(line.decode("utf-8", "replace") for line in lines)
        return sum(1 for row in rows) - 1
    return sum(1 for line in lines)


def resolve_lists():
    whole, tenth, objects = prepare_codes()
    for form in ("text", "json", "csv"):
        yield from resolve_list("tsv", form, whole, tenth)
    if objects:
        tenth = SCRATCH / "tenth.json"
        write_tenth(objects, tenth)
        yield from resolve_list("json", "json", objects, tenth)


def resolve_list(source, form, whole, tenth):
    """The rows for one form of the input and one of the output."""
    count = count_lines(whole)
    note(f"resolving {count:,} codes from {source} to {form} …")
    command = [BEELINE, "resolve", "-", "--input", source, "--format", form]
    # Without a choice there is a column for each field of many kinds.
    if form == "csv":
        command += ["--columns", "input,page,symbology,text,bytes,kind,rule,actions,url,error"]
    records = count_records(form, lines_of(command, whole))
    complete = records >= count if form == "text" else records == count
    expect(complete, f"{count:,} codes gave {records:,} records of {form}")

    large, small = in_turn(RUNS, lambda: run(command, whole), lambda: run(command, tenth))
    # Status 1 says that no rule matched some code.
    expect({run.status for run in large + small} <= {0, 1}, f"'resolve - --format {form}' fails")
    rate = count / median_seconds(large) / 1e6
    yield Row(f"resolve -, {source} to {form}", rate, None, "M lines/s", ">= 1")
    peaks = map(peak_megabytes, (large, small))
    yield Row("  peak memory (peer: a tenth of the codes)", *peaks, "MB", "ratio <= 1.1")


# The library's own


def library_rows():
    if not BEELINE_BENCH.exists():
        return
    note("running beeline-bench …")
    process = subprocess.run([BEELINE_BENCH], stdout=subprocess.PIPE, text=True, encoding="utf-8")
    expect(process.returncode == 0, f"beeline-bench ended with status {process.returncode}")
    for line in process.stdout.splitlines():
        try:
            what, value, unit, target = line.split("\t")
            yield Row(what, float(value), None, unit, target)
        except ValueError:
            expect(False, f"beeline-bench printed a line that is no row: {line}")


# All


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    inherit_orphans()
    only = os.environ.get("ONLY")
    apart = {
        "live": live, "memory": memory, "python": python_package, "resolver": redirects, "scenes": scenes, "serve": serve,
        "soak": live_soak,
    }  # fmt: skip
    if only == "qr":
        return scenes.main(sys.argv[1:], scenes.QR_FAMILIES)
    if only in apart:
        return apart[only].main(sys.argv[1:])
    if sys.argv[1:] not in ([], ["--json"]):
        sys.exit(__doc__.strip())
    zbarimg = shutil.which("zbarimg")
    if only == "scan":
        rows = list(scan_pictures(zbarimg))
    elif only == "draw":
        rows = list(draw_codes(zbarimg))
    else:
        rows = [*cold_start(zbarimg), *resolve_lists(), *scan_pictures(zbarimg), *draw_codes(zbarimg), *library_rows()]
    return report(rows, bool(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
