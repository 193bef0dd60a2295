#!/usr/bin/env python3
"""Measures what rules remember in a history of ten million scans, beside the same table in Python's sqlite3.

usage: memory.py [--scans 10000000] [--json]          (`make bench ONLY=memory` builds first; ARGS="--scans 1000000")

    BEELINE_BENCH=PATH   measure by this program instead of .build/release/beeline-bench

The history is written in one piece by SQLite, as records would have left it: each code five times, so that the keys of one day
lie anywhere in the file. Then `beeline-bench memory` asks for 20,000 codes at random, one in ten never recorded,
and has 50,000 scans recorded by five hundred callers at once. The peer asks with the same query, and inserts the same rows, a
thousand a transaction. Where PostgreSQL is installed, sixteen desks with one history on it follow, beside the same with SQLite,
and its look-ups in as many scans (desks.py).

Figures of look-ups are of one thread, each look-up by itself, in microseconds.
"""

import argparse
import os
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import time

import desks
from measuring import ROOT, SCRATCH, Row
from measuring import expect, note, report

BENCH = os.environ.get("BEELINE_BENCH", str(ROOT / ".build/release/beeline-bench"))
LOOKUPS = 20_000
RECORDED = 50_000
EACH = 5
QUERY = """
    SELECT place, time, source,
        (SELECT time FROM marks WHERE key = ?1 ORDER BY time, scan LIMIT 1),
        coalesce((SELECT place FROM marks WHERE key = ?1 AND time < ?3 ORDER BY time DESC, scan DESC LIMIT 1), 0)
        - coalesce((SELECT place FROM marks WHERE key = ?1 AND time < ?2 ORDER BY time DESC, scan DESC LIMIT 1), 0)
    FROM marks WHERE key = ?1 ORDER BY time DESC, scan DESC LIMIT 1
"""


def code(number):
    """A code whose neighbours in time are not its neighbours in the file."""
    return f"T-{number * 2654435761 % (1 << 32):010}"


def fill(path, scans):
    """Fills the history that is there, as if each code had been recorded five times."""
    note(f"writing {scans:,} scans …")
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA cache_size = -2000000")
    db.create_function("code", 1, code, deterministic=True)
    db.execute("BEGIN")
    db.execute(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)
        INSERT INTO scans (time, rule, fields, symbology, text, kind, source)
        SELECT strftime('%Y-%m-%dT%H:%M:%S.000Z', 1600000000 + n * 10, 'unixepoch'), 'all', '{}', 'qr', code(n % ?2),
            'text', 'till ' || (n % 20) FROM numbers
        """,
        (scans, scans // EACH),
    )
    db.execute(
        """
        INSERT INTO marks (key, time, scan, source, place)
        SELECT '=' || text, (1600000000 + (id - 2) * 10) * 1000, id, source, row_number() OVER (PARTITION BY text ORDER BY id)
        FROM scans WHERE rule = 'all' ORDER BY text, id
        """
    )
    db.execute("COMMIT")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def look_up(path, codes):
    """Microseconds of each look-up by Python's sqlite3."""
    db = sqlite3.connect(path, isolation_level=None)
    times = []
    for number in codes:
        start = time.perf_counter_ns()
        db.execute(QUERY, (f"={code(number)}", 1795564800000, 1795651200000)).fetchall()
        times.append((time.perf_counter_ns() - start) / 1000)
    db.close()
    return times


def insert(path):
    """Thousands of rows a second by Python's sqlite3."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = NORMAL")
    start = time.perf_counter()
    for first in range(0, RECORDED, 1_000):
        db.execute("BEGIN IMMEDIATE")
        for number in range(first, first + 1_000):
            text = code(random.randrange(1 << 31))
            row = db.execute(
                "INSERT INTO scans (time, rule, fields, text) VALUES ('2026-11-25T10:00:00.000Z', 'peer', '{}', ?)", (text,)
            ).lastrowid
            db.execute("INSERT INTO marks VALUES (?, 1795600800000, ?, NULL, 1)", (f"={text}", row))
        db.execute("COMMIT")
    seconds = time.perf_counter() - start
    db.close()
    return RECORDED / seconds / 1000


def rows(scans):
    SCRATCH.mkdir(parents=True, exist_ok=True)
    path = SCRATCH / "memory.db"
    for part in ("", "-wal", "-shm", "-lock"):
        pathlib.Path(f"{path}{part}").unlink(missing_ok=True)
    subprocess.run([BENCH, "memory", "begin", path], check=True)
    fill(path, scans)
    numbers = [random.randrange(scans // EACH + scans // EACH // 9) for _ in range(LOOKUPS)]
    known = sum(number < scans // EACH for number in numbers)
    note("asking …")
    # What was read lies in the memory of the system, for both.
    theirs = look_up(path, numbers)
    codes = "\n".join(code(number) for number in numbers).encode()
    answer = subprocess.run([BENCH, "memory", "ask", path], input=codes, capture_output=True, check=True).stdout.split()
    count, median, last = int(answer[0]), float(answer[1]), float(answer[2])
    expect(count == known * EACH, f"of {known} codes {count} recordings are seen, not {known * EACH}")
    rate = float(subprocess.run([BENCH, "memory", "record", path], capture_output=True, check=True).stdout)
    their_rate = insert(path)
    size = path.stat().st_size / scans
    yield Row(f"seen among {scans:,} scans, median (peer: sqlite3 of Python)", median, statistics.median(theirs), "µs", "<= 50")
    yield Row("  99 of 100 within", last, statistics.quantiles(theirs, n=100)[98], "µs", "<= 50")
    yield Row("scans recorded beside them (peer: inserted)", rate, their_rate, "k/s", ">= 50")
    yield Row("  size of the history", size, None, "bytes a scan", "")
    for part in ("", "-wal", "-shm", "-lock"):
        pathlib.Path(f"{path}{part}").unlink(missing_ok=True)
    yield from desks.rows(scans, numbers, code, EACH)


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--scans", type=int, default=10_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    return report(list(rows(options.scans)), options.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
