#!/usr/bin/env python3
"""Scans a folder of pictures with Dask and prints a line of JSON for each code.

usage: dask_scan.py FOLDER      (pip install dask; beeline and its command are on each worker)
"""

import json
import pathlib
import sys

import dask.bag

import beeline


def rows(paths):
    """The rows of a partition: one call, and so one co-process."""
    with beeline.Beeline(jobs=1) as scanner:
        return [{"path": path, **row} for path, answer in zip(paths, scanner.scan_many(paths)) for row in answer.rows()]


if __name__ == "__main__":
    paths = sorted(str(path) for path in pathlib.Path(sys.argv[1]).rglob("*") if path.is_file())
    found = dask.bag.from_sequence(paths, partition_size=32).map_partitions(rows)
    for row in found.compute(scheduler="processes"):
        print(json.dumps({name: row[name] for name in ("path", "text", "kind", "error")}))
