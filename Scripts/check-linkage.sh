#!/bin/sh
# Fails when the given program links a decoder, an image library, what draws codes, what talks HTTP or what unpacks codes, or
# a library that is not there. Only beeline-decode may link decoders, and only beeline-draw libzint, cairo and pango: `beeline`
# must start in milliseconds and outlive a crash in one. libcurl and libmicrohttpd, with all that they bring along, libedit,
# zlib and liblzma are loaded when they are first needed.
#
# usage: Scripts/check-linkage.sh .build/release/beeline
set -eu

libraries=$(ldd "$1")
if echo "$libraries" | grep -E 'lib(zbar|ZXing|turbojpeg|jpeg|spng|png|webp|tiff|heif|gif|zint|cairo|pango|fontconfig|curl|microhttpd|gnutls|edit)|lib(z|lzma)\.|not found'; then
    echo "$1 must not link these; see the targets in Package.swift" >&2
    exit 1
fi
