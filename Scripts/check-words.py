#!/usr/bin/env python3
"""Fails when a page, a help text or a message has a word or a turn of Scripts/words.txt, and says what is plainer.

usage: Scripts/check-words.py [--count]     --count: only how many there are, by group
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OK = "<!-- words: ok -->"


def words():
    for line in (ROOT / "Scripts/words.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, plainer = re.split(r"\t|\s{2,}", line, maxsplit=1)
            yield re.compile(pattern), plainer.strip()


def prose(text):
    """A page without what is in a block of code or is code in a line: it may quote anything."""
    text = re.sub(r"^```.*?^```", lambda block: "\n" * block.group().count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "``", text)


def literals(text):
    """The string literals of a Swift file, each at its line; comments and code are blank."""
    token = re.compile(
        r'"""(?:\\.|[^\\])*?"""|#"(?:[^"\n])*"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
    out, end = [], 0
    for found in token.finditer(text):
        out.append(re.sub(r"[^\n]+", " ", text[end : found.start()]))
        part = found.group()
        out.append(part if part.startswith(('"', "#")) else re.sub(r"[^\n]+", " ", part))
        end = found.end()
    return "".join(out)


def sources():
    """Each group of texts: its name, its files, and what of a file is text."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "Docs").glob("*.md"), *ROOT.glob("Sources/**/*.md"), ROOT / "Tables/kinds.md"]
    yield "pages", pages, prose
    yield "messages and help", sorted((ROOT / "Sources").rglob("*.swift")), literals
    yield "rules", sorted([*(ROOT / "Rules").glob("*.json"), *(ROOT / "Examples").rglob("*.json")]), str
    yield "the page", sorted((ROOT / "Sources/Server/Page").glob("*.js")), str


def main():
    table = list(words())
    total = 0
    for name, files, text_of in sources():
        count = 0
        for file in files:
            for number, line in enumerate(text_of(file.read_text()).splitlines(), 1):
                if line.endswith(OK):
                    continue
                for pattern, plainer in table:
                    for found in pattern.finditer(line.lower()):
                        count += 1
                        if "--count" not in sys.argv:
                            print(f"{file.relative_to(ROOT)}:{number}: '{found.group()}': {plainer}\n    {line.strip()}")
        total += count
        if "--count" in sys.argv:
            print(f"{name}: {count} in {len(files)} files")
    if total and "--count" not in sys.argv:
        sys.exit(f"{total} words or turns that are not used; Scripts/words.txt says what is plainer")


if __name__ == "__main__":
    main()
