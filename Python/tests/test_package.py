"""The package as others get it: types, pages, the contract, the wheel."""

import pathlib
import re
import subprocess
import sys
import zipfile

import pytest
from conftest import PROGRAM, PROJECT

PYTHON = PROJECT / "Python"


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_types_are_whole():
    run(sys.executable, "-m", "mypy", "--strict", "src/beeline", "tests/typed_use.py", cwd=PYTHON)


def test_the_types_of_kinds_are_those_of_the_program():
    run(sys.executable, str(PYTHON / "generate_contents.py"), PROGRAM, "--check")


def test_the_command_keeps_the_contract():
    assert "none failed" in run(sys.executable, str(PYTHON / "conformance.py"), PROGRAM)


def test_a_program_that_does_not_keep_it_is_found_out(tmp_path):
    program = tmp_path / "liar"
    program.write_text(f"#!/bin/sh\n'{PROGRAM}' \"$@\" | sed -u 's/product/produce/'\n")
    program.chmod(0o755)
    done = subprocess.run([sys.executable, str(PYTHON / "conformance.py"), str(program)], stdout=subprocess.PIPE)
    assert done.returncode == 1 and b"FAILED resolve, at once: a code is answered with what it means" in done.stdout


def blocks(page):
    """The programs of a page, each with what the block of text after it says that it prints; None without one."""
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for (language, text), (after, output) in zip(fences, [*fences[1:], ("", "")]):
        if language == "python":
            yield text, output if after == "text" else None


PAGES = [PROJECT / "Docs/Python.md", PROJECT / "Docs/Protocol.md", PYTHON / "README.md"]
SHOWN = "# shown from "
EXAMPLES = [
    pytest.param(text, output, id=f"{page.name} {number}")
    for page in PAGES
    for number, (text, output) in enumerate(blocks(page))
    if "pyspark" not in text and not text.startswith(SHOWN)
]
#: A part of an example, which has a test of its own.
PARTS = [text for page in PAGES for text, _ in blocks(page) if text.startswith(SHOWN)]


@pytest.mark.parametrize("text, output", EXAMPLES)
def test_the_examples_of_the_pages_hold(text, output, tmp_path):
    # In a folder of their own, with the pictures beside them.
    (tmp_path / "Examples").symlink_to(PROJECT / "Examples")
    printed = run(sys.executable, "-W", "error", "-c", text, cwd=tmp_path)
    if output is not None:
        assert printed == output


def test_the_parts_of_examples_are_parts_of_them():
    assert PARTS
    for part in PARTS:
        head, _, text = part.partition("\n")
        assert text in (PROJECT / head[len(SHOWN) :]).read_text(encoding="utf-8")


def test_the_wheel_is_pure_and_has_its_types(tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(tmp_path), str(PYTHON))
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    sources = {f"beeline/{path.name}" for path in (PYTHON / "src/beeline").iterdir() if path.is_file()}
    assert "beeline/py.typed" in names and sources == {name for name in names if name.startswith("beeline/")}
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    (site,) = (tmp_path / "venv/lib").glob("python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    script = "import beeline, sys; assert 'venv' in beeline.__file__; print(beeline.resolve('9780306406157')[0].kind)"
    environment = {"BEELINE": PROGRAM, "XDG_CONFIG_HOME": "/nonexistent"}
    assert run(str(tmp_path / "venv/bin/python"), "-c", script, env=environment, cwd=tmp_path) == "isbn\n"


def test_the_older_python_that_is_named_can_read_it():
    # Annotations are not looked at; everything else has to be of 3.9.
    import ast

    for path in pathlib.Path(PYTHON / "src").rglob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))
