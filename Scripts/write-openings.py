#!/usr/bin/env python3
"""Writes Rules/openings.h: which texts the bundled kinds may match, as far as first bytes show.

Reading a rule file takes longer than everything else for one code, and most texts are of no kind of a file. A text
that has no opening of a file is not of its kinds. The openings follow from the conditions on `text` and `compact`:
with which bytes a text may begin, which bytes it may have, and how many. What a condition asks beside that is left out.

usage: Scripts/write-openings.py [--check]     --check writes nothing and fails when the file is out of date
"""

import json
import pathlib
import re
import re._constants as codes
import re._parser as parser
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "Rules/openings.h"

ANY = frozenset(range(256))
BEYOND_ASCII = frozenset(range(0x80, 256))
ENDLESS = 0xFFFF_FFFF


# So many of the first bytes are looked at one by one.
DEPTH = 3


class Opening(NamedTuple):
    """What a text may begin with, byte by byte, what it may have in it, and how many bytes it has."""

    start: tuple = (ANY,) * DEPTH
    all: frozenset = ANY
    shortest: int = 0
    longest: int = ENDLESS

    def __and__(self, other):
        return Opening(
            tuple(one & another for one, another in zip(self.start, other.start)), self.all & other.all,
            max(self.shortest, other.shortest), min(self.longest, other.longest))


# Patterns


def for_python(pattern):
    r"""The pattern with classes of Unicode (`\pL`) as classes that Python knows and that have at least as much in them."""
    def replaced(match):
        if not match[1]:
            return match[0]
        before = pattern[:match.start()]
        is_in_class = re.sub(r"\\.", "", before).rfind("[") > re.sub(r"\\.", "", before).rfind("]")
        letters = r"\x00-\U0010FFFF"
        return letters if is_in_class else f"[{letters}]"

    return re.sub(r"\\(p\{\w+\}|p\w|P\{\w+\}|P\w)|\\.", replaced, pattern)


def of_class(members):
    bytes_ = set()
    for kind, value in members:
        if kind is codes.LITERAL:
            first = last = value
        elif kind is codes.RANGE:
            first, last = value
        elif kind is codes.CATEGORY and value is codes.CATEGORY_DIGIT:
            first, last = ord("0"), ord("9")
        else:
            return ANY
        bytes_.update(range(first, min(last, 0x7F) + 1))
        if last >= 0x80:
            bytes_ |= BEYOND_ASCII
    return frozenset(bytes_)


def in_any_case(bytes_):
    letters = {byte ^ 0x20 for byte in bytes_ if chr(byte & ~0x20).isalpha() and byte < 0x80}
    # Some characters beyond ASCII are small forms of ASCII letters.
    return bytes_ | letters | BEYOND_ASCII


class Survey:
    """What a pattern may begin with, and what it may have in it."""

    def __init__(self):
        self.start = [frozenset()] * DEPTH
        self.all = set()

    def character(self, bytes_, places):
        """Takes one character that begins at one of some places; says where it may end."""
        self.all |= bytes_
        ends = set()
        for place in places:
            if place < DEPTH:
                self.start[place] |= bytes_
            ends.add(min(place + 1, DEPTH))
            if bytes_.isdisjoint(BEYOND_ASCII):
                continue
            # It may have up to three bytes more, which are beyond ASCII as well.
            for more in range(place + 1, min(place + 4, DEPTH)):
                self.start[more] |= BEYOND_ASCII
                ends.add(more + 1)
        return ends

    def tokens(self, tokens, ignores_case, places):
        for kind, value in tokens:
            places = self.token(kind, value, ignores_case, places)
        return places

    def token(self, kind, value, ignores_case, places):
        if kind in (codes.LITERAL, codes.IN):
            bytes_ = of_class([(kind, value)] if kind is codes.LITERAL else value)
            return self.character(in_any_case(bytes_) if ignores_case else bytes_, places)
        if kind in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            least, most, repeated = value
            ends = places if least == 0 else set()
            for count in range(1, min(most, least + DEPTH) + 1):
                places = self.tokens(repeated, ignores_case, places)
                if count >= least:
                    ends = ends | places
            return ends
        if kind is codes.SUBPATTERN:
            _, added, _, group = value
            return self.tokens(group, ignores_case or bool(added & re.IGNORECASE), places)
        if kind is codes.BRANCH:
            return set().union(*(self.tokens(branch, ignores_case, places) for branch in value[1]))
        if kind is codes.AT:
            return places
        if kind in (codes.ANY, codes.NOT_LITERAL):
            return self.character(ANY, places)
        sys.exit(f"Scripts/write-openings.py does not know {kind} in a pattern")


