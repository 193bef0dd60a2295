"""Scanning pictures: `beeline scan` at each effort beside zbarimg and ZXingReader over the same files."""

import functools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

from measuring import BEELINE, ROOT, RUNS, SCRATCH, Row
from measuring import expect, in_turn, lines_of, median_seconds, note, peak_megabytes, peak_of_all, run

DECODE_BENCH = ROOT / ".build/release/decode-bench"
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".pbm", ".pgm", ".ppm", ".gif", ".bmp", ".tif", ".tiff", ".heic", ".avif"}
# What the library of ZXingReader 1.4 reads; it gets gray copies of others.
ZXING_SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".gif", ".pgm", ".ppm"}
# By effort, the required pictures a second as a multiple of zbarimg's, and the required hits in the corpus.
EFFORTS = {"normal": (1.0, 800), "fast": (2.7, 720), "max": (None, None)}


# Files


def pictures():
    if "CORPUS" in os.environ:
        files = pathlib.Path(os.environ["CORPUS"]).rglob("*")
        return sorted(file for file in files if file.suffix.lower() in SUFFIXES)
    photographs = [file for file in (ROOT / "Examples").glob("*") if file.suffix.lower() in SUFFIXES]
    return printed_codes() + sorted(photographs) * 10


def printed_codes():
    """Pictures of codes that zint prints: the same ones every time, small and large."""
    if not shutil.which("zint"):
        return []
    folder = SCRATCH / "printed"
    folder.mkdir(exist_ok=True)
    choose = random.Random(978_4_87311_904_5)
    kinds = {"EANX": 12, "UPCA": 11, "CODE128": 14, "CODE39": 10, "C25INTER": 14, "DBAR_OMN": 13}
    kinds |= {"QRCODE": 40, "DATAMATRIX": 30, "AZTEC": 30, "PDF417": 40}
    files = []
    for number in range(300):
        kind, length = choose.choice(list(kinds.items()))
        file = folder / f"{number}.png"
        options = [f"--scale={choose.choice((1, 1.5, 2, 4))}", f"--rotate={choose.choice((0, 0, 0, 90))}", "--quietzones"]
        data = "".join(choose.choices("0123456789", k=length))
        if not file.exists():
            subprocess.run(["zint", f"--barcode={kind}", *options, f"--data={data}", f"--output={file}"], check=True)
        files.append(file)
    return files


def write_list(name, files):
    """A file that names the others, with NUL between, as all three programs can be given them."""
    path = SCRATCH / name
    path.write_bytes(b"".join(os.fsencode(file) + b"\0" for file in files))
    return path


# Ours


def beeline_scan(list_file, effort):
    return [BEELINE, "scan", "--format", "json", "--effort", effort, "--files0-from", str(list_file)]


def read_by_beeline(list_file, count, effort):
    """What is said of each picture, as a file of lines, and in how many a code was read."""
    output = SCRATCH / f"scan-{effort}.json"
    lines = list(lines_of(beeline_scan(list_file, effort)))
    output.write_bytes(b"".join(lines))
    expect(len(lines) == count, f"{count:,} pictures gave {len(lines):,} lines of json at effort {effort}")
    dead = sum(b'"code":"decoder-' in line for line in lines)
    expect(dead == 0, f"{dead:,} pictures were not survived at effort {effort}")
    return output, sum(b'"symbol":{' in line for line in lines)


def score_rows(output, effort, hits_wanted):
    """What the corpus's own score says of the output; what it says of the peers was recorded with it."""
    scorer = pathlib.Path(os.environ.get("CORPUS", "/nonexistent")) / "score.py"
    if not scorer.exists():
        return
    score = json.loads(subprocess.run([sys.executable, scorer, "--json", output], stdout=subprocess.PIPE, check=True).stdout)
    total, negatives = score["total"], score["negatives"]
    zbarimg = total["peers"].get("zbarimg")
    yield Row("  hits", total["hit"], zbarimg, "pictures", f">= {hits_wanted}" if hits_wanted else "")
    if effort == "normal":
        zxing = next((hits for name, hits in total["peers"].items() if name.startswith("zxing-1")), None)
        yield Row("  hits (peer: ZXingReader)", total["hit"], zxing, "pictures", "")
    yield Row("  wrong texts", total["wrong"], None, "pictures", "<= 3")
    yield Row("  texts where there are none", negatives["false"], None, "pictures", "0")


# ZXingReader


