#!/usr/bin/env bash
# Makes a Python of its own in a folder below .build, with the packages that a list names. When they are there, it says nothing.
#
# usage: Scripts/install-python-packages.sh FOLDER LIST WHAT     such as: … .build/browser Tests/Browser/requirements.txt "the browser tests"
#
# It ends with status 75 after it has said that WHAT is skipped: PyPI cannot be reached, and nothing older is there.
set -euo pipefail

folder=$1 list=$2 what=$3

# The copy of the list says what is installed.
if cmp -s "$list" "$folder/installed.txt"; then exit 0; fi
mkdir -p "$folder"
[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
log=$folder/pip.txt
if "$folder/bin/pip" install --disable-pip-version-check --retries 1 --requirement "$list" >"$log" 2>&1; then
    cp "$list" "$folder/installed.txt"
elif ! grep -q 'connection broken' "$log"; then
    cat "$log" >&2
    exit 1
elif [ -e "$folder/installed.txt" ]; then
    echo "PyPI cannot be reached: $what run with the older packages in $folder." >&2
else
    printf '\n%s\n%s\n\n' "SKIPPED: $what. PyPI cannot be reached, and $folder is not filled." \
        "They need the packages that $list names." >&2
    exit 75
fi