def of_pattern(pattern):
    tokens = parser.parse(for_python(pattern))
    survey = Survey()
    survey.tokens(tokens, bool(tokens.state.flags & re.IGNORECASE), {0})
    shortest, longest = tokens.getwidth()
    # A character has up to four bytes.
    longest = longest if survey.all.isdisjoint(BEYOND_ASCII) else longest * 4
    return Opening(tuple(survey.start), frozenset(survey.all), shortest, min(longest, ENDLESS))


# Conditions


def of_prefix(prefix):
    bytes_ = prefix.encode()
    return Opening(start_of(bytes_), shortest=len(bytes_))


def start_of(bytes_):
    return tuple(frozenset(bytes_[place:place + 1]) or ANY for place in range(DEPTH))


def of_test(test):
    """The openings of the texts that pass a test."""
    if isinstance(test, str):
        bytes_ = test.encode()
        return [Opening(start_of(bytes_), frozenset(bytes_), len(bytes_), len(bytes_))]
    if isinstance(test, list):
        return [opening for element in test for opening in of_test(element)]
    openings = [Opening()]
    if isinstance(test, dict) and isinstance(test.get("matches"), str):
        openings = [of_pattern(test["matches"])]
    if isinstance(test, dict) and "prefix" in test:
        prefixes = test["prefix"] if isinstance(test["prefix"], list) else [test["prefix"]]
        openings = [opening & of_prefix(prefix) for opening in openings for prefix in prefixes]
    return openings


def of_condition(condition):
    """The openings of texts that a condition may match: pairs, of the text and of the text without white space."""
    pairs = [(Opening(), Opening())]

    def narrow(others):
        return [(text & other[0], compact & other[1]) for text, compact in pairs for other in others]

    for name, value in condition.items():
        if name == "kind" and "text" not in (value if isinstance(value, list) else [value]):
            return []
        if name == "text":
            pairs = narrow([(opening, Opening()) for opening in of_test(value)])
        elif name == "compact":
            pairs = narrow([(Opening(), opening) for opening in of_test(value)])
        elif name == "all":
            for part in value:
                pairs = narrow(of_condition(part))
        elif name == "any":
            pairs = narrow([pair for part in value for pair in of_condition(part)])
    return pairs


def openings(path):
    """Pairs of an opening and whether it is that of the text without white space, each once, in their order."""
    found = {}
    for kind in json.loads(path.read_text(encoding="utf-8")).get("kinds", []):
        for form in kind.get("forms", [kind]):
            for text, compact in of_condition(form["when"]):
                opening, is_compact = (compact, True) if text == Opening() else (text, False)
                if opening.shortest <= opening.longest:
                    found[(opening, is_compact)] = None
    return list(found)


# The header


def ranges(bytes_):
    """The first and the last byte of each range of bytes, as a literal of C."""
    text = ""
    for byte in sorted(bytes_):
        # A literal has no zero in it, which counts as 1.
        byte = max(byte, 1)
        if text and byte <= last + 1:
            last = byte
            continue
        text += (literal(last) if text else "") + literal(byte)
        last = byte
    return f'"{text + literal(last) if text else ""}"'


def literal(byte):
    return chr(byte) if chr(byte).isalnum() and byte < 0x80 else f"\\{byte:03o}"


def header():
    lines = [
        "// Written by Scripts/write-openings.py: what the texts have that the forms of the bundled kinds take.",
        "#pragma once",
        "",
        '#include "BundledRules.h"',
    ]
    for path in sorted((ROOT / "Rules").glob("*.json")):
        rows = openings(path)
        if not rows:
            continue
        lines += ["", f"static const struct beeline_opening {path.stem}_openings[] = {{"]
        for opening, is_compact in rows:
            start = ", ".join(ranges(bytes_) for bytes_ in opening.start)
            length = f"{opening.shortest}, {opening.longest}u"
            lines.append(f"    {{{{{start}}}, {ranges(opening.all)}, {length}, {'true' if is_compact else 'false'}}},")
        lines.append("};")
    return "\n".join(lines) + "\n"


def main():
    text = header()
    if sys.argv[1:] == ["--check"]:
        if not HEADER.exists() or HEADER.read_text() != text:
            sys.exit("Rules/openings.h is out of date: run make docs")
    elif sys.argv[1:]:
        sys.exit(__doc__.split("\n\n")[-1].strip())
    else:
        HEADER.write_text(text)


if __name__ == "__main__":
    main()
