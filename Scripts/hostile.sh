#!/usr/bin/env bash
# Sends a server what attackers and broken programs send (Tests/Serve/hostile.py --long), and kills it 500 times under load
# (Tests/Serve/kills.py). The server is built with the address sanitizer, which checks each memory access of the project's
# own code, and the blocks that libmicrohttpd allocates and frees. It takes four minutes, and ten more to build.
#
# usage: Scripts/hostile.sh [PART…]      parts: those of hostile.py, and kills; default: all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=.build/hostile
swift build --product beeline --scratch-path "$folder" --sanitize address -Xswiftc -O
# Its helpers have a limit of addresses, and the sanitizer wants terabytes of them: `make fuzz` tries the decoders with it.
for program in beeline-decode beeline-draw; do
    swift build -c release --product "$program" --scratch-path "$folder"
    cp "$folder/release/$program" "$folder/debug/$program"
done
export BEELINE=$PWD/$folder/debug/beeline
# A picture may ask for more memory than there is; that is refused, not the end. Memory that is still in use at the end
# would be reported as a leak: Swift keeps marks in the bits of an address that it does not need.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0:detect_leaks=0

parts=() kills=0
(($# > 0)) || set -- guard lengths paths bombs slow fuzz kills
for part in "$@"; do
    if [[ $part == kills ]]; then kills=1; else parts+=("$part"); fi
done
status=0
if ((${#parts[@]})); then python3 Tests/Serve/hostile.py --long "${parts[@]}" || status=1; fi
if ((kills)); then python3 Tests/Serve/kills.py 500 || status=1; fi
exit $status
