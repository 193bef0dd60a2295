#!/usr/bin/env python3
"""Measures Beeline against its peers in one run and prints a table of ratios.

usage: bench.py [--json]          (`make bench` builds first; ARGS=--json)

    WORKLOAD=FILE  resolve this list of codes (lines of SYMBOLOGY, tab, text) instead of a made one
    CORPUS=DIR     scan the pictures below this folder instead of those in Examples/, 50 times over
    BEELINE=PATH   measure this program instead of .build/release/beeline

Figures are medians of several runs, those of ours and of the peer's taken in turn, so that a busy
machine slows both. Slow is no failure; a wrong output is, and gives exit status 1.

If the package builds a `beeline-bench`, it runs too, with WORKLOAD in its environment. Each line it
prints is a row: what, value, unit and target, with tabs between.
"""

import collections
import csv
import ctypes
import itertools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEELINE = os.environ.get("BEELINE", str(ROOT / ".build/release/beeline"))
BEELINE_BENCH = ROOT / ".build/release/beeline-bench"
SCRATCH = ROOT / ".build/bench"
PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
CODES = 1_000_000
COLD_RUNS = 40
RUNS = 3

Row = collections.namedtuple("Row", "what ours peer unit target")
Run = collections.namedtuple("Run", "seconds megabytes status")

failures = []


def note(text):
    print(text, file=sys.stderr, flush=True)


def expect(condition, complaint):
    """Records that an output was wrong; the other measurements go on."""
    if not condition:
        failures.append(complaint)
        note(f"WRONG: {complaint}")


# Measuring


def run_cold(argv):
    """Runs a program straight from here, with nothing in between that takes time."""
    nothing = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    nothing += [(os.POSIX_SPAWN_OPEN, output, os.devnull, os.O_WRONLY, 0) for output in (1, 2)]
    start = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=nothing)
    _, status, _ = os.wait4(pid, 0)
    return Run(time.perf_counter() - start, None, os.waitstatus_to_exitcode(status))


def run(argv, stdin=os.devnull):
    """Runs a program, its output thrown away, and tells the peak memory of its largest process too.

    The kernel counts what a process held when it started a program as held by that program. Python
    holds more than Beeline does, so a small shell starts it, ends, and leaves it to us as its heir.
    """
    start = time.perf_counter()
    shell = ["sh", "-c", '"$@" <"$0" >/dev/null 2>&1 & echo $!', stdin, *argv]
    pid = int(subprocess.run(shell, stdout=subprocess.PIPE, check=True).stdout)
    _, status, usage = os.wait4(pid, 0)
    return Run(time.perf_counter() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))


def inherit_orphans():
    """Makes this process the parent of whatever its children leave behind."""
    PR_SET_CHILD_SUBREAPER = 36
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def in_turn(count, *measurements):
    """Calls each measurement `count` times, in turn: for each the list of its runs; none for None."""
    results = [[] for _ in measurements]
    for _ in range(count):
        for runs, measure in zip(results, measurements):
            if measure:
                runs.append(measure())
    return results


def median_seconds(runs):
    return statistics.median(run.seconds for run in runs) if runs else None


def peak_megabytes(runs):
    return max(run.megabytes for run in runs) if runs else None


