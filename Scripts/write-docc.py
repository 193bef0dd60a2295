#!/usr/bin/env python3
"""Writes the pages of the library with DocC into .build/docc: the articles, and all public types of what `import Beeline`
brings along. The libraries must have been built, with their tests.

usage: Scripts/write-docc.py
"""

import pathlib
import subprocess
import tempfile

from apigraphs import ROOT, options

REEXPORTED = ["Actions", "Content", "Plugins", "RuleTools", "Rules", "Support", "Symbols"]


def main():
    pages = ROOT / ".build/docc"
    with tempfile.TemporaryDirectory() as folder:
        graph = ["swift", "symbolgraph-extract", "-module-name", "Beeline", "-minimum-access-level", "public"]
        graph += ["-experimental-allowed-reexported-modules=" + ",".join(f"Beeline{name}" for name in REEXPORTED)]
        subprocess.run([*graph, "-output-dir", folder, *options()], check=True)
        convert = ["docc", "convert", str(ROOT / "Sources/Beeline/Beeline.docc"), "--output-path", str(pages)]
        convert += ["--additional-symbol-graph-dir", folder, "--fallback-display-name", "Beeline"]
        convert += ["--fallback-bundle-identifier", "beeline", "--transform-for-static-hosting"]
        subprocess.run(convert, check=True)
    count = sum(1 for _ in pathlib.Path(pages).rglob("*.json"))
    print(f"{pages}: {count} pages")


if __name__ == "__main__":
    main()
