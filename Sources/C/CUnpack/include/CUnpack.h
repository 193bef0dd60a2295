// Decompresses the data of codes with zlib and liblzma, which are loaded when they are first needed.
//
// Nothing is kept between calls. The input is only read, and no more is written than there is room for.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    BEELINE_UNPACKED = 0,
    /// The library, or a function of it, is not there.
    BEELINE_UNPACK_NO_LIBRARY = 1,
    /// The data are not such a stream, or end within it.
    BEELINE_UNPACK_BROKEN = 2,
    /// There is more than the room.
    BEELINE_UNPACK_TOO_LARGE = 3,
};

/// Unpacks a stream of zlib (RFC 1950).
///
/// - `count`: gets how many bytes were written.
int beeline_unpack_zlib(
    const uint8_t *_Nonnull input, size_t length, uint8_t *_Nonnull output, size_t room, size_t *_Nonnull count);

/// Unpacks a raw stream of deflate (RFC 1951).
///
/// - `count`: gets how many bytes were written.
int beeline_unpack_deflate(
    const uint8_t *_Nonnull input, size_t length, uint8_t *_Nonnull output, size_t room, size_t *_Nonnull count);

/// Unpacks a raw stream of LZMA1 with lc=3, lp=0, pb=2 and a dictionary of 128 KiB, which says nowhere how long it is.
///
/// - `room`: how many bytes come out; with fewer it is broken.
int beeline_unpack_lzma(const uint8_t *_Nonnull input, size_t length, uint8_t *_Nonnull output, size_t room);
