#!/usr/bin/env python3
"""Tests of the page of `beeline serve`, in a real browser against the real program.

    python3 Tests/Browser/run.py --beeline .build/release/beeline [--only WORDS] [--screenshots DIR]

It needs what requirements.txt names, Debian's chromium (or CHROMIUM), and ffmpeg. A line for each test. One that failed
runs again at the end, with a new server: cameras, keys and timers of a busy machine may be late. Status 1 if one failed
twice.
"""

import argparse
import pathlib
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

import scanning
import camera
import keyboard
import said
import answering
import desk
import gate
import telephone
import looks
import screenshots
from support import Pictures, Server, World


def tests():
    """All functions of the modules that begin with `test_`, in the order in which they are written."""
    for module in (scanning, camera, keyboard, said, answering, desk, gate, telephone, looks):
        for name, function in vars(module).items():
            if name.startswith("test_"):
                yield name.removeprefix("test_").replace("_", " "), function


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--beeline", required=True, help="the program")
    parser.add_argument("--only", default="", help="only tests whose names contain this")
    parser.add_argument(
        "--screenshots", type=pathlib.Path, help="write the pictures of the README into this folder instead"
    )
    arguments = parser.parse_args()
    beeline = str(pathlib.Path(arguments.beeline).resolve())
    failed = []
    with tempfile.TemporaryDirectory(prefix="beeline-pictures-") as folder, sync_playwright() as playwright:
        server = Server(beeline, *(screenshots.OPTIONS if arguments.screenshots else ()))
        world = World(playwright, server, Pictures(beeline, folder))
        try:
            if arguments.screenshots:
                screenshots.take(world, arguments.screenshots)
                return 0
            for name, function in tests():
                if arguments.only in name and not passes(name, function, world):
                    failed.append((name, function))
            if failed:
                world.close()
                server.stop()
                server = Server(beeline)
                world = World(playwright, server, world.pictures)
                failed = [test for test in failed if not passes(*test, world)]
        finally:
            world.close()
            server.stop()
    print(f"{len(failed)} failed" if failed else "all passed")
    return 1 if failed else 0


def told(failure):
    """What failed and where in the tests; Playwright adds its own stack, and the whole page."""
    here = str(pathlib.Path(__file__).parent)
    places = [frame for frame in traceback.extract_tb(failure.__traceback__) if frame.filename.startswith(here)]
    lines = [f"{pathlib.Path(frame.filename).name}:{frame.lineno}: {frame.line}" for frame in places[1:]]
    message = str(failure).split("Aria snapshot:")[0].strip() or type(failure).__name__
    return "\n".join(lines + message.splitlines()[:12])


def passes(name, function, world):
    """Runs a test; it fails as well where a page has complained in its console, about its policy for example."""
    begun = time.monotonic()
    error = None
    try:
        function(world)
    except Exception as failure:  # whatever it is, the other tests continue
        error = told(failure)
    complaints = world.end_test()
    if complaints and not error:
        error = "\n".join(complaints)
    print(f"{'FAILED' if error else 'passed'}  {name}  ({time.monotonic() - begun:.1f} s)", flush=True)
    if error:
        print("        " + error.strip().replace("\n", "\n        "), flush=True)
    return error is None


if __name__ == "__main__":
    sys.exit(main())
