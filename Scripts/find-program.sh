#!/usr/bin/env bash
# Prints the path of the built `beeline` that tests are to try: PROGRAM, else that of the release build, else that of
# the debug build.
#
# usage: Scripts/find-program.sh [PROGRAM]
set -euo pipefail

if (($# > 0)); then
    program=$1
else
    program=
    for candidate in .build/release/beeline .build/debug/beeline; do
        [ -x "$candidate" ] && program=$candidate && break
    done
fi
[ -x "$program" ] || { echo "${program:-beeline} is not there: run 'make build' first." >&2; exit 1; }
realpath "$program"
