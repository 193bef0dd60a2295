#!/usr/bin/env python3
"""Writes what pip and importlib.metadata know of the Python package into a folder of modules, from Python/pyproject.toml.

usage: Scripts/python-metadata.py FOLDER
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "Python"
project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
version = re.search(r'^__version__ = "(.*)"', (ROOT / "src/beeline/_program.py").read_text(), re.M).group(1)

lines = [
    "Metadata-Version: 2.1",
    f"Name: {project['name']}",
    f"Version: {version}",
    f"Summary: {project['description']}",
    f"License: {project['license']['text']}",
    f"Requires-Python: {project['requires-python']}",
]
for extra, packages in project["optional-dependencies"].items():
    lines.append(f"Provides-Extra: {extra}")
    lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]

folder = pathlib.Path(sys.argv[1]) / f"{project['name']}-{version}.dist-info"
folder.mkdir()
(folder / "METADATA").write_text("\n".join(lines) + "\n")
(folder / "INSTALLER").write_text("debian\n")
