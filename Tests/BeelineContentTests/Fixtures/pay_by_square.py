#!/usr/bin/env python3
"""Prints what its input says as PAY by square (by square specification, 3): a line of the input for each code.

A line has the version and the table, `\\t` and all. A third column changes what is made: `crc` the check sum, `length`
the length.
"""
import lzma
import sys
import zlib

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
FILTER = [{"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 2, "dict_size": 1 << 17}]


def code(version, table, change=""):
    data = table.encode()
    check = zlib.crc32(data) ^ (change == "crc")
    data = check.to_bytes(4, "little") + data
    packed = lzma.compress(data, format=lzma.FORMAT_RAW, filters=FILTER)
    length = len(data) + (10000 if change == "length" else 0)
    all_bytes = bytes([version, 0]) + length.to_bytes(2, "little") + packed
    bits = "".join(f"{byte:08b}" for byte in all_bytes)
    bits += "0" * (-len(bits) % 5)
    return "".join(DIGITS[int(bits[place : place + 5], 2)] for place in range(0, len(bits), 5))


for line in sys.stdin.read().splitlines():
    version, table, change = (line.split("|") + [""])[:3]
    print(code(int(version), table.replace("\\t", "\t"), change))
