#!/usr/bin/env bash
# Builds a package that depends on Beeline as Docs/Building.md describes it, in a bare Debian 12: a folder that debootstrap
# makes once (.build/bare, or what BEELINE_BARE names) and that is copied for each trial. Only the packages are installed that
# the page names for a dependent of `Beeline`, and what Swift itself needs. The toolchain and the sources are mounted.
#
# Where the folder cannot be made, the script says why, and that nothing was tried; that is not a failure.
#
# usage: Scripts/try-build.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

nothing="no dependent was built"
# shellcheck source=Scripts/bare-system.sh
. Scripts/bare-system.sh
suite=bookworm
folder=$(realpath -m "${BEELINE_BARE:-.build/bare}/$suite-swift")
# What swift.org names for its toolchain.
make_bare_system "$suite" "$folder" binutils,git,libc6-dev,libgcc-12-dev,libstdc++-12-dev,libedit2,libncurses6,libxml2,ca-certificates,tzdata
swift=$(dirname "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")")

trial=$folder/trial
rm -rf "$trial"
trap 'rm -rf "$trial"' EXIT
cp -a --reflink=auto "$folder/root" "$trial"
cp -L /etc/resolv.conf "$trial/etc/resolv.conf"
mkdir -p "$folder/archives" "$trial/opt/swift" "$trial/mnt/beeline"

# The sources as a clone has them: what the build made of them here stays out.
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --no-dereference -t "$trial/mnt/beeline"

# The mounts, and all processes, are gone with the process that made them.
# shellcheck disable=SC2016  # the inner shell expands these
unshare --mount --pid --fork bash -euc '
    trial=$1 archives=$2 swift=$3
    mount -t proc proc "$trial/proc"
    mount --bind "$archives" "$trial/var/cache/apt/archives"
    mount --bind "$swift" "$trial/opt/swift"
    mount -o remount,bind,ro "$trial/opt/swift"
    exec chroot "$trial" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
        bash /mnt/beeline/Scripts/try-build-inside.sh
' bash "$trial" "$folder/archives" "$swift"
