"""The package as others get it: types, pages, the contract, the wheel."""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
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


def wheel_of(sources, folder):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(folder), str(sources))
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return wheel


def test_the_license_is_that_of_the_project():
    assert (PYTHON / "LICENSE").read_bytes() == (PROJECT / "LICENSE").read_bytes()


def test_the_source_distribution_and_its_wheel_need_nothing_of_the_checkout(tmp_path):
    # Below a folder that ignores everything, and with a blank in its name.
    copied = tmp_path / "a folder/Python"
    shutil.copytree(PYTHON, copied, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    (tmp_path / ".gitignore").write_text("*\n")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path / "sdist"), cwd=copied)
    (archive,) = (tmp_path / "sdist").iterdir()
    shutil.rmtree(tmp_path / "a folder")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    modules = {path.relative_to(PYTHON).as_posix() for path in (PYTHON / "src/beeline").glob("*[!c]") if path.is_file()}
    others = {"README.md", "LICENSE", "pyproject.toml", "PKG-INFO", "conformance.py", "conformance/cases.json"}
    # hatchling adds the list of what is ignored there.
    assert names - {".gitignore"} == modules | others
    wheel = wheel_of(archive, tmp_path)
    assert wheel.read_bytes() == wheel_of(PYTHON, tmp_path / "sdist").read_bytes()

    names = zipfile.ZipFile(wheel).namelist()
    assert {f"src/{name}" for name in names if name.startswith("beeline/")} == modules
    assert "beeline/py.typed" in names and any(name.endswith("/LICENSE") for name in names)
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    (site,) = (tmp_path / "venv/lib").glob("python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    python = str(tmp_path / "venv/bin/python")
    script = "import beeline, sys; assert 'venv' in beeline.__file__; print(beeline.resolve('9780306406157')[0].kind)"
    environment = {"BEELINE": PROGRAM, "XDG_CONFIG_HOME": "/nonexistent"}
    assert run(python, "-c", script, env=environment, cwd=tmp_path) == "isbn\n"
    # The command is not in it: it is looked for at the first call, and an error says what to do.
    script = "import beeline\ntry: beeline.resolve('1')\nexcept beeline.BeelineError as error: print(error)"
    assert "BEELINE" in run(python, "-c", script, env={"PATH": str(tmp_path)}, cwd=tmp_path)


def test_the_older_python_that_is_named_can_read_it():
    # Annotations are not looked at; everything else has to be of 3.9.
    import ast

    for path in pathlib.Path(PYTHON / "src").rglob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))
