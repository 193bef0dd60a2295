#!/usr/bin/env python3
"""Says what codes mean through libbeeline, in this process: a line of JSON for each code.

usage: resolve_with_ctypes.py RULES.json CODE…      (LIBBEELINE=PATH names the library; default: libbeeline.so.0)

The package `beeline` needs no library and scans pictures too; this is for programs that want no other process.
"""

import ctypes
import os
import sys

library = ctypes.CDLL(os.environ.get("LIBBEELINE", "libbeeline.so.0"))
text, engine = ctypes.c_char_p, ctypes.c_void_p
# A text of the library is an address, not a c_char_p: it has to be freed by its address.
library.beeline_new.restype = engine
library.beeline_new.argtypes = [ctypes.POINTER(text), ctypes.c_size_t, ctypes.c_uint32, ctypes.POINTER(ctypes.c_void_p)]
library.beeline_resolve.restype = ctypes.c_void_p
library.beeline_resolve.argtypes = [engine, text, ctypes.c_size_t, text, text, text]
library.beeline_free_text.restype = None
library.beeline_free_text.argtypes = [ctypes.c_void_p]
library.beeline_free.restype = None
library.beeline_free.argtypes = [engine]


def taken(address):
    """A text of the library, which is freed."""
    said = ctypes.string_at(address).decode() if address else None
    library.beeline_free_text(address)
    return said


class Engine:
    def __init__(self, *files):
        paths = (text * len(files))(*map(os.fsencode, files))
        error = ctypes.c_void_p()
        self.engine = library.beeline_new(paths, len(files), 0, ctypes.byref(error))
        if not self.engine:
            raise ValueError(taken(error.value))

    def resolve(self, code, symbology=None):
        code = code.encode()
        return taken(library.beeline_resolve(self.engine, code, len(code), symbology and symbology.encode(), None, None))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        library.beeline_free(self.engine)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: resolve_with_ctypes.py RULES.json CODE…")
    try:
        with Engine(sys.argv[1]) as rules:
            for code in sys.argv[2:]:
                print(rules.resolve(code))
    except ValueError as error:
        sys.exit(str(error))
