#!/usr/bin/env bash
# What Scripts/try-build.sh does inside of the bare system, as its root: nothing for you to start.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

fail() {
    printf '\nFAILED: %s\n' "$*" >&2
    exit 1
}

# Shows a command, and what it prints when it fails.
step() {
    printf '\n$ %s\n' "$1"
    local start=$SECONDS
    bash -c "$1" >/tmp/log 2>&1 || { grep -E 'error|warning' /tmp/log | head -n 20; tail -n 5 /tmp/log; fail "'$1' failed"; }
    echo "($((SECONDS - start)) s)"
}

# Runs the program, which must print a text.
says() {
    step "$1"
    grep -qxF -- "$2" /tmp/log || { tail -n 5 /tmp/log; fail "'$1' did not print '$2'"; }
}

# The disk of a trial may lose everything.
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/trial
apt-get -q -o APT::Update::Error-Mode=any update >/tmp/log 2>&1 || {
    cat /tmp/log
    echo "Skipped: nothing was tried: the archive of packages cannot be reached from the bare system."
    exit 0
}

# The command of the page, with its two lines joined.
packages=$(sed -n '/sudo apt-get install pkg-config/,/[^\\]$/p' /mnt/beeline/Docs/Building.md | tr -d '\\\n' | sed 's/.*apt-get install//')
[ -n "$packages" ] || fail "Docs/Building.md names no packages for a dependent of Beeline"
step "apt-get -q install -y --no-install-recommends $packages"

mkdir -p /root/shelf/Sources/Shelf && cd /root/shelf
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Shelf", dependencies: [.package(path: "/mnt/beeline")],
    targets: [.executableTarget(name: "Shelf", dependencies: [.product(name: "Beeline", package: "beeline")])])
SWIFT
write() {
    cat >Sources/Shelf/main.swift <<SWIFT
import Beeline

print("$1", Desk.kind)

extension Desk {
    static var kind: String {
        (try? Desk(rules: .bundled, history: nil).resolve(Symbol(.ean13, "9784873119045")).content.kind.rawValue) ?? "none"
    }
}
SWIFT
}

# Built and run by turns, with and without the name of the product, and changed each time.
write first
step 'swift build'
step 'swift build'
says 'swift run Shelf' 'first isbn'
write second
step 'swift build'
says '.build/debug/Shelf' 'second isbn'
write third
says 'swift run' 'third isbn'
write fourth
step 'swift build'
says '.build/debug/Shelf' 'fourth isbn'
echo 'let added = 1' >Sources/Shelf/Added.swift
says 'swift run Shelf' 'fourth isbn'
step 'touch Package.swift && swift build'
write fifth
step 'swift build --product Shelf'
says '.build/debug/Shelf' 'fifth isbn'
! find .build/debug/ -maxdepth 1 -name 'beeline*' -type f -perm -u+x | grep . || fail "programs of Beeline were built"
printf '\nThe dependent was built and ran.\n'
