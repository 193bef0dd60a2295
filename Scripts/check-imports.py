#!/usr/bin/env python3
"""Checks that each target imports only those modules of the package that it declares as dependencies.

The compiler's own check (--explicit-target-dependency-import-check) accepts what a dependency depends
on. This one does not, so that the arrows drawn in Package.swift are all there are. Modules of the
toolchain, such as Foundation, are not looked at, except XCTest: `make test` runs Swift Testing only.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# import M · public import M · @testable import M · @_exported public import M · import struct M.Name
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:actor|class|enum|func|let|protocol|struct|typealias|var)\s+)?(\w+)"
)


def folder_of(target):
    """Where SwiftPM looks for the target's sources."""
    if target.get("path"):
        return ROOT / target["path"]
    return ROOT / ("Tests" if target["type"] == "test" else "Sources") / target["name"]


def declared_by(target):
    """The names of a target's dependencies: [{"byName": ["BeelineSupport", null]}, …]."""
    return {value[0] for dependency in target["dependencies"] for value in dependency.values()}


def imports_in(file):
    """The line number and module of each import, outside comments and texts of several lines."""
    closing = None
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if closing:
            closing = None if closing in line else closing
        elif match := IMPORT.match(line):
            yield number, match[1]
        elif line.count('"""') == 1:
            closing = '"""'
        elif line.lstrip().startswith("/*") and "*/" not in line:
            closing = "*/"


def main():
    # With the targets that exist only for `make fuzz`.
    environment = os.environ | {"BEELINE_FUZZING": "1"}
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
    )
    targets = json.loads(dump.stdout)["targets"]
    modules = {target["name"].replace("-", "_") for target in targets}
    forbidden = modules | {"XCTest"}
    issues = files = 0
    for target in targets:
        allowed = {name.replace("-", "_") for name in declared_by(target) | {target["name"]}}
        for file in sorted(folder_of(target).rglob("*.swift")):
            files += 1
            for number, module in imports_in(file):
                if module in forbidden - allowed:
                    issues += 1
                    print(f"{file.relative_to(ROOT)}:{number}: '{target['name']}' does not declare '{module}'")
    print(f"{files} files in {len(targets)} targets: {issues or 'no'} undeclared imports")
    return 1 if issues else 0


if __name__ == "__main__":
    sys.exit(main())