def lines_of(argv, stdin=os.devnull):
    """The lines of a program's output, one at a time."""
    with open(stdin, "rb") as source:
        with subprocess.Popen(argv, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            yield from process.stdout


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


def written_codes(form):
    """The made list in that form, written anew when what makes it has changed."""
    path = SCRATCH / f"codes.{form}"
    generator = ROOT / "Benchmarks/workload.py"
    if not path.exists() or path.stat().st_mtime < generator.stat().st_mtime:
        note(f"writing {CODES:,} codes as {form} …")
        unfinished = path.with_suffix(".part")
        with open(unfinished, "wb") as file:
            subprocess.run([sys.executable, generator, "--format", form, str(CODES)], stdout=file, check=True)
        unfinished.rename(path)
    return path


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
    records = count_records(form, lines_of(command, whole))
    complete = records >= count if form == "text" else records == count
    expect(complete, f"{count:,} codes gave {records:,} records of {form}")

    large, small = in_turn(RUNS, lambda: run(command, whole), lambda: run(command, tenth))
    # Status 1 says that no rule took some code.
    expect({run.status for run in large + small} <= {0, 1}, f"'resolve - --format {form}' fails")
    rate = count / median_seconds(large) / 1e6
    yield Row(f"resolve -, {source} to {form}", rate, None, "M lines/s", ">= 1")
    peaks = map(peak_megabytes, (large, small))
    yield Row("  peak memory (peer: a tenth of the codes)", *peaks, "MB", "ratio <= 1.1")


# Pictures


def pictures():
    if "CORPUS" in os.environ:
        folder, times = pathlib.Path(os.environ["CORPUS"]), 1
        files = folder.rglob("*")
    else:
        times = 50
        files = (ROOT / "Examples").glob("*")
    return sorted(file for file in files if file.suffix.lower() in PICTURE_SUFFIXES) * times


def scan_pictures(zbarimg):
    files = pictures()
    if not files:
        note("no pictures to scan")
        return
    list_file = SCRATCH / "pictures"
    list_file.write_bytes(b"".join(os.fsencode(file) + b"\0" for file in files))
    ours = [BEELINE, "scan", "--format", "json", "--files0-from", str(list_file)]
    peer = ["xargs", "-0", "-a", str(list_file), zbarimg or "", "--quiet", "--nodbus"]

    note(f"scanning {len(files):,} pictures …")
    count = ours_read = 0
    for line in lines_of(ours):
        count += 1
        ours_read += b'"symbol":{' in line
    expect(count == len(files), f"{len(files):,} pictures gave {count:,} lines of json")
    # In XML each picture is a <source>, which holds an <index> only when something was read.
    peer_read = sum(line.startswith(b"<index num='0'>") for line in lines_of([*peer, "--xml"])) if zbarimg else None

    our_runs, peer_runs = in_turn(RUNS, lambda: run(ours), zbarimg and (lambda: run(peer)))
    expect({run.status for run in our_runs} <= {0, 1, 3}, "'scan' fails")
    rates = [seconds and len(files) / seconds for seconds in map(median_seconds, (our_runs, peer_runs))]
    yield Row("scan, whole process (peer: zbarimg)", *rates, "pictures/s", "ratio >= 1")
    yield Row("  pictures in which a code was read", ours_read, peer_read, "", "")
    yield Row("  peak memory, largest process", *map(peak_megabytes, (our_runs, peer_runs)), "MB", "")


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


# Printing


def ratio(row):
    return row.ours / row.peer if row.ours is not None and row.peer else None


def figure(value):
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def print_table(rows):
    cells = [("what", "ours", "peer", "unit", "ratio", "target")]
    cells += [(row.what, figure(row.ours), figure(row.peer), row.unit, figure(ratio(row)), row.target) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for what, ours, peer, unit, share, target in cells:
        print(
            f"{what:{widths[0]}}  {ours:>{widths[1]}}  {peer:>{widths[2]}}  {unit:{widths[3]}}"
            f"  {share:>{widths[4]}}  {target}".rstrip()
        )


def main():
    if sys.argv[1:] not in ([], ["--json"]):
        sys.exit(__doc__.strip())
    inherit_orphans()
    SCRATCH.mkdir(parents=True, exist_ok=True)
    zbarimg = shutil.which("zbarimg")
    rows = [*cold_start(zbarimg), *resolve_lists(), *scan_pictures(zbarimg), *library_rows()]
    if sys.argv[1:]:
        report = [row._asdict() | {"what": row.what.strip(), "ratio": ratio(row)} for row in rows]
        print(json.dumps({"rows": report, "wrong": failures}, ensure_ascii=False, indent=2))
    else:
        print_table(rows)
    for failure in failures:
        note(f"WRONG: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
