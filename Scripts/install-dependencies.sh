#!/bin/sh
# Installs the packages listed in packages.txt that are missing. When none is, it says nothing.
#
# usage: Scripts/install-dependencies.sh [build|package|test|pictures|devices|spark]     (default: build)
#
# It installs only as root, through a sudo that asks no password, or through sudo on a terminal.
# Otherwise it names what is missing and the command that installs it, and fails.
set -eu

list=$(dirname "$0")/packages.txt
section=${1:-build}

# The rows of the section and of those above it, without comments; of an independent section only its own.
rows() {
    awk -v last="[$section]" '
        { sub(/#.*/, "") }
        /^\[/ { if (done) exit; done = ($1 == last); alone = ($2 == "alone"); if (done && alone) all = ""; next }
        NF && (done || !alone) { all = all $0 "\n" }
        END { printf "%s", all }
    ' "$list"
}

# Prints each given package that is not installed. A package that another one provides counts as
# installed: newer releases renamed libcurl4 to libcurl4t64.
missing_packages() {
    dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null | awk -v wanted="$*" '
        $1 == "installed" { gsub(/\([^)]*\)|,/, " "); for (i = 2; i <= NF; i++) has[$i] = 1 }
        END { n = split(wanted, names, " "); for (i = 1; i <= n; i++) if (!(names[i] in has)) print names[i] }
    '
}

install_with_apt() {
    # shellcheck disable=SC2046  # package names have no spaces
    missing=$(missing_packages $(rows | awk '{ print $1 }') | tr '\n' ' ')
    missing=${missing% }
    [ -n "$missing" ] || return 0

    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    elif command -v sudo >/dev/null && [ -t 0 ] && [ -t 2 ]; then
        as_root=sudo
    else
        echo "Missing packages: $missing" >&2
        echo "Install them as root with:" >&2
        echo "    apt-get update && apt-get install -y --no-install-recommends $missing" >&2
        return 1
    fi

    echo "Installing: $missing"
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120"
    # A broken third-party source fails the update, and yet all that is needed may be in the others.
    $apt update </dev/null || echo "warning: 'apt-get update' failed; trying with the lists at hand" >&2
    # shellcheck disable=SC2086  # a list of words
    $apt install -y --no-install-recommends $missing </dev/null

    # shellcheck disable=SC2086
    missing=$(missing_packages $missing)
    [ -z "$missing" ] || { echo "Still missing after the installation:" "$missing" >&2; return 1; }
}

# Whether the thing in the second column of packages.txt is there.
is_present() {
    case $1 in
    pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    *) true ;;
    esac
}

report_without_apt() {
    missing=$(rows | while read -r debian probe fedora; do
        is_present "$probe" || echo "$debian $probe $fedora"
    done)
    [ -n "$missing" ] || return 0
    {
        echo "This system has no apt-get, so nothing was installed. Missing:"
        echo "$missing" | awk '
            { kind = sub(/^pc:/, "", $2) ? "library" : "program"; sub(/^cmd:/, "", $2) }
            { printf "    %s %-14s  Debian: %-18s  Fedora: %s\n", kind, $2, $1, $3 }'
        echo "A library counts as present when 'pkg-config --exists NAME' says so."
    } >&2
    return 1
}

grep -q "^\[$section\]" "$list" || { echo "usage: $0 [build|package|test|pictures|devices|spark]" >&2; exit 2; }

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_with_apt
else
    report_without_apt
fi
