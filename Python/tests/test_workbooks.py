"""Excel workbooks that the command reads as lists, beside openpyxl, which writes them."""

import csv
import datetime
import io
import os
import random
import subprocess

import openpyxl
import pytest
from conftest import PROGRAM


def run(folder, *arguments):
    """The command with a folder of its own for lists."""
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "data")}
    return subprocess.run([PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def imported(folder, book, *options):
    """The rows of the list that the command makes of a workbook, by their keys, and what it says."""
    book.save(folder / "list.xlsx")
    done = run(folder, "catalog", "import", *options, "list", "list.xlsx")
    assert done.returncode == 0, done.stderr
    exported = run(folder, "catalog", "export", "--raw-csv", "list").stdout
    return list(csv.reader(io.StringIO(exported), strict=True)), done.stderr


def shown(value):
    """A cell as it is in the list."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d" if value.time() == datetime.time() else "%Y-%m-%dT%H:%M")
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def test_cells_are_those_of_the_workbook(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    rows = [
        ["isbn", "Titel", "Preis", "seit", "um", "neu", "leer"],
        [9783161484100, "Ein \"Handbuch\", neu", 12.5, datetime.date(2026, 8, 15), None, True, None],
        ["978-4-10-101001-4", "吾輩は猫である", 0.1, None, datetime.datetime(2026, 3, 12, 18, 30), False, None],
        ["3-596-29433-9", "a\nb & <c>", 1234567890123, datetime.date(1999, 12, 31), None, None, "x"],
    ]
    for row in rows:
        sheet.append(row)
    found, _ = imported(tmp_path, book)
    assert found[0] == rows[0]
    assert sorted(found[1:]) == sorted([shown(cell) for cell in row] for row in rows[1:])


def test_keys_keep_their_zeros_and_all_digits(tmp_path):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["ean", "name"])
    sheet.append([36000291452, "with a format of zeros"])
    sheet["A2"].number_format = "0000000000000"
    sheet.append([9.783161484100e12, "a number with an exponent"])
    sheet.append(["0036000291469", "a text"])
    found, _ = imported(tmp_path, book)
    assert sorted(row[0] for row in found[1:]) == ["0036000291452", "0036000291469", "9783161484100"]


def test_sheets_are_chosen_by_name(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Deckblatt"
    book.active.append(["key", "from"])
    book.active.append(["1", "first"])
    stock = book.create_sheet("Bestand")
    stock.append(["key", "from"])
    stock.append(["1", "second"])
    hidden = book.create_sheet("Geheim")
    hidden.sheet_state = "hidden"
    found, said = imported(tmp_path, book)
    assert found[1] == ["1", "first"]
    assert said == "list.xlsx: warning: the first of its sheets was read: 'Deckblatt', 'Bestand'\n"
    found, said = imported(tmp_path, book, "--worksheet", "Bestand")
    assert found[1] == ["1", "second"] and said == ""
    refused = run(tmp_path, "catalog", "import", "--worksheet", "Bestnd", "list", "list.xlsx")
    assert refused.returncode == 3 and "there is no sheet 'Bestnd'; the sheets are 'Deckblatt', 'Bestand'" in refused.stderr


@pytest.mark.parametrize("seed", range(8))
def test_random_workbooks(tmp_path, seed):
    random.seed(seed)
    book = openpyxl.Workbook(write_only=seed % 2 == 1)
    sheet = book.active or book.create_sheet("s")
    width = random.randint(2, 40)
    rows = [[f"c{number}" for number in range(width)]]

    def cell():
        return random.choice(
            [
                None,
                random.randint(-(10**12), 10**14),
                round(random.uniform(-1e4, 1e4), random.randint(1, 6)),
                "".join(random.choice("abcäöü漢字,;\"'\n <&>") for _ in range(random.randint(1, 12))).strip() or None,
                datetime.datetime(1904, 1, 2) + datetime.timedelta(days=random.randint(0, 50_000)),
            ]
        )

    for number in range(random.randint(1, 300)):
        rows.append([f"k{number:04}"] + [cell() for _ in range(width - 1)])
    if seed % 3 == 0:
        book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for row in rows:
        sheet.append(row)
    found, _ = imported(tmp_path, book)
    expected = [[shown(value) for value in row] for row in rows]
    # Numbers are compared as such: 0.1 and 1e-1 are one.
    for row, other in zip(found, expected, strict=True):
        for value, wanted in zip(row, other, strict=True):
            assert value == wanted or float(value) == pytest.approx(float(wanted), rel=1e-14), (value, wanted)
