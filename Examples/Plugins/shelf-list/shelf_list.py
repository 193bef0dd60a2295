#!/usr/bin/env python3
"""Keeps lists of what was scanned, each a CSV file in $XDG_DATA_HOME/shelf-list (~/.local/share/shelf-list).

The first columns are "time" and "code", the others come with the first line that has them. The file is locked while it is
written, so several tills may share a list, and a spreadsheet opens it as it is. No code chooses the name of the file: that
is the list's, which the rule writes.
"""

import csv
import datetime
import fcntl
import json
import os
import pathlib
import re
import sys


def folder():
    home = os.environ.get("XDG_DATA_HOME", "")
    if not home.startswith("/"):
        home = os.path.expanduser("~/.local/share")
    return pathlib.Path(home) / "shelf-list"


def harmless(text):
    """A spreadsheet takes a cell that begins so for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


class ShelfList:
    """A list, and how often each code is on it, as far as it was read."""

    def __init__(self, path):
        self.path = path
        self.read_to = 0
        self.header = []
        self.seen = {}

    def add(self, code, columns):
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(self.path, "a+", newline="", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.catch_up(file)
            if not self.header:
                self.header = ["time", "code", *columns]
                csv.writer(file).writerow(self.header)
            unknown = [name for name in columns if name not in self.header]
            if unknown:
                raise ValueError(f"{self.path} has no column '{unknown[0]}'; it has {', '.join(self.header)}")
            time = datetime.datetime.now().isoformat(timespec="seconds")
            row = {"time": time, "code": code, **columns}
            csv.writer(file).writerow([harmless(row.get(name, "")) for name in self.header])
            file.flush()
            self.read_to = file.tell()
            self.note(code, time)
            return self.seen[harmless(code)]

    def catch_up(self, file):
        """Reads what others have written since; all of it when the file is another one."""
        file.seek(0, os.SEEK_END)
        if file.tell() < self.read_to:
            self.read_to, self.header, self.seen = 0, [], {}
        file.seek(self.read_to)
        for row in csv.reader(file):
            if not self.header:
                self.header = row
            elif len(row) > 1:
                self.note(row[1], row[0])
        file.seek(0, os.SEEK_END)

    def note(self, code, time):
        count, first = self.seen.get(harmless(code), (0, time))
        self.seen[harmless(code)] = (count + 1, first)


lists = {}


def perform(parameters, is_sample):
    name = parameters["list"]
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name):
        raise ValueError(f"'{name}' cannot be the name of a list: letters, digits, '-' and '_'")
    path = folder() / f"{name}.csv"
    if is_sample:
        return f"would write to {path}", {}
    count, first = lists.setdefault(name, ShelfList(path)).add(parameters["code"], parameters.get("columns", {}))
    message = "new on the list" if count == 1 else f"on the list {count} times, first {first}"
    return message, {"count": count, "isNew": count == 1, "firstTime": first}


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "status": "done"}
    try:
        answer["message"], answer["results"] = perform(request["parameters"], request.get("sample", False))
    except (OSError, ValueError, csv.Error) as error:
        answer["status"] = "failed"
        answer["message"] = str(error)
    print(json.dumps(answer), flush=True)
