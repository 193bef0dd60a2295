#!/usr/bin/env python3
"""Checks that every relative link of the pages below a folder leads to a file, and every fragment to a heading.

usage: Scripts/check-links.py FOLDER [MANUAL]    such as: /usr/share/doc/beeline /usr/share/man
       Scripts/check-links.py --check            the pages of the project

Of the manual pages, those that Beeline has must name one another and the installed documents by what is there.
"""

import gzip
import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^()\s]+)\)|!\[[^\]]*\]\(([^()\s]+)\)|(?:src|href|srcset)=\"([^\"\s]+)\"")


def anchors(page):
    """The fragments of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number = 0
        while name + (f"-{number}" if number else "") in found:
            number += 1
        found.add(name + (f"-{number}" if number else ""))
    return found


def broken(folder):
    for page in sorted(folder.rglob("*.md")):
        # What is built has pages of others.
        if any(part.startswith(".") for part in page.relative_to(folder).parts):
            continue
        text = re.sub(r"^(```|~~~).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", text)):
            link = next(filter(None, match.groups()))
            if re.match(r"[a-z][a-z0-9+.-]*:", link):
                continue
            path, _, fragment = link.partition("#")
            target = page if not path else page.parent / urllib.parse.unquote(path)
            # A link of the file system may lead into another package.
            if not target.exists() and not target.is_symlink():
                yield f"{page.relative_to(folder)}: {link} is not there"
            elif fragment and target.suffix == ".md" and fragment not in anchors(target):
                yield f"{page.relative_to(folder)}: {link}: no heading has this name"


def broken_manual(documents, manual):
    for page in sorted(manual.glob("man*/beeline*")):
        text = (gzip.open if page.suffix == ".gz" else open)(page, "rt", encoding="utf-8").read().replace("\\-", "-")
        for name, section in re.findall(r"\b(?:Xr )?(beeline[\w-]*)(?: |\()([157])\b", text):
            if not any((manual / f"man{section}" / f"{name}.{section}{end}").exists() for end in ("", ".gz")):
                yield f"{page.name}: {name}({section}) is not there"
        for path in re.findall(r"[\w/.-]*/doc/beeline/([\w/.-]*\w)", text):
            if not (documents / path).exists() and not (documents / path).is_symlink():
                yield f"{page.name}: {path} is not there"
        for name in re.findall(r"(?<![\w./-])(?:\.\./|Docs/|Examples/|Packaging/)*[A-Z]\w+\.md\b", text):
            yield f"{page.name}: {name} says not where it is"


def main():
    project = pathlib.Path(__file__).resolve().parent.parent
    folder = project if sys.argv[1:] == ["--check"] else pathlib.Path(*sys.argv[1:2])
    manual = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    if len(sys.argv) not in (2, 3) or not folder.is_dir() or manual and not any(manual.glob("man1/beeline.1*")):
        sys.exit("usage: Scripts/check-links.py FOLDER [MANUAL] | --check")
    found = list(broken(folder)) + (list(broken_manual(folder, manual)) if manual else [])
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
