#!/usr/bin/env python3
"""The loop that users write today: OpenCV's VideoCapture, and pyzbar or zxing-cpp on every gray frame.

usage: live_peer.py pyzbar|zxing-cpp VIDEO

The video plays in real time: each frame has the time at which it is due, and a loop that is late continues with the
newest one, as with a camera. A code that was not seen for two seconds is new, and is printed as a line of JSON; without
that, a line would come for each frame. All is left as the libraries have it by default.
"""

import json
import sys
import time

import cv2

GONE = 2.0


def pyzbar_reader():
    from pyzbar import pyzbar

    return lambda gray: [(str(code.type), code.data.decode("utf-8", "replace")) for code in pyzbar.decode(gray)]


def zxing_reader():
    import zxingcpp

    return lambda gray: [(str(code.format), code.text) for code in zxingcpp.read_barcodes(gray)]


READERS = {"pyzbar": pyzbar_reader, "zxing-cpp": zxing_reader}


def say(**fields):
    print(json.dumps(fields, ensure_ascii=False), flush=True)


def main():
    read = READERS[sys.argv[1]]()
    video = cv2.VideoCapture(sys.argv[2])
    rate = video.get(cv2.CAP_PROP_FPS)
    seen = {}
    if not video.grab():
        sys.exit(f"OpenCV cannot read {sys.argv[2]}")
    start, number, looked_at = time.monotonic(), 0, 0
    say(event="connected")
    while True:
        gray = cv2.cvtColor(video.retrieve()[1], cv2.COLOR_BGR2GRAY)
        looked_at += 1
        codes = read(gray)
        now = time.monotonic()
        for code in codes:
            if now - seen.get(code, -GONE) >= GONE:
                say(symbology=code[0], text=code[1])
            seen[code] = now
        # The next frame if it is yet to come, and else the newest.
        target = max(number + 1, int((time.monotonic() - start) * rate))
        while number < target:
            if not video.grab():
                say(event="ended", frames=number + 1, lookedAt=looked_at)
                return
            number += 1
        time.sleep(max(0, start + number / rate - time.monotonic()))


if __name__ == "__main__":
    main()
