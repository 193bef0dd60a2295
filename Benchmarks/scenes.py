#!/usr/bin/env python3
"""Measures how much of a picture `beeline scan` reads, on made scenes with a known truth, beside zbarimg and zxing-cpp.

usage: scenes.py [--seed 1] [--count 12] [--family NAME]… [--verbose] [--json]
                          (`make bench ONLY=scenes` builds first; ARGS='--seed 7 --count 10 --family trays')
                          (`make bench ONLY=qr`: the families of one QR code, blurred to designed)

    BEELINE=PATH   measure this program instead of .build/release/beeline

scene_maker.py makes so many pictures of each family and says what is in them. A text counts once for each picture that
has it, however many of its labels are alike. Wrong is a text that no code of the picture has; twice is a text that is
reported again. Spellings do not count: a UPC-A with or without its leading 0, the separators of GS1 fields.
Seconds are those of CPU, of all processes, loading of the pictures included. Debian's ZXingReader serves for
comparison; where it does not survive a picture, it has read nothing.

Every text of Beeline's that is wrong or comes twice is a failure, and so is a family of which a peer reads more texts; of
the families of QR codes, all of them together.
"""

import argparse
import collections
import dataclasses
import hashlib
import json
import re
import resource
import shutil
import subprocess
import sys
import xml.etree.ElementTree

from measuring import BEELINE, ROOT, SCRATCH, Row
from measuring import expect, note, print_cells, python_with, report

FOLDER = SCRATCH / "scenes"
PACKAGES = ["numpy", "pillow", "zxing-cpp==3.1.1"]
MAKERS = [ROOT / f"Benchmarks/{name}.py" for name in ("scene_maker", "scene_paper", "scene_qr")]
FAMILIES = ("trays", "sheets", "shelves", "curved", "tilted", "pages", "nothing")
# Those of one QR code that something makes hard to read.
QR_FAMILIES = ("blurred", "glare", "dark", "crumpled", "perspective", "damaged", "versions", "designed")
EFFORTS = ("normal", "fast")
# Those that are to be matched.
PEERS = ("zbarimg", "zxing-cpp")


# Scenes


