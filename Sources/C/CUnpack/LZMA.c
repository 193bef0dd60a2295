#include "CLinux.h"
#include "CUnpack.h"

#include <pthread.h>

#if !__has_include(<lzma.h>)
#error "<lzma.h> is missing: install liblzma-dev (or run make deps)"
#endif

#include <lzma.h>

#define BEELINE_LZMA_FUNCTIONS(each) each(raw_decoder) each(code) each(end)

static struct {
#define BEELINE_MEMBER(name) __typeof__(lzma_##name) *name;
    BEELINE_LZMA_FUNCTIONS(BEELINE_MEMBER)
#undef BEELINE_MEMBER
} lzma;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    char problem[256];
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define BEELINE_FIND(name) {"lzma_" #name, (void **)&lzma.name},
    const struct BeelineFunction functions[] = {BEELINE_LZMA_FUNCTIONS(BEELINE_FIND)};
#undef BEELINE_FIND
    const size_t count = sizeof functions / sizeof *functions;
    is_loaded = beeline_load_library("liblzma.so.5", functions, count, problem, sizeof problem);
}

int beeline_unpack_lzma(const uint8_t *input, size_t length, uint8_t *output, size_t room) {
    pthread_once(&once, load);
    if (!is_loaded) return BEELINE_UNPACK_NO_LIBRARY;
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
