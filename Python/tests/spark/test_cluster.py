"""A cluster of two worker processes on the loopback, one executor of which is killed: every row is there."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading

import pyarrow.parquet
import pyspark
import pytest
from conftest import PICTURES, children, command
from test_spark import expected_rows

COUNT = 40

SPARK = pathlib.Path(pyspark.__file__).parent


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def descendants(parent=None):
    """The processes below this one, with their command lines."""
    found = {}
    for child in children(parent):
        try:
            found[child] = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        found.update(descendants(child))
    return found


@pytest.fixture
def master(tmp_path):
    """The address of a master with two workers; all end with the test."""
    port = free_port()
    environment = {**os.environ, "SPARK_HOME": str(SPARK), "SPARK_LOCAL_IP": "127.0.0.1"}
    environment.update(SPARK_WORKER_DIR=str(tmp_path / "work"), PYSPARK_PYTHON=sys.executable)
    started = []

    def start(kind, *arguments):
        words = [str(SPARK / "bin/spark-class"), f"org.apache.spark.deploy.{kind}", "--host", "127.0.0.1", *arguments]
        log = open(tmp_path / f"{len(started)}.log", "wb")
        started.append(subprocess.Popen(words, env=environment, stdout=log, stderr=log))
        log.close()

    def registered():
        return (tmp_path / "0.log").read_text().count("Registering worker")

    start("master.Master", "--port", str(port), "--webui-port", "0")
    for _ in range(2):
        start("worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port", "0", f"spark://127.0.0.1:{port}")
    while registered() < 2:
        assert all(process.poll() is None for process in started), (tmp_path / "0.log").read_text()[-2000:]
        threading.Event().wait(0.2)
    yield f"spark://127.0.0.1:{port}"
    for process in reversed(started):
        process.terminate()
    for process in started:
        process.wait()


def test_a_cluster_that_loses_an_executor_loses_no_row(master, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(COUNT):
        picture = PICTURES[number % len(PICTURES)]
        shutil.copy(picture, folder / f"{number:04}{os.path.splitext(picture)[1]}")
    (folder / "no picture.jpg").write_bytes(b"no picture")
    lines = command("scan", "--recursive", "--format", "json", str(folder)).decode().splitlines()
    expected = {(f"file:{path}", *others) for path, *others in expected_rows(lines)}
    submit = f"--master {master} --executor-memory 512m --conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1"
    job = subprocess.Popen(
        [sys.executable, "-m", "beeline.spark", str(folder), str(tmp_path / "out"), "--slice", "21", "--partitions", "4"],
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": f"{submit} pyspark-shell"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    killed = None
    while job.poll() is None and killed is None:
        threading.Event().wait(0.1)
        below = descendants()
        executors = [process for process, words in below.items() if "CoarseGrainedExecutorBackend" in words]
        # One that has begun to scan.
        busy = [e for e in executors if any("--files0-from" in words for words in descendants(e).values())]
        if busy:
            killed = busy[0]
            os.kill(killed, signal.SIGKILL)
    said, errors = job.communicate(timeout=280)
    assert job.returncode == 0, errors[-3000:]
    assert killed is not None
    assert re.match(rf"{COUNT + 1} inputs, {COUNT} codes, 1 errors in ", said)
    columns = ["path", "text", "content", "rule", "error"]
    rows = pyarrow.parquet.read_table(str(tmp_path / "out"), columns=columns).to_pylist()
    assert len(rows) == len(expected) and {tuple(row.values()) for row in rows} == expected
