"""Where the command is, and whether this package can talk to it."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import threading
import time
from typing import Dict, Iterator, Optional, Tuple, Union

from ._errors import ProgramMismatch, ProgramNotFound

__version__ = "0.1.0"

#: The version of the JSON lines (Docs/Protocol.md), which each of them names.
PROTOCOL = 1

#: The first version of the command that has all options which this package uses.
OLDEST_PROGRAM = (0, 1)

_ADVICE = (
    "Build and install it with 'make install' from Beeline's sources; put it into the PATH, or name it: "
    "BEELINE=/path/to/beeline, or Beeline(program=…)."
)

#: Seconds that a program has to say its version, and the bytes that are read of what it says.
_PATIENCE, _MOST_SAID = 20.0, 1 << 16

#: What the script has in it that starts another `beeline`: that of Apache Hive, which PySpark installs beside Python. Asked
#: for its version, it would start a Java first.
_HIVE = re.compile(rb"apache\.hive|--service beeline")
_BY_HIVE = "it is the client of Apache Hive, which PySpark installs"

#: The version of each program that was asked, by the file that it is, or why it is not Beeline's command.
_checked: Dict[Tuple[str, int, int, int], Union[str, "_NotBeeline"]] = {}
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):

    def _renew_lock() -> None:
        global _lock
        _lock = threading.Lock()

    os.register_at_fork(after_in_child=_renew_lock)


def checked(program: Optional[str] = None) -> str:
    """The absolute path of the command, which was asked for its version once: `program`, else `BEELINE`, else the first
    `beeline` in the PATH that is Beeline's. Other programs have this name too.
    """
    named = program or os.environ.get("BEELINE")
    others = []
    for path in _candidates(named):
        try:
            return _asked(path)
        except _NotBeeline as error:
            if named:
                raise ProgramMismatch(f"{path} is not Beeline's command: {error}. {_ADVICE}") from None
            others.append(f"{path} is another program ({error})")
    if named:
        raise ProgramNotFound(f"'{named}' is not a program. {_ADVICE}")
    what = "the program 'beeline' is not in the PATH"
    if others:
        raise ProgramMismatch(f"{what}: {'; '.join(others)}. {_ADVICE}")
    raise ProgramNotFound(f"{what}. {_ADVICE}")


def _candidates(named: Optional[str]) -> Iterator[str]:
    """The named program, or each `beeline` in the PATH, in its order."""
    folders = [None] if named else os.environ.get("PATH", os.defpath).split(os.pathsep)
    for folder in folders:
        found = shutil.which(named or "beeline", path=folder)
        if found is not None:
            yield os.path.abspath(found)


class _NotBeeline(Exception):
    """Why a program is not Beeline's command."""


def _asked(path: str) -> str:
    """The path of a program that is Beeline's command, in a version that is new enough."""
    status = os.stat(path)
    key = (path, status.st_ino, status.st_mtime_ns, status.st_size)
    with _lock:
        if key not in _checked:
            try:
                _checked[key] = _version(path)
            except _NotBeeline as error:
                _checked[key] = error
        said = _checked[key]
    if isinstance(said, _NotBeeline):
        raise said
    match = _VERSION.fullmatch(said)
    if match is not None and (int(match[1]), int(match[2])) < OLDEST_PROGRAM:
        oldest = ".".join(str(part) for part in OLDEST_PROGRAM)
        raise ProgramMismatch(
            f"{path} is {said}, and this package (beeline {__version__} for Python) needs {oldest} or newer. {_ADVICE}"
        )
    return path


#: The commit follows the version, and the versions of the decoders below it.
_VERSION = re.compile(r"beeline (\d+)\.(\d+)(\.\d+)?\S*( \(\S+\))?")


def _version(path: str) -> str:
    with contextlib.suppress(OSError), open(path, "rb") as file:
        if _HIVE.search(file.read(_MOST_SAID)):
            raise _NotBeeline(_BY_HIVE)
    try:
        status, output = _run(path)
    except OSError as error:
        raise _NotBeeline(f"it cannot be started: {error.strerror}") from None
    lines = output.decode("utf-8", "replace").strip().splitlines()
    for line in lines:
        if status == 0 and _VERSION.fullmatch(line):
            return line
    if b"Apache Hive" in output:
        raise _NotBeeline(_BY_HIVE)
    if status is None:
        raise _NotBeeline(f"--version does not end within {_PATIENCE:g} s")
    raise _NotBeeline(f"--version says {lines[0][:200]!r}" if lines else f"--version ends with status {status}")


def _run(path: str) -> Tuple[Optional[int], bytes]:
    """What a program says to --version, and its exit status; None for one that does not end, or says too much.

    It may be any program, so what it has started ends with it.
    """
    process = subprocess.Popen(
        [path, "--version"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    deadline = time.monotonic() + _PATIENCE
    said = b""
    try:
        assert process.stdout is not None
        awaited = select.poll()
        awaited.register(process.stdout, select.POLLIN)
        while len(said) < _MOST_SAID:
            if not awaited.poll(max(0, deadline - time.monotonic()) * 1000):
                return None, said
            part = os.read(process.stdout.fileno(), _MOST_SAID)
            if not part:
                return process.wait(max(0, deadline - time.monotonic())), said
            said += part
        return None, said
    except subprocess.TimeoutExpired:
        return None, said
    finally:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
