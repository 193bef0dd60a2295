#!/usr/bin/env bash
# Builds the package in Examples/ as any package that depends on Beeline is built, runs its programs, and compares what each
# prints with its output.txt. Each gets the words of its arguments.txt, where {folder} is a folder to write into, and
# input.txt.
#
# The sources become a repository with the tag of the version, and the package gets the dependency that Docs/Building.md
# shows. So a manifest that SwiftPM refuses in a dependency, and a file that is missing in the repository, are found.
#
# usage: Scripts/run-examples.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Beside the other builds, so that neither makes the other build again.
folder=$PWD/.build/examples
build=$folder/build
mkdir -p "$folder/package"

repository=$folder/beeline.git
number=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/beeline/Version.swift)
git init --quiet --bare "$repository"
snapshot() { GIT_DIR=$repository GIT_WORK_TREE=$PWD GIT_INDEX_FILE=$folder/index git "$@"; }
snapshot add --all
# One more bundled rule file, of which nothing else knows, must be in the programs.
added=$(snapshot hash-object -w --stdin <<'FILE'
{
  "version": 1,
  "kinds": [{ "kind": "added", "when": { "kind": "text", "text": { "prefix": "ADDED-" } } }],
  "rules": [{ "id": "added.show", "when": { "kind": "added" }, "do": [{ "action": "emit", "fields": { "text": "{text}" } }] }]
}
FILE
)
snapshot update-index --add --cacheinfo "100644,$added,Rules/added.json"
commit=$(snapshot -c user.name=- -c user.email=- commit-tree -m "Version $number" "$(snapshot write-tree)")
snapshot tag --force "$number" "$commit" >/dev/null

dependency=$(sed -n 's/^    *\(\.package(url: "https:.*beeline\.git".*)\),*$/\1/p' Docs/Building.md | head -n 1)
url=$(echo "$dependency" | sed 's/.*url: "\([^"]*\)".*/\1/')
cp -a Examples/. "$folder/package/"
sed "s|\.package(name: \"beeline\", path: \"\.\.\")|$dependency|" Examples/Package.swift >"$folder/package/Package.swift"
grep -q "url: \"$url\"" "$folder/package/Package.swift" || { echo "Examples/Package.swift no longer has the path '..'" >&2; exit 1; }

# What SwiftPM remembers of the tag would be that of an earlier run.
rm -rf "$folder/package/Package.resolved" "$folder/settings" "$build/repositories" "$build/workspace-state.json"
options=(--package-path "$folder/package" --scratch-path "$build" --config-path "$folder/settings/config"
    --security-path "$folder/settings/security" --cache-path "$folder/settings/cache")
# The settings of development are not those of a dependent.
unset "${!BEELINE_@}"
swift package "${options[@]}" config set-mirror --original "$url" --mirror "file://$repository"
swift build "${options[@]}"
status=0
grep -q "bundled:added" "$build/debug/OwnRules" || { echo "Rules/added.json is not among the bundled rules" >&2; status=1; }
rm -rf "$folder/written" && mkdir "$folder/written"
written=$folder/written
for expected in Examples/*/output.txt; do
    folder=$(dirname "$expected")
    arguments=() input=/dev/null
    if [ -f "$folder/arguments.txt" ]; then read -ra arguments < <(sed "s|{folder}|$written|" "$folder/arguments.txt"); fi
    if [ -f "$folder/input.txt" ]; then input=$folder/input.txt; fi
    if "$build/debug/$(basename "$folder")" "${arguments[@]}" <"$input" | diff --label "$expected" --label "what it prints" -u "$expected" -; then
        echo "$folder: as expected"
    else
        status=1
    fi
done
exit "$status"
