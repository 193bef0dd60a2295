"""The command is found, or what to do is said."""

import os
import shutil

import pytest
from conftest import PROGRAM, children

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
        ("echo beeline 9.0; exit 3", "not Beeline's command"),
        ("echo 'beeline> Beeline version 2.3.9 by Apache Hive'", "client of Apache Hive, which PySpark installs"),
        ("exec spark-class org.apache.hive.beeline.BeeLine", "client of Apache Hive, which PySpark installs"),
        ("echo missing library >&2; exit 127", "missing library"),
    ],
)
def test_another_program_or_version_is_refused_at_the_start(tmp_path, text, words):
    with pytest.raises(beeline.ProgramMismatch, match=words):
        beeline.Beeline(program=script(tmp_path, text))


#: Programs that answer neither that they are Beeline's command nor soon.
OTHERS = {
    "another": "echo another 1.0",
    "Hive's": "exec spark-class org.apache.hive.beeline.BeeLine",
    "one that fails": "exit 3",
    "one that prints without end": "exec yes",
    "one that prints zeros": "exec cat /dev/zero",
    "one that waits": "sleep 3600",
    "one that leaves another behind": "sleep 3600 & echo hello",
    "one that reads": "cat; echo another",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_other_programs_of_the_name_are_passed_over(tmp_path, monkeypatch, text):
    monkeypatch.setattr(_program, "_PATIENCE", 0.5)
    monkeypatch.delenv("BEELINE")
    other = tmp_path / "other"
    ours = tmp_path / "ours"
    for folder in (other, ours):
        folder.mkdir()
    script(other, text)
    os.symlink(PROGRAM, ours / "beeline")
    monkeypatch.setenv("PATH", os.pathsep.join([str(other), str(ours), os.environ["PATH"]]))
    before = children()
    assert beeline.Beeline().program == str(ours / "beeline")
    assert children().keys() <= before.keys()


def test_a_file_that_is_no_program_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.delenv("BEELINE")
    (tmp_path / "beeline").write_text("not a program")
    (tmp_path / "beeline").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.path.dirname(PROGRAM)]))
    assert beeline.Beeline().program == PROGRAM


def test_where_all_are_other_programs_the_message_names_each(tmp_path, monkeypatch):
    monkeypatch.delenv("BEELINE")
    script(tmp_path, "exec spark-class org.apache.hive.beeline.BeeLine")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(beeline.ProgramMismatch, match=f"{tmp_path}/beeline is another program.*Apache Hive.*BEELINE="):
        beeline.Beeline()


def test_another_program_is_asked_once(tmp_path, monkeypatch):
    monkeypatch.delenv("BEELINE")
    script(tmp_path, f"echo asked >>{tmp_path}/log; echo another")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.path.dirname(PROGRAM), os.environ["PATH"]]))
    for _ in range(3):
        assert beeline.Beeline().program == PROGRAM
    assert (tmp_path / "log").read_text() == "asked\n"


def test_spark_asks_for_the_command_before_a_job(tmp_path, monkeypatch):
    from beeline import spark

    with pytest.raises(beeline.ProgramMismatch, match="not Beeline's command"):
        spark._Shipment((), None, {"program": script(tmp_path, "echo another")})


def test_a_newer_version_is_taken(tmp_path):
    assert beeline.Beeline(program=script(tmp_path, "echo beeline 3.14.15-rc1"))


def test_the_commit_and_the_decoders_do_not_matter(tmp_path):
    assert beeline.Beeline(program=script(tmp_path, "echo 'beeline 3.1.0 (1a2b3c4-dirty)'; echo zbar 0.23.92"))


def test_the_version_is_that_of_the_command():
    said = os.popen(f"'{PROGRAM}' --version").read().split()
    assert ["beeline", beeline.__version__] == said[:2]
    assert beeline.PROTOCOL == _program.PROTOCOL == beeline.resolve("x").json["version"]
    assert shutil.which(PROGRAM)
