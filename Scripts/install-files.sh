#!/bin/sh
# Copies everything that `make build` has made, and what belongs to it, into place: programs, manual pages, completions,
# the schema of rule files, the bundled rules, units of systemd, udev rules, what a desktop needs, and libbeeline with
# its header and what pkg-config says of it. It builds and downloads nothing. `make install` and Scripts/package.sh call
# it.
#
# usage: [DESTDIR=DIR] [PREFIX=/usr/local] [BINDIR=DIR] [LIBEXECDIR=DIR] [LIBDIR=DIR]
#            Scripts/install-files.sh FOLDER-OF-PROGRAMS
#        [DESTDIR=DIR] [PREFIX=/usr/local] Scripts/install-files.sh --remove
set -eu
cd "$(dirname "$0")/.."

prefix=${PREFIX:-/usr/local}
bindir=${BINDIR:-$prefix/bin}
libexecdir=${LIBEXECDIR:-$prefix/libexec}
libdir=${LIBDIR:-$prefix/lib}
includedir=$prefix/include
datadir=$prefix/share
systemdir=$prefix/lib
programs=${1:?}

# What was installed, for --remove.
list=${DESTDIR:-}$datadir/beeline/installed-files

if [ "$programs" = --remove ]; then
    [ -e "$list" ] || { echo "$list is not there: nothing was installed below $prefix" >&2; exit 1; }
    while IFS= read -r file; do rm -f "${DESTDIR:-}$file"; done <"$list"
    rm -f "$list"
    find "${DESTDIR:-}$datadir/beeline" "${DESTDIR:-}$datadir/doc/beeline" -depth -type d -empty -delete
    exit 0
fi

put() { # MODE SOURCE TARGET
    install -D -m "$1" "$2" "${DESTDIR:-}$3"
    echo "$3" >>"$made/list"
}

# Puts a file in which the places of programs are filled in.
put_filled() { # MODE SOURCE TARGET
    sed -e "s|@bindir@|$bindir|g" -e "s|@libexecdir@|$libexecdir|g" "$2" >"$made/filled"
    put "$1" "$made/filled" "$3"
}

put_link() { # WHAT-IT-POINTS-TO TARGET
    mkdir -p "$(dirname "${DESTDIR:-}$2")"
    ln -sf "$1" "${DESTDIR:-}$2"
    echo "$2" >>"$made/list"
}

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

put 755 "$programs/beeline" "$bindir/beeline"
put 755 "$programs/beeline-decode" "$libexecdir/beeline-decode"
put 755 "$programs/beeline-draw" "$libexecdir/beeline-draw"
put_filled 755 Packaging/beeline-view "$libexecdir/beeline-view"

version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)

# Programs ask for libbeeline.so.0, the linker for libbeeline.so.
put 755 "$programs/libBeelineC.so" "$libdir/libbeeline.so.$version"
put_link "libbeeline.so.$version" "$libdir/libbeeline.so.0"
put_link libbeeline.so.0 "$libdir/libbeeline.so"
put 644 Sources/C/CBeeline/beeline.h "$includedir/beeline.h"
sed -e "s|@prefix@|$prefix|" -e "s|@libdir@|$libdir|" -e "s|@includedir@|$includedir|" -e "s/@version@/$version/" \
    Packaging/beeline.pc >"$made/beeline.pc"
put 644 "$made/beeline.pc" "$libdir/pkgconfig/beeline.pc"

# The environment of a user changes nothing of what is installed.
beeline="env XDG_CONFIG_HOME=/nonexistent XDG_DATA_HOME=/nonexistent $programs/beeline"

if command -v python3 >/dev/null; then
    python3 Scripts/manual-pages.py "$programs/beeline" "$made/man" "$datadir/doc/beeline"
else
    echo "Without python3 no manual pages are installed." >&2
fi
for page in "$made"/man/man*/*; do
    [ -e "$page" ] || continue
    gzip -9n "$page"
    section=$(basename "$(dirname "$page")")
    put 644 "$page.gz" "$datadir/man/$section/$(basename "$page").gz"
done

for shell in bash zsh fish; do $beeline completion $shell >"$made/$shell"; done
put 644 "$made/bash" "$datadir/bash-completion/completions/beeline"
{ echo '#compdef beeline' && cat "$made/zsh"; } >"$made/_beeline"
put 644 "$made/_beeline" "$datadir/zsh/vendor-completions/_beeline"
put 644 "$made/fish" "$datadir/fish/vendor_completions.d/beeline.fish"

$beeline rules schema >"$made/schema"
put 644 "$made/schema" "$datadir/beeline/beeline-rules.schema.json"
# Their names there are without the number by which they are sorted here.
for file in Rules/*.json; do put 644 "$file" "$datadir/beeline/rules/$(basename "$file" | sed 's/^[0-9]*-//')"; done

for unit in beeline-live.service beeline-serve.service beeline-serve.socket; do
    put_filled 644 "Packaging/$unit" "$systemdir/systemd/system/$unit"
done
put 644 Packaging/beeline.sysusers "$systemdir/sysusers.d/beeline.conf"
put 644 Packaging/60-beeline-scanners.rules "$systemdir/udev/rules.d/60-beeline-scanners.rules"

put_filled 644 Packaging/io.github.beeline.Beeline.desktop "$datadir/applications/io.github.beeline.Beeline.desktop"
put 644 Sources/Server/Page/icon.svg "$datadir/icons/hicolor/scalable/apps/beeline.svg"
date=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
sed -e "s/@version@/$version/" -e "s/@date@/$date/" Packaging/io.github.beeline.Beeline.metainfo.xml >"$made/metainfo"
put 644 "$made/metainfo" "$datadir/metainfo/io.github.beeline.Beeline.metainfo.xml"

# The documents stand to each other as in the sources, so that their links and command lines are right: `cd` there first.
doc=$datadir/doc/beeline
for file in README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE Benchmarks/README.md Tests/README.md \
    Python/README.md Scripts/packages.txt Sources/C/CBeeline/beeline.h Packaging/Caddyfile Packaging/Containerfile \
    Packaging/nginx-beeline.conf Packaging/60-beeline-scanners.rules; do
    put 644 "$file" "$doc/$file"
done
find Docs Examples Sources/Beeline/Beeline.docc -type f ! -path '*/.build/*' ! -path '*/__pycache__/*' | LC_ALL=C sort >"$made/documents"
while IFS= read -r file; do put 644 "$file" "$doc/$file"; done <"$made/documents"
for file in Rules/*.json; do
    put_link "../../../beeline/rules/$(basename "$file" | sed 's/^[0-9]*-//')" "$doc/$file"
done

put 644 "$made/list" "$datadir/beeline/installed-files"
