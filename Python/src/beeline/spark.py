"""Pictures and codes in a DataFrame of Spark: `scan(df)` and `resolve(df)`, and a job for `spark-submit`.

Each Python process of Spark keeps one co-process for its tasks. An unreadable picture is a row with `error`, and never a
failed task. The command must be on the driver and on each node, and this package, too (or `--py-files`). A job from a
folder or a Parquet table into a Parquet table is

    python -m beeline.spark IN OUT
"""

from __future__ import annotations

import argparse
import array
import contextlib
import itertools
import json
import math
import os
import re
import sys
import tempfile
from collections import deque
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple
from typing import Union

from ._answers import Answer
from ._client import Beeline, Rules
from ._images import Picture

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["SCHEMA", "main", "resolve", "scan"]

#: The columns of every result: a row for each code, and for each input or page without one.
SCHEMA = (
    "path string, page int, symbology string, text string, bytes binary, kind string, content string, rule string, "
    "actions string, verdict string, error string, lost string"
)

#: Rows that are passed at once.
_ROWS = 1024

#: What Spark adds to the size of each file when it cuts files into tasks of 128 MiB. With its own 4 MiB a task has 32 small
#: pictures, a quarter of a second of decoding, and costs Spark half as much again. With this it has 500.
_FILE_COST = "256k"

#: How many pictures Spark passes at once.
_BATCH = 32


def scan(
    df: "DataFrame",
    column: str = "content",
    *,
    path: Optional[str] = "path",
    batch: Optional[int] = _BATCH,
    rules: Union[Rules, Sequence[Rules]] = (),
    catalogs: Optional[Mapping[str, str]] = None,
    **options: Any,
) -> "DataFrame":
    """The codes of the pictures in a column of bytes, such as `spark.read.format("binaryFile")` has.

    Args:
        path: the column that names each picture, which the result repeats; None for none.
        batch: how many pictures Spark passes at once. Its own 10,000 would need gigabytes, so the session's
            `spark.sql.execution.arrow.maxRecordsPerBatch` is lowered to this. So is `spark.sql.files.openCostInBytes`,
            to 256 KiB, where the session has no value of its own: a task then reads 500 small files and not 32.
            None leaves both as they are.
        rules, catalogs: files on the driver, which go to the tasks with all that they include.
        options: others of `beeline.Beeline`.
    """
    if batch is not None:
        _set_sizes(df.sparkSession, batch)
    chosen = df.select(*_columns(content=column, path=path))
    shipment = _Shipment(rules, catalogs, options)
    return chosen.mapInArrow(lambda batches: _scanned(batches, shipment), SCHEMA)


def _set_sizes(session: "SparkSession", batch: int) -> None:
    setting = "spark.sql.execution.arrow.maxRecordsPerBatch"
    if not 0 < int(session.conf.get(setting) or 0) <= batch:
        session.conf.set(setting, str(batch))
    _set_default(session, "spark.sql.files.openCostInBytes", _FILE_COST)


def _set_default(session: "SparkSession", setting: str, value: str) -> None:
    """Sets what the session has no value of its own for."""
    session.conf.set(setting, session.conf.get(setting, value) or value)


def resolve(
    df: "DataFrame",
    column: str = "text",
    *,
    symbology: Optional[str] = None,
    add_on: Optional[str] = None,
    path: Optional[str] = None,
    rules: Union[Rules, Sequence[Rules]] = (),
    catalogs: Optional[Mapping[str, str]] = None,
    **options: Any,
) -> "DataFrame":
    """What the codes in a column of texts or bytes mean.

    Args:
        symbology, add_on: columns that have them.
        path: a column that names each code, such as its key; the result repeats it as text.
        rules, catalogs, options: as for `scan`.
    """
    chosen = df.select(*_columns(code=column, symbology=symbology, addOn=add_on, path=path))
    shipment = _Shipment(rules, catalogs, options)
    return chosen.mapInArrow(lambda batches: _resolved(batches, shipment), SCHEMA)


def _columns(**names: Optional[str]) -> List[Any]:
    from pyspark.sql import functions

    chosen = []
    for alias, name in names.items():
        if name is not None:
            column = functions.col(name)
            chosen.append((column if alias in ("content", "code") else column.cast("string")).alias(alias))
    return chosen


