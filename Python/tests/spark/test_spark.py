"""Spark gives what the command gives, and loses nothing."""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading

import pyarrow
import pytest
from conftest import PICTURES, PROGRAM, PROJECT, children, command
from pyspark.sql import SparkSession

import beeline
from beeline import spark

COUNT = 40

FILE_COST, DEFAULT_FILE_COST = "spark.sql.files.openCostInBytes", "4194304b"


@pytest.fixture(scope="session")
def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    made.sparkContext.setLogLevel("ERROR")
    yield made
    made.stop()


def expected_rows(lines):
    """What the table has of lines of the command: the code, what it means, and its rule."""
    rows = set()
    for line in lines:
        answer = json.loads(line)
        if "error" in answer:
            rows.add((answer["input"], None, None, None, f"{answer['error']['code']}: {answer['error']['message']}"))
        for result in answer.get("results", ()):
            content = json.dumps(result["content"], ensure_ascii=False, separators=(",", ":"))
            rows.add((answer["input"], result["symbol"].get("text"), content, result["resolution"]["rule"], None))
        if answer.get("results") == []:
            rows.add((answer["input"], None, None, None, None))
    return rows


def rows_of(frame):
    columns = ("path", "text", "content", "rule", "error")
    found = [tuple(row[column] for column in columns) for row in frame.collect()]
    assert len(found) == len(set(found))
    return set(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Pictures again and again under names of their own, some that are none, and names that are patterns elsewhere."""
    folder = tmp_path_factory.mktemp("pictures")
    for number in range(COUNT):
        picture = PICTURES[number % len(PICTURES)]
        below = folder / f"{number % 3}"
        below.mkdir(exist_ok=True)
        shutil.copy(picture, below / f"{number:04} [a], {{b}} ü{os.path.splitext(picture)[1]}")
    # Of files that are none, those that are empty are left out by Spark itself.
    (folder / "no picture.jpg").write_bytes(b"no picture")
    (folder / "blank.pgm").write_bytes(b"P5 48 48 255\n" + bytes([220]) * 48 * 48)
    return folder


@pytest.fixture(scope="module")
def expected(folder):
    lines = command("scan", "--recursive", "--format", "json", str(folder)).decode().splitlines()
    assert len(lines) == COUNT + 2
    return {(f"file:{path}", *others) for path, *others in expected_rows(lines)}


def read(session, folder):
    return session.read.format("binaryFile").option("recursiveFileLookup", "true").load(str(folder))


def test_pictures_are_rows(session, folder, expected):
    found = spark.scan(read(session, folder))
    assert [f"{name} {kind}" for name, kind in found.dtypes] == spark.SCHEMA.split(", ")
    assert rows_of(found) == expected
    assert session.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == "32"
    assert session.conf.get(FILE_COST) == "256k"
    # The content is JSON for Spark, too.
    groups = found.selectExpr("get_json_object(content, '$.agency') AS agency").where("agency IS NOT NULL").distinct()
    assert [row.agency for row in groups.collect()] == ["English language"]


@pytest.mark.parametrize("values", [["a", None, "", "ü"] * 5, [None, b"\xff\0", b""] * 3, [1, None, 7], [None] * 9])
def test_columns_are_those_that_pyarrow_makes(values):
    kind = {str: pyarrow.string(), bytes: pyarrow.binary(), int: pyarrow.int32()}[type(values[0] or values[1] or "")]
    made = spark._array(values, kind)
    made.validate(full=True)
    assert made.equals(pyarrow.array(values, kind)) and made.null_count == values.count(None)


def test_tasks_do_not_load_pandas():
    script = "import sys; from beeline import spark; spark._table([dict.fromkeys(COLUMNS)]); print('pandas' in sys.modules)"
    columns = [column.split()[0] for column in spark.SCHEMA.split(", ")]
    words = [sys.executable, "-c", script.replace("COLUMNS", repr(columns))]
    assert subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout == "False\n"


def test_settings_of_the_session_stay(session):
    frame = session.createDataFrame([], "path string, content binary")
    session.conf.set(FILE_COST, "1m")
    spark.scan(frame)
    assert session.conf.get(FILE_COST) == "1m"
    session.conf.unset(FILE_COST)
    spark.scan(frame, batch=None)
    assert session.conf.get(FILE_COST) == DEFAULT_FILE_COST


def test_columns_may_have_other_names_or_nothing_in_them(session):
    with open(PICTURES[0], "rb") as file:
        rows = [(1, bytearray(file.read())), (2, None), (3, bytearray(b""))]
    frame = session.createDataFrame(rows, "id int, photo binary")
    found = {row.path: row for row in spark.scan(frame, "photo", path="id").collect()}
    assert found["1"].kind == "isbn" and found["2"].error == found["3"].error
    assert found["2"].error.startswith("unreadable-image: the file is empty")
    assert [row.path for row in spark.scan(frame.limit(1), "photo", path=None).collect()] == [None]


def test_programs_that_are_killed_lose_nothing(session, folder, expected):
    over = threading.Event()
    before = set(programs())
    killed = []

    def kill():
        # At the third end a picture would be given up, even if it was the same one by chance.
        while len(killed) < 2 and not over.wait(0.2):
            for program in list(set(programs()) - before - set(killed))[:1]:
                os.kill(program, signal.SIGKILL)
                killed.append(program)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        # With an option that no other test has, so that the tasks start programs of their own.
        assert rows_of(spark.scan(read(session, folder), timeout=101)) == expected
    finally:
        over.set()
        killer.join()
    assert killed


def programs(parent=None):
    """The co-processes, each with the Python process of Spark that has started it, below the processes of this one."""
    found = {}
    for child in children(parent):
        try:
            with open(f"/proc/{child}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        found.update({child: parent} if b"--files0-from" in words else programs(child))
    return found


@pytest.fixture
def logging_program(tmp_path):
    """The command, and a list of the processes of Spark that have started it for scans."""
    path, log = tmp_path / "beeline", tmp_path / "log"
    scan = f'case "$*" in *--files0-from*) echo $PPID >> {shlex.quote(str(log))};; esac'
    path.write_text(f'#!/bin/sh\n{scan}\nexec {shlex.quote(PROGRAM)} "$@"\n')
    path.chmod(0o755)
    # The driver starts it to try the options.
    return str(path), lambda: [process for process in log.read_text().split() if process != str(os.getpid())]


def test_tasks_of_a_process_share_a_co_process_as_long_as_their_options_are_the_same(session, folder, logging_program):
    program, starts = logging_program
    frame = read(session, folder).repartition(6)

    def rules_that_matched(name):
        rule = {"id": name, "when": {"kind": "isbn"}, "do": [{"action": "emit", "fields": {"isbn": "{isbn13}"}}]}
        rules = {"version": 1, "rules": [rule]}
        found = spark.scan(frame, rules=rules, defaults=False, program=program)
        return {row.rule for row in found.where("kind = 'isbn'").collect()}

    assert rules_that_matched("a") == rules_that_matched("a") == {"a"}
    # Twelve tasks, and one start in each of Spark's processes: it has as many as ran at once, with this test or before.
    first = starts()
    assert len(first) == len(set(first)) < 12
    assert rules_that_matched("b") == {"b"}
    others = starts()[len(first) :]
    assert 0 < len(others) == len(set(others))
    # The co-process with the other rules is gone.
    assert len(programs()) == len(set(programs().values()))


def test_a_process_that_is_killed_takes_its_co_process_along(session, folder, expected):
    assert rows_of(spark.scan(read(session, folder))) == expected
    before = programs()
    assert before
    for process in set(before.values()):
        os.kill(process, signal.SIGKILL)
    for _ in range(600):
        if not set(before) & set(map(int, filter(str.isdigit, os.listdir("/proc")))):
            break
        threading.Event().wait(0.05)
    assert not [program for program in before if os.path.exists(f"/proc/{program}")]
    assert rows_of(spark.scan(read(session, folder))) == expected


def test_rules_go_to_the_tasks_with_what_they_include(session, tmp_path):
    rule = {"id": "mine", "when": {"kind": "isbn"}, "do": [{"action": "emit", "fields": {"isbn": "{isbn13}"}}]}
    (tmp_path / "below").mkdir()
    (tmp_path / "below/books.json").write_text(json.dumps({"version": 1, "rules": [rule]}))
    (tmp_path / "all.json").write_text(json.dumps({"version": 1, "rules": [{"include": "below/books.json"}]}))
    frame = session.createDataFrame([("9780306406157",), ("4006381333931",), (None,)], "text string")
    found = spark.resolve(frame, rules=str(tmp_path / "all.json"), defaults=False)
    shutil.rmtree(tmp_path)
    by_text = {row.text: row for row in found.collect()}
    assert json.loads(by_text["9780306406157"].actions)[0]["fields"] == {"isbn": "9780306406157"}
    assert by_text["4006381333931"].rule is None and by_text[None].error.startswith("bad-input")
    shop = str(PROJECT / "Examples/Rules/price-list.json")
    prices = {"prices": str(PROJECT / "Examples/Rules/prices.csv")}
    priced = spark.resolve(frame.limit(2), rules=[shop, {"version": 1, "rules": []}], catalogs=prices)
    assert {row.text: row.rule for row in priced.collect()}["4006381333931"] == "price.known"


def test_codes_are_rows(session):
    codes = [(number, "ean_13", f"978{number:010}", None) for number in range(5000)]
    codes.append((5000, "ean_13", "9780306406157", "52495"))
    frame = session.createDataFrame(codes, "id int, kind_of_code string, code string, extra string").repartition(4)
    found = spark.resolve(frame, "code", symbology="kind_of_code", add_on="extra", path="id")
    data = "".join(
        json.dumps({"symbology": symbology, "text": text, **({"addOn": extra} if extra else {}), "id": number}) + "\n"
        for number, symbology, text, extra in codes
    )
    lines = command("resolve", "-", "--input", "json", "--format", "json", data=data.encode()).decode().splitlines()
    expected = {(str(source["id"]), *others) for source, *others in map(one_row, lines)}
    assert rows_of(found) == expected and len(expected) == len(codes)
    raw = session.createDataFrame([(bytearray(b"\xff\xd8"),)], "text binary")
    assert bytes(spark.resolve(raw).first().bytes) == b"\xff\xd8"


def one_row(line):
    answer = json.loads(line)
    (row,) = expected_rows([json.dumps({**answer, "input": ""})])
    return (answer["input"], *row[1:])


def test_mistakes_in_rules_fail_the_job_with_their_words(session):
    frame = session.createDataFrame([("1",)], "text string")
    with pytest.raises(Exception, match="wenn"):
        spark.resolve(frame, rules={"version": 1, "rules": [{"id": "a", "wenn": {}}]}).collect()
    with pytest.raises(beeline.ConfigurationError, match="/nonexistent.json: no such file"):
        spark.resolve(frame, rules="/nonexistent.json")


def job(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "beeline.spark", *arguments],
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": SUBMIT},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("options, words", [
    ({"effort": "big"}, "^effort cannot be 'big'"),
    ({"rules": {"version": 1, "rules": [{"id": "x"}]}}, "^rules:1:26: error"),
    ({"rules": "/nonexistent.json"}, "/nonexistent.json"),
])
def test_wrong_options_are_found_on_the_driver(session, options, words):
    codes = session.createDataFrame([("4006381333931",)], ["text"])
    with pytest.raises(beeline.ConfigurationError, match=words):
        spark.resolve(codes, **options)


SUBMIT = "--master local[2] --conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 pyspark-shell"


def test_a_job_that_was_killed_goes_on_where_it_was(session, folder, expected, tmp_path):
    output = tmp_path / "out.parquet"
    broken = job(str(folder), str(output), "--slice", "16")
    while broken.poll() is None and len(glob.glob(f"{output}/*.parquet")) < 2:
        threading.Event().wait(0.1)
    os.killpg(broken.pid, signal.SIGKILL)
    broken.communicate()
    before = rows_of(session.read.parquet(str(output)))
    assert before and before < expected
    again = job(str(folder), str(output), "--slice", "16")
    said, errors = again.communicate(timeout=250)
    assert again.returncode == 0, errors[-3000:]
    assert said == f"{COUNT + 2} inputs, {COUNT} codes, 1 errors in {output}\n"
    assert rows_of(session.read.parquet(str(output))) == expected
    assert spark.main([str(folder), str(output)]) == 0
    assert rows_of(session.read.parquet(str(output))) == expected


def test_a_job_has_no_task_for_each_file(session, folder, tmp_path):
    tracker = session.sparkContext.statusTracker()
    before = set(tracker.getJobIdsForGroup())
    assert spark.main([str(folder), str(tmp_path / "out")]) == 0
    jobs = [tracker.getJobInfo(job) for job in set(tracker.getJobIdsForGroup()) - before]
    stages = [tracker.getStageInfo(stage) for job in jobs for stage in job.stageIds]
    tasks = [stage.numTasks for stage in stages if stage is not None]
    assert 0 < max(tasks) <= 32 < COUNT + 2


def test_a_table_is_scanned_into_a_table(session, folder, expected, tmp_path, capsys):
    read(session, folder).select("path", "content").write.parquet(str(tmp_path / "in.parquet"))
    output = str(tmp_path / "out")
    spark.scan(session.read.parquet(str(tmp_path / "in.parquet")).limit(5)).write.parquet(output)
    assert spark.main([str(tmp_path / "in.parquet"), output, "--slice", "25", "--partitions", "2"]) == 0
    assert f"{COUNT + 2} inputs" in capsys.readouterr().out
    assert rows_of(session.read.parquet(output)) == expected
    assert not [letter for letter in children().values() if letter == "Z"]


def test_a_table_of_codes_is_resolved_into_a_table(session, tmp_path):
    codes = session.createDataFrame([(7, "9780306406157"), (8, "hello")], "id long, text string")
    codes.write.parquet(str(tmp_path / "codes.parquet"))
    arguments = [str(tmp_path / "codes.parquet"), str(tmp_path / "out"), "--codes", "--key", "id", "--no-defaults"]
    assert spark.main(arguments) == spark.main(arguments) == 0
    found = {row.path: row.kind for row in session.read.parquet(str(tmp_path / "out")).collect()}
    assert found == {"7": "isbn", "8": "text"}


def test_the_example_of_the_page_holds(tmp_path):
    page = (PROJECT / "Docs/Python.md").read_text(encoding="utf-8")
    text, output = re.search(r"^```python\n([^`]*pyspark[^`]*)```\n```text\n(.*?)^```", page, re.M | re.S).groups()
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": SUBMIT}
    (tmp_path / "Examples").mkdir()
    for picture in PICTURES:
        shutil.copy(picture, tmp_path / "Examples")
    shutil.copytree(PROJECT / "Examples/Rules", tmp_path / "Examples/Rules")
    printed = subprocess.run([sys.executable, "-c", text], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert printed.stdout == output
