#!/usr/bin/env bash
# Tries the page of `beeline serve` in a real browser: runs Tests/Browser/run.py, whose Python packages it keeps below
# .build/browser.
#
# usage: Scripts/test-browser.sh [PROGRAM] [OPTION...]     such as: Scripts/test-browser.sh .build/debug/beeline --only camera
#
# PROGRAM: default .build/release/beeline, else .build/debug/beeline. OPTION: of Tests/Browser/run.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=.build/browser

given=()
if (($# > 0)) && [[ $1 != -* ]]; then
    given=("$1")
    shift
fi
program=$(Scripts/find-program.sh "${given[@]}")

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$browser" ] || { echo "chromium is missing: run Scripts/install-dependencies.sh test." >&2; exit 1; }

status=0
Scripts/install-python-packages.sh "$packages" Tests/Browser/requirements.txt "the browser tests" || status=$?
((status != 75)) || exit 0
((status == 0)) || exit "$status"

CHROMIUM=$browser exec "$packages/bin/python" Tests/Browser/run.py --beeline "$program" "$@"
