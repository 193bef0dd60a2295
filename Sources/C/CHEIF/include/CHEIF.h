// libheif for Swift: reads the pictures of a HEIC or AVIF file that is in memory.
//
// Ownership: `beeline_heif_open` gives the caller a reader, which the caller closes. The bytes of the file are lent and
// must outlive it. What `beeline_heif_decode` points to belongs to the reader, until the next picture or its end.
//
// Threads: readers share nothing, and libheif starts no threads for them; libde265 starts one of its own, and waits for it for ever
// where it is not allowed to.
//
// No C++ exception leaves these functions, and nothing is printed.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct beeline_heif;

/// What became of a call.
enum __attribute__((enum_extensibility(closed))) BeelineHEIFStatus : uint8_t {
    BeelineHEIFDone,
    /// The file ends before the requested data does.
    BeelineHEIFCut,
    /// The file breaks its format.
    BeelineHEIFDamaged,
    /// The file seems to be sound, and libheif does not support it.
    BeelineHEIFUnsupported,
    /// libheif has no decoder for the way in which the picture is packed.
    BeelineHEIFNoDecoder,
    BeelineHEIFNoMemory,
};

/// Pixels of a picture, upright.
struct beeline_heif_pixels {
    uint32_t width;
    uint32_t height;
    const uint8_t *_Nullable start;
    /// From a row to the next, in bytes.
    uint64_t stride;
    /// Whether a pixel is red, green, blue and alpha; otherwise it is a luma.
    bool is_colors;
    /// Whether the luma is 16 for black and 235 for white.
    bool is_video_range;
};

/// Loads the decoders that are plugins, if that is not done yet.
void beeline_heif_prepare(void);

/// Begins to read a file; nil when it cannot, which `status` and `words` explain.
///
/// - `most_pixels`: of a picture; libheif obeys from 1.19 on.
/// - `words`: room for 256 bytes.
struct beeline_heif *_Nullable beeline_heif_open(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t most_pixels, enum BeelineHEIFStatus *_Nonnull status,
    char *_Nonnull words);

void beeline_heif_close(struct beeline_heif *_Nonnull heif);

/// How many pictures there are, without thumbnails and auxiliary images; at most 65,536.
uint32_t beeline_heif_count(const struct beeline_heif *_Nonnull heif);

/// Goes to a picture, the main one being 0, and says how large it claims to be.
enum BeelineHEIFStatus beeline_heif_go(
    struct beeline_heif *_Nonnull heif, uint32_t index, uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Decodes the picture that was gone to. The size may be another than was claimed.
enum BeelineHEIFStatus beeline_heif_decode(
    struct beeline_heif *_Nonnull heif, struct beeline_heif_pixels *_Nonnull pixels);

/// What the last call that was not done complained of; it lives until the next call.
const char *_Nonnull beeline_heif_words(const struct beeline_heif *_Nonnull heif);

#ifdef __cplusplus
}
#endif
