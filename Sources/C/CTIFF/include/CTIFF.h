// libtiff for Swift: reads the pages of a TIFF file that is in memory.
//
// Ownership: `beeline_tiff_open` gives the caller a reader, which the caller closes. The bytes of the file are lent and
// must outlive it; rows and colours are written into the caller's memory.
//
// Threads: readers share nothing.
//
// libtiff's complaints are kept for `beeline_tiff_words` and never printed. It is C, and what its codecs jump over they
// catch themselves.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct beeline_tiff;

/// What a page is like.
struct beeline_tiff_page {
    uint32_t width;
    uint32_t height;
    uint16_t bits_per_sample;
    uint16_t samples_per_pixel;
    uint16_t photometric;
    uint16_t sample_format;
    uint16_t orientation;
    bool is_tiled;
    /// The height of a strip or tile; at most the page's for a strip.
    uint32_t rows_per_piece;
    /// How many bytes a strip or tile takes once decoded; 0 when that overflows.
    uint64_t piece_length;
    /// How many bytes a row takes once decoded.
    uint64_t row_length;
};

/// Begins to read a file; nil when there is no memory or the file does not begin like a TIFF.
///
/// - `most_memory`: in bytes, what libtiff may take at once (it obeys from 4.5 on).
struct beeline_tiff *_Nullable beeline_tiff_open(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t most_memory);

void beeline_tiff_close(struct beeline_tiff *_Nonnull tiff);

/// Goes to the page whose directory is at that place of the file.
bool beeline_tiff_go(struct beeline_tiff *_Nonnull tiff, uint64_t directory, struct beeline_tiff_page *_Nonnull page);

/// Whether libtiff has what unpacks the page's pixels; otherwise the words say what is missing.
bool beeline_tiff_can_unpack(struct beeline_tiff *_Nonnull tiff);

/// Reads a row of a page that has no tiles, in samples as the page has them; those of 16 bits in the machine's order.
/// Rows are read from the top down.
bool beeline_tiff_read_row(struct beeline_tiff *_Nonnull tiff, uint32_t y, uint8_t *_Nonnull row);

/// Whether libtiff can make colours of the page; otherwise the words say what it cannot do with it.
bool beeline_tiff_can_color(struct beeline_tiff *_Nonnull tiff);

/// Reads rows as colours: red in the low byte, then green, blue and alpha, by which the colours are multiplied already.
///
/// - `first`: a multiple of `rows_per_piece`.
/// - `colors`: room for width × `count`.
bool beeline_tiff_read_colors(
    struct beeline_tiff *_Nonnull tiff, uint32_t first, uint32_t count, uint32_t *_Nonnull colors);

/// The first complaint since the page was gone to; empty when there was none. It lives until the next call.
const char *_Nonnull beeline_tiff_words(const struct beeline_tiff *_Nonnull tiff);

/// Whether the page needs bytes behind the end of the file, to be asked when reading it failed.
bool beeline_tiff_was_cut(const struct beeline_tiff *_Nonnull tiff);
