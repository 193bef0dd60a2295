#!/bin/sh
# Puts links to the archives that `beeline` is linked with into a folder, and prints its path. Prints nothing, and says why,
# when one is missing, or when the C library or the toolchain is too old: then `beeline` is linked with shared libraries.
#
# usage: Scripts/collect-archives.sh .build/archives
set -eu

refuse() {
    echo "beeline is linked with shared libraries, and starts more slowly: $1" >&2
    exit 0
}

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
command -v ld.lld >/dev/null || [ -x "$toolchain/ld.lld" ] || refuse "there is no ld.lld"
# The short form of relocations (DT_RELR) is known since 2.36.
version=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc 2\.\([0-9]*\).*/\1/p')
[ "${version:-0}" -ge 36 ] || refuse "glibc is older than 2.36"

# Prints the path of the archive of a library; fails where there is none.
archive() {
    path=$(clang -print-file-name="lib$1.a" 2>/dev/null || cc -print-file-name="lib$1.a")
    [ -f "$path" ] && readlink -f "$path"
}

mkdir -p "$1"
for library in stdc++ sqlite3 expat jansson; do
    path=$(archive $library) || refuse "there is no lib$library.a"
    ln -sf "$path" "$1/lib$library.a"
done

# RE2 uses Abseil since 2023. A linker script names the archives of both, and that of the C++ library, which the linker may
# have looked through before.
group=$(archive re2) || refuse "there is no libre2.a"
abseil=$(pkg-config --static --libs-only-l re2 2>/dev/null | tr ' ' '\n' | sed -n 's/^-l\(absl_.*\)/\1/p' | sort -u)
for library in $abseil stdc++; do
    path=$(archive "$library") || refuse "there is no lib$library.a"
    group="$group $path"
done
echo "GROUP ( $group )" >"$1/libre2-abseil.a"
(cd "$1" && pwd)
