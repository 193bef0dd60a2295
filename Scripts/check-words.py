#!/usr/bin/env python3
"""Fails when a page, a help text or a message has a word or a turn of Scripts/words.txt, and says what is plainer.

usage: Scripts/check-words.py                        print each, with its place
       Scripts/check-words.py --count                print how many there are in each group of texts
       Scripts/check-words.py --measure PROGRAM      print how well each group reads (make words); PROGRAM is beeline

What is measured: words a sentence, Flesch reading ease (by textstat; 60 to 70 is plain English, more is easier), and the
listed words and turns in a thousand words.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OK = "<!-- words: ok -->"
# Pages that the program writes; their sentences are those of its tables.
GENERATED = ["Kinds.md", "RuleReference.md"]


def words():
    for line in (ROOT / "Scripts/words.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, plainer = re.split(r"\t|\s{2,}", line, maxsplit=1)
            yield re.compile(pattern), plainer.strip()


def prose(text):
    """A page without what is in a block of code or is code in a line: it may quote anything."""
    text = re.sub(r"^```.*?^```", lambda block: "\n" * block.group().count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "``", text)


TOKEN = re.compile(r'"""(?:\\.|[^\\])*?"""|#"(?:[^"\n])*"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def parts(text, wanted):
    """The string literals or the comments of a Swift file, each at its line; everything else is blank."""
    out, end = [], 0
    for found in TOKEN.finditer(text):
        part = found.group()
        out.append(re.sub(r"[^\n]+", " ", text[end : found.start()]))
        out.append(part if part.startswith("/") == (wanted == "comments") else re.sub(r"[^\n]+", " ", part))
        end = found.end()
    return "".join(out)


def literals(text):
    """The string literals; what is computed in them is blank."""
    return re.sub(r"\\#?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)", "…", parts(text, "literals"))


def comments(text):
    return prose(re.sub(r"^\s*//[/ ]*", "", parts(text, "comments"), flags=re.M))


def values(text):
    """A list of texts in JavaScript, without their names."""
    return re.sub(r'^\s*"[^"]+":', "", text, flags=re.M)


# Files whose words are changed together with what they describe.
EXCEPT = ["Docs/Decoding.md", "Sources/Decoding"]


def is_checked(file):
    return not any(file.is_relative_to(ROOT / path) for path in EXCEPT)


def sources():
    """Each group of texts: its name, its files, and what of a file is text."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "Docs").glob("*.md"), *ROOT.glob("Sources/**/*.md"), ROOT / "Tables/kinds.md"]
    swift = sorted((ROOT / "Sources").rglob("*.swift"))
    yield "pages", pages, prose
    yield "messages and help", swift, literals
    yield "comments", swift, comments
    yield "rules", sorted([*(ROOT / "Rules").glob("*.json"), *(ROOT / "Examples").rglob("*.json")]), str
    yield "the page", sorted((ROOT / "Sources/Server/Page").glob("*en.js")), values


def check():
    counting = "--count" in sys.argv
    table = list(words())
    total = 0
    for name, files, text_of in sources():
        count = 0
        for file in filter(is_checked, files):
            for number, line in enumerate(text_of(file.read_text()).splitlines(), 1):
                if line.endswith(OK):
                    continue
                for pattern, plainer in table:
                    for found in pattern.finditer(line.lower()):
                        count += 1
                        if not counting and text_of is not comments:
                            print(f"{file.relative_to(ROOT)}:{number}: '{found.group()}': {plainer}\n    {line.strip()}")
        # Comments are only counted.
        total += count if text_of is not comments else 0
        if counting:
            print(f"{name}: {count} in {len(files)} files")
    if total and not counting:
        sys.exit(f"{total} words or turns that are not used; Scripts/words.txt says what is plainer")


def is_sentence(text):
    return len(re.findall(r"[A-Za-z]{2,}", text)) >= 4


def page_sentences(markdown):
    """The paragraphs, items and longer table cells of a page, without titles; code in a line is one word."""
    text = re.sub(r"^```.*?^```|^    .*?$|^#.*?$|^<.*?>$|^\|[-:| ]+\|$", "", markdown, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "code", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for block in re.split(r"\n\s*\n|^\s*[-*] |^\d+\. |\||\n(?=\|)", text, flags=re.M):
        block = " ".join(block.replace("*", "").split())
        if is_sentence(block):
            yield block


def message_sentences(swift):
    """The string literals that are sentences; a value in one is one word, and literals joined by + are one."""
    joined = re.sub(r'"\s*\+\s*"', "", literals(swift))
    for found in re.finditer(r'"""\n(.*?)"""|"((?:\\.|[^"\\])*)"', joined, re.S):
        text = " ".join((found.group(1) or found.group(2) or "").split())
        if is_sentence(text) and not re.search(r"[{}<>]|\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b|[a-z]-[a-z]+:", text):
            yield text


def help_sentences(text):
    """The paragraphs and the options of a help text, without its examples."""
    text = re.split(r"^Examples:$|^Try:$", text, flags=re.M)[0]
    for block in re.split(r"\n\s*\n|\n\s+(?=-)|\n(?=  )", text):
        block = re.sub(r"^\s*-.*?  +|^  beeline .*?  +", "", block)
        block = " ".join(block.split())
        if is_sentence(block):
            yield block


def measured_texts(program):
    """The name of each group that is measured, with its sentences."""
    docs = [page for page in sorted((ROOT / "Docs").glob("*.md")) if page.name not in GENERATED]
    swift = [file for file in sorted((ROOT / "Sources").rglob("*.swift")) if "CommandDefinition" not in file.name]
    rules = [json.loads(file.read_text()).get("rules", []) for file in sorted((ROOT / "Rules").glob("*.json"))]
    helps = [subprocess.run([program, "--help"], stdout=subprocess.PIPE, check=True, text=True).stdout]
    overview = subprocess.run([program, "manual"], stdout=subprocess.PIPE, check=True, text=True).stdout
    for name in re.findall(r"^\.It Xr beeline-(\S+) 1$", overview, re.M):
        command = [program, *name.split("-"), "--help"]
        helps.append(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    yield "README", list(page_sentences((ROOT / "README.md").read_text()))
    yield "Docs, written", [text for page in docs for text in page_sentences(page.read_text())]
    pages = [(ROOT / "Docs" / name).read_text() for name in GENERATED]
    yield "Docs, generated", [text for page in pages for text in page_sentences(page)]
    yield "help", [text for page in helps for text in help_sentences(page)]
    yield "messages", [text for file in swift for text in message_sentences(file.read_text())]
    yield "titles of rules", [rule["title"] for list_ in rules for rule in list_ if "title" in rule]
    comment_lines = "\n\n".join(re.sub(r"^\s+", "", comments(file.read_text()), flags=re.M) for file in swift)
    yield "comments", list(page_sentences(comment_lines))


def measure(program):
    import textstat  # of PyPI, which only this needs; `make words` installs it

    table = list(words())
    print("| texts | words | words a sentence | Flesch reading ease | listed words in a thousand |")
    print("|---|--:|--:|--:|--:|")
    for name, sentences in measured_texts(program):
        text = " ".join(sentence if sentence[-1] in ".!?" else f"{sentence}." for sentence in sentences)
        count = textstat.lexicon_count(text)
        hits = sum(len(pattern.findall(text.lower())) for pattern, _ in table)
        ease, length = textstat.flesch_reading_ease(text), textstat.words_per_sentence(text)
        print(f"| {name} | {count:,} | {length:.1f} | {ease:.1f} | {1000 * hits / count:.2f} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        check()
