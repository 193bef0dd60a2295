#!/usr/bin/env python3
"""Writes the manual pages into a folder, as man1/, man5/ and man7/ below it.

The pages of the commands come from the program, the other two from Docs, by way of lowdown. `make package` installs them;
`mandoc -T lint` has nothing to say about any of them, which this script checks where mandoc is installed.

usage: Scripts/manual-pages.py PROGRAM FOLDER [DOCUMENTS]

DOCUMENTS is where README.md and Docs are installed, by default /usr/share/doc/beeline: what the pages say of other pages
begins there.
"""

import os.path
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Name, section, the page it is made of, and the text after its name.
FROM_DOCS = [
    ("beeline-rules", 5, "Docs/RuleReference.md", "the language of rule files"),
    ("beeline-plugin", 7, "Docs/Plugins.md", "plugins of beeline: programs that perform actions"),
]


def output_of(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def command_pages(program):
    """The name and the text of `beeline.1` and of the page of each command that it lists."""
    overview = output_of(program, "manual")
    yield "beeline", overview
    for name in re.findall(r"^\.It Xr beeline-(\S+) 1$", overview, re.M):
        yield f"beeline-{name}", output_of(program, "manual", *name.split("-"))


TABLE = re.compile(r"^\|.*\n\|[-:| ]+\|\n(?:\|.*\n)+", re.M)
# The term of a definition in lowdown's output, and the requests around it.
DEFINITION = re.compile(
    r'(?:^\.[LP]P\n)?^([^.\n].*)\n\.if n \\\n\.sp -1v\n\.if t \\\n\.sp -0\.25v\n\.IP "" 5n\n(?:\.[LP]P\n)?', re.M
)

# What is written before the cell of a column; a column that is not here has its own title before it.
BEFORE_CELL = {"value": "", "type": "", "available in": "in ", "for": "for "}
MEANINGS = ("meaning", "is true when")


def tagged_list(table):
    """A table of Markdown as a definition list: a terminal has no room for its columns side by side."""
    cells = (re.split(r"(?<!\\)\|", line)[1:-1] for line in table.splitlines())
    rows = [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]
    titles = rows[0]
    meaning = next((index for index, title in enumerate(titles) if title in MEANINGS), 1)
    items = []
    for row in rows[2:]:
        details, example = [], ""
        for index, (title, cell) in enumerate(zip(titles, row)):
            if index in (0, meaning) or not cell:
                continue
            if title == "example":
                example = f" Example: {cell}"
            else:
                details.append(title if title == "required" else f"{BEFORE_CELL.get(title, f'{title}: ')}{cell}")
        detail = "; ".join(details)
        term, text = f"{row[0]} ({detail})" if detail else row[0], row[meaning]
        # A tag is one line.
        if len(term) > 66:
            term, text = row[0], f"{text.rstrip('.')} ({detail})."
        items.append(f"{term}\n:   {text}{example}\n")
    return "\n".join(items)


def with_paths(text, documents):
    """A text in which a page that is named, as Docs/Live.md or Live.md, is the path of an installed one."""
    page = re.compile(r"(?<![\w./])(?:Docs/)?([A-Z]\w+\.md)\b")
    lines = []
    for line in text.split("\n"):
        changed = page.sub(lambda name: f"{documents}/Docs/{name[1]}" if (ROOT / "Docs" / name[1]).is_file() else name[0], line)
        lines += [line] if changed == line else wrapped(changed)
    return "\n".join(lines)


def without_links(markdown, source, documents):
    """A page whose links to files of the project are their installed paths, beside the text where that says more."""

    def written(link):
        path = os.path.normpath(os.path.join(os.path.dirname(source), link[2].partition("#")[0]))
        manual = next((f"{name}({section})" for name, section, of, _ in FROM_DOCS if of == path and of != source), None)
        place = manual or f"{documents}/{path}"
        if link[2].startswith("#") or path == source:
            return link[1]
        return place if path.endswith(link[1].rstrip("/")) else f"{link[1]} ({place})"

    return re.sub(r"\[([^\]]+)\]\((?!https?:)([^)]+)\)", written, markdown)


def page_from_docs(name, section, source, purpose, date, documents):
    # Only links that lead out of the project can be followed from a manual.
    markdown = without_links((ROOT / source).read_text(), source, documents)
    # The title of the page is the name of the manual page.
    markdown = re.sub(r"\A# .*\n", "", markdown)
    markdown = re.sub(TABLE, lambda table: tagged_list(table.group()), markdown)
    roff = output_of("lowdown", "-s", "-Tman", "-M", f"title={name.upper()}", "-M", f"section={section}", text=markdown)
    # lowdown writes the terms of a definition list as plain paragraphs.
    roff = re.sub(DEFINITION, r".TP 5n\n\1\n", roff)
    lines = []
    in_example = False
    for line in roff.replace("\\fC", "\\fB").splitlines():
        if line.startswith(".TH "):
            line = f'.TH {name.upper()} {section} "{date}" "Beeline"'
        # A title follows its macro or is on the next line, and begins a paragraph by itself.
        if line in (".PP", ".LP") and len(lines) > 1 and (lines[-2] in (".SH", ".SS") or lines[-1][:4] in (".SH ", ".SS ")):
            continue
        in_example = line == ".EX" or in_example and line != ".EE"
        lines += wrapped(line, in_example) if not line.startswith(".") else [line]
        if line.startswith(".TH "):
            lines += [".SH NAME", f"{name} \\- {purpose}", ".SH DESCRIPTION"]
    return "\n".join(lines) + "\n"


def width(line):
    """How long a line is for mandoc, which spells characters beyond ASCII as \\[u2022]."""
    return sum(1 if character.isascii() else 8 for character in line)


def wrapped(line, is_example=False):
    """A long line of text as several, none of which begins like a macro. A line of an example is still one when it is shown."""
    if width(line) <= 80:
        return [line]
    space, most = (" \\c", 77) if is_example else ("", 80)
    rows = [""]
    for word in line.split(" "):
        row = f"{rows[-1]} {word}" if rows[-1] else word
        if rows[-1] and width(row) > most and word[:1] not in (".", "'"):
            rows[-1] += space
            rows.append(word)
        else:
            rows[-1] = row
    return rows


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    documents = sys.argv[3] if len(sys.argv) > 3 else "/usr/share/doc/beeline"
    files = []
    for name, text in command_pages(program):
        files.append((folder / "man1" / f"{name}.1", with_paths(text, documents)))
    date = re.search(r"^\.Dd (.*)$", files[0][1], re.M).group(1)
    if not shutil.which("lowdown"):
        print("Without lowdown there are no pages beeline-rules(5) and beeline-plugin(7).", file=sys.stderr)
    for name, section, source, purpose in FROM_DOCS if shutil.which("lowdown") else []:
        text = page_from_docs(name, section, source, purpose, date, documents)
        files.append((folder / f"man{section}" / f"{name}.{section}", text))
    for path, text in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    if shutil.which("mandoc"):
        paths = [path for path, _ in files]
        # References are looked up among the pages that are installed.
        found = subprocess.run(["mandoc", "-T", "lint", *paths], stdout=subprocess.PIPE, text=True).stdout
        complaints = [line for line in found.splitlines() if "referenced manual not found" not in line]
        if complaints:
            sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
