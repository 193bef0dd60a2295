#!/usr/bin/env bash
# Makes packages of what `make build` has built, for the release of Debian or Ubuntu that this machine has, and checks them:
#
#   beeline            the programs, with manual pages, completions, rules, units and documents
#   beeline-dbgsym     their debug information
#   python3-beeline    the Python package, for the system's Python
#   libbeeline0, libbeeline-dev    the library for C, where `make install` installs one
#
# and an archive whose programs run from any folder. The server has no package of its own: what it needs beyond the programs is
# loaded when it is first needed, and recommended. Other dependencies come from dpkg-shlibdeps. The same sources give the same
# bytes: every date is that of the commit (or SOURCE_DATE_EPOCH), and nothing names the folder of the build.
#
# usage: Scripts/package.sh FOLDER-OF-PROGRAMS OUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
umask 022

export LC_ALL=C.UTF-8 TZ=UTC
number=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)
# Sources without a repository have the day of the version.
day=$(sed -n "s/^## \[$number\] - //p" CHANGELOG.md)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -d "$day" +%s)}
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$ID$VERSION_ID")
version=$number-1~$release
architecture=$(dpkg --print-architecture)
maintainer="The Beeline maintainers <beeline@example.com>"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/beeline
debug=$work/beeline-dbgsym
python=$work/python3-beeline
runtime=$work/libbeeline0
development=$work/libbeeline-dev
libraries=usr/lib/$(dpkg-architecture --query DEB_HOST_MULTIARCH)

# Gives a program a build id that follows from what is left of it when it is stripped. That of the linker also depends on the
# folder of the build, by hashes with which the compiler finds out what it need not compile again: they become zeros.
set_build_id() {
    local id=$work/id bare=$work/bare hashes
    objcopy --dump-section .note.gnu.build-id="$id" "$1" "$bare" ||
        { echo "$1 has no build id: build it with 'make build'" >&2; return 1; }
    hashes=$(readelf --section-headers --wide "$1" | awk '$2 == ".swift_modhash" || $3 == ".swift_modhash" {
        sub(/^ *\[ *[0-9]+\]/, ""); print $5 }')
    if [ -n "$hashes" ]; then
        head -c "$((16#$hashes))" /dev/zero >"$work/zeros"
        objcopy --update-section .swift_modhash="$work/zeros" "$1"
    fi
    # The note is a header of 16 bytes and 20 bytes of id.
    { head -c 16 "$id" && head -c 20 /dev/zero; } >"$id.zero"
    objcopy --update-section .note.gnu.build-id="$id.zero" "$1"
    strip --strip-all --remove-section=.comment --remove-section=.note.gnu.gold-version -o "$bare" "$1"
    { head -c 16 "$id" && sha1sum "$bare" | head -c 40 | tr a-f A-F | basenc --base16 --decode; } >"$id.new"
    objcopy --update-section .note.gnu.build-id="$id.new" "$1"
}

# Moves the debug information of a program to where debuggers look for it, by its build id.
strip_program() {
    local id
    set_build_id "$1"
    id=$(readelf -n "$1" | sed -n 's/.*Build ID: //p')
    local target=$debug/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
    mkdir -p "$(dirname "$target")"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$target"
    chmod 644 "$target"
    strip --strip-all --remove-section=.comment --remove-section=.note.gnu.gold-version "$1"
    echo "$id"
}

# Files and folders are not newer than the commit.
set_dates() {
    find "$1" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0r touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
}

# Makes the package of a folder, with the scripts that Packaging/debian has for it, and the list of its sums.
seal() { # NAME FOLDER [COMPRESSION]
    for script in postinst prerm postrm; do
        [ ! -e "Packaging/debian/$1.$script" ] || install -m 755 "Packaging/debian/$1.$script" "$2/DEBIAN/$script"
    done
    (cd "$2" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    set_dates "$2"
    dpkg-deb --root-owner-group "-Z${3:-xz}" --build "$2" "$out" >/dev/null
}

# What Debian's policy wants in the folder of documents.
put_documents() { # NAME FOLDER
    local doc=$2/usr/share/doc/$1
    mkdir -p "$doc"
    cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Beeline
Source: https://example.com/beeline

Files: *
Copyright: 2026 The Beeline maintainers
License: Apache-2.0
 On Debian systems the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
 .
 /usr/share/doc/beeline/Docs/Licences.md lists the licences of what is linked.
END
    gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
    printf 'beeline (%s) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
}

control() { # NAME ARCHITECTURE SECTION FOLDER; more lines follow on standard input
    mkdir -p "$4/DEBIAN"
    {
        cat <<END
Package: $1
Source: beeline
Version: $version
Architecture: $2
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$4/usr" | cut -f 1)
Section: $3
Priority: optional
Homepage: https://example.com/beeline
END
        cat
    } >"$4/DEBIAN/control"
}

echo "Packing version $version for $architecture"
rm -f "$out"/*beeline*
DESTDIR=$root PREFIX=/usr LIBDIR=/$libraries LIBEXECDIR=/usr/libexec Scripts/install-files.sh "$programs"
rm "$root/usr/share/beeline/installed-files" # dpkg has its own
built=("$root"/usr/bin/beeline "$root"/usr/libexec/beeline-{decode,draw})
if [ -e "$root/$libraries/libbeeline.so" ]; then
    mkdir -p "$runtime/$libraries" "$development/$libraries"
    mv "$root/$libraries"/libbeeline.so.* "$runtime/$libraries/"
    mv "$root/$libraries"/{libbeeline.so,pkgconfig} "$development/$libraries/"
    mv "$root/usr/include" "$development/usr/"
    rmdir "$root/$libraries"
    built+=("$(realpath "$runtime/$libraries/libbeeline.so.0")")
    chmod 644 "${built[3]}"
fi
ids=$(for program in "${built[@]}"; do strip_program "$program"; done)

put_documents beeline "$root"
ln -sf ../../common-licenses/Apache-2.0 "$root/usr/share/doc/beeline/LICENSE"
# Where Debian's users look for them.
ln -s Examples "$root/usr/share/doc/beeline/examples"
Scripts/check-links.py "$root/usr/share/doc/beeline" "$root/usr/share/man"
install -D -m 644 Packaging/lintian-overrides "$root/usr/share/lintian/overrides/beeline"

mkdir -p "$work/debian"
printf 'Source: beeline\n\nPackage: beeline\nArchitecture: any\n' >"$work/debian/control"
# The packages that programs or a library need.
dependencies() {
    (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}
depends=$(dependencies "$root"/usr/bin/beeline "$root"/usr/libexec/beeline-{decode,draw})
# The package of a library that is loaded, as this release names it.
package_of() {
    local path
    path=$(ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }')
    # dpkg knows some by /lib and some by /usr/lib, which are one folder.
    [ -z "$path" ] || dpkg-query -S "*/$(basename "$(readlink -f "$path")")" 2>/dev/null | sed 's/:.*//;q' || true
}
recommends="fonts-dejavu-core, poppler-utils, ffmpeg"
for library in libcurl.so.4 libmicrohttpd.so.12 libgnutls.so.30 libedit.so.2 libz.so.1 liblzma.so.5 libxkbcommon.so.0; do
    package=$(package_of "$library")
    [ -z "$package" ] || recommends+=", $package"
