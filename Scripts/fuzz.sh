#!/usr/bin/env bash
# Tries the parsers, the reader of rule files, the readers of image files and the decoders with inputs that libFuzzer makes
# up: each family of inputs for some seconds, and as many families at once as there are cores. An input that crashes a
# program, hangs it or breaks a promise is kept in .build/fuzz/found, printed as Base64, and fails the run. To try it again:
# `base64 -d >input`, then `.build/fuzzing/release/fuzz FAMILY input` (images: `.build/fuzzing-images/release/fuzz-images`).
#
# The readers of image files and the decoders run with the address sanitizer. It checks each memory access of the project's
# own code, Swift and C++, and all blocks that libraries allocate and free. The system's libraries are not instrumented:
# inside them it sees only calls of functions such as memcpy.
#
# Every run tries the same inputs, as far as it gets, so that a change is to blame for what fails. SEED=0 tries others.
#
# usage: Scripts/fuzz.sh [SECONDS [FAMILY...]]      default: 60, all families
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "usage: Scripts/fuzz.sh [SECONDS [FAMILY...]]" >&2; exit 2; }

folder=$PWD/.build/fuzz
# gold, the usual linker, does not get along with the instrumented debug information.
build() {
    local program=$1 folder=$2
    shift 2
    BEELINE_FUZZING=1 swift build -c release --product "$program" --scratch-path "$folder" -Xswiftc -sanitize=fuzzer \
        -Xswiftc -use-ld=lld "$@"
}
texts=$PWD/.build/fuzzing/release/fuzz
images=$PWD/.build/fuzzing-images/release/fuzz-images
# Apart, for parsers are Swift: an address sanitizer would find little in them, and halve what is tried.
build fuzz .build/fuzzing
build fuzz-images .build/fuzzing-images --sanitize address -Xlinker --wrap=beeline_zxing_read
image_families=$("$images" families)
(($# > 0)) || mapfile -t < <("$texts" families && echo "$image_families") && set -- "${MAPFILE[@]}" "$@"

# Codes for the decoders to start from.
print_codes() {
    mkdir -p "$folder/codes"
    local name type options data words
    while IFS=$'\t' read -r name type options data; do
        [[ $name != \#* ]] || continue
        read -ra words <<<"$options"
        zint --barcode="$type" --scale=0.5 "${words[@]}" --esc --data="$data" --output="$folder/codes/$name.png"
    done < <(sed 's/\t\t/\t \t/' Fuzzing/codes.tsv)
}

try() {
    local family=$1 log=$folder/$1.log status=0
    # An input takes microseconds, a long one milliseconds. Rule files are longer than codes.
    local program=$texts longest=2048 limit=5 slow=2 options=()
    if [[ $family == rules ]]; then longest=16384; fi
    if [[ -f Fuzzing/Dictionaries/$family.txt ]]; then options+=("-dict=Fuzzing/Dictionaries/$family.txt"); fi
    if [[ $'\n'$image_families$'\n' == *$'\n'$family$'\n'* ]]; then
        # All passes over a picture take up to three seconds here.
        program=$images longest=16384 limit=30 slow=10
    fi
    # libheif is C++: its blocks are taken by libstdc++, behind which a quick look at the stack does not see who wants them.
    if [[ $family == heif ]]; then export ASAN_OPTIONS=$ASAN_OPTIONS:fast_unwind_on_malloc=0; fi
    mkdir -p "$folder/corpus/$family"
    "$program" seeds "$family" "$folder/corpus/$family"
    # In the order of their names: a folder lists its files in another order on each machine.
    find ".build/fuzz/corpus/$family" -type f -print | LC_ALL=C sort | paste -s -d , >"$folder/corpus/$family.txt"
    "$program" "$family" "${options[@]}" -seed="$seed" -max_total_time="$seconds" -max_len="$longest" -timeout="$limit" \
        -report_slow_units="$slow" -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$folder/found/$family-" \
        -seed_inputs=@"$folder/corpus/$family.txt" >"$log" 2>&1 || status=$?
    local runs found assertions
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    found=$(find "$folder/found" -name "$family-*")
    if [[ $status -eq 0 && -n $runs && -z $found ]]; then
        assertions=$(grep -c "^\./core/src/.*: assertion '" "$log") || true
        echo "$family: $runs runs, nothing found$( ((assertions == 0)) || echo " ($assertions assertions of ZXing failed)")"
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
# A file may ask for more memory than there is; that is refused, not the end.
export ASAN_OPTIONS=allocator_may_return_null=1
export LSAN_OPTIONS=suppressions=$PWD/Fuzzing/leaks.txt:print_suppressions=0
export seed seconds folder texts images image_families

rm -rf "$folder"
mkdir -p "$folder/found"
print_codes
status=0
printf '%s\n' "$@" | xargs -P "$(nproc)" -I {} bash -c 'set -euo pipefail; try {}' || status=$?
exit $((status == 0 ? 0 : 1))
