#!/usr/bin/env python3
"""Writes src/beeline/contents.py from the program's table of kinds; a test says when it has to be run again.

usage: generate_contents.py PROGRAM [--check]
"""

import json
import keyword
import pathlib
import re
import subprocess
import sys
import textwrap

TARGET = pathlib.Path(__file__).parent / "src/beeline/contents.py"

TYPES = {
    "text": "str",
    "url": "str",
    "number": "Number",
    "boolean": "bool",
    "date": "datetime.date",
    "time": "str",
    "moment": "str",
    "list": "Tuple[str, ...]",
    "any": "Any",
}

HEAD = '''"""The kinds of content, each as a type with its fields.

Made by generate_contents.py from `beeline kinds --format json`; do not edit. A field has the name that it has in rules
and in Docs/Kinds.md, as an attribute in Python's spelling: `isbn.isbn13`, `contact.given_name`; and as an item in its own:
`contact["givenName"]`. A field that a code does not have is None as an attribute, and no item.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Dict, Optional, Tuple, Type

from ._content import Content, Number

__all__ = [
    "Content",
{names}
    "Number",
]
'''


def attribute(name):
    snake = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)
    return snake + "_" if keyword.iskeyword(snake) else snake


def class_name(kind):
    return kind[0].upper() + kind[1:]


def sentence(text):
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def definition(kind):
    lines = ["", "", "@dataclass(frozen=True, eq=False)", f"class {class_name(kind['kind'])}(Content):"]
    lines.append(f'    """`{kind["kind"]}`: {kind["title"]}."""')
    # Names with a point stand for open names, which an item of the content has.
    fields = [field for field in kind["fields"] if "." not in field["name"]]
    # What is secret is absent unless it is asked for.
    needed = [field for field in fields if field["always"] and not field["secret"]]
    for field in needed + [field for field in fields if field not in needed]:
        lines.append("")
        secret = " Only with `show_secrets`." if field["secret"] else ""
        lines += ["    #: " + line for line in textwrap.wrap(sentence(field["summary"]) + secret, 112)]
        kind_of = TYPES[field["type"]]
        if field in needed:
            lines.append(f"    {attribute(field['name'])}: {kind_of}")
        else:
            lines.append(f"    {attribute(field['name'])}: Optional[{kind_of}] = None")
    return "\n".join(lines)


def table(kinds):
    lines = ["", "", "#: The type of each kind.", "TYPES: Dict[str, Type[Content]] = {"]
    lines += [f'    "{kind["kind"]}": {class_name(kind["kind"])},' for kind in kinds]
    lines += ["}", "", "#: The attributes that are not named as their fields, and how they are.", "SPELLINGS: Dict[str, str] = {"]
    names = sorted({field["name"] for kind in kinds for field in kind["fields"] if "." not in field["name"]})
    lines += [f'    "{attribute(name)}": "{name}",' for name in names if attribute(name) != name]
    lines += ["}", "", "#: The fields whose values are dates.", "DATES = frozenset("]
    dates = sorted({f["name"] for kind in kinds for f in kind["fields"] if f["type"] == "date"})
    others = {f["name"] for kind in kinds for f in kind["fields"] if f["type"] != "date"}
    if others & set(dates):
        sys.exit(f"a field is a date in one kind only: {others & set(dates)}")
    lines += ["    {"] + [f'        "{name}",' for name in dates] + ["    }", ")", ""]
    return "\n".join(lines)


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    printed = subprocess.run([program, "kinds", "--format", "json", "--no-defaults"], stdout=subprocess.PIPE, check=True)
    kinds = json.loads(printed.stdout)["kinds"]
    names = "\n".join(f'    "{name}",' for name in sorted(class_name(kind["kind"]) for kind in kinds))
    text = HEAD.replace("{names}", names) + "\n".join(map(definition, kinds)) + "\n" + table(kinds)
    if check and TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} is not what the program's kinds make: run {sys.argv[0]} {program}")
    if not check:
        TARGET.write_text(text)


main()
