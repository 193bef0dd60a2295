#!/usr/bin/env python3
"""Reads pictures as users of zxing-cpp do: Pillow loads the gray values, `read_barcodes` gets them, the rest is as
it is by default.

usage: scenes_peer.py FILE…

Prints a line of JSON for each picture, and one with the seconds of CPU that all took, without the start of Python.
"""

import json
import sys
import time

import numpy
import zxingcpp
from PIL import Image


def main():
    start = time.process_time()
    for file in sys.argv[1:]:
        barcodes = zxingcpp.read_barcodes(numpy.asarray(Image.open(file).convert("L")))
        print(json.dumps({"input": file, "texts": [barcode.text for barcode in barcodes]}))
    print(json.dumps({"seconds": time.process_time() - start}))


if __name__ == "__main__":
    main()
