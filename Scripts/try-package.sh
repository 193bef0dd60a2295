#!/usr/bin/env bash
# Tries the packages and the archive of `make package` as a user would, in a bare system of the release that they are for: a
# folder that debootstrap makes once (.build/bare, or what BEELINE_BARE names) and that is copied for each trial. Prints what
# was typed and answered, and fails when an answer is wrong, or when something is left after `apt-get purge`.
#
# Where the folder cannot be made, the script says why, and that nothing was tried; that is not a failure. In CI, FFmpeg
# is left out: its 200 packages take longer than the rest.
#
# usage: Scripts/try-package.sh [FOLDER-OF-PACKAGES]      (default: .build/packages)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=$(realpath "${1:-.build/packages}")
number=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)
package=$(ls "$packages/beeline_$number-1~"*.deb) || { echo "No package of version $number: run 'make package'." >&2; exit 1; }
release=$(dpkg-deb --field "$package" Version)
release=${release##*~}

nothing="the packages of $release were not tried"
# shellcheck source=Scripts/bare-system.sh
. Scripts/bare-system.sh
case $release in
debian12) suite=bookworm ;;
debian13) suite=trixie ;;
ubuntu24.04) suite=noble ;;
*) skip "this script does not know the release $release." ;;
esac
folder=$(realpath -m "${BEELINE_BARE:-.build/bare}/$suite")
# A user's system has manual pages and completions; the smallest one that debootstrap makes does not.
make_bare_system "$suite" "$folder" man-db,bash-completion

trial=$folder/trial
rm -rf "$trial"
trap 'rm -rf "$trial"' EXIT
cp -a --reflink=auto "$folder/root" "$trial"
cp -L /etc/resolv.conf "$trial/etc/resolv.conf"
mkdir -p "$folder/archives" "$trial/mnt/packages" "$trial/mnt/scripts"

# The mounts, and all processes, are gone with the process that made them.
# shellcheck disable=SC2016  # the inner shell expands these
unshare --mount --pid --fork bash -euc '
    trial=$1 archives=$2 packages=$3
    mount -t proc proc "$trial/proc"
    mount --bind "$archives" "$trial/var/cache/apt/archives"
    for folder in packages scripts; do
        mount --bind "${!folder:-Scripts}" "$trial/mnt/$folder"
        mount -o remount,bind,ro "$trial/mnt/$folder"
    done
    exec chroot "$trial" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin CI="$4" \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
        bash /mnt/scripts/try-package-inside.sh
' bash "$trial" "$folder/archives" "$packages" "${CI:-}"
