"""Drawing codes: QR codes as PNG files beside zint and qrencode, and a sheet of labels."""

import shutil
import subprocess

from measuring import ROOT, RUNS, SCRATCH, Row
from measuring import expect, in_turn, lines_of, median_seconds, note, run

DRAW_BENCH = ROOT / ".build/release/draw-bench"
CODES = 2_000
LABELS = 1_000


def draw_codes(zbarimg):
    if not DRAW_BENCH.exists():
        return
    texts = [f"https://example.com/item/{number:06}?of={number * 7919 % 1_000_003}" for number in range(CODES)]
    source = SCRATCH / "texts"
    source.write_text("".join(text + "\n" for text in texts))
    folders = {name: SCRATCH / f"drawn-{name}" for name in ("ours", "zint", "qrencode")}
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()

    # All draw the same: level L, three pixels a module (to zint, two are a scale of 1), four modules around it.
    ours = [str(DRAW_BENCH), "files", str(source), str(folders["ours"])]
    zint, qrencode = shutil.which("zint"), shutil.which("qrencode")
    batch = [zint or "", "--batch", "--barcode=58", "--secure=1", "--scale=1.5", "--quietzones", "--binary"]
    batch += ["--input", str(source), "--output", str(folders["zint"] / "~~~~.png")]
    # qrencode draws one code each time it is started.
    each = 'n=0; while IFS= read -r text; do n=$((n + 1)); "$1" -l L -s 3 -o "$2/$n.png" "$text"; done <"$3"'
    loop = ["sh", "-c", each, "sh", qrencode or "", str(folders["qrencode"]), str(source)]

    note(f"drawing {CODES:,} codes, {RUNS} times with each program …")
    runs = in_turn(RUNS, lambda: run(ours), zint and (lambda: run(batch)), qrencode and (lambda: run(loop)))
    rates = [CODES / median_seconds(one) if one else None for one in runs]
    expect({one.status for one in runs[0]} == {0}, "draw-bench fails")
    for name, program in (("ours", True), ("zint", zint), ("qrencode", qrencode)):
        count = len(list(folders[name].glob("*.png")))
        expect(not program or count == CODES, f"{CODES:,} codes to draw gave {count:,} files of {name}")
    yield Row("draw, QR codes as PNG (peer: zint --batch)", rates[0], rates[1], "codes/s", "ratio >= 1")
    yield Row("  the same (peer: qrencode, started for each)", rates[0], rates[2], "codes/s", "ratio >= 1")
    if zbarimg:
        files = [str(folders["ours"] / f"{number}.png") for number in range(100)]
        read = [line.decode().strip() for line in lines_of([zbarimg, "--quiet", "--nodbus", "--raw", *files])]
        expect(read == texts[:100], "zbarimg reads other than what was drawn")
    yield from sheet_rows()


def sheet_rows():
    note(f"drawing {LABELS:,} labels …")
    process = subprocess.run([DRAW_BENCH, "sheet", str(LABELS)], stdout=subprocess.PIPE, text=True)
    expect(process.returncode == 0, f"draw-bench ended with status {process.returncode}")
    for line in process.stdout.splitlines():
        what, value, peer, unit, target = line.split("\t")
        yield Row(what, float(value), float(peer) if peer else None, unit, target)
