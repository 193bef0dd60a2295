#!/usr/bin/env bash
# Builds the tests and runs them: all of them, or those of the named modules. Every group runs, and what failed in any of
# them is repeated at the end. A test that fails is not run again.
#
# Swift Testing runs the tests of one process on as many threads as there are cores. Tests that compute would keep those
# threads from tests that wait for programs, so each of these groups is a process of its own.
#
# The Python package comes last but one (Scripts/test-python.sh), and last the page of the server, in a browser
# (Scripts/test-browser.sh): their modules are Python and Browser.
#
# usage: Scripts/run-tests.sh [MODULE...]     such as: Scripts/run-tests.sh Rules
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

groups=(
    '^Beeline(Symbols|Content|Rules|Decoding|Drawing)Tests\.'
    '^Beeline(Actions|Plugins)Tests\.'
    '^BeelineSupportTests\.'
    '^BeelineWorkersTests\.'
    '^BeelineLiveTests\.'
    '^BeelineServerTests\.'
)

# BeelineRulesTests is of the module Rules, BeelineTests of Beeline, DocumentationTests of Documentation.
declare -A folders
for folder in Tests/*Tests; do
    name=${folder#Tests/}
    module=${name%Tests}
    [ "$module" = Beeline ] || module=${module#Beeline}
    folders[$module]=$name
done
folders[Browser]=Browser
folders[Python]=Python
for module in "$@"; do
    if [ -z "${folders[$module]:-}" ]; then
        echo "There are no tests of '$module'. Modules: $(printf '%s\n' "${!folders[@]}" | sort | paste -s -d ' ')" >&2
        exit 2
    fi
done

swift build --build-tests --explicit-target-dependency-import-check error || exit 1

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM
failed=0

run() {
    swift test --disable-xctest --skip-build "$@" 2>&1 | tee -a "$log" || failed=1
}

python() {
    Scripts/test-python.sh .build/debug/beeline 2>&1 | tee -a "$log" || failed=1
}

browse() {
    Scripts/test-browser.sh .build/debug/beeline 2>&1 | tee -a "$log" || failed=1
}

if (($# > 0)); then
    filters=()
    for module in "$@"; do
        [[ $module == @(Browser|Python) ]] || filters+=(--filter "^${folders[$module]}\\.")
    done
    ((${#filters[@]} == 0)) || run "${filters[@]}"
    for module in "$@"; do
        [ "$module" != Python ] || python
        [ "$module" != Browser ] || browse
    done
else
    rest=()
    for group in "${groups[@]}"; do
        run --filter "$group"
        rest+=(--skip "$group")
    done
    run "${rest[@]}"
    python
    browse
fi

# A failure is a line of the test, a line of what was compared, or a line of a crash.
if ((failed)); then
    printf '\nWhat failed:\n'
    grep -E -A 4 'recorded an issue|error:|Fatal error|^FAILED' "$log" | grep -v -E '^✔|started\.$' | head -n 100
fi
exit "$failed"
