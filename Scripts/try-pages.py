#!/usr/bin/env python3
"""Runs the commands that pages show, and compares what they print, as the tests do in the sources: here with what is installed.
Prints each command, and what one that failed has printed.

usage: Scripts/try-pages.py PAGE...     in a folder where one may write, with the examples of the pages
"""

import re
import subprocess
import sys
import tempfile


def commands(page):
    """The commands of the blocks of a page, each with its status and what it is shown to print."""
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```console\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    for block in blocks:
        for command in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
            head, *shown = command.rstrip("\n").split("\n")
            line, _, status = head[2:].partition(" # exit status ")
            yield line, int(status or 0), shown


def fits(shown, printed):
    """Whether lines are what is shown: an ellipsis stands for any lines, or for the rest of its line."""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else re.escape(line[:-1]) + ".*\n" if line.endswith("…") else re.escape(line) + "\n"
        for line in shown
    )
    return re.fullmatch(pattern, printed if printed.endswith("\n") or not printed else printed + "\n") is not None


def is_desk(page):
    """Whether the page of a desk begins in an empty folder, and its commands need what those before them have made."""
    with open(page, encoding="utf-8") as file:
        return "$ beeline rules new --desk" in file.read()


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: Scripts/try-pages.py PAGE...")
    count = failures = 0
    for page in sys.argv[1:]:
        folder = tempfile.mkdtemp() if is_desk(page) else None
        for line, status, shown in commands(page):
            done = subprocess.run(
                ["bash", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            count += 1
            print(f"$ {line}", flush=True)
            if done.returncode != status or not fits(shown, done.stdout):
                failures += 1
                print(f"FAILED in {page}: it ended with status {done.returncode} and printed:\n{done.stdout}")
    print(f"{count} commands of {len(sys.argv) - 1} pages, {failures} failed")
    sys.exit(1 if failures or not count else 0)


if __name__ == "__main__":
    main()
