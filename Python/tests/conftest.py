"""What the tests share: the real command, and programs that misbehave in its place."""

import os
import pathlib
import stat
import subprocess
import sys

import pytest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BEELINE") or str(PROJECT / ".build/release/beeline")
PICTURES = sorted(str(path) for end in ("jpg", "png", "webp") for path in (PROJECT / "Examples").glob(f"*.{end}"))

# The rules of the user who runs the tests are not used.
os.environ["BEELINE"] = PROGRAM
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = "/nonexistent"


def command(*arguments, data=None, statuses=(0, 1, 3)):
    """What the command prints."""
    done = subprocess.run([PROGRAM, *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode in statuses, done.stderr.decode()
    return done.stdout


def descriptors():
    """What each open descriptor of this process is, but those of the list itself."""
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[int(name)] = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            pass
    return found


def children(parent=None):
    """The processes that this one has started and not waited for, by their ids, with the letter of their state."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    rest = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(rest[1]) == (parent or os.getpid()):
                found[int(name)] = rest[0]
    return found


FAKE = '''#!{python}
import json, os, signal, sys, time
if sys.argv[1:] == ["--version"]:
    print("beeline 0.1.0")
    sys.exit()
{start}
def say(name):
    sys.stdout.write(json.dumps({{"version": 1, "input": name, "results": []}}, separators=(",", ":")) + "\\n")
    sys.stdout.flush()
rest = b""
while True:
    data = os.read(0, 65536)
    if not data:
        break
    *names, rest = (rest + data).split(b"\\0")
    for name in names:
        with open(name, "rb") as file:
            said = file.read()
        if said == b"die":
            os.kill(os.getpid(), signal.SIGKILL)
        if said == b"fail":
            sys.stderr.write("it has fallen over\\n")
            sys.exit(70)
        if said == b"hang":
            time.sleep(3600)
        say(name.decode())
'''


@pytest.fixture
def fake(tmp_path):
    """Makes a program in the command's place: it answers each picture, or does what the picture says."""

    def make(start=""):
        path = tmp_path / "beeline"
        path.write_text(FAKE.format(python=sys.executable, start=start))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make
