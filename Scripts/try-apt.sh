#!/usr/bin/env bash
# Makes a repository of the packages with a key of its own, has this machine's apt-get read it over loopback without root, and
# checks that apt-get refuses it when a list or a package was changed, and when another key has signed it.
#
# usage: Scripts/try-apt.sh [FOLDER-OF-PACKAGES]      (default: .build/packages)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v apt-get >/dev/null || { echo "Skipped: the repository was not tried: this system has no apt-get."; exit 0; }
packages=$(realpath "${1:-.build/packages}")
work=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    gpgconf --kill gpg-agent >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap end EXIT
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
for name in maintainer stranger; do
    gpg --batch --quiet --passphrase '' --quick-generate-key "$name@example.com" default sign 1d 2>/dev/null
done

# What is missing is said, and nothing is written.
! KEY='' Scripts/make-apt.sh "$packages" "$work/none" 2>"$work/log" || fail "it signs without a key"
grep -q '^KEY is not set' "$work/log" || fail "a missing key is not named: $(cat "$work/log")"
! KEY=nobody@example.com Scripts/make-apt.sh "$packages" "$work/none" 2>"$work/log" || fail "it signs with a key that is not there"
! KEY=maintainer@example.com Scripts/make-apt.sh "$GNUPGHOME" "$work/none" 2>"$work/log" || fail "it makes a repository of nothing"
[ ! -e "$work/none" ] || fail "a run that failed has written"

KEY=maintainer@example.com Scripts/make-apt.sh "$packages" "$work/apt"
KEY=maintainer@example.com Scripts/make-apt.sh "$packages" "$work/apt" >/dev/null # a second time changes no package
suite=$(ls "$work/apt/dists")

python3 -u - "$work/apt" >"$work/port" <<'END' &
import functools, http.server, sys

class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

class Server(http.server.ThreadingHTTPServer):
    # apt ends a connection when a file is not what the list says.
    def handle_error(self, *_):
        pass

server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
print(server.server_port)
server.serve_forever()
END
server=$!
until [ -s "$work/port" ]; do
    kill -0 "$server" || fail "the web server did not start"
    sleep 0.1
done
address=http://127.0.0.1:$(cat "$work/port")

# An apt of its own: its lists, its caches, its only source.
apt() { # KEY-FILE COMMAND...
    local key=$1
    shift
    mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/etc"
    echo "deb [signed-by=$key] $address $suite main" >"$work/etc/sources.list"
    (cd "$work" && http_proxy='' apt-get -q -o Dir::State="$work/state" -o Dir::State::Lists="$work/state/lists" \
        -o Dir::Cache="$work/cache" -o Dir::Etc::SourceList="$work/etc/sources.list" -o Dir::Etc::SourceParts=- \
        -o APT::Sandbox::User=root -o APT::Update::Error-Mode=any -o Acquire::http::Proxy=DIRECT "$@") >"$work/log" 2>&1
}
renew() { rm -rf "$work/state" "$work/cache"; }

apt "$work/apt/beeline.asc" update || { cat "$work/log" >&2; fail "apt-get update does not take the repository"; }
apt "$work/apt/beeline.asc" download beeline python3-beeline || { cat "$work/log" >&2; fail "apt-get download finds no package"; }
cmp "$work"/beeline_*.deb "$packages"/beeline_*_*.deb || fail "the package that was downloaded is another one"

gpg --batch --armor --export stranger@example.com >"$work/stranger.asc"
renew
! apt "$work/stranger.asc" update || fail "apt-get takes the list of another key"
sed -i '0,/^Version: /s//Version: 9/' "$work/apt/dists/$suite"/main/binary-*/Packages
rm -f "$work/apt/dists/$suite"/main/binary-*/Packages.gz
renew
! apt "$work/apt/beeline.asc" update || fail "apt-get takes a list that was changed"
KEY=maintainer@example.com Scripts/make-apt.sh "$packages" "$work/apt" >/dev/null
printf x >>"$(find "$work/apt/pool" -name 'beeline_*.deb')"
renew
rm -f "$work"/beeline_*.deb
apt "$work/apt/beeline.asc" update || fail "apt-get update does not take the repository again"
! apt "$work/apt/beeline.asc" download beeline || fail "apt-get takes a package that was changed"
! KEY=maintainer@example.com Scripts/make-apt.sh "$packages" "$work/apt" 2>/dev/null || fail "a package is changed under its name"
echo "The repository passed: apt-get takes what the key has signed, and nothing else."
