#include "CLinux.h"
#include "WebPage.h"

#include <limits.h>
#include <pthread.h>

#if !__has_include(<zlib.h>)
#error "<zlib.h> is missing: install zlib1g-dev (or run make deps)"
#endif
#include <zlib.h>

#define BEELINE_DEFLATE_FUNCTIONS(each) each(, deflateInit2_) each(, deflate) each(, deflateEnd)

BEELINE_LIBRARY(zlib, "libz.so.1", BEELINE_DEFLATE_FUNCTIONS, NULL)

/// What zlib adds to the logarithm of the window's size for a header of gzip.
enum { gzip_header = 16, most_memory = 9 };

size_t beeline_page_gzip(const uint8_t *input, size_t length, uint8_t *output, size_t room) {
    if (length > UINT_MAX || room > UINT_MAX || zlib_load()) return 0;
    z_stream stream = {.next_in = (Bytef *)input, .avail_in = (uInt)length, .next_out = output, .avail_out = (uInt)room};
    const int begun = zlib.deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_header, most_memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        (int)sizeof stream);
    if (begun != Z_OK) return 0;
    const int status = zlib.deflate(&stream, Z_FINISH);
    zlib.deflateEnd(&stream);
    return status == Z_STREAM_END ? room - stream.avail_out : 0;
}
