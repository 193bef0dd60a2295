#!/usr/bin/env python3
"""Compiles every example in the documentation of public declarations, as a program outside of the package would have it.

An example is a part of a documentation comment that is indented by four blanks. It may use the names of PREAMBLE. The
libraries must have been built.

usage: Scripts/check-examples.py [--check]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from apigraphs import ROOT, graphs, modules, options

# What examples use without saying where it is from.
PREAMBLE = """
import Foundation
let desk = try! Desk(rules: .bundled)
let resolver = try! Resolver(rules: .bundled)
let symbol = Symbol(.qr, "text")
let resolution = desk.resolve(symbol)
let action = resolution.actions[0]
let arguments: [Action.Argument] = []
let reading = resolution.reading
let today = CalendarDate.today
let pool = try! DecodingPool()
let station = try! Station(["-"], desk: desk)
func show(_ pixels: [UInt8], _ width: Int, _ height: Int) {}
let decoder = pool
let paths: [String] = []
let file: [UInt8] = []
let event = Event("")!
let photo = (date: Date(), path: "")
func show(_ resolution: Resolution) async -> Bool { true }
struct ShelvePlugin: ActionPlugin {
    let signature = ActionSignature(name: "shelve", summary: "", parameters: [], effects: [])
    func perform(_ action: Action) async throws -> ActionResult { ActionResult() }
}
"""


def blocks(symbol):
    """The indented parts of the documentation of a symbol."""
    block = []
    before = ""
    for line in [entry["text"] for entry in symbol.get("docComment", {}).get("lines", [])] + ["end"]:
        # Further lines of an element of a list are indented, too.
        if line.startswith("    ") and (block or not before.strip()) or block and not line.strip():
            block.append(line[4:])
        elif block:
            yield "\n".join(block).rstrip()
            block = []
        before = line


def examples():
    """The name of each declaration with an example, and the example."""
    with tempfile.TemporaryDirectory() as folder:
        for module in modules():
            for graph in graphs(module, pathlib.Path(folder)):
                for symbol in graph["symbols"]:
                    for block in blocks(symbol):
                        yield f"{module}.{'.'.join(symbol['pathComponents'])}", block


def main():
    lines = [f"import {module}" for module in modules()] + PREAMBLE.strip().split("\n")
    places = []  # the first line of each example, and its name
    for number, (name, text) in enumerate(examples()):
        places.append((len(lines) + 1, name))
        lines += [f"func example{number}() async throws {{", *text.split("\n"), "}"]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "main.swift"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", *options(), str(source)]
        check = subprocess.run(command, capture_output=True, text=True, check=False)
    if check.returncode == 0:
        print(f"{len(places)} examples compile")
        return
    failures = []
    for match in re.finditer(r"main\.swift:(\d+):\d+: error: (.*)", check.stderr):
        line = int(match[1])
        name = max((place for place in places if place[0] <= line), default=(0, "the preamble"))[1]
        failures.append(f"{name}: {match[2]}\n    {lines[line - 1]}")
    sys.exit("\n".join(failures) or check.stderr)


if __name__ == "__main__":
    main()
