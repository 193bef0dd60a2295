#!/usr/bin/env python3
"""Fails when a page, a help text, a message, a comment or the name of a test has a word or a turn of Scripts/words.txt,
and says what is plainer.

usage: Scripts/check-words.py                        print each, with its place
       Scripts/check-words.py --count                print how many there are in each group of texts
       Scripts/check-words.py --measure PROGRAM      print how well each group reads (make words); PROGRAM is beeline

What is measured: words a sentence, Flesch reading ease (by textstat; 60 to 70 is plain English, more is easier), and the
listed words and turns in a thousand words.
"""

import io
import json
import pathlib
import re
import subprocess
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parent.parent
OK = "<!-- words: ok -->"
# Pages that the program writes; their sentences are those of its tables.
GENERATED = ["Kinds.md", "RuleReference.md"]


def words():
    for line in (ROOT / "Scripts/words.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, plainer = re.split(r"\t|\s{2,}", line, maxsplit=1)
            yield re.compile(pattern, re.M), plainer.strip()


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
    return prose(re.sub(r"^[ \t]*//[/ ]*", "", parts(text, "comments"), flags=re.M))


NAME = re.compile(r'\b(?:func|struct|enum|class|actor) `([^`\n]+)`|@(?:Test|Suite)\("((?:\\.|[^"\\\n])*)"')


def test_names(text):
    """The names of tests and suites, each at its line."""
    return "\n".join(" ".join("".join(name) for name in NAME.findall(line)) for line in text.splitlines())


def python_comments(text):
    """The comments and docstrings of a Python file, each at its line."""
    lines = [""] * (text.count("\n") + 1)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token.type == tokenize.STRING and token.string.startswith('"""'):
            for number, line in enumerate(token.string.splitlines(), token.start[0] - 1):
                lines[number] += f" {line}"
    return prose("\n".join(lines))


def shell_comments(text):
    """The comments of a shell script, a Makefile or a configuration file, each at its line."""
    return prose("\n".join("".join(re.findall(r"(?:^|\s)#+\s(.*)", line)[:1]) for line in text.splitlines()))


def values(text):
    """A list of texts in JavaScript, without their names."""
    return re.sub(r'^\s*"[^"]+":', "", text, flags=re.M)


def sources():
    """Each group of texts: its name, its files, and what of a file is text."""
    folders = ["", "Docs/", "Tests/", "Benchmarks/", "Sources/**/"]
    pages = [*(page for folder in folders for page in ROOT.glob(folder + "*.md")), ROOT / "Tables/kinds.md"]
    swift = sorted((ROOT / "Sources").rglob("*.swift"))
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout.split("\n")
    kept = [ROOT / name for name in kept if name and not (ROOT / name).is_symlink()]
    scripts = [path for path in kept if path.suffix in (".sh", ".yml", ".service") or path.name == "Makefile"]
    yield "pages", pages, prose
    yield "messages and help", swift, literals
    yield "comments", [path for path in kept if path.suffix in (".swift", ".c", ".cpp", ".h", ".js")], comments
    yield "names of tests", [path for path in kept if path.suffix == ".swift" and "Tests" in path.parts], test_names
    yield "comments in Python", [path for path in kept if path.suffix == ".py"], python_comments
    yield "comments in scripts", scripts, shell_comments
    yield "rules", sorted([*(ROOT / "Rules").glob("*.json"), *(ROOT / "Examples").rglob("*.json")]), str
    yield "the page", sorted((ROOT / "Sources/Server/Page").glob("*en.js")), values


def check():
    counting = "--count" in sys.argv
    table = list(words())
    total = 0
    for name, files, text_of in sources():
        count = 0
        for file in files:
            text = text_of(file.read_text())
            # Few files have any, and none has many.
            listed = [row for row in table if row[0].search(text.lower())]
            for number, line in enumerate(text.splitlines(), 1) if listed else ():
                if line.endswith(OK):
                    continue
                for pattern, plainer in listed:
                    for found in pattern.finditer(line.lower()):
                        count += 1
                        if not counting:
                            print(f"{file.relative_to(ROOT)}:{number}: '{found.group()}': {plainer}\n    {line.strip()}")
        total += count
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
    import textstat  # of PyPI, which only this needs; `make words` installs it, of a version that downloads nothing

    table = list(words())
    print("| texts | words | words a sentence | Flesch reading ease | listed words in a thousand |")
    print("|---|--:|--:|--:|--:|")
    pages = 0
    for name, sentences in measured_texts(program):
        text = " ".join(sentence if sentence[-1] in ".!?" else f"{sentence}." for sentence in sentences)
        count = textstat.lexicon_count(text)
        hits = sum(len(pattern.findall(text.lower())) for pattern, _ in table)
        ease, length = textstat.flesch_reading_ease(text), textstat.words_per_sentence(text)
        print(f"| {name} | {count:,} | {length:.1f} | {ease:.1f} | {1000 * hits / count:.2f} |")
        pages += count if name.startswith("Docs") else 0
    print(f"\nDocs: {pages:,} words, of at most 60,000")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2])
    else:
        check()
