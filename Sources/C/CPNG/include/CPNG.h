// Writes and reads PNG files with libspng, which is loaded by the first file and not with the program: what draws codes
// is part of a program that mostly does other things.
//
// Ownership: what is given is lent for the call. What a result points to belongs to the caller, who frees it with
// `beeline_png_free`, also after an error.
//
// Threads: any number may write and read at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A picture to write: either a bit for each pixel, which says which of two colours it has, or four bytes for each.
struct beeline_png_picture {
    uint32_t width;
    uint32_t height;
    /// Row after row. Of two colours: eight pixels a byte, the first in the highest bit, each row in bytes of its own.
    /// Else red, green, blue and alpha.
    const uint8_t *_Nonnull pixels;
    size_t length;
    /// The colours of 0 and 1, each red, green, blue and alpha; NULL: the pixels are colours themselves.
    const uint8_t *_Nullable colours;
    /// For print; 0: the file does not say.
    uint32_t pixels_per_metre;
};
typedef struct beeline_png_picture beeline_png_picture;

/// A file, or the pixels of one.
struct beeline_png_result {
    /// NULL after an error.
    uint8_t *_Nullable bytes;
    size_t length;
    /// Of a file that was read.
    uint32_t width;
    uint32_t height;
    /// What is wrong; NULL when nothing is. It stays for good.
    const char *_Nullable problem;
};
typedef struct beeline_png_result beeline_png_result;

/// Loads libspng, unless it is there already. Returns NULL, or why it could not be loaded; that text stays for good.
const char *_Nullable beeline_png_load(void);

/// Makes a PNG file. `beeline_png_load` must have returned NULL before.
beeline_png_result beeline_png_write(const beeline_png_picture *_Nonnull picture);

/// Reads a PNG file into red, green, blue and alpha, a byte each. `beeline_png_load` must have returned NULL before.
///
/// `most` is how many pixels it may have, each side and in all.
beeline_png_result beeline_png_read(const uint8_t *_Nonnull file, size_t length, uint32_t most_side, size_t most);

void beeline_png_free(beeline_png_result *_Nonnull result);
