#!/usr/bin/env bash
# Runs the tests, or another command, on Debian 13, whose libraries are newer than those of Debian 12: libzxing 2.3
# instead of 1.4, and newer ones of libheif, expat, zint, poppler, curl and libmicrohttpd.
#
# Debian 13 is a folder that debootstrap makes once: .build/debian13, or what BEELINE_DEBIAN13 names. The toolchain and the
# sources are seen there for reading only, and what is built has its own .build. Where the folder cannot be made, the script
# says why, and that nothing was tried; that is not a failure.
#
# usage: Scripts/test-debian13.sh [COMMAND...]      (default: make test)
#        Scripts/test-debian13.sh make test ONLY=Decoding
#        Scripts/test-debian13.sh make package      (in .build/debian13/build/packages)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

nothing="nothing was tried on Debian 13"
# shellcheck source=Scripts/bare-system.sh
. Scripts/bare-system.sh
folder=$(realpath -m "${BEELINE_DEBIAN13:-.build/debian13}")
root=$folder/root
make_bare_system trixie "$folder"

# Not where `swift` is found: that may be a link, or a program that chooses among toolchains.
toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath" *: *"\(.*\)/lib/swift".*|\1|p' | head -n 1)
[ -x "$toolchain/bin/swift" ] || { echo "There is no toolchain where 'swift -print-target-info' says: $toolchain" >&2; exit 1; }
[ "$toolchain" != /usr ] || skip "the toolchain is in /usr with the rest of the system; it has to have a folder of its own."

mkdir -p .build "$folder/build" "$root/beeline" "$root$toolchain"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
(($# > 0)) || set -- make test
# The system in the folder has no Git.
BEELINE_COMMIT=$(git describe --always --dirty 2>/dev/null || true)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || true)
export BEELINE_COMMIT SOURCE_DATE_EPOCH

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
        CI="${CI:-}" BEELINE_COMMIT="$BEELINE_COMMIT" SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" sh -euc "
            cd /beeline
            Scripts/install-dependencies.sh build
            exec \"\$@\"" sh "$@"
' bash "$root" "$folder/build" "$toolchain" "$@"
