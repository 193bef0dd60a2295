#include "CTIFF.h"

#include "../Headers/Decoding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#if defined(TIFFLIB_AT_LEAST)
#define BEELINE_TIFF_HAS_OPTIONS 1
#endif

struct beeline_tiff {
    TIFF *handle;
    const uint8_t *bytes;
    uint64_t count;
    uint64_t position;
    bool was_cut;
    char words[256];
};

static void note(struct beeline_tiff *tiff, const char *format, va_list arguments) {
    // The first is the cause; what follows from it is not worth telling.
    if (tiff->words[0] == '\0') vsnprintf(tiff->words, sizeof tiff->words, format, arguments);
}

#if BEELINE_TIFF_HAS_OPTIONS
static int on_error(TIFF *handle, void *tiff, const char *module, const char *format, va_list arguments) {
    (void)handle, (void)module;
    note(tiff, format, arguments);
    return 1;
}

static int on_warning(TIFF *handle, void *tiff, const char *module, const char *format, va_list arguments) {
    (void)handle, (void)tiff, (void)module, (void)format, (void)arguments;
    return 1;
}
#else
// Before 4.5 there is one for the whole process, which gets the reader's own data nevertheless.
static void on_error(thandle_t tiff, const char *module, const char *format, va_list arguments) {
    (void)module;
    if (tiff) note(tiff, format, arguments);
}
#endif

static tmsize_t on_read(thandle_t data, void *buffer, tmsize_t size) {
    struct beeline_tiff *tiff = data;
    uint64_t wanted = size > 0 ? (uint64_t)size : 0;
    uint64_t left = tiff->position < tiff->count ? tiff->count - tiff->position : 0;
    if (wanted > left) {
        tiff->was_cut = true;
        wanted = left;
    }
    if (wanted > 0) memcpy(buffer, tiff->bytes + tiff->position, wanted);
    tiff->position += wanted;
    return (tmsize_t)wanted;
}

static tmsize_t on_write(thandle_t data, void *buffer, tmsize_t size) {
    (void)data, (void)buffer, (void)size;
    return 0;
}

static toff_t on_seek(thandle_t data, toff_t offset, int whence) {
    struct beeline_tiff *tiff = data;
    uint64_t base = whence == SEEK_CUR ? tiff->position : whence == SEEK_END ? tiff->count : 0;
    tiff->position = base + offset;
    if (tiff->position > tiff->count) tiff->was_cut = true;
    return tiff->position;
}

static toff_t on_size(thandle_t data) {
    struct beeline_tiff *tiff = data;
    return tiff->count;
}

static int on_close(thandle_t data) {
    (void)data;
    return 0;
}

// libtiff reads the pixels where they are. (4.5.0 takes tiles that are not packed in no other way.)
static int on_map(thandle_t data, void **start, toff_t *size) {
    struct beeline_tiff *tiff = data;
    *start = (void *)tiff->bytes;
    *size = tiff->count;
    return 1;
}

static void on_unmap(thandle_t data, void *start, toff_t size) { (void)data, (void)start, (void)size; }

struct beeline_tiff *beeline_tiff_open(const uint8_t *bytes, size_t count, uint64_t most_memory) {
    struct beeline_tiff *tiff = calloc(1, sizeof *tiff);
    if (!tiff) return NULL;
    tiff->bytes = bytes;
    tiff->count = count;
    // The header only: pages are gone to by their place.
    const char *mode = "rh";
#if BEELINE_TIFF_HAS_OPTIONS
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) {
        free(tiff);
        return NULL;
    }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, most_memory > INT64_MAX ? INT64_MAX : (tmsize_t)most_memory);
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, tiff);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, tiff);
    tiff->handle = TIFFClientOpenExt(
        "image", mode, tiff, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap, options);
    TIFFOpenOptionsFree(options);
#else
    (void)most_memory;
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    TIFFSetErrorHandlerExt(on_error);
    tiff->handle = TIFFClientOpen("image", mode, tiff, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap);
#endif
    if (!tiff->handle) {
        free(tiff);
        return NULL;
    }
    return tiff;
}

void beeline_tiff_close(struct beeline_tiff *tiff) {
    TIFFClose(tiff->handle);
    free(tiff);
}

