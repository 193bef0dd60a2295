#include "CLinux.h"
#include "CUnpack.h"

#include <pthread.h>

#include "../Headers/Content.h"

#include <lzma.h>

#define BEELINE_LZMA_FUNCTIONS(each) each(lzma_, raw_decoder) each(lzma_, code) each(lzma_, end)

BEELINE_LIBRARY(lzma, "liblzma.so.5", BEELINE_LZMA_FUNCTIONS, NULL)

int beeline_unpack_lzma(const uint8_t *input, size_t length, uint8_t *output, size_t room) {
    if (lzma_load()) return BEELINE_UNPACK_NO_LIBRARY;
    // The dictionary is all of the memory that grows with the options.
    lzma_options_lzma options = {.dict_size = 1 << 17, .lc = 3, .lp = 0, .pb = 2};
    const lzma_filter filters[] = {{.id = LZMA_FILTER_LZMA1, .options = &options}, {.id = LZMA_VLI_UNKNOWN}};
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma.raw_decoder(&stream, filters) != LZMA_OK) return BEELINE_UNPACK_NO_LIBRARY;
    stream.next_in = input;
    stream.avail_in = length;
    stream.next_out = output;
    stream.avail_out = room;
    lzma_ret status = LZMA_OK;
    while (status == LZMA_OK && stream.avail_out > 0) status = lzma.code(&stream, LZMA_RUN);
    const int is_whole = (status == LZMA_OK || status == LZMA_STREAM_END) && stream.avail_out == 0;
    lzma.end(&stream);
    return is_whole ? BEELINE_UNPACKED : BEELINE_UNPACK_BROKEN;
}
