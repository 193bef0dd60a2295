"""Files that are nowhere on a disk, and that other programs can open."""

from __future__ import annotations

import os
from typing import Any


def memory_file(*parts: Any) -> int:
    """A descriptor of a file with these bytes, which `path_of` names for other programs."""
    descriptor = os.memfd_create("beeline")
    try:
        for part in parts:
            write_all(descriptor, part)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def write_all(descriptor: int, data: Any) -> int:
    with memoryview(data) as view:
        # Of other shapes only a copy is a row of bytes.
        rest = view.cast("B") if view.c_contiguous and view.nbytes else memoryview(view.tobytes())
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        return view.nbytes


def path_of(descriptor: int) -> str:
    """How another program finds a file of this process. A child that fork made has a path of its own to it."""
    return f"/proc/{os.getpid()}/fd/{descriptor}"