bool beeline_tiff_go(struct beeline_tiff *tiff, uint64_t directory, struct beeline_tiff_page *page) {
    memset(page, 0, sizeof *page);
    tiff->was_cut = false;
    tiff->words[0] = '\0';
    if (!TIFFSetSubDirectory(tiff->handle, directory)) return false;
    TIFFGetField(tiff->handle, TIFFTAG_IMAGEWIDTH, &page->width);
    TIFFGetField(tiff->handle, TIFFTAG_IMAGELENGTH, &page->height);
    TIFFGetFieldDefaulted(tiff->handle, TIFFTAG_BITSPERSAMPLE, &page->bits_per_sample);
    TIFFGetFieldDefaulted(tiff->handle, TIFFTAG_SAMPLESPERPIXEL, &page->samples_per_pixel);
    TIFFGetFieldDefaulted(tiff->handle, TIFFTAG_SAMPLEFORMAT, &page->sample_format);
    TIFFGetFieldDefaulted(tiff->handle, TIFFTAG_ORIENTATION, &page->orientation);
    if (!TIFFGetField(tiff->handle, TIFFTAG_PHOTOMETRIC, &page->photometric)) page->photometric = UINT16_MAX;
    page->is_tiled = TIFFIsTiled(tiff->handle) != 0;
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(tiff->handle, page->is_tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
    if (!page->is_tiled && rows > page->height) rows = page->height;
    page->rows_per_piece = rows;
    page->piece_length = page->is_tiled ? TIFFTileSize64(tiff->handle) : TIFFStripSize64(tiff->handle);
    page->row_length = TIFFScanlineSize64(tiff->handle);
    // Of what is only unusual, such as a size that is not a number, nothing else is reported.
    tiff->words[0] = '\0';
    return true;
}

bool beeline_tiff_can_unpack(struct beeline_tiff *tiff) {
    uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff->handle, TIFFTAG_COMPRESSION, &compression);
    if (TIFFIsCODECConfigured(compression)) return true;
    const TIFFCodec *codec = TIFFFindCODEC(compression);
    snprintf(
        tiff->words, sizeof tiff->words, "libtiff does not unpack compression %d%s%s%s here", compression,
        codec ? " (" : "", codec ? codec->name : "", codec ? ")" : "");
    return false;
}

bool beeline_tiff_read_row(struct beeline_tiff *tiff, uint32_t y, uint8_t *row) {
    return TIFFReadScanline(tiff->handle, row, y, 0) == 1;
}

bool beeline_tiff_can_color(struct beeline_tiff *tiff) {
    char words[1024] = "";
    if (TIFFRGBAImageOK(tiff->handle, words)) return true;
    snprintf(tiff->words, sizeof tiff->words, "%.255s", words);
    return false;
}

bool beeline_tiff_read_colors(struct beeline_tiff *tiff, uint32_t first, uint32_t count, uint32_t *colors) {
    char words[1024] = "";
    TIFFRGBAImage image;
    const int stops_at_errors = 1;
    if (!TIFFRGBAImageBegin(&image, tiff->handle, stops_at_errors, words)) {
        if (tiff->words[0] == '\0') snprintf(tiff->words, sizeof tiff->words, "%.255s", words);
        return false;
    }
    // As it is stored: turning it is left to the caller, who can do it for all orientations.
    image.orientation = ORIENTATION_TOPLEFT;
    image.req_orientation = ORIENTATION_TOPLEFT;
    image.row_offset = (int)first;
    bool is_read = TIFFRGBAImageGet(&image, colors, image.width, count) != 0;
    TIFFRGBAImageEnd(&image);
    return is_read;
}

const char *beeline_tiff_words(const struct beeline_tiff *tiff) { return tiff->words; }

bool beeline_tiff_was_cut(const struct beeline_tiff *tiff) {
    if (tiff->was_cut) return true;
    const bool is_tiled = TIFFIsTiled(tiff->handle) != 0;
    const uint32_t count = is_tiled ? TIFFNumberOfTiles(tiff->handle) : TIFFNumberOfStrips(tiff->handle);
    for (uint32_t piece = 0; piece < count; piece++) {
        int failed = 0;
        const uint64_t offset = TIFFGetStrileOffsetWithErr(tiff->handle, piece, &failed);
        if (failed) return false;
        const uint64_t length = TIFFGetStrileByteCountWithErr(tiff->handle, piece, &failed);
        if (failed) return false;
        if (offset > tiff->count || length > tiff->count - offset) return true;
    }
    return false;
}
