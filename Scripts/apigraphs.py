"""The libraries' public declarations, as the compiler knows them, for list-api.py and check-examples.py."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Where the modules are; a build of the tests has all of them.
BUILD = pathlib.Path(os.environ.get("BEELINE_BUILD", ROOT / ".build/debug"))
# Modules for this package only.
OWN = ("C", "CInterface", "Commands", "PDF", "Resolver", "Server")


def modules():
    """The name of each library."""
    for folder in sorted((ROOT / "Sources").iterdir()):
        if folder.is_dir() and folder.name not in OWN:
            yield ("" if folder.name == "Beeline" else "Beeline") + folder.name


def options():
    """The options of the compiler with which a program outside of the package finds the modules."""
    maps = sorted([*(ROOT / "Sources/C").glob("*/module.modulemap"), *BUILD.glob("*.build/module.modulemap")])
    found = ["-I", str(BUILD / "Modules"), "-target", f"{os.uname().machine}-unknown-linux-gnu"]
    return found + [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]


def graphs(module, folder):
    """The graphs of a module: its own, and one for each module whose types it extends."""
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public"]
    command += ["-skip-synthesized-members", "-output-dir", str(folder), *options()]
    extraction = subprocess.run(command, capture_output=True, text=True, check=False)
    files = [folder / f"{module}.symbols.json", *sorted(folder.glob(f"{module}@*.symbols.json"))]
    if not files[0].exists():
        sys.exit(f"{module} cannot be read; build it first, with its tests\n{extraction.stderr}")
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]
