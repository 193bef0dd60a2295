"""Answers as tables: rows, frames of pandas, what a notebook shows, and the notebook of the examples."""

import csv
import datetime
import io
import re

import nbclient
import nbformat
import pandas
import pytest
from conftest import PICTURES, PROJECT, command

import beeline

CODES = [
    ("9780306406157", "ean_13"),
    ("(01)09521234543213(10)AB-1(17)270131", "unknown"),
    ("https://example.com/a?b=1", "qr_code"),
    ("BEGIN:VCARD\nVERSION:3.0\nFN:Sean Owen\nTEL:+1\nTEL:+2\nEND:VCARD", "qr_code"),
    ("=1+1", "code_128"),
]


def as_csv(value):
    """A value of a row as CSV has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def test_flat_rows_have_the_columns_and_values_of_csv():
    answers = list(beeline.scan_many(PICTURES))
    answers += beeline.resolve_many([{"text": text, "symbology": name} for text, name in CODES])
    rows = [row for answer in answers for row in answer.rows(path=True, flat=True)]
    lines = "\n".join("\t".join([name, text.replace("\n", "\\n")]) for text, name in CODES)
    options = ("--format", "csv", "--raw-csv", "--columns", "all,ai.10")
    read = [command("scan", *options, *PICTURES), command("resolve", "--input", "tsv", *options, "-", data=lines.encode())]
    known = [line for table in read for line in csv.DictReader(io.StringIO(table.decode()))]
    assert len(rows) == len(known)
    compared = set()
    for row, line in zip(rows, known):
        for name in sorted((set(row) & set(line)) - {"path"}):
            # CSV has nothing for false here, for a rule seldom asks.
            expected = line[name] or ("false" if name == "ask" and row["kind"] else "")
            assert as_csv(row[name]) == expected, (name, row["text"])
            compared.add(name)
    assert {"isbn13", "price", "lot", "expiry", "ai.10", "host", "content.url", "status", "verdict", "url", "ask"} <= compared


def test_inputs_without_a_code_have_a_row():
    def row(image):
        (found,) = beeline.scan(image).rows(path=True, flat=True)
        return found["path"], found["status"], found["error"], found["kind"]

    assert row("/nonexistent.png") == ("/nonexistent.png", "unreadable", "cannot-open: no such file", None)
    assert row(b"P5 1 1 255\n\0") == (None, "no-code", None, None)
    (plain,) = beeline.resolve({"text": "hello", "row": 3}).rows(path=True)
    assert plain["path"] == "hello" and list(plain)[1:] == list(beeline.resolve("hello").rows()[0])


def test_a_frame_has_the_types_of_pandas():
    table = beeline.frame([*PICTURES, "/nonexistent.png"])
    assert list(table["path"].unique()) == [*PICTURES, "/nonexistent.png"]
    book = table[table["kind"] == "isbn"].iloc[0]
    assert (book["isbn13"], book["price"], book["ask"]) == ("9780306406157", 24.95, False)
    assert (str(table["copies"].dtype), str(table["price"].dtype), str(table["ask"].dtype)) == ("Int64", "float64", "boolean")
    assert list(table.columns)[:3] == ["path", "page", "symbology"] and list(table.columns)[-1] == "error"
    labels = beeline.frame(beeline.resolve_many(["(01)09521234543213(17)270131", "hello"]))
    assert labels["expiry"].iloc[0] == pandas.Timestamp("2027-01-31") and pandas.isna(labels["expiry"].iloc[1])
    old = beeline.frame(beeline.resolve_many(["BEGIN:VCARD\nFN:A\nBDAY:0999-01-02\nEND:VCARD"]))
    assert old["birthday"].iloc[0] == datetime.date(999, 1, 2) or old["birthday"].iloc[0].year == 999
    assert len(beeline.frame([])) == 0 and "isbn13" not in beeline.frame([]).columns


MISSING = [None, float("nan"), pandas.NA, pandas.NaT]


@pytest.mark.parametrize("column, kinds", [
    (pandas.Series(["9780306406157", None, "hello"]), ["isbn", "missing", "text"]),
    (pandas.Series([9780306406157, 4006381333931]), ["isbn", "product"]),
    (pandas.Series([9780306406157, None]), ["isbn", "missing"]),
    (pandas.Series([9780306406157, None], dtype="Int64"), ["isbn", "missing"]),
    (pandas.Series(["hello", pandas.NA], dtype="string"), ["text", "missing"]),
    (MISSING, ["missing"] * len(MISSING)),
    ([True, 2.5, [], object(), 1e300, datetime.date(2026, 1, 1)], ["wrong-type"] * 6),
])
def test_columns_with_missing_and_odd_values_are_answered_to_their_end(column, kinds):
    answers = list(beeline.resolve_many(column))
    assert [answer.error.code if answer.error else answer[0].kind for answer in answers] == kinds
    assert len(beeline.frame(answers)) == len(answers)


def test_what_is_no_picture_is_answered_in_its_place():
    answers = list(beeline.scan_many([PICTURES[0], None, 7, PICTURES[0]]))
    assert [answer.error.code if answer.error else len(answer) for answer in answers] == [1, "wrong-type", "wrong-type", 1]
    assert "NoneType is no picture" in answers[1].error.message


def test_a_folder_is_answered_with_the_way_out(tmp_path):
    assert "scan_many" in beeline.scan(tmp_path).error.message


def test_errors_can_be_raised():
    assert beeline.resolve("hello").raise_for_error()[0].kind == "text"
    with pytest.raises(beeline.InputError, match="^/nonexistent.png: no such file$") as raised:
        beeline.scan("/nonexistent.png").raise_for_error()
    assert raised.value.answer.error.code == "cannot-open" and isinstance(raised.value, beeline.BeelineError)


def test_what_is_shown_is_a_line():
    assert repr(beeline.scan(PICTURES[0])).endswith("book.jpg: isbn 9780306406157>")
    assert repr(beeline.scan(PICTURES[0])[0]) == "<Result ean_13 9780306406157: isbn, rule book.amazon, allow>"
    assert repr(beeline.scan("/nonexistent.png")) == "<Answer /nonexistent.png: cannot-open: no such file>"
    for text in ("a\nb\x1b[31m", "x" * 5000, "\u202egnp.exe"):
        said = repr(beeline.resolve(text)) + repr(beeline.resolve(text)[0])
        assert len(said) < 300 and said.isprintable()


def test_a_notebook_shows_codes_as_text():
    hostile = "<script>alert(1)</script>&\"'"
    shown = beeline.resolve(hostile)._repr_html_()
    assert "<script" not in shown and "&lt;script&gt;" in shown and shown.startswith("<table>")
    assert "cannot-open: no such file" in beeline.scan("/nonexistent <b>.png")._repr_html_()
    assert "<b>" not in beeline.scan("/nonexistent <b>.png")._repr_html_()


def test_the_interface_is_what_dir_shows():
    names = [name for name in dir(beeline) if not name.startswith("_")]
    assert set(names) == {name for name in beeline.__all__ if not name.startswith("_")} | {"aio", "contents", "spark"}
    for name in beeline.__all__:
        assert getattr(beeline, name) is not None


@pytest.mark.parametrize("options, words", [
    ({"only": "nope"}, "^only='nope': no symbology has that name"),
    ({"effort": "big"}, "^effort cannot be 'big'; use one of fast, normal, max$"),
    ({"rules": {"version": 1, "rules": [{"id": "x"}]}}, "^rules:1:26: error: a rule needs 'when'"),
    ({"rules": [{"version": 1, "rules": []}, {"version": 2, "rules": []}]}, r"^rules\[1\]:1:13: error: unknown version"),
    ({"at": "soon"}, "^at='soon' is not a time"),
    ({"constants": {"a": "b"}}, "^constants a: error: no rule file has a constant 'a'"),
])
def test_wrong_options_are_named_as_arguments(options, words):
    with beeline.Beeline(**options) as client, pytest.raises(beeline.ConfigurationError, match=words) as raised:
        client.check()
    assert "--" not in str(raised.value) and "/proc" not in str(raised.value)


def test_right_options_pass_the_check():
    with beeline.Beeline(effort="fast", only="ean_13") as client:
        client.check()
    with pytest.raises(beeline.BeelineError, match="this Beeline is closed"):
        client.check()


def test_wrong_drawings_are_named_as_arguments():
    with pytest.raises(beeline.DrawError, match="^symbology='nope': unknown format"):
        beeline.draw("x", symbology="nope")
    with pytest.raises(TypeError, match="fields="):
        beeline.draw(kind="wifi")


def test_the_notebook_runs_from_pictures_to_a_table_and_a_chart(tmp_path, monkeypatch):
    for name in ("MPLCONFIGDIR", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    notebook = nbformat.read(PROJECT / "Examples/Python/shelf.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output.data for output in outputs if output.output_type in ("execute_result", "display_data")]
    # The installation is the reader's: the test has the package already.
    assert any(re.search(r"\b50\b", data.get("text/plain", "")) for data in shown)
    assert sum("text/html" in data for data in shown) >= 2 and any("image/png" in data for data in shown)
    assert all(output.output_type != "error" for output in outputs)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in nbformat.read(
        PROJECT / "Examples/Python/shelf.ipynb", as_version=4).cells)
