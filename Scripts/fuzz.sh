#!/usr/bin/env bash
# Tries the parsers with texts that libFuzzer makes up, each family of kinds for some seconds, and so the reader of rule
# files; as many families at once as there are cores. What crashes, hangs or breaks a promise is kept in .build/fuzz/found, printed as Base64, and fails
# the run; `base64 -d >input` and `.build/fuzzing/release/fuzz FAMILY input` try it again.
#
# Every run tries the same texts, as far as it gets, so that what fails is the fault of a change; SEED=0 tries others.
#
# usage: Scripts/fuzz.sh [SECONDS [FAMILY...]]      default: 60, all families
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "usage: Scripts/fuzz.sh [SECONDS [FAMILY...]]" >&2; exit 2; }

folder=$PWD/.build/fuzz
# gold, the usual linker, does not get along with the instrumented debug information.
(cd Fuzzing && swift build -c release --build-path ../.build/fuzzing -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld)
program=$PWD/.build/fuzzing/release/fuzz
(($# > 0)) || mapfile -t < <("$program" families) && set -- "${MAPFILE[@]}" "$@"

try() {
    local family=$1 log=$folder/$1.log status=0
    mkdir -p "$folder/corpus/$family"
    "$program" seeds "$family" "$folder/corpus/$family"
    # An input takes microseconds, a long one milliseconds. Rule files are longer than codes.
    local longest=2048
    if [[ $family == rules ]]; then longest=16384; fi
    "$program" "$family" -dict="Fuzzing/Dictionaries/$family.txt" -seed="$seed" -max_total_time="$seconds" -max_len="$longest" -timeout=5 \
        -report_slow_units=2 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$folder/found/$family-" \
        "$folder/corpus/$family" >"$log" 2>&1 || status=$?
    local runs found
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    found=$(find "$folder/found" -name "$family-*")
    if [[ $status -eq 0 && -n $runs && -z $found ]]; then
        echo "$family: $runs runs, nothing found"
        return
    fi
    {
        tail -n 40 "$log"
        for input in $found; do echo "$input: $(base64 -w 0 "$input")"; done
        echo "$family: something was found after ${runs:-some} runs (status $status)"
    } >"$log.found"
    # At once, so that families that run at the same time do not mix.
    cat "$log.found"
    return 1
}
export -f try
# Swift's own handlers of signals would come before those of libFuzzer, which keep the input.
export SWIFT_BACKTRACE=enable=no
# The order of sets would change what libFuzzer sees as new.
export SWIFT_DETERMINISTIC_HASHING=1
seed=${SEED:-1}
export seed seconds folder program

rm -rf "$folder"
mkdir -p "$folder/found"
status=0
printf '%s\n' "$@" | xargs -P "$(nproc)" -I {} bash -c 'set -euo pipefail; try {}' || status=$?
exit $((status == 0 ? 0 : 1))
