#!/usr/bin/env bash
# Tries the Python package with the command: runs Python/tests, and with --spark those that start a Spark. The packages that they
# need are kept below .build.
#
# usage: Scripts/test-python.sh [--spark] [PROGRAM] [OPTION…]     such as: Scripts/test-python.sh .build/debug/beeline -k fork
#
# PROGRAM: default .build/release/beeline, else .build/debug/beeline. OPTION: of pytest. WORKLOAD=FILE and CORPUS=FOLDER
# name codes and pictures to compare.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=.build/python what="the tests of the Python package" tests=(Python/tests)
if [[ ${1:-} == --spark ]]; then
    packages=.build/spark what="the tests with Spark" tests=(Python/tests/spark)
    shift
else
    tests+=(--ignore Python/tests/spark)
fi

given=()
if (($# > 0)) && [[ $1 != -* ]]; then
    given=("$1")
    shift
fi
program=$(Scripts/find-program.sh "${given[@]}")

status=0
Scripts/install-python-packages.sh "$packages" "${tests[0]}/requirements.txt" "$what" || status=$?
((status != 75)) || exit 0
((status == 0)) || exit "$status"

# The examples of the pages call the command by its name. Nothing is written beside the sources.
export BEELINE=$program PATH=${program%/*}:$PATH PYTHONPATH=$PWD/Python/src PYTHONDONTWRITEBYTECODE=1
export MYPY_CACHE_DIR=$PWD/$packages/mypy
exec "$packages/bin/python" -m pytest -q -p no:cacheprovider --rootdir Python "${tests[@]}" "$@"
