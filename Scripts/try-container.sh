#!/usr/bin/env bash
# Builds the image of Packaging/Containerfile with buildah, on a bare system of the release that the packages are for, and asks the
# server in it. It says so and tries nothing where buildah is missing, or no bare system can be made.
#
# usage: Scripts/try-container.sh [FOLDER-OF-PACKAGES]      (default: .build/packages)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=$(realpath "${1:-.build/packages}")
command -v buildah >/dev/null || { echo "Skipped: the container was not tried: buildah is not installed."; exit 0; }
nothing="the container was not tried"
# shellcheck source=Scripts/bare-system.sh
. Scripts/bare-system.sh
[[ $(dpkg-deb --field "$(ls "$packages"/beeline_*.deb)" Version) == *~debian12 ]] || skip "the packages are not for Debian 12."
folder=$(realpath -m "${BEELINE_BARE:-.build/bare}/bookworm")
make_bare_system bookworm "$folder" man-db,bash-completion

work=$(mktemp -d)
# Without a daemon, without layers in a folder of the system, and without namespaces, which a container cannot always make.
build() { buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" "$@"; }
end() {
    build umount --all >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap end EXIT
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    [ ! -s "$work/log" ] || cat "$work/log" >&2
    exit 1
}

base=$(build from scratch)
cp -a --reflink=auto "$folder/root/." "$(build mount "$base")/"
cp -L /etc/resolv.conf "$(build mount "$base")/etc/resolv.conf"
build umount "$base" >/dev/null
build commit --quiet "$base" localhost/base >/dev/null
build rm "$base" >/dev/null

build build --isolation chroot --network host --build-arg BASE=localhost/base --build-arg "http_proxy=${http_proxy:-}" \
    --tag beeline --file Packaging/Containerfile "$packages" >"$work/log" 2>&1 || fail "the image cannot be built"
container=$(build from localhost/beeline)
inside() { build run --isolation chroot "$container" -- "$@"; }

[ "$(inside id -un)" = beeline ] || fail "the server does not run as the user beeline"
! inside touch /usr/bin/new 2>/dev/null || fail "its user can write beside the programs"
# Not below its home, which is a volume that the test does not see. The path of a socket has at most 107 characters.
ln -s "$(build mount "$container")" "$work/root"
socket=$work/root/tmp/test.sock
build run --isolation chroot "$container" -- /usr/bin/beeline serve --listen unix:/tmp/test.sock \
    --host localhost --for 60s >"$work/log" 2>&1 &
server=$!
until [ -S "$socket" ]; do
    kill -0 "$server" 2>/dev/null || fail "the server ended"
    sleep 0.1
done
curl --silent --fail --max-time 30 --unix-socket "$socket" http://localhost/healthz | grep -q ok || fail "it is not healthy"
token=$(inside /usr/bin/beeline serve tokens add trial 2>/dev/null)
curl --silent --fail --max-time 30 --unix-socket "$socket" http://localhost/v1/scan --header "Authorization: Bearer $token" \
    --header 'Content-Type: image/jpeg' --data-binary @Examples/book.jpg | grep -q '"isbn13":"9780306406157"' ||
    fail "it does not read the picture of a book"
kill "$server" 2>/dev/null || true
wait "$server" 2>/dev/null || true
echo "The container passed: it runs the server as the user beeline."
