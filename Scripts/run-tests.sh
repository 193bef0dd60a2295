#!/usr/bin/env bash
# Builds the tests and runs them: all of them, or those of the named modules. Every group runs, and what failed in any of
# them is repeated at the end. A test that fails is not run again, but for those of the browser (Tests/Browser/run.py).
#
# Swift Testing runs the tests of one process on as many threads as there are cores. Tests that compute would keep those
# threads from tests that wait for programs, so each of these groups is a process of its own.
#
# Beside those that compute run all others, which mostly wait, and the tests of the Python package (Scripts/test-python.sh) with
# those of the page of the server in a browser (Scripts/test-browser.sh): their modules are Python and Browser. What these
# print comes last.
#
# usage: Scripts/run-tests.sh [--build | MODULE...]     such as: Scripts/run-tests.sh Rules; --build runs none
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

computing=(
    '^BeelineCommandTests\.'
    '^Beeline(Symbols|Content|Rules|Decoding|Drawing)Tests\.'
)
waiting=(
    '^Beeline(Actions|Plugins)Tests\.'
    '^BeelineSupportTests\.'
    '^BeelineWorkersTests\.'
    '^BeelineLiveTests\.'
    '^BeelineServerTests\.'
)

only_build=0
if [ "${1:-}" = --build ]; then only_build=1; shift; fi

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

# Only the tests that are run are built; `swift test` reads the same manifest.
if (($# > 0)); then
    BEELINE_TESTS=
    for module in "$@"; do BEELINE_TESTS+="${folders[$module]} "; done
    export BEELINE_TESTS
fi

# No debug information: nothing here reads it. The index stays: SwiftPM searches it for tests of XCTest, and fails without it.
swift build --build-tests --explicit-target-dependency-import-check error -debug-info-format none || exit 1
((only_build == 0)) || exit 0

folder=$(mktemp -d)
# Each job that runs beside the others is a process group: first its shell ends, which would start the next group.
trap 'for job in $(jobs -p); do kill "$job"; kill -INT -- "-$job"; done 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0

# Several groups run at once, so SwiftPM does not lock .build; nothing builds any more.
run() {
    swift test --disable-xctest --skip-build --ignore-lock "$@" 2>&1
}

python() {
    Scripts/test-python.sh .build/debug/beeline 2>&1
}

browse() {
    Scripts/test-browser.sh .build/debug/beeline 2>&1
}

# Runs a command, and keeps what it prints as well.
log() {
    "$@" | tee -a "$folder/computing" || failed=1
}

run_waiting() {
    local failed=0 rest=() group
    for group in "${waiting[@]}"; do run --filter "$group" || failed=1; done
    for group in "${computing[@]}" "${waiting[@]}"; do rest+=(--skip "$group"); done
    run "${rest[@]}" || failed=1
    return "$failed"
}

run_scripts() {
    local failed=0
    python || failed=1
    browse || failed=1
    return "$failed"
}

if (($# > 0)); then
    filters=()
    for module in "$@"; do
        [[ $module == @(Browser|Python) ]] || filters+=(--filter "^${folders[$module]}\\.")
    done
    ((${#filters[@]} == 0)) || log run "${filters[@]}"
    for module in "$@"; do
        [ "$module" != Python ] || log python
        [ "$module" != Browser ] || log browse
    done
else
    # Without job control they would ignore SIGINT, which some tests send, and outlive it.
    set -m
    run_waiting >"$folder/waiting" </dev/null &
    waiting_job=$!
    run_scripts >"$folder/scripts" </dev/null &
    scripts_job=$!
    set +m
    for group in "${computing[@]}"; do log run --filter "$group"; done
    wait "$waiting_job" || failed=1
    cat "$folder/waiting"
    wait "$scripts_job" || failed=1
    cat "$folder/scripts"
fi

# A failure is a line of the test, a line of what was compared, or a line of a crash.
if ((failed)); then
    printf '\nWhat failed:\n'
    cat "$folder"/* | grep -E -A 4 'recorded an issue|error:|Fatal error|^FAILED' | grep -v -E '^✔|started\.$' |
        head -n 100
fi
exit "$failed"
