#!/usr/bin/env python3
"""Scans a folder of pictures with Ray into a folder of Parquet.

usage: ray_scan.py IN OUT      (pip install 'ray[data]'; beeline and its command are on each node)
"""

import sys

import pyarrow
import ray

import beeline


class Scanner:
    """One for each actor: it keeps its co-process between the batches."""

    def __init__(self):
        # Ray counts the cores.
        self.beeline = beeline.Beeline(jobs=1)

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        paths, contents = batch["path"].to_pylist(), batch["bytes"]
        answers = self.beeline.scan_many(content.as_buffer() for content in contents)
        rows = [{"path": path, **row} for path, answer in zip(paths, answers) for row in answer.rows()]
        return pyarrow.Table.from_pylist(rows, schema=SCHEMA)


TEXT = ("symbology", "text", "kind", "content", "rule", "actions", "verdict", "error", "lost")
SCHEMA = pyarrow.schema(
    [("path", pyarrow.string()), ("page", pyarrow.int32()), ("bytes", pyarrow.binary())]
    + [(name, pyarrow.string()) for name in TEXT]
)

if __name__ == "__main__":
    pictures = ray.data.read_binary_files(sys.argv[1], include_paths=True)
    # As many actors as there are cores free of reading.
    actors = ray.data.ActorPoolStrategy(min_size=1)
    found = pictures.map_batches(Scanner, batch_size=32, batch_format="pyarrow", compute=actors)
    found.write_parquet(sys.argv[2])
