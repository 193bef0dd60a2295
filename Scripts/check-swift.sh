#!/bin/sh
# Says nothing when `swift` is as new as Package.swift asks for; otherwise what to get, and from where.
set -eu

manifest=$(dirname "$0")/../Package.swift
needed=$(sed -n '1s/.*swift-tools-version: *\([0-9.]*\).*/\1/p' "$manifest")

# The version of a swift program, such as 6.3.1; nothing when it is not a Swift compiler or does not start.
# (OpenStack's client is a `swift` too.)
version_of() {
    "$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1
}

# Whether version $1, which may be empty, is at least the one needed.
is_enough() {
    echo "${1:-0} $needed" | awk '{
        split($1, found, "."); split($2, need, ".")
        exit !(found[1] > need[1] || (found[1] == need[1] && found[2] + 0 >= need[2] + 0))
    }'
}

if program=$(command -v swift); then
    version=$(version_of "$program")
    if is_enough "$version"; then exit 0; fi
    if [ -n "$version" ]; then
        found="found $version in $program"
    else
        found="$program says: $("$program" --version 2>&1 | head -n 1)"
    fi
else
    found="found no 'swift' in PATH"
fi

{
    echo "Beeline needs Swift $needed or newer; $found."
    for folder in /opt/swift/usr/bin "${HOME:-}/.local/share/swiftly/bin"; do
        if [ -x "$folder/swift" ] && is_enough "$(version_of "$folder/swift")"; then
            echo "One is in $folder; put it in PATH:"
            echo "    export PATH=$folder:\$PATH"
            exit 1
        fi
    done
    echo "Get it from https://www.swift.org/install/linux/"
} >&2
exit 1
