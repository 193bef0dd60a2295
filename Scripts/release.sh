#!/usr/bin/env bash
# Makes a release: sets the version, dates its entry of the change log, commits and tags that, builds the packages twice, compares
# their bytes, and writes them with their checksums into .build/releases/VERSION. All of it happens in a copy of the repository; the
# commit and the tag come here at the end, so that a release that fails leaves nothing behind. Nothing is published.
#
# usage: Scripts/release.sh [--dry-run] VERSION      --dry-run shows the commit, and builds nothing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

is_dry=
[ "${1:-}" != --dry-run ] || { is_dry=1 && shift; }
version=${1:-}
[[ $# -eq 1 && $version =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$ ]] || fail "usage: Scripts/release.sh [--dry-run] VERSION, as 1.2.3"
now=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)
[ "$(printf '%s\n%s\n' "$now" "$version" | sort -V | tail -n 1)" = "$version" ] && [ "$now" != "$version" ] ||
    fail "$version is not newer than $now"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed: git status lists them"
branch=$(git symbolic-ref --quiet --short HEAD) || fail "no branch is checked out"
! git rev-parse --quiet --verify "refs/tags/$version" >/dev/null || fail "the tag $version exists"

copy=$PWD/.build/releases/copy
out=$PWD/.build/releases/$version
rm -rf "$copy"
trap 'rm -rf "$copy"' EXIT
git clone --quiet --branch "$branch" . "$copy"
for setting in user.name user.email; do git -C "$copy" config "$setting" "$(git config "$setting")"; done

# Every place that says the version; a file without it is an error.
python3 - "$copy" "$now" "$version" <<'END'
import datetime, pathlib, re, sys

root, now, version = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
today = datetime.date.today()
day = f"{today:%B} {today.day}, {today.year}"
minor = version.rpartition(".")[0] + ".0"

def change(path, pattern, text):
    file = root / path
    changed, count = re.subn(pattern, text, file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if count == 0:
        sys.exit(f"{path} has nothing like {pattern}")
    file.write_text(changed, encoding="utf-8")

def entry(match):
    if not match[1].strip():
        sys.exit("CHANGELOG.md has nothing under [Unreleased]")
    return f"## [Unreleased]\n\n## [{version}] - {today}\n{match[1]}"

change("CHANGELOG.md", r"^## \[Unreleased\]\n((?:(?!^## ).*\n)*)", entry)
change("Sources/Commands/beeline/Version.swift", r'(static let number = )".*"', rf'\1"{version}"')
change("Sources/Commands/beeline/Version.swift", r'(static let date = )".*"', rf'\1"{day}"')
change("Sources/C/CBeeline/beeline.h", r'(#define BEELINE_VERSION )".*"', rf'\1"{version}"')
change("Sources/Plugins/HTTP/WebClient.swift", r'"Beeline/[0-9.]+ ', f'"Beeline/{version} ')
change("Python/src/beeline/_program.py", r'^(__version__ = )".*"', rf'\1"{version}"')
for page in ("README.md", "Docs/Building.md"):
    change(page, r'(\.upToNextMinor\(from: )"[0-9.]+"', rf'\1"{minor}"')
END
git -C "$copy" commit --quiet --all --message "Release $version"
git -C "$copy" tag --annotate --message "Beeline $version" "$version"
git -C "$copy" show --stat --format='%h %s' HEAD
if [ -n "$is_dry" ]; then
    git -C "$copy" show --format= HEAD
    exit 0
fi

make -C "$copy" reproduce
rm -rf "$out"
mkdir -p "$out"
cp "$copy"/.build/reproduce/one/.build/packages/* "$out/"
(cd "$out" && sha256sum -- * >SHA256SUMS)
git fetch --quiet "$copy" "refs/tags/$version:refs/tags/$version"
git merge --quiet --ff-only "$version" || { git tag --delete "$version" >/dev/null && fail "$branch has changed meanwhile; begin again"; }
printf '%s is in %s. To publish it:\n\n    git push origin %s %s\n    make apt KEY=FINGERPRINT\n' "$version" "$out" "$branch" "$version"
