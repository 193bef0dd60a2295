#!/usr/bin/env python3
"""What python_package.py measures of the package `beeline`, in a process of its own.

usage: python_calls.py scan LIST         an answer in a line for each picture; LIST has their names, with NUL between
       python_calls.py resolve FILE N    resolves the first N of a file of JSON objects, and says how long it took
"""

import itertools
import json
import os
import pathlib
import sys
import time

import beeline


def scan(names):
    paths = [os.fsdecode(name) for name in pathlib.Path(names).read_bytes().split(b"\0") if name]
    with beeline.Beeline() as scanner:
        for answer in scanner.scan_many(paths):
            print(answer.line)


def resolve(file, count):
    with open(file, encoding="utf-8") as lines:
        codes = [json.loads(line) for line in itertools.islice(lines, int(count))]
    with beeline.Beeline() as resolver:
        resolver.resolve("the co-process starts")
        start, busy = time.perf_counter(), time.process_time()
        answered = sum(1 for _ in resolver.resolve_many(codes))
        taken = {"seconds": time.perf_counter() - start, "processor": time.process_time() - busy}
    print(json.dumps({"codes": len(codes), "answered": answered, **taken}))


if __name__ == "__main__":
    {"scan": scan, "resolve": resolve}[sys.argv[1]](*sys.argv[2:])
