#!/usr/bin/env bash
# Makes packages of what `make build` has built: .deb files for the release of Debian or Ubuntu that this machine has, one
# with the programs and one with their debug information, and an archive whose programs run from any folder.
#
# Dependencies come from dpkg-shlibdeps; what is loaded when it is first needed is recommended. The same sources give the same
# bytes: every date is that of the commit (or SOURCE_DATE_EPOCH), and nothing names the folder of the build.
#
# usage: Scripts/package.sh FOLDER-OF-PROGRAMS OUT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
umask 022

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
number=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$ID$VERSION_ID")
version=$number-1~$release
architecture=$(dpkg --print-architecture)
maintainer="The Beeline maintainers <beeline@example.com>"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/beeline
debug=$work/beeline-dbgsym

# Moves the debug information of a program to where debuggers look for it, by its build id.
strip_program() {
    local id
    id=$(readelf -n "$1" | sed -n 's/.*Build ID: //p')
    [ -n "$id" ] || { echo "$1 has no build id: build it with 'make build'" >&2; return 1; }
    local target=$debug/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
    mkdir -p "$(dirname "$target")"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$target"
    chmod 644 "$target"
    strip --strip-all --remove-section=.comment --remove-section=.note.gnu.gold-version "$1"
    echo "$id"
}

# Files and folders get the date of the commit, and the list of their sums.
seal() {
    (cd "$1" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    find "$1" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0r touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
    dpkg-deb --root-owner-group -Zxz --build "$1" "$out" >/dev/null
}

echo "Packing version $version for $architecture"
DESTDIR=$root PREFIX=/usr LIBEXECDIR=/usr/libexec Scripts/install-files.sh "$programs"
rm "$root/usr/share/beeline/installed-files" # dpkg has its own
ids=$(for program in bin/beeline libexec/beeline-decode libexec/beeline-draw; do strip_program "$root/usr/$program"; done)

# What Debian's policy wants in the folder of documents.
doc=$root/usr/share/doc/beeline
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
gzip -9nc "$doc/CHANGELOG.md" >"$doc/changelog.gz"
rm "$doc/CHANGELOG.md"
install -D -m 644 Packaging/lintian-overrides "$root/usr/share/lintian/overrides/beeline"
printf 'beeline (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"

mkdir -p "$work/debian" "$root/DEBIAN"
printf 'Source: beeline\n\nPackage: beeline\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "$root"/usr/bin/beeline "$root"/usr/libexec/beeline-d{ecode,raw} 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
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
suggests="xdg-utils, wl-clipboard | xclip | xsel, libnotify-bin"
package=$(package_of libmosquitto.so.1)
[ -z "$package" ] || suggests+=", $package"

control() { # NAME SECTION FOLDER
    cat <<END
Package: $1
Source: beeline
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$3/usr" | cut -f 1)
Section: $2
Priority: optional
Homepage: https://example.com/beeline
END
}
{
    control beeline graphics "$root"
    cat <<END
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
} >"$root/DEBIAN/control"
seal "$root"

mkdir -p "$debug/DEBIAN" "$debug/usr/share/doc"
ln -s beeline "$debug/usr/share/doc/beeline-dbgsym"
{
    control beeline-dbgsym debug "$debug"
    cat <<END
Depends: beeline (= $version)
Auto-Built-Package: debug-symbols
Build-Ids: $(echo "$ids" | paste -s -d ' ')
Description: debug symbols for beeline
END
} >"$debug/DEBIAN/control"
seal "$debug"

# The archive: the programs find each other by where they are.
archive=beeline-$number-linux-$architecture
mkdir "$work/$archive"
cp -a "$root/usr/." "$work/$archive/"
find "$work/$archive" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0r touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$archive" |
    gzip -9n >"$out/$archive.tar.gz"

(cd "$out" && ls -l ./*"$version"*.deb "$archive.tar.gz")
