#!/usr/bin/env bash
# Builds the package in Examples/ as any package that depends on Beeline is built, without the settings of development,
# runs its programs, and compares what each prints with its output.txt.
#
# usage: Scripts/run-examples.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Beside the other builds, so that neither makes the other build again.
build=$PWD/.build/examples
unset BEELINE_WARNINGS_AS_ERRORS BEELINE_OPTIMIZED_DECODING BEELINE_FUZZING
swift build --package-path Examples --scratch-path "$build"
status=0
for expected in Examples/*/output.txt; do
    folder=$(dirname "$expected")
    if "$build/debug/$(basename "$folder")" | diff --label "$expected" --label "what it prints" -u "$expected" -; then
        echo "$folder: as expected"
    else
        status=1
    fi
done
exit "$status"
