"""What the measurements of bench.py share: rows and how they are printed, runs of programs, and complaints
about wrong outputs."""

import collections
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEELINE = os.environ.get("BEELINE", str(ROOT / ".build/release/beeline"))
SCRATCH = ROOT / ".build/bench"
RUNS = 3
CODES = 1_000_000

Row = collections.namedtuple("Row", "what ours peer unit target")
# `processor` are the seconds that its processes were at work.
Run = collections.namedtuple("Run", "seconds megabytes status processor", defaults=(None,))

failures = []


def note(text):
    print(text, file=sys.stderr, flush=True)


def expect(condition, complaint):
    """Records that an output was wrong; the other measurements continue."""
    if not condition:
        failures.append(complaint)
        note(f"WRONG: {complaint}")


def run_cold(argv):
    """Runs a program straight from here, with nothing in between that takes time."""
    nothing = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)]
    nothing += [(os.POSIX_SPAWN_OPEN, output, os.devnull, os.O_WRONLY, 0) for output in (1, 2)]
    start = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=nothing)
    _, status, _ = os.wait4(pid, 0)
    return Run(time.perf_counter() - start, None, os.waitstatus_to_exitcode(status))


def run(argv, stdin=os.devnull):
    """Runs a program, discards its output, and returns the peak memory of its largest process too.

    The kernel counts the memory of a process when it started a program as memory of that program. Python
    uses more than Beeline does, so a small shell starts it, ends, and leaves it to us as its heir.
    """
    shell = ["sh", "-c", '"$@" <"$0" >/dev/null 2>&1 & echo $!', stdin, *argv]
    for _ in range(10):
        start = time.perf_counter()
        pid = int(subprocess.run(shell, stdout=subprocess.PIPE, check=True).stdout)
        try:
            _, status, usage = os.wait4(pid, 0)
        except ChildProcessError:
            # It ended before the shell did, which then reaped it: try again.
            continue
        seconds = time.perf_counter() - start
        processor = usage.ru_utime + usage.ru_stime
        return Run(seconds, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), processor)
    raise OSError(f"{argv[0]} ends before it can be measured")


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


def children(pid):
    """The processes that a process has started and that still run."""
    try:
        tasks = [pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text() for task in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []
    return [int(child) for child in " ".join(tasks).split()]


def resident_megabytes(pid):
    """The memory of a process and of all those that it has started. Pages that they share count for each."""
    try:
        pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6 + sum(map(resident_megabytes, children(pid)))


def peak_of_all(argv):
    """The peak memory of a program and its processes together, sampled a hundred times a second."""
    peak = 0
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, resident_megabytes(process.pid))
            time.sleep(0.01)
    return peak


# Codes


def written_codes(form):
    """A million codes of workload.py as tsv or json, written again when the script that makes them has changed."""
    path = SCRATCH / f"codes.{form}"
    generator = ROOT / "Benchmarks/workload.py"
    if not path.exists() or path.stat().st_mtime < generator.stat().st_mtime:
        note(f"writing {CODES:,} codes as {form} …")
        unfinished = path.with_suffix(".part")
        with open(unfinished, "wb") as file:
            subprocess.run([sys.executable, generator, "--format", form, str(CODES)], stdout=file, check=True)
        unfinished.rename(path)
    return path


# What peers need


def python_with(name, packages):
    """The Python of a virtual environment with these packages, made once."""
    folder = SCRATCH / name
    marker = folder / "packages"
    if not marker.exists() or marker.read_text().split() != packages:
        note(f"installing {', '.join(packages)} …")
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", *packages], check=True)
        marker.write_text("\n".join(packages))
    return folder / "bin/python"


# Printing


def ratio(row):
    return row.ours / row.peer if row.ours is not None and row.peer else None


def figure(value):
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def print_cells(cells):
    """A table of texts: the first column is aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells)]
    for first, *others in cells:
        print("  ".join([f"{first:{widths[0]}}", *(f"{cell:>{width}}" for cell, width in zip(others, widths[1:]))]))


def print_table(rows):
    cells = [("what", "ours", "peer", "unit", "ratio", "target")]
    cells += [(row.what, figure(row.ours), figure(row.peer), row.unit, figure(ratio(row)), row.target) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells)]
    for what, ours, peer, unit, share, target in cells:
        print(
            f"{what:{widths[0]}}  {ours:>{widths[1]}}  {peer:>{widths[2]}}  {unit:{widths[3]}}"
            f"  {share:>{widths[4]}}  {target}".rstrip()
        )


def report(rows, as_json, **more):
    """Prints the rows and what was wrong, as a table or as JSON; the status to end with."""
    if as_json:
        listed = [row._asdict() | {"what": row.what.strip(), "ratio": ratio(row)} for row in rows]
        print(json.dumps({"rows": listed, "wrong": failures, **more}, ensure_ascii=False, indent=2))
    else:
        print_table(rows)
    for failure in failures:
        note(f"WRONG: {failure}")
    return 1 if failures else 0
