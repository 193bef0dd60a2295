#!/usr/bin/env python3
"""Reads pictures as users of pyzbar and of zxing-cpp do: Pillow loads the gray values, and the rest is as set by
default. There are as many processes as cores.

usage: python_peer.py pyzbar|zxing-cpp LIST      (LIST has the names of pictures, with NUL between)

Prints a line of JSON for each picture, in the form that `beeline scan` has.
"""

import base64
import json
import multiprocessing
import os
import pathlib
import sys

from PIL import Image


def text_or_bytes(data):
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"bytes": base64.b64encode(data).decode("ascii")}


def read_by_pyzbar(gray):
    from pyzbar import pyzbar

    return [{"symbology": code.type, **text_or_bytes(code.data)} for code in pyzbar.decode(gray)]


def read_by_zxing(gray):
    import numpy
    import zxingcpp

    return [
        {"symbology": str(code.format), **({"text": code.text} if code.text else text_or_bytes(code.bytes))}
        for code in zxingcpp.read_barcodes(numpy.asarray(gray))
    ]


READERS = {"pyzbar": read_by_pyzbar, "zxing-cpp": read_by_zxing}


def answer(file):
    try:
        symbols = READERS[sys.argv[1]](Image.open(file).convert("L"))
    except Exception as error:
        return {"input": file, "error": {"code": type(error).__name__, "message": str(error)}}
    return {"input": file, "results": [{"symbol": symbol} for symbol in symbols]}


def main():
    files = [os.fsdecode(name) for name in pathlib.Path(sys.argv[2]).read_bytes().split(b"\0") if name]
    with multiprocessing.Pool() as pool:
        for line in pool.imap(answer, files, chunksize=4):
            print(json.dumps(line))
        pool.close()
        pool.join()


if __name__ == "__main__":
    main()
