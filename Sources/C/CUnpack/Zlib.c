#include "CLinux.h"
#include "CUnpack.h"

#include <limits.h>
#include <pthread.h>

#include "../Headers/Content.h"

#include <zlib.h>

#define BEELINE_ZLIB_FUNCTIONS(each) each(, inflateInit2_) each(, inflate) each(, inflateEnd)

BEELINE_LIBRARY(zlib, "libz.so.1", BEELINE_ZLIB_FUNCTIONS, NULL)

/// The logarithm of the window's size, as zlib wants it: negative for a stream without a header.
static int inflated(
    const int window, const uint8_t *input, size_t length, uint8_t *output, size_t room, size_t *count) {
    *count = 0;
    if (zlib_load()) return BEELINE_UNPACK_NO_LIBRARY;
    if (length > UINT_MAX || room > UINT_MAX) return BEELINE_UNPACK_TOO_LARGE;
    z_stream stream = {.next_in = (Bytef *)input, .avail_in = (uInt)length, .next_out = output, .avail_out = (uInt)room};
    if (zlib.inflateInit2_(&stream, window, ZLIB_VERSION, (int)sizeof stream) != Z_OK) return BEELINE_UNPACK_NO_LIBRARY;
    const int status = zlib.inflate(&stream, Z_FINISH);
    *count = room - stream.avail_out;
    const int is_full = stream.avail_out == 0;
    zlib.inflateEnd(&stream);
    if (status == Z_STREAM_END) return BEELINE_UNPACKED;
    return status == Z_BUF_ERROR && is_full ? BEELINE_UNPACK_TOO_LARGE : BEELINE_UNPACK_BROKEN;
}

int beeline_unpack_zlib(const uint8_t *input, size_t length, uint8_t *output, size_t room, size_t *count) {
    return inflated(MAX_WBITS, input, length, output, room, count);
}

int beeline_unpack_deflate(const uint8_t *input, size_t length, uint8_t *output, size_t room, size_t *count) {
    return inflated(-MAX_WBITS, input, length, output, room, count);
}