# In the tasks.


def _scanned(batches: Iterable[Any], shipment: "_Shipment") -> Iterator[Any]:
    names: Deque[Optional[str]] = deque()

    def pictures() -> Iterator[Picture]:
        for batch in batches:
            paths = batch.column("path").to_pylist() if "path" in batch.schema.names else [None] * batch.num_rows
            for path, content in zip(paths, batch.column("content")):
                names.append(path)
                # Nothing at all is a file without bytes.
                yield Picture(content.as_buffer() if content.is_valid else b"", path or "")

    yield from _tables(shipment.client().scan_many(pictures()), names)


def _resolved(batches: Iterable[Any], shipment: "_Shipment") -> Iterator[Any]:
    names: Deque[Optional[str]] = deque()

    def codes() -> Iterator[Union[str, bytes, Dict[str, Any]]]:
        for batch in batches:
            for row in batch.to_pylist():
                names.append(row.pop("path", None))
                yield _code(row)

    yield from _tables(shipment.client().resolve_many(codes()), names)


def _code(row: Dict[str, Any]) -> Union[str, bytes, Dict[str, Any]]:
    import base64

    code = row.pop("code")
    members = {name: value for name, value in row.items() if value is not None}
    if isinstance(code, (bytes, bytearray)):
        return {"bytes": base64.b64encode(code).decode("ascii"), **members}
    # An empty text is not a code, and the answer says so.
    return members if code is None else {"text": code, **members}


def _tables(answers: Iterable[Answer], names: Deque[Optional[str]]) -> Iterator[Any]:
    """Answers as tables of `SCHEMA`; `names` has, in their order, those of the inputs that were taken."""
    rows: List[Dict[str, Any]] = []
    for answer in answers:
        name = names.popleft()
        rows += [{"path": name, **row} for row in answer.rows()]
        if len(rows) >= _ROWS:
            yield _table(rows)
            rows = []
    if rows:
        yield _table(rows)


def _table(rows: List[Dict[str, Any]]) -> Any:
    import pyarrow

    types = {"int": pyarrow.int32(), "string": pyarrow.string(), "binary": pyarrow.binary()}
    columns = [column.split() for column in SCHEMA.split(", ")]
    arrays = [_array([row[name] for row in rows], types[kind]) for name, kind in columns]
    return pyarrow.RecordBatch.from_arrays(arrays, names=[name for name, _ in columns])


