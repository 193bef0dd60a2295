"""The command is found, or what to do is said."""

import os
import shutil

import pytest
from conftest import PROGRAM

import beeline
from beeline import _program


def script(folder, text, name="beeline"):
    path = folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


def test_it_is_named_by_the_caller_the_environment_or_the_path(tmp_path, monkeypatch):
    assert beeline.Beeline(program=PROGRAM).program == PROGRAM
    monkeypatch.delenv("BEELINE")
    os.symlink(PROGRAM, tmp_path / "beeline")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert beeline.Beeline().program == str(tmp_path / "beeline")
    monkeypatch.setenv("BEELINE", PROGRAM)
    assert beeline.Beeline().program == PROGRAM


def test_where_it_is_missing_the_message_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BEELINE")
    with pytest.raises(beeline.ProgramNotFound, match="not in the PATH.*make install.*BEELINE="):
        beeline.Beeline()
    monkeypatch.setenv("BEELINE", "/nonexistent/beeline")
    with pytest.raises(beeline.ProgramNotFound, match="'/nonexistent/beeline' is not a program"):
        beeline.Beeline()


@pytest.mark.parametrize(
    "text, words",
    [
        ("echo beeline 0.0.9", r"beeline 0\.0\.9.*needs 0\.1 or newer"),
        ("echo another 1.0", "not Beeline's command"),
        ("exit 3", "not Beeline's command.*status 3"),
        ("echo missing library >&2; exit 127", "missing library"),
    ],
)
def test_another_program_or_version_is_refused_at_the_start(tmp_path, text, words):
    with pytest.raises(beeline.ProgramMismatch, match=words):
        beeline.Beeline(program=script(tmp_path, text))


def test_a_newer_version_is_taken(tmp_path):
    assert beeline.Beeline(program=script(tmp_path, "echo beeline 3.14.15-rc1"))


def test_the_commit_and_the_decoders_do_not_matter(tmp_path):
    assert beeline.Beeline(program=script(tmp_path, "echo 'beeline 3.1.0 (1a2b3c4-dirty)'; echo zbar 0.23.92"))


def test_the_version_is_that_of_the_command():
    said = os.popen(f"'{PROGRAM}' --version").read().split()
    assert ["beeline", beeline.__version__] == said[:2]
    assert beeline.PROTOCOL == _program.PROTOCOL == beeline.resolve("x").json["version"]
    assert shutil.which(PROGRAM)
