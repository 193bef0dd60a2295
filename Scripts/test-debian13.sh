#!/usr/bin/env bash
# Runs the tests, or another command, on Debian 13, whose libraries are newer than those of Debian 12: libzxing 2.3 in place
# of 1.4, and newer ones of libheif, expat, zint, poppler, curl and libmicrohttpd.
#
# Debian 13 is a folder that debootstrap makes once: .build/debian13, or what BEELINE_DEBIAN13 names. The toolchain and the
# sources are seen there for reading only, and what is built has its own .build. Where the folder cannot be made, the script
# says why, and that nothing was tried; that is no failure.
#
# usage: Scripts/test-debian13.sh [COMMAND...]      (default: make test)
#        Scripts/test-debian13.sh make test ONLY=Decoding
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

suite=trixie
folder=$(realpath -m "${BEELINE_DEBIAN13:-.build/debian13}")
root=$folder/root

skip() {
    echo "Skipped: nothing was tried on Debian 13: $1"
    exit 0
}

# debootstrap and chroot are not on the PATH of everyone.
PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" -eq 0 ] || skip "only root can make a system in a folder and change into it."
unshare --mount true 2>/dev/null || skip "this machine, a container perhaps, lets nobody mount folders."

if [ ! -e "$root" ]; then
    command -v debootstrap >/dev/null || skip "there is no debootstrap; Debian and Fedora have a package of that name."
    rm -rf "$folder/new"
    mkdir -p "$folder/new"
    echo "Making $root"
    if ! debootstrap --variant=minbase "$suite" "$folder/new" >"$folder/debootstrap.log" 2>&1; then
        tail -n 5 "$folder/debootstrap.log"
        skip "debootstrap failed; $folder/debootstrap.log says why."
    fi
    mv "$folder/new" "$root"
fi

# Not where `swift` is found: that may be a link, or a program that chooses among toolchains.
toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath" *: *"\(.*\)/lib/swift".*|\1|p' | head -n 1)
[ -x "$toolchain/bin/swift" ] || { echo "There is no toolchain where 'swift -print-target-info' says: $toolchain" >&2; exit 1; }
[ "$toolchain" != /usr ] || skip "the toolchain is in /usr with the rest of the system; it has to have a folder of its own."

mkdir -p "$folder/build" "$root/beeline" "$root$toolchain"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
(($# > 0)) || set -- make test

# The mounts are gone with the process that made them.
# shellcheck disable=SC2016  # the inner shells expand these
exec unshare --mount bash -euc '
    root=$1 build=$2 toolchain=$3
    shift 3
    mount --bind "$toolchain" "$root$toolchain"
    mount --bind . "$root/beeline"
    mount --bind "$build" "$root/beeline/.build"
    mount -o remount,bind,ro "$root$toolchain"
    mount -o remount,bind,ro "$root/beeline"
    for kernel in proc sys dev; do mount --rbind "/$kernel" "$root/$kernel"; done
    exec chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH="$toolchain/bin:/usr/sbin:/usr/bin" \
        CI="${CI:-}" http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" sh -euc "
            cd /beeline
            Scripts/install-dependencies.sh test
            exec \"\$@\"" sh "$@"
' bash "$root" "$folder/build" "$toolchain" "$@"
