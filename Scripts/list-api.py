#!/usr/bin/env python3
"""Writes Docs/API.txt: every public declaration of the libraries, by module and type, so that a review shows each change
of the API. Counts the public types, and fails when there are more than LIMIT, or when there is a public global function.

It reads the sources as swift-format leaves them: nesting is indentation. Types are shown with what they conform to, enums
with their cases, protocols with their requirements; bodies and initial values are left out.

usage: Scripts/list-api.py [--check | --count]
       --check   writes nothing, and fails when Docs/API.txt is out of date
       --count   writes nothing, and prints the number of public types of each module
"""

import pathlib
import re
import sys
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTING = ROOT / "Docs/API.txt"

# The most public types that the libraries may have together: 90, and 9 for live sources.
LIMIT = 99

TYPES = ("struct", "enum", "class", "actor", "protocol")
ATTRIBUTES = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)+")
DECLARATION = re.compile(
    r"^(?:(?:(?P<access>public|open|package|internal|fileprivate|private)\b(?!\(set\))"
    r"|(?:package|internal|fileprivate|private)\(set\)|final|indirect|nonisolated"
    r"|static|mutating|nonmutating|override|required|convenience|lazy|weak|borrowing|consuming|isolated)\s+)*"
    r"(?P<kind>struct|enum|class|actor|protocol|extension|func|var|let|init|subscript|case|typealias|associatedtype"
    r"|prefix func|postfix func|infix operator)\b[?!]?\s*(?P<name>[\w.]+)?"
)


def modules():
    """The name and the folder of each library."""
    for folder in sorted((ROOT / "Sources").iterdir()):
        if folder.is_dir() and folder.name not in ("C", "Commands"):
            yield ("" if folder.name == "Beeline" else "Beeline") + folder.name, folder


def head_of(lines, start):
    """A declaration that begins in a line, in one line: up to its body or initial value."""
    text = ""
    depth = 0
    for number in range(start, len(lines)):
        line = re.sub(r"\s//.*$", "", lines[number].strip())
        if text and not text.endswith("(") and not line.startswith(")"):
            text += " "
        is_case = line.startswith(("case ", "indirect case "))
        quoted = False
        for position, character in enumerate(line):
            if character == '"' and line[position - 1 : position] != "\\":
                quoted = not quoted
            if not quoted:
                depth += (character in "([") - (character in ")]")
                ends_at_value = line.startswith(" = ", position) and not is_case and "typealias" not in text
                if depth == 0 and (character == "{" or ends_at_value):
                    return text.strip()
            text += character
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        goes_on = text.endswith((",", "->", ":")) or re.match(r"(where|throws|async)\b|->|=", following)
        if depth == 0 and not goes_on:
            return text.strip()
    return text.strip()


class Scan:
    def __init__(self):
        # The access of each type, and the declarations of each type, by module.
        self.access = {}
        self.found = []

    def read(self, module, file):
        lines = file.read_text(encoding="utf-8").split("\n")
        scopes = []  # indentation, path, kind, access
        in_text = False
        for number, line in enumerate(lines):
            was_in_text = in_text
            if line.count('"""') % 2:
                in_text = not in_text
            stripped = line.strip()
            if was_in_text or not stripped or stripped.startswith(("//", ")", "#", "}")):
                continue
            indentation = len(line) - len(line.lstrip())
            while scopes and indentation <= scopes[-1][0]:
                scopes.pop()
            if indentation > (scopes[-1][0] + 4 if scopes else 0):
                continue  # inside of a body
            match = DECLARATION.match(ATTRIBUTES.sub("", stripped))
            if not match:
                continue
            kind, name, access = match["kind"], match["name"] or "", match["access"] or ""
            if access == "" and scopes:
                outer = scopes[-1]
                if kind == "case" and outer[2] == "enum" or outer[2] == "protocol" or outer[2] == "public extension":
                    access = outer[3]
            head = ATTRIBUTES.sub("", head_of(lines, number))
            head = re.sub(r"\b(public|open) ", "", head)
            outer_path = scopes[-1][1] if scopes else ""
            path = f"{outer_path}.{name}" if outer_path else name
            if kind in TYPES:
                self.access[path] = "public" if access in ("public", "open") else "other"
                scopes.append((indentation, path, kind, access))
                if access in ("public", "open"):
                    self.found.append((module, outer_path, path, head, kind))
            elif kind == "extension":
                is_public = access == "public"
                scopes.append((indentation, path, "public extension" if is_public else "extension", access))
                conformances = re.match(r"extension\s+[\w.]+\s*:\s*(.+)", head)
                if conformances:
                    self.found.append((module, path, "", f": {conformances[1]}", "conformance"))
            elif access in ("public", "open"):
                self.found.append((module, outer_path, "", head, kind))

    def is_public(self, path):
        """Whether a type and all types around it are public, or are not of this package."""
        parts = path.split(".")
        return all(self.access.get(".".join(parts[: end + 1]), "public") == "public" for end in range(len(parts)))


def scan():
    scanned = Scan()
    for module, folder in modules():
        for file in sorted(folder.rglob("*.swift")):
            scanned.read(module, file)
    return scanned


def listing(scanned):
    """The text of the listing, the public types of each module, and the public global functions."""
    members = defaultdict(lambda: defaultdict(set))
    heads = {}
    types = defaultdict(list)
    functions = []
    for module, outer, path, head, kind in scanned.found:
        if kind in TYPES:
            if scanned.is_public(path):
                types[module].append(path)
                heads[module, path] = head
                members[module][path].update()
        elif outer and scanned.is_public(outer):
            # Not what a type of Swift conforms to here, nor conformances that are not visible outside.
            if kind != "conformance" or outer in scanned.access and scanned.is_public(head.removeprefix(": ")):
                members[module][outer].add(head)
        elif not outer:
            members[module][""].add(head)
            if kind == "func":
                functions.append(f"{module}: {head}")
    lines = [
        "# Every public declaration. Written by `make api`; do not edit.",
        f"# {sum(map(len, types.values()))} public types",
    ]
    for module in members:
        lines += ["", f"## {module}"]
        for path in sorted(members[module]):
            declared = heads.get((module, path))
            if path:
                lines += ["", f"{path}: {declared}" if "." in path and declared else declared or f"extension {path}"]
            else:
                lines += [""]
            lines += [("    " if path else "") + member for member in sorted(members[module][path])]
    return "\n".join(lines) + "\n", types, functions


def main():
    text, types, functions = listing(scan())
    arguments = sys.argv[1:]
    if arguments == ["--count"]:
        for module, names in types.items():
            print(f"{len(names):4} {module}")
        print(f"{sum(map(len, types.values())):4} in all, of {LIMIT}; {len(functions)} public global functions")
        return
    if arguments == ["--check"]:
        if not LISTING.exists() or LISTING.read_text(encoding="utf-8") != text:
            sys.exit("Docs/API.txt is out of date: run make api, and look at what changed")
    elif arguments:
        sys.exit(__doc__.split("\n\n")[-1].strip())
    else:
        LISTING.write_text(text, encoding="utf-8")
    problems = [f"a public global function: {function}" for function in functions]
    count = sum(map(len, types.values()))
    if count > LIMIT:
        problems.append(f"{count} public types, and at most {LIMIT} are allowed: make some of them package")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
