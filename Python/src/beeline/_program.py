"""Where the command is, and whether this package can talk to it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from typing import Dict, Optional, Tuple

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

_checked: Dict[Tuple[str, int, int, int], str] = {}
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):

    def _renew_lock() -> None:
        global _lock
        _lock = threading.Lock()

    os.register_at_fork(after_in_child=_renew_lock)


def find(program: Optional[str] = None) -> str:
    """The absolute path of the command: `program`, else `BEELINE`, else the first `beeline` in the PATH."""
    named = program or os.environ.get("BEELINE")
    found = shutil.which(named or "beeline")
    if found is None:
        what = f"'{named}' is not a program" if named else "the program 'beeline' is not in the PATH"
        raise ProgramNotFound(f"{what}. {_ADVICE}")
    return os.path.abspath(found)


def checked(program: Optional[str] = None) -> str:
    """Like `find`, and asks the program for its version, once for each file that it is."""
    path = find(program)
    status = os.stat(path)
    key = (path, status.st_ino, status.st_mtime_ns, status.st_size)
    with _lock:
        if key not in _checked:
            _checked[key] = _version(path)
    return path


def _version(path: str) -> str:
    try:
        done = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
        )
    except OSError as error:
        raise ProgramNotFound(f"{path} cannot be started: {error.strerror}. {_ADVICE}") from None
    except subprocess.TimeoutExpired:
        raise ProgramMismatch(f"{path} --version does not answer. {_ADVICE}") from None
    # The commit follows the version, and the versions of the decoders below it.
    lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
    said = lines[0] if lines else ""
    match = re.fullmatch(r"beeline (\d+)\.(\d+)(\.\d+)?\S*( \(\S+\))?", said)
    if done.returncode != 0 or match is None:
        detail = said or done.stderr.decode("utf-8", "replace").strip() or f"status {done.returncode}"
        raise ProgramMismatch(f"{path} is not Beeline's command: --version says '{detail[:200]}'. {_ADVICE}")
    if (int(match[1]), int(match[2])) < OLDEST_PROGRAM:
        oldest = ".".join(str(part) for part in OLDEST_PROGRAM)
        raise ProgramMismatch(
            f"{path} is {said}, and this package (beeline {__version__} for Python) needs {oldest} or newer. {_ADVICE}"
        )
    return said
