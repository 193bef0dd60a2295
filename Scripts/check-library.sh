#!/usr/bin/env bash
# Installs libbeeline into a folder of its own, and uses it as others do: fails when it shows other functions than those
# of beeline.h, when it links a decoder or the like, or when the example in C is not built by what pkg-config says of
# it.
#
# usage: Scripts/check-library.sh .build/release/libBeelineC.so
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

library=$1
header=Sources/C/CBeeline/beeline.h

declared=$(grep -oP '^[a-z].*[ *]\Kbeeline_\w+(?=\()' "$header" | sort)
shown=$(nm --dynamic --defined-only "$library" | awk '{ print $3 }' | sort)
if [ "$declared" != "$shown" ]; then
    diff <(echo "$declared") <(echo "$shown") >&2 || true
    echo "$library shows other names than $header declares; see Sources/C/CBeeline/exports.map" >&2
    exit 1
fi
Scripts/check-linkage.sh "$library"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
DESTDIR=$scratch PREFIX=/opt/beeline Scripts/install-files.sh "$(dirname "$library")"
export PKG_CONFIG_PATH=$scratch/opt/beeline/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$scratch
# shellcheck disable=SC2046  # flags are words
cc -Wall -Wextra -Werror -o "$scratch/resolve" Examples/C/resolve.c $(pkg-config --cflags --libs beeline)

# As the page says; nothing of the user's own takes part.
run=(env XDG_CONFIG_HOME=/nonexistent XDG_DATA_HOME=/nonexistent "LD_LIBRARY_PATH=$scratch/opt/beeline/lib")
words=(Examples/Rules/shop.json 9784873119045)
beeline=$(dirname "$library")/beeline
expected=$("${run[@]}" "$beeline" resolve --rules "${words[0]}" --format json "${words[1]}")
for example in "$scratch/resolve" "python3 Examples/Python/resolve_with_ctypes.py"; do
    # shellcheck disable=SC2086  # a program and its script
    said=$("${run[@]}" $example "${words[@]}")
    if [ "$said" != "$expected" ]; then
        printf '%s says\n%s\nand the command says\n%s\n' "$example" "$said" "$expected" >&2
        exit 1
    fi
done
echo "$library: $(echo "$shown" | wc -l) functions, $(stat -c %s "$library") bytes"
