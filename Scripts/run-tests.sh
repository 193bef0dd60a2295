#!/usr/bin/env bash
# Runs the tests that were built, in groups, and tells at the end what failed in any of them.
#
# Tests run all at once, on as many threads as there are cores: those that wait for programs and clocks would wait behind
# those that compute, and their time be over. So they run in groups, of which the last has all that stand in no other.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

groups=(
    '^Beeline(JSON|Symbols|Content|Rules|Images|Decoding|Drawing)Tests\.'
    '^BeelineActionsTests\.'
    '^Beeline(Files|SQLite|Processes)Tests\.'
    '^BeelineWorkersTests\.'
)

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM
failed=0

# Those that match some patterns, or none of them.
run() {
    swift test --disable-xctest --skip-build "$@" 2>&1 | tee -a "$log" || failed=1
}

rest=()
for group in "${groups[@]}"; do
    run --filter "$group"
    rest+=(--skip "$group")
done
run "${rest[@]}"

if [ "$failed" != 0 ]; then
    printf '\nWhat failed:\n'
    # Some lines are of the test that failed, others of what was compared, or of a test that crashed.
    grep -E -A 4 'recorded an issue|error:|Fatal error' "$log" | grep -v -E '^✔|started\.$' | head -n 100
fi
exit "$failed"
