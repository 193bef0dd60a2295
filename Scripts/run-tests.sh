#!/usr/bin/env bash
# Runs the tests that were built, in groups, and tells at the end what failed in any of them.
#
# Tests run all at once, on as many threads as there are cores: those that wait for programs and clocks would wait behind
# those that compute, and their time be over. So they run in groups, of which the last has all that stand in no other.
#
# A group that fails runs once more, for a machine that is busy with something else can still be too late: what fails in
# both runs has failed. What failed in one of them is told as well, for it may be a fault that shows itself seldom.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

groups=(
    '^Beeline(JSON|Symbols|Content|Rules|Images|Decoding|Drawing)Tests\.'
    '^Beeline(Actions|Plugins)Tests\.'
    '^Beeline(Files|SQLite|Processes)Tests\.'
    '^BeelineWorkersTests\.'
)

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM
failed=0

# Those that match some patterns, or none of them.
run() {
    try once "$@" || try twice "$@" || failed=1
}

try() {
    local log=$logs/$1
    shift
    swift test --disable-xctest --skip-build "$@" 2>&1 | tee -a "$log"
}

rest=()
for group in "${groups[@]}"; do
    run --filter "$group"
    rest+=(--skip "$group")
done
run "${rest[@]}"

# Some lines are of the test that failed, others of what was compared, or of a test that crashed.
failures() {
    grep -s -E -A 4 'recorded an issue|error:|Fatal error' "$1" | grep -v -E '^✔|started\.$' | head -n 100
}

if [ -e "$logs/twice" ]; then
    printf '\nWhat failed at first:\n%s\n' "$(failures "$logs/once")"
    again=$(failures "$logs/twice")
    printf '\nWhat failed again:\n%s\n' "${again:-nothing}"
fi
exit "$failed"
