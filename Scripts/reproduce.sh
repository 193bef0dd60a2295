#!/usr/bin/env bash
# Builds and packs the sources twice, in two folders with paths of different lengths, and compares the bytes of the packages.
# Each build is a whole one: a quarter of an hour on two cores for both.
#
# usage: Scripts/reproduce.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$PWD/.build/reproduce
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
BEELINE_COMMIT=$(git describe --always --dirty)
export SOURCE_DATE_EPOCH BEELINE_COMMIT

copies=("$folder/one" "$folder/another/folder-of-another-length")
for copy in "${copies[@]}"; do
    # What was built in an earlier run stays, and is built again where it differs.
    mkdir -p "$copy"
    find "$copy" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
    git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- | tar --extract -C "$copy"
    rm -rf "$copy/.build/packages"
    make -C "$copy" package
done

status=0
for package in "${copies[0]}"/.build/packages/*; do
    other=${copies[1]}/.build/packages/$(basename "$package")
    if cmp "$package" "$other"; then
        echo "same bytes: $(sha256sum "$package" | cut -c 1-64)  $(basename "$package")"
    else
        status=1
        ! command -v diffoscope >/dev/null || diffoscope --max-report-size 20000 "$package" "$other" || true
    fi
done
exit "$status"