done
suggests="xdg-utils, wl-clipboard | xclip | xsel, libnotify-bin, graphviz"
for library in libmosquitto.so.1 libpq.so.5; do
    package=$(package_of "$library")
    [ -z "$package" ] || suggests+=", $package"
done

control beeline "$architecture" graphics "$root" <<END
Depends: $depends
Recommends: $recommends
Suggests: $suggests
Description: scan a barcode, get the right action
 Beeline reads barcodes in pictures, PDF files, cameras and from hand scanners,
 works out what they mean (books, products, GS1 labels, links, payments and
 some fifty kinds more), matches that against rules in JSON, and performs the
 actions that the rules name.
 .
 It has a page for browsers and telephones, an API for other programs, and
 draws codes and labels.
END
seal beeline "$root"

mkdir -p "$debug/usr/share/doc"
ln -s beeline "$debug/usr/share/doc/beeline-dbgsym"
control beeline-dbgsym "$architecture" debug "$debug" <<END
Depends: beeline (= $version)
Auto-Built-Package: debug-symbols
Build-Ids: $(echo "$ids" | paste -s -d ' ')
Description: debug symbols for beeline
END
# Most of it is compressed inside already.
seal beeline-dbgsym "$debug" gzip

modules=$python/usr/lib/python3/dist-packages
mkdir -p "$modules"
(cd Python/src && find beeline -name __pycache__ -prune -o -type f -exec install -D -m 644 {} "$modules/{}" \;)
python3 Scripts/python-metadata.py "$modules"
put_documents python3-beeline "$python"
install -m 644 Docs/Python.md "$python/usr/share/doc/python3-beeline/"
control python3-beeline all python "$python" <<END
Depends: beeline (>= $number), python3:any
Suggests: python3-numpy, python3-pandas, python3-pil
Description: scan barcodes from Python
 The Python package of Beeline: scans pictures, says what codes mean, draws
 codes, and maps columns of Spark. It keeps the command running beside the
 program, so that a damaged picture harms neither.
END
seal python3-beeline "$python"

if [ -e "$runtime" ]; then
    put_documents libbeeline0 "$runtime"
    control libbeeline0 "$architecture" libs "$runtime" <<END
Multi-Arch: same
Depends: $(dependencies "${built[3]}")
Description: say what scanned codes mean: library
 The library of Beeline for C and for languages that call C: what a code means,
 which rule matches it, and which actions that leads to. It reads no pictures;
 the package beeline does.
END
    echo "libbeeline 0 libbeeline0 (>= $number)" >"$runtime/DEBIAN/shlibs"
    echo "activate-noawait ldconfig" >"$runtime/DEBIAN/triggers"
    seal libbeeline0 "$runtime"

    put_documents libbeeline-dev "$development"
    control libbeeline-dev "$architecture" libdevel "$development" <<END
Multi-Arch: same
Depends: libbeeline0 (= $version)
Description: say what scanned codes mean: development files
 The header of libbeeline0, and what pkg-config says of it.
END
    seal libbeeline-dev "$development"
fi

shopt -s nullglob # there may be no library
lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$out"/{,python3-}beeline_*.deb "$out"/libbeeline*.deb
desktop-file-validate "$root"/usr/share/applications/*.desktop
appstreamcli validate --no-net --explain "$root"/usr/share/metainfo/*.xml

# The archive: the programs find each other by where they are. No package manager knows what they need, so a page says it.
archive=beeline-$number-linux-$architecture
mkdir "$work/$archive"
cp -a "$root/usr/." "$work/$archive/"
rm -r "$work/$archive/share/lintian"
names() { echo "$1" | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g' | xargs; }
cat >"$work/$archive/INSTALL.txt" <<END
Beeline $number, built on $release for $architecture

The programs run from this folder, wherever it is: bin/beeline. To have the command everywhere:

    ln -s "\$PWD/bin/beeline" ~/.local/bin/

They need libraries of the system, of the versions that $release has. As root:

    apt-get install $(names "$depends")

and for PDF files, cameras, the server, hand scanners and packed codes:

    apt-get install $(names "$recommends")
END
set_dates "$work/$archive"
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$archive" |
    gzip -9n >"$out/$archive.tar.gz"

ls -l "$out"
