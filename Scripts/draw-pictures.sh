#!/usr/bin/env bash
# Draws the pictures of README and Docs that the command makes: an annotated photo, a label, and the rules of one kind. The same
# versions of the program and of the tools draw the same bytes. `make pictures` runs it after it has made the example photos.
#
# usage: Scripts/draw-pictures.sh PROGRAM PYTHON [FOLDER]     PYTHON: one with Pillow. FOLDER: default Docs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

beeline=$1 python=$2 folder=${3:-Docs}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The user's own rules and settings would change what is shown.
export XDG_CONFIG_HOME=/nonexistent
mkdir -p "$folder/Pictures"

# Twice the width at which README shows it, for screens with small pixels.
"$beeline" scan --annotate "$scratch/annotated.svg" Examples/book.jpg >/dev/null
rsvg-convert --width 900 --output "$scratch/annotated.png" "$scratch/annotated.svg"
"$python" - "$scratch/annotated.png" "$folder/Pictures/annotated.webp" <<'END'
import sys
from PIL import Image

Image.open(sys.argv[1]).convert("RGB").save(sys.argv[2], quality=80, method=6)
END

"$beeline" draw 9780306406157 --price 24.95 --currency USD --output "$folder/Pictures/label.svg"
"$beeline" rules graph --kind isbn Examples/Rules/shop.json --output "$folder/rules-graph.svg"