def _array(values: List[Any], kind: Any) -> Any:
    """Numbers, texts or bytes as an array of Arrow.

    It is put together here because `pyarrow.array` loads pandas if it is installed: 0.3 s and 50 MB in each process.
    """
    import pyarrow

    is_valid = sum(1 << place for place, value in enumerate(values) if value is not None)
    buffers: List[Any] = [is_valid.to_bytes((len(values) + 7) // 8, "little")]
    if kind == pyarrow.int32():
        buffers.append(array.array("i", (value or 0 for value in values)))
    else:
        parts = [value.encode("utf-8") if isinstance(value, str) else value or b"" for value in values]
        buffers += [array.array("i", itertools.accumulate(map(len, parts), initial=0)), b"".join(parts)]
    return pyarrow.Array.from_buffers(kind, len(values), [pyarrow.py_buffer(buffer) for buffer in buffers])


class _Shipment:
    """Options with the files that they name, read on the driver; `client` puts them in place where it is called."""

    def __init__(
        self,
        rules: Union[Rules, Sequence[Rules]],
        catalogs: Optional[Mapping[str, str]],
        options: Dict[str, Any],
    ):
        # Here the error is one line. In a task it would be a hundred, after Spark has started all that it needs.
        with Beeline(rules=rules, catalogs=catalogs, **{"jobs": 1, **options}) as client:
            client.check()
        self._files: Dict[str, bytes] = {}
        self._options = {"jobs": 1, **options}
        if isinstance(rules, (str, os.PathLike, Mapping)):
            rules = [rules]
        self._rules = [dict(file) if isinstance(file, Mapping) else self._take_rules(os.fspath(file)) for file in rules]
        self._catalogs = {name: self._take(os.fspath(path)) for name, path in (catalogs or {}).items()}
        # Beside each other they are as they were on the driver.
        self._root = os.path.commonpath([os.path.dirname(path) for path in self._files]) if self._files else "/"

    def _take(self, path: str) -> str:
        path = os.path.abspath(path)
        with open(path, "rb") as file:
            self._files[path] = file.read()
        return path

    def _take_rules(self, path: str) -> str:
        path = self._take(path)
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            for rule in json.loads(self._files[path])["rules"]:
                include = rule.get("include", "bundled:")
                included = os.path.abspath(os.path.join(os.path.dirname(path), include))
                # What is missing or no rule file, the command says better.
                if not include.startswith("bundled:") and included not in self._files and os.path.isfile(included):
                    self._take_rules(included)
        return path

    def client(self) -> Beeline:
        """For a task: the client that the last task of this process had, if its options and files are the same.

        To start a co-process takes as long as ten pictures. It ends when its input does, so also with a process that
        Spark kills.
        """
        global _kept
        if _kept is None or vars(_kept.shipment) != vars(self):
            if _kept is not None:
                _kept.end.close()
                _kept = None
            with contextlib.ExitStack() as stack:
                client = self._opened(stack)
                _kept = _Kept(self, client, stack.pop_all())
        return _kept.client

    def _opened(self, stack: contextlib.ExitStack) -> Beeline:
        folder = ""
        if self._files:
            from pyspark import SparkFiles

            # Spark removes this folder at its end. A process that it kills cannot.
            root = os.path.abspath(SparkFiles.getRootDirectory())
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="beeline-", dir=root))

        def place(path: str) -> str:
            return os.path.join(folder, os.path.relpath(path, self._root))

        for path, content in self._files.items():
            os.makedirs(os.path.dirname(place(path)), exist_ok=True)
            with open(place(path), "wb") as file:
                file.write(content)
        rules = [place(file) if isinstance(file, str) else file for file in self._rules]
        catalogs = {name: place(path) for name, path in self._catalogs.items()}
        return stack.enter_context(Beeline(rules=rules, catalogs=catalogs, **self._options))


class _Kept(NamedTuple):
    shipment: _Shipment
    client: Beeline
    end: contextlib.ExitStack


#: What the last task of this process used.
_kept: Optional[_Kept] = None


# The job.

#: In how many tasks Spark looks up the files of a slice. By itself it has a task for each file.
_LOOKUPS = "32"


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """`python -m beeline.spark IN OUT`, or the same for `spark-submit`."""
    options = _options(arguments)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("beeline").getOrCreate()
    _set_sizes(session, _BATCH)
    _set_default(session, "spark.sql.sources.parallelPartitionDiscovery.parallelism", _LOOKUPS)
    if options.partitions is not None:
        session.conf.set("spark.sql.files.minPartitionNum", str(options.partitions))
    client = {
        name: value
        for name, value in vars(options).items()
        if name in ("program", "effort", "only", "timeout", "show_secrets") and value is not None
    }
    client.update(rules=options.rules, catalogs=dict(options.catalogs), defaults=not options.no_defaults)
    count = 0
    for part in _missing(session, options):
        found = _answered(part, options, client)
        found.write.mode("append").parquet(options.output)
        count += 1
    report = _report(session, options.output)
    print(f"{report} in {options.output}" + ("" if count else "; nothing was missing"))
    return 0


