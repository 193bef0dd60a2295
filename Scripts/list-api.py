#!/usr/bin/env python3
"""Writes Docs/API.txt: every public declaration of the libraries, by module and type, so that a review shows each change
of the API. Counts the public types, and fails when there are more than LIMIT, or when there is a public global function.

The compiler knows what is public: the libraries must have been built. Types are shown with what they conform to, enums
with their cases, protocols with their requirements.

usage: Scripts/list-api.py [--check | --count]
       --check   writes nothing, and fails when Docs/API.txt is out of date
       --count   writes nothing, and prints the number of public types of each module
"""

import pathlib
import sys
import tempfile
from collections import defaultdict

from apigraphs import ROOT, graphs, modules

LISTING = ROOT / "Docs/API.txt"

# The most public types that the libraries may have together; 56 of them are values of kinds of content.
LIMIT = 146

TYPES = ("struct", "enum", "class", "actor", "protocol")
# What every type conforms to, or with another conformance.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable", "RawRepresentable"}
WITH_OTHERS = {"Equatable": {"Hashable", "Comparable"}, "Encodable": {"Codable"}, "Decodable": {"Codable"}}


class Module:
    """The public declarations of a module."""

    def __init__(self, name, folder, names):
        self.types = {}  # by its path: the head of its declaration
        self.members = defaultdict(set)  # by the path of the type
        self.conformances = defaultdict(set)
        self.functions = []
        self.graphs = graphs(name, folder)
        for graph in self.graphs:
            for symbol in graph["symbols"]:
                names[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
                self.add(symbol)

    def relate(self, names):
        """Adds the conformances.

        names: the paths of the types of all modules, by what the compiler calls them
        """
        for graph in self.graphs:
            for relation in graph["relationships"]:
                if relation["kind"] == "conformsTo":
                    source = names.get(relation["source"])
                    target = names.get(relation["target"]) or relation.get("targetFallback", "").split(".")[-1]
                    if source and target and target not in IMPLIED and not target.startswith("_"):
                        self.conformances[source].add(target)
        for known in self.conformances.values():
            known -= {name for name, others in WITH_OTHERS.items() if known & others}

    def add(self, symbol):
        kind = symbol["kind"]["identifier"].removeprefix("swift.")
        path = symbol["pathComponents"]
        head = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
        head = head.replace("( ", "(").replace(" )", ")")
        if kind in TYPES:
            self.types[".".join(path)] = head.split(" : ")[0].split(" where ")[0]
        elif kind == "extension":
            pass
        elif len(path) == 1:
            self.functions.append(head)
            self.members[""].add(head)
        elif not any(name.startswith("_") for name in path):
            self.members[".".join(path[:-1])].add(head)

    def listing(self):
        lines = []
        for path in sorted({*self.types, *self.members, *self.conformances}):
            head = self.types.get(path, f"extension {path}" if path else "")
            inner = f"{path}: " if "." in path and path in self.types else ""
            conformances = ", ".join(sorted(self.conformances.get(path, ())))
            lines += ["", inner + head + (f": {conformances}" if conformances else "")]
            lines += ["    " + member for member in sorted(self.members.get(path, ()))]
        return lines


def main():
    arguments = sys.argv[1:]
    if arguments and arguments not in (["--check"], ["--count"]):
        sys.exit(__doc__.split("\n\n")[-1].strip())
    names = {}
    with tempfile.TemporaryDirectory() as folder:
        known = {name: Module(name, pathlib.Path(folder), names) for name in modules()}
    for module in known.values():
        module.relate(names)
    # Modules for this package only have a few public types, for others to build on; none of them is a product.
    count = sum(len(module.types) for module in known.values())
    if arguments == ["--count"]:
        for name, module in known.items():
            print(f"{len(module.types):4} {name}")
        print(f"{count:4} in all, of {LIMIT}")
        return
    lines = ["# Every public declaration. Written by `make api`; do not edit.", f"# {count} public types"]
    for name, module in known.items():
        if module.types or module.members or module.conformances:
            lines += ["", f"## {name}", *module.listing()]
    text = "\n".join(lines) + "\n"
    if arguments == ["--check"]:
        if not LISTING.exists() or LISTING.read_text(encoding="utf-8") != text:
            sys.exit("Docs/API.txt is out of date: run make api, and look at what changed")
    else:
        LISTING.write_text(text, encoding="utf-8")
    problems = [f"a public global function: {head}" for module in known.values() for head in module.functions]
    if count > LIMIT:
        problems.append(f"{count} public types, and at most {LIMIT} are allowed: make some of them package")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