def prepare_scenes(python, chosen):
    """Makes the pictures, unless they are there already: the truth of each, by family."""
    words = ["--seed", str(chosen.seed), "--count", str(chosen.count)]
    for family in chosen.family:
        words += ["--family", family]
    recipe = hashlib.sha256(b"".join(path.read_bytes() for path in MAKERS) + repr(words).encode()).hexdigest()
    marker = FOLDER / "recipe"
    if not marker.exists() or marker.read_text() != recipe:
        note(f"making {chosen.count * len(chosen.family)} pictures …")
        shutil.rmtree(FOLDER, ignore_errors=True)
        expect(
            subprocess.run([python, MAKERS[0], FOLDER, *words, "--check"], stdout=sys.stderr).returncode == 0,
            "zxing-cpp does not read the codes as they were drawn",
        )
        marker.write_text(recipe)
    families = {family: [] for family in chosen.family}
    for line in (FOLDER / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        families[truth["family"]].append(truth)
    return families


# Readers: what each says of the files, as {file: [text, …]}, and the seconds of CPU


def output_of(command, statuses):
    """What a program prints, and the seconds of CPU of all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    expect(process.returncode in statuses, f"'{command[0]}' ended with status {process.returncode}")
    return process.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def beeline(effort, files):
    command = [BEELINE, "scan", "--no-defaults", "--format", "json", "--effort", effort, *files]
    output, seconds = output_of(command, (0, 1, 3))
    found = {}
    for line in map(json.loads, output.splitlines()):
        expect("error" not in line, f"{line['input']}: {line.get('error')}")
        found[line["input"]] = [result["symbol"].get("text") or "" for result in line.get("results", [])]
    expect(found.keys() == set(files), f"{len(files)} pictures gave {len(found)} lines")
    return found, seconds


def zbarimg(files):
    # Status 4 says that in some picture there was nothing.
    output, seconds = output_of(["zbarimg", "--quiet", "--nodbus", "--xml", *files], (0, 4))
    found = {}
    for source in xml.etree.ElementTree.fromstring(output).iterfind("{*}source"):
        found[source.get("href")] = [data.text or "" for data in source.iterfind(".//{*}data")]
    return found, seconds


def zxing_cpp(python, files):
    output, _ = output_of([python, ROOT / "Benchmarks/scenes_peer.py", *files], (0,))
    *lines, last = map(json.loads, output.splitlines())
    return {line["input"]: line["texts"] for line in lines}, last["seconds"]


def zxing_reader(files):
    # It ends at the first picture that it does not survive, so each has a run of its own.
    found, total = {}, 0
    for file in files:
        output, seconds = output_of(["ZXingReader", file], range(-64, 64))
        found[file] = re.findall(r'^Text: +"(.*)"$', output.decode("utf-8", "replace"), re.MULTILINE)
        total += seconds
    return found, total


def readers_at_hand(python):
    readers = {effort: lambda files, effort=effort: beeline(effort, files) for effort in EFFORTS}
    if shutil.which("zbarimg"):
        readers["zbarimg"] = zbarimg
    readers["zxing-cpp"] = lambda files: zxing_cpp(python, files)
    if shutil.which("ZXingReader"):
        readers["ZXingReader"] = zxing_reader
    return readers


# Judging


def spelling(text):
    """The text in the one form that all readers share."""
    text = re.sub(r"[\x1d()]|<GS>", "", text)
    if re.fullmatch(r"\d{12}", text):
        return "0" + text
    # DataBar has its application identifier or has not.
    return text[2:] if re.fullmatch(r"01\d{14}", text) else text


@dataclasses.dataclass
class Score:
    """What a reader made of a family."""

    texts: int = 0
    read: int = 0
    seconds: float = 0.0
    # Picture and text.
    missed: list = dataclasses.field(default_factory=list)
    wrong: list = dataclasses.field(default_factory=list)
    twice: list = dataclasses.field(default_factory=list)


def sum_of(scores):
    columns = zip(*(dataclasses.astuple(score) for score in scores))
    return Score(*(sum(column[1:], column[0]) for column in columns))


def judge(truths, found, seconds):
    score = Score(seconds=seconds)
    for truth in truths:
        there = {spelling(code["text"]) for code in truth["codes"]}
        expected = {spelling(code["text"]) for code in truth["codes"] if "covered" not in code}
        reported = collections.Counter(map(spelling, found.get(str(FOLDER / truth["file"]), [])))
        score.texts += len(expected)
        score.read += len(expected & reported.keys())
        score.missed += [(truth["file"], text) for text in sorted(expected - reported.keys())]
        score.wrong += [(truth["file"], text) for text in sorted(reported.keys() - there)]
        score.twice += [(truth["file"], text) for text, count in reported.items() if count > 1 and text in there]
    return score


# Printing


def print_scores(scores):
    """A table of all that was read: families down, readers across."""
    readers = list(next(iter(scores.values())))
    cells = [("texts read", "of", *readers, "wrong by", *readers)]
    for family, by_reader in scores.items():
        read = [str(score.read) for score in by_reader.values()]
        wrong = [str(len(score.wrong)) for score in by_reader.values()]
        cells.append((family, str(by_reader["normal"].texts), *read, "", *wrong))
    print_cells(cells)
    print()


def rows_of(scores):
    for family, by_reader in scores.items():
        ours, fast = by_reader["normal"], by_reader["fast"]
        name = max((peer for peer in PEERS if peer in by_reader), key=lambda peer: by_reader[peer].read)
        best = by_reader[name]
        if ours.texts:
            # Of so few QR codes, one more or less is chance: only their sum is to be matched.
            target = "ratio > 1" if family == "all" else "" if family in QR_FAMILIES else "ratio >= 1"
            yield Row(f"scenes, {family}: texts read (peer: {name})", ours.read, best.read, f"of {ours.texts}", target)
            yield Row("  at --effort fast", fast.read, best.read, f"of {ours.texts}", "")
            enough = ours.read > best.read if family == "all" else family in QR_FAMILIES or ours.read >= best.read
            expect(enough, f"{family}: {name} reads {best.read} texts, 'beeline scan' {ours.read}")
            yield Row("  wrong texts", len(ours.wrong), len(best.wrong), "", "0")
        else:
            yield Row(f"scenes, {family}: wrong texts (peer: {name})", len(ours.wrong), len(best.wrong), "", "0")
        yield Row("  reported twice", len(ours.twice), len(best.twice), "", "0")
        yield Row("  CPU", ours.seconds, best.seconds, "s", "")
        yield Row("  CPU at --effort fast", fast.seconds, best.seconds, "s", "")


def complain(reader, score):
    for what, places in (("is not there", score.wrong), ("is reported twice", score.twice)):
        for file, text in places:
            expect(False, f"{FOLDER / file}: '{text}' {what} (effort {reader})")


def options(arguments, families):
    parser = argparse.ArgumentParser(usage="%(prog)s [OPTION…]\n\n" + __doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12, help="pictures of each family")
    parser.add_argument("--family", choices=FAMILIES + QR_FAMILIES, action="append")
    parser.add_argument("--verbose", action="store_true", help="say what 'beeline scan' did not read")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    chosen.family = chosen.family or list(families)
    return chosen


def main(arguments, families=FAMILIES):
    chosen = options(arguments, families)
    if not shutil.which("zint"):
        sys.exit("The scenes need zint: apt-get install zint")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    python = python_with("scenes-python", PACKAGES)
    readers = readers_at_hand(python)
    scores = {}
    for family, truths in prepare_scenes(python, chosen).items():
        files = [str(FOLDER / truth["file"]) for truth in truths]
        scores[family] = {}
        for reader, read in readers.items():
            score = scores[family][reader] = judge(truths, *read(files))
            note(f"{family:11} {reader:12} {score.read:5} of {score.texts:5} texts, {score.seconds:6.1f} s")
            if reader in EFFORTS:
                complain(reader, score)
        if chosen.verbose:
            for file, text in scores[family]["normal"].missed:
                note(f"{FOLDER / file}: '{text}' is not read")
    details = {
        family: {reader: dataclasses.asdict(score) for reader, score in by_reader.items()}
        for family, by_reader in scores.items()
    }
    if len(scores) > 1:
        scores["all"] = {reader: sum_of(by_reader[reader] for by_reader in scores.values()) for reader in readers}
    rows = list(rows_of(scores))
    if not chosen.json:
        print_scores(scores)
    return report(rows, chosen.json, families=details)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