def _options(arguments: Optional[Sequence[str]]) -> argparse.Namespace:
    def named(text: str) -> Tuple[str, str]:
        name, sign, file = text.partition("=")
        if not sign:
            raise argparse.ArgumentTypeError(f"'{text}' is not NAME=FILE.csv")
        return name, file

    parser = argparse.ArgumentParser(
        prog="python -m beeline.spark",
        description="Scan the pictures of a folder, or of a Parquet table, into a Parquet table. What OUT has already is left "
        "out, so a job that was broken off is begun again with the same words.",
    )
    parser.add_argument("input", metavar="IN", help="a folder of pictures, or a Parquet table that ends with .parquet")
    parser.add_argument("output", metavar="OUT", help="the Parquet table; rows are added to it")
    parser.add_argument("--codes", action="store_true", help="IN is a table of codes, which are resolved")
    parser.add_argument("--column", help="the column with the pictures or codes; default: content, or text")
    parser.add_argument("--key", default="path", help="the column that names each of them; default: path")
    parser.add_argument("--symbology", help="with --codes: the column that has it")
    parser.add_argument("--slice", type=int, default=5000, help="how many are written at once; default: 5000")
    parser.add_argument("--partitions", type=int, help="in how many parts Spark reads a slice, at least")
    parser.add_argument("--rules", action="append", default=[], metavar="FILE", help="ask these rules first")
    parser.add_argument("--catalog", dest="catalogs", action="append", default=[], type=named, metavar="NAME=FILE.csv")
    parser.add_argument("--no-defaults", action="store_true", help="leave out the bundled rules and those of the user")
    parser.add_argument("--show-secrets", action="store_true", default=None)
    parser.add_argument("--effort", choices=("fast", "normal", "max"))
    parser.add_argument("--only", metavar="NAME[,NAME…]", help="look for these symbologies alone")
    parser.add_argument("--timeout", type=float, metavar="SECONDS")
    parser.add_argument("--program", metavar="FILE", help="the command, on each node")
    options = parser.parse_args(arguments)
    if options.slice < 1:
        parser.error("--slice must be 1 or more")
    if options.codes and not options.input.endswith(".parquet"):
        parser.error("--codes needs a Parquet table, whose name ends with .parquet")
    return options


def _missing(session: "SparkSession", options: argparse.Namespace) -> Iterator["DataFrame"]:
    """What OUT does not have, in slices."""
    from pyspark.sql import functions

    is_table = options.input.endswith(".parquet")
    source = session.read.parquet(options.input) if is_table else _files(session, options.input)
    key = options.key if is_table else "path"
    paths = source.select(functions.col(key).cast("string").alias("path"))
    done = _done(session, options.output)
    missing = paths if done is None else paths.join(done, "path", "left_anti")
    if is_table:
        slices = math.ceil(missing.count() / options.slice)
        # By a hash of the key, which says again where it belongs when the job is begun again.
        place = functions.pmod(functions.xxhash64(functions.col(key).cast("string")), functions.lit(max(1, slices)))
        for number in range(slices):
            part = source.where(place == number)
            yield part if done is None else part.join(done.withColumnRenamed("path", key), key, "left_anti")
        return
    names = sorted(row.path for row in missing.collect())
    for start in range(0, len(names), options.slice):
        # Names are patterns to Hadoop.
        yield _files(session, [re.sub(r"([\\*?\[\]{}^])", r"\\\1", name) for name in names[start : start + options.slice]])


def _files(session: "SparkSession", paths: Union[str, List[str]]) -> "DataFrame":
    reader = session.read.format("binaryFile")
    return reader.load(paths) if isinstance(paths, list) else reader.option("recursiveFileLookup", "true").load(paths)


def _done(session: "SparkSession", output: str) -> "Optional[DataFrame]":
    from pyspark.errors import AnalysisException

    jvm = session.sparkContext._jvm
    # Spark logs an exception when it reads a table that is not there.
    if jvm is not None:
        path = jvm.org.apache.hadoop.fs.Path(output)
        if not path.getFileSystem(session.sparkContext._jsc.hadoopConfiguration()).exists(path):
            return None
    try:
        # Kept, so that it does not contain what this job adds.
        return session.read.schema(SCHEMA).parquet(output).select("path").distinct().localCheckpoint()
    except AnalysisException:
        return None


def _answered(part: "DataFrame", options: argparse.Namespace, client: Dict[str, Any]) -> "DataFrame":
    if options.codes:
        column = options.column or "text"
        return resolve(part, column, symbology=options.symbology, path=options.key, **client)
    key = options.key if options.input.endswith(".parquet") else "path"
    return scan(part, options.column or "content", path=key, **client)


def _report(session: "SparkSession", output: str) -> str:
    from pyspark.sql import functions

    row = (
        session.read.schema(SCHEMA)
        .parquet(output)
        .agg(
            functions.countDistinct("path").alias("inputs"),
            functions.count("kind").alias("codes"),
            functions.count("error").alias("errors"),
        )
        .first()
    )
    return f"{row.inputs} inputs, {row.codes} codes, {row.errors} errors" if row is not None else "nothing"


if __name__ == "__main__":
    # By its name: what goes to the tasks is then looked up there, and not sent.
    from beeline import spark

    sys.exit(spark.main())
