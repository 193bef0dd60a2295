"""The answers are the command's, and typed."""

import datetime
import json
import os
import pathlib
import pickle
from decimal import Decimal

import pytest
from conftest import PICTURES, PROJECT, command

import beeline
from beeline import contents

DRAWN = {
    "qr": "https://example.com/a?b=c",
    "micro-qr": "12345",
    "data-matrix": "MECARD:N:Owen,Sean;TEL:+12125551212;;",
    "gs1-data-matrix": "(01)09521234543213(17)271231(10)ABC123",
    "gs1-128": "(01)09521234543213(10)AB-1",
    "aztec": "WIFI:T:WPA;S:Guests;P:sesame;;",
    "pdf417": "BEGIN:VCARD\nVERSION:3.0\nN:Owen;Sean\nBDAY:1970-03-10\nEND:VCARD",
    "ean-13": "4006381333931",
    "ean-8": "96385074",
    "upc-a": "036000291452",
    "isbn": "9780306406157",
    "code-128": "Shelf 4",
    "code-39": "SHELF-4",
    "itf-14": "09521234543213",
}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Pictures with one code each, and one with none."""
    folder = tmp_path_factory.mktemp("drawn")
    paths = []
    for symbology, text in DRAWN.items():
        path = folder / f"{symbology}.png"
        path.write_bytes(beeline.draw(text, symbology=symbology, format="png", scale=4))
        paths.append(str(path))
    blank = folder / "blank.pgm"
    blank.write_bytes(b"P5 64 64 255\n" + bytes([200]) * 64 * 64)
    return [*paths, str(blank)]


def test_pictures_are_answered_as_the_command_answers_them(drawn):
    paths = [*PICTURES, *drawn, "/nonexistent.png", str(PROJECT / "README.md")]
    expected = command("scan", "--format", "json", *paths).decode().splitlines()
    answers = list(beeline.scan_many(paths))
    assert [answer.line for answer in answers] == expected
    assert [answer.input for answer in answers] == paths
    assert sum(len(answer) for answer in answers) == len(PICTURES) + len(DRAWN)
    # By memory, too, where only the name is another.
    for path, line in zip(paths[: len(PICTURES) + len(drawn)], expected):
        with open(path, "rb") as file:
            assert beeline.scan(beeline.Picture(file.read(), path)).line == line


@pytest.mark.skipif("CORPUS" not in os.environ, reason="CORPUS names a folder of many pictures")
def test_a_corpus_is_answered_as_the_command_answers_it():
    paths = sorted(str(path) for path in pathlib.Path(os.environ["CORPUS"]).rglob("*") if path.is_file())
    names = "".join(f"{path}\0" for path in paths).encode()
    expected = command("scan", "--files0-from", "-", "--format", "json", data=names).decode().splitlines()
    assert len(expected) == len(paths) > 0
    pictures = (beeline.Picture(pathlib.Path(path).read_bytes(), path) for path in paths)
    for answer, line in zip(beeline.scan_many(pictures), expected):
        assert answer.line == line


def test_what_a_code_means_is_typed():
    book = beeline.resolve("9780306406157", symbology="ean_13", add_on="52495")[0]
    assert isinstance(book.content, contents.Isbn)
    assert book.content.isbn13 == "9780306406157" and book.content["isbn13"] == "9780306406157"
    assert book.content.price == Decimal("24.95") and book.content.c_code is None and "cCode" not in book.content
    assert (book.rule, book.actions[0].action, book.verdict) == ("book.amazon", "open-url", "allow")
    assert book.actions[0].url == "https://www.amazon.com/dp/0306406152"
    asked = beeline.resolve("see https://example.com/ ok")[0]
    assert (asked.verdict, [action.ask for action in asked.actions]) == ("ask", [False, True])
    assert asked.actions[1].link.verdict == "allow"
    assert book.symbol == beeline.Symbol("ean_13", "9780306406157", aim="]E0", add_on="52495")
    many = beeline.resolve({"text": "9780306406157", "copies": 12})[0].symbol
    assert many.copies == 12 and beeline.resolve(many)[0].symbol.copies == 12 and book.symbol.copies == 1
    person = beeline.resolve(DRAWN["pdf417"])[0].content
    assert isinstance(person, contents.Contact)
    assert (person.given_name, person.birthday) == ("Sean", datetime.date(1970, 3, 10))
    label = beeline.resolve(DRAWN["gs1-128"], symbology="gs1_128")[0].content
    assert label["ai"]["10"] == "AB-1"


def test_every_example_of_every_kind_is_of_its_type():
    kinds = beeline.Beeline(defaults=False, show_secrets=True).kinds()
    assert {kind.kind for kind in kinds} == set(contents.TYPES)
    with beeline.Beeline(defaults=False, show_secrets=True) as client:
        for kind in kinds:
            assert kind.examples and all(field.summary for field in kind.fields)
            for answer in client.resolve_many(kind.examples):
                content = answer[0].content
                if content.kind == kind.kind:
                    assert type(content) is contents.TYPES[kind.kind], answer.line
                    assert dict(content) == answer.json["results"][0]["content"]


def test_secrets_are_withheld_unless_they_are_asked_for():
    network = beeline.resolve(DRAWN["aztec"])[0]
    assert network.content.password is None and "password" in network.withheld and "sesame" not in repr(network)
    with beeline.Beeline(show_secrets=True) as client:
        assert client.resolve(DRAWN["aztec"])[0].content.password == "sesame"


def test_codes_of_all_forms_are_taken():
    assert beeline.resolve(b"\xff\xd8")[0].symbol.data == b"\xff\xd8"
    text = 'quotes " \\ and \n lines, \u2028, \0, ü, 日本, 🐝'
    assert beeline.resolve(text).results[0].text == text
    again = beeline.resolve(beeline.resolve("4006381333931", symbology="ean_13")[0].symbol)
    assert again[0].kind == "product" and again[0].symbol.symbology == "ean_13"
    mine = beeline.resolve({"text": "hello", "row": 7})
    assert mine.input == {"text": "hello", "row": 7} and mine[0].kind == "text"
    assert [a[0].symbol.symbology for a in beeline.resolve_many(["1", "2"], symbology="code_39")] == ["code_39"] * 2
    for bad in ({}, {"symbology": "qr_code"}, {"text": 7}, "\ud800"):
        assert beeline.resolve(bad).error.code == "bad-input"
    assert beeline.resolve("x" * (1 << 20)).error.code == "line-too-long"


@pytest.mark.parametrize("wrong", [True, 7.5, ["4006381333931"], object()])
def test_what_is_no_code_and_no_picture_is_misuse(wrong):
    with pytest.raises(TypeError):
        beeline.resolve(wrong)
    with pytest.raises(TypeError):
        beeline.scan(wrong)


def test_one_is_not_many():
    with pytest.raises(TypeError):
        beeline.scan_many("shelf.jpg")
    with pytest.raises(TypeError):
        beeline.resolve_many("4006381333931")
    with pytest.raises(ValueError):
        beeline.resolve_many([], ahead=-1)


def test_answers_can_be_kept_compared_and_sent():
    answer = beeline.scan(PICTURES[0])
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer) and again.results == answer.results
    assert len({result.content for result in (*answer, *again)}) == 1
    with pytest.raises(AttributeError):
        answer[0].rule = "mine"


def test_rows_have_the_columns_of_the_table():
    with_code, without, broken = (
        beeline.scan(image).rows() for image in (PICTURES[0], b"P5 1 1 255\n\0", b"no picture")
    )
    columns = ["page", "symbology", "text", "bytes", "kind", "content", "rule", "actions", "verdict", "error", "lost"]
    assert list(with_code[0]) == list(without[0]) == list(broken[0]) == columns
    assert with_code[0]["kind"] == "isbn" and json.loads(with_code[0]["content"])["price"] == 24.95
    assert without == [dict.fromkeys(columns)]
    assert broken[0]["error"].startswith("unreadable-image: ") and broken[0]["text"] is None


def test_rules_are_files_or_values(tmp_path):
    rule = {"id": "mine", "when": {"kind": "isbn"}, "do": [{"action": "emit", "fields": {"at": "{isbn13}"}}]}
    rules = {"version": 1, "rules": [rule]}
    (tmp_path / "mine.json").write_text(json.dumps(rules))
    for given in (rules, tmp_path / "mine.json", [str(tmp_path / "mine.json")]):
        with beeline.Beeline(rules=given, defaults=False) as client:
            result = client.resolve("9780306406157")[0]
            assert (result.rule, result.actions[0].members["fields"]) == ("mine", {"at": "9780306406157"})
    prices = {"catalogs": {"prices": PROJECT / "Examples/Rules/prices.csv"}}
    with beeline.Beeline(rules=PROJECT / "Examples/Rules/price-list.json", **prices) as client:
        assert client.resolve("4006381333931")[0].actions[0].members["fields"]["price"] == "0.99"


def test_kinds_of_rule_files_are_mappings():
    with beeline.Beeline(rules=PROJECT / "Examples/Rules/library-card.json") as client:
        own = next(kind for kind in client.kinds() if kind.kind == "libraryCard")
        content = client.resolve("LC49927395")[0].content
        assert [field.name for field in own.fields] == ["reader"]
        assert type(content) is beeline.Content and content == {"kind": "libraryCard", "reader": "49927395"}


def test_wrong_options_are_reported_with_the_words_of_the_command():
    for options, words in (({"effort": "much"}, "much"), ({"rules": "/nonexistent.json"}, "/nonexistent.json")):
        with beeline.Beeline(**options) as client, pytest.raises(beeline.ConfigurationError, match=words):
            client.scan(PICTURES[0])
    with beeline.Beeline(at="soon") as client, pytest.raises(beeline.ConfigurationError, match="soon"):
        client.resolve("hello")
    with pytest.raises(ValueError):
        beeline.Beeline(jobs=0)


def test_options_of_the_scan_reach_the_command():
    page = beeline.draw("4006381333931", format="png")
    with beeline.Beeline(only=["qr_code", "aztec"], diagnose=True) as client:
        answer = client.scan(page)
        assert len(answer) == 0 and answer.diagnosis[0]["tried"]
    with beeline.Beeline(roi="0,0,10,10", effort="fast", one=True, source="till") as client:
        assert len(client.scan(page)) == 0


def test_codes_are_drawn():
    assert beeline.draw("https://example.com/").startswith(b"<")
    assert beeline.draw("4006381333931", format="pdf").startswith(b"%PDF")
    for content in ("ends with a line\n", b"\x00\xff\xfe"):
        seen = beeline.scan(beeline.draw(content, symbology="qr", format="png"))[0].symbol
        assert seen.data == (content.encode() if isinstance(content, str) else content)
    network = {"ssid": "Guests", "password": "two words", "hidden": True}
    with beeline.Beeline(show_secrets=True) as client:
        read = client.scan(client.draw(kind="wifi", fields=network, format="png", level="H", scale=6))[0].content
    assert (read.ssid, read.password, read.hidden) == ("Guests", "two words", True)
    with pytest.raises(beeline.DrawError, match="check digit|ean"):
        beeline.draw("4006381333932", symbology="ean-13")
    with pytest.raises(TypeError):
        beeline.draw()