class ZXingReader:
    """ZXingReader ends at the first picture that it cannot read, or does not survive: it is started again after it.

    Where it ends is found out before, so that no time is lost with it when the clock runs.
    """

    def __init__(self, program, files):
        self.program = program
        files = self.readable(files)
        self.batches, self.reads, self.ends, batch = [], 0, 0, []
        for file in files:
            batch.append(str(file))
            process = subprocess.run([program, "-1", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if process.returncode != 0:
                self.ends += 1
                self.batches.append(batch)
                batch = []
            else:
                self.reads += b" None\n" not in process.stdout
        self.batches += [batch] if batch else []

    def readable(self, files):
        """The files, with gray copies instead of those whose formats it does not support."""
        foreign = [file for file in files if file.suffix.lower() not in ZXING_SUFFIXES]
        if not foreign or not DECODE_BENCH.exists():
            return [file for file in files if file not in foreign]
        folder = SCRATCH / "gray"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        subprocess.run([DECODE_BENCH, "gray", write_list("foreign", foreign), folder], check=True)
        copies = {file: folder / f"{number}.pgm" for number, file in enumerate(foreign)}
        return [file for file in (copies.get(file, file) for file in files) if file.exists()]

    def scan(self):
        """The run over all batches, as if it were one."""
        runs = [run([self.program, "-1", *batch]) for batch in self.batches]
        return runs[0]._replace(seconds=sum(one.seconds for one in runs), megabytes=max(one.megabytes for one in runs))


# All three


def scan_pictures(zbarimg):
    files = pictures()
    if not files:
        note("no pictures to scan")
        return
    list_file = write_list("pictures", files)
    zbar = ["xargs", "-0", "-a", str(list_file), zbarimg or "", "--quiet", "--nodbus"]
    zxing = shutil.which("ZXingReader")
    if zxing:
        note("finding out where ZXingReader ends …")
        zxing = ZXingReader(zxing, files)
    # In XML each picture is a <source>, which contains an <index> only when something was read.
    zbar_read = sum(line.startswith(b"<index num='0'>") for line in lines_of([*zbar, "--xml"])) if zbarimg else None

    rates, outputs, reads = {}, {}, {}
    for effort in EFFORTS:
        outputs[effort], reads[effort] = read_by_beeline(list_file, len(files), effort)
    note(f"scanning {len(files):,} pictures, {RUNS} times with each program …")
    ours = [functools.partial(run, beeline_scan(list_file, effort)) for effort in EFFORTS]
    *our_runs, zbar_runs, zxing_runs = in_turn(
        RUNS, *ours, zbarimg and (lambda: run(zbar)), zxing and zxing.scan)
    expect({run.status for runs in our_runs for run in runs} <= {0, 1, 3}, "'scan' fails")

    def rate(runs):
        return len(files) / median_seconds(runs) if runs else None

    for (effort, (times, hits)), runs in zip(EFFORTS.items(), our_runs):
        target = f"ratio >= {times}" if times else ""
        yield Row(f"scan --effort {effort} (peer: zbarimg)", rate(runs), rate(zbar_runs), "pictures/s", target)
        if effort == "normal":
            yield Row("  the same (peer: ZXingReader)", rate(runs), rate(zxing_runs), "pictures/s", "")
        yield Row("  pictures in which a code was read", reads[effort], zbar_read, "", "")
        yield from score_rows(outputs[effort], effort, hits)
    if zxing:
        yield Row("ZXingReader: pictures in which a code was read", None, zxing.reads, "", "")
        yield Row("  pictures that it did not survive or could not read", None, zxing.ends, "", "")
    memory = [peak_of_all(beeline_scan(list_file, "normal")), peak_of_all(zbar) if zbarimg else None]
    yield Row("scan, peak memory of all processes (peer: zbarimg)", *memory, "MB", "")
    yield Row("  largest process", *map(peak_megabytes, (our_runs[0], zbar_runs)), "MB", "")
    if zxing:
        yield Row("  largest process (peer: ZXingReader)", *map(peak_megabytes, (our_runs[0], zxing_runs)), "MB", "")
    if DECODE_BENCH.exists():
        note("measuring the cost of isolation …")
        yield from decode_bench("isolation", list_file)
        note("measuring how soon a decode ends that is cancelled …")
        yield from decode_bench("cancelling")


def decode_bench(*arguments):
    """The rows that decode-bench prints."""
    process = subprocess.run([DECODE_BENCH, *arguments], stdout=subprocess.PIPE, text=True)
    expect(process.returncode == 0, f"decode-bench ended with status {process.returncode}")
    for line in process.stdout.splitlines():
        what, value, peer, unit, target = line.split("\t")
        yield Row(what, float(value), float(peer) if peer else None, unit, target)
