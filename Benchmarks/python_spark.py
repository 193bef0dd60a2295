#!/usr/bin/env python3
"""A job of Spark on this machine's cores that python_package.py measures.

usage: python_spark.py CORES FOLDER OUT      (in a Python with PySpark)

Scans the pictures of a folder into the Parquet table OUT, writes its rows to OUT.json, and says in JSON how long the
job took, without the start of the JVM.
"""

import json
import sys
import time
import urllib.parse

from pyspark.sql import SparkSession

from beeline import spark

COLUMNS = ("path", "page", "symbology", "text", "kind", "error")


def main():
    cores, folder, out = sys.argv[1:]
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.log.level", "ERROR").getOrCreate()
    start = time.perf_counter()
    spark.scan(session.read.format("binaryFile").load(folder)).write.mode("overwrite").parquet(out)
    seconds = time.perf_counter() - start
    rows = [row.asDict() for row in session.read.schema(spark.SCHEMA).parquet(out).select(*COLUMNS).collect()]
    for row in rows:
        row["path"] = urllib.parse.unquote(row["path"].removeprefix("file:"))
    with open(f"{out}.json", "w", encoding="utf-8") as file:
        json.dump(rows, file)
    print(json.dumps({"seconds": seconds, "rows": len(rows)}))


if __name__ == "__main__":
    main()
