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
wanted=Tests/Browser/requirements.txt

program=
if (($# > 0)) && [[ $1 != --* ]]; then
    program=$1
    shift
else
    for candidate in .build/release/beeline .build/debug/beeline; do
        [ -x "$candidate" ] && program=$candidate && break
    done
fi
[ -x "$program" ] || { echo "${program:-beeline} is not there: run 'make build' first." >&2; exit 1; }

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$browser" ] || { echo "chromium is missing: run Scripts/install-dependencies.sh test." >&2; exit 1; }

# The copy of the list says what is installed.
if ! cmp -s "$wanted" "$packages/installed.txt"; then
    mkdir -p "$packages"
    [ -x "$packages/bin/python" ] || python3 -m venv "$packages"
    log=$packages/pip.txt
    if "$packages/bin/pip" install --disable-pip-version-check --retries 1 --requirement "$wanted" >"$log" 2>&1; then
        cp "$wanted" "$packages/installed.txt"
    elif ! grep -q 'connection broken' "$log"; then
        cat "$log" >&2
        exit 1
    elif [ -e "$packages/installed.txt" ]; then
        echo "PyPI cannot be reached: the tests run with the older packages in $packages." >&2
    else
        printf '\n%s\n%s\n\n' "SKIPPED: the browser tests. PyPI cannot be reached, and $packages is not filled." \
            "They need the packages that $wanted names." >&2
        exit 0
    fi
fi

CHROMIUM=$browser exec "$packages/bin/python" Tests/Browser/run.py --beeline "$program" "$@"
