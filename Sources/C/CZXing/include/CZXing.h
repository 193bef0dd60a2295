// ZXing-C++ for Swift: finds symbols in an image of bytes of brightness. Built against 1.4 (`DecodeHints`, `Result`)
// and from 2.2 on (`ReaderOptions`, `Barcode`), by what the headers say.
//
// Ownership: the pixels are lent for the time of a call. `beeline_zxing_read` gives the caller a list, which the caller
// frees with `beeline_zxing_free`; what is in it lives as long.
//
// Threads: calls share nothing.
//
// No C++ exception leaves these functions. An assertion of the library does: Debian builds 1.4 with them, and it ends
// the process when several linear symbols are compared, see `most`, and seldom in noise that looks like a matrix code.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One bit for each symbology that a library of some version reads. The values are ours, not the library's.
enum __attribute__((flag_enum)) BeelineZXingFormat : uint32_t {
    BeelineZXingAztec = 1u << 0,
    BeelineZXingCodabar = 1u << 1,
    BeelineZXingCode39 = 1u << 2,
    BeelineZXingCode93 = 1u << 3,
    BeelineZXingCode128 = 1u << 4,
    BeelineZXingDataBar = 1u << 5,
    BeelineZXingDataBarExpanded = 1u << 6,
    BeelineZXingDataBarLimited = 1u << 7,
    BeelineZXingDataMatrix = 1u << 8,
    BeelineZXingEAN8 = 1u << 9,
    BeelineZXingEAN13 = 1u << 10,
    BeelineZXingITF = 1u << 11,
    BeelineZXingMaxiCode = 1u << 12,
    BeelineZXingPDF417 = 1u << 13,
    BeelineZXingQR = 1u << 14,
    BeelineZXingMicroQR = 1u << 15,
    BeelineZXingRectangularMicroQR = 1u << 16,
    BeelineZXingUPCA = 1u << 17,
    BeelineZXingUPCE = 1u << 18,
    BeelineZXingDXFilmEdge = 1u << 19,
    BeelineZXingMicroPDF417 = 1u << 20,
    BeelineZXingTelepen = 1u << 21,
};

/// How gray becomes black and white.
enum __attribute__((enum_extensibility(closed))) BeelineZXingBinarizer : uint8_t {
    /// The average of the neighbourhood for matrix codes, the histogram of each row for linear ones.
    BeelineZXingLocalAverage,
    /// The valley of the histogram.
    BeelineZXingGlobalHistogram,
    /// Less than 128 is black.
    BeelineZXingFixedThreshold,
};

/// What to look for, and how hard.
struct BeelineZXingOptions {
    /// `BeelineZXingFormat`s; what the library cannot do is left out, and 0 finds nothing.
    uint32_t formats;
    enum BeelineZXingBinarizer binarizer;
    bool try_harder;
    /// Quarter turns.
    bool try_rotate;
    /// Half and third the size, too, where the image is large.
    bool try_downscale;
    /// How many rows have to agree on a linear symbol.
    uint8_t least_lines;
    /// How many symbols are looked for; 0 is all. With more than one, Debian's 1.4 may end the process: it compares linear
    /// symbols.
    uint8_t most;
    /// Whether EAN-2 and EAN-5 beside a retail symbol are read.
    bool reads_add_ons;
};

/// A symbol. Texts are not ended by NUL.
struct BeelineZXingSymbol {
    /// One `BeelineZXingFormat`.
    uint32_t format;
    /// The content of the symbol, byte for byte, without its ECIs.
    const uint8_t *_Nullable bytes;
    size_t byte_count;
    /// In UTF-8: by its ECIs where there are, else as the library guesses.
    const char *_Nullable text;
    size_t text_length;
    /// The AIM identifier: `]Q1`. Ended by NUL.
    char aim[4];
    /// Whether ECIs said what the text is.
    bool has_eci;
    bool is_mirrored;
    /// Clockwise from the top left corner of the symbol: x and y of each.
    int32_t corners[8];
    /// How many rows agreed on a linear symbol; 0 for others.
    int32_t line_count;
    /// Structured append: how many symbols belong together, 0 where that is not known, -1 for a symbol alone.
    int32_t sequence_size;
    /// Which of them this is, from 0; -1 for a symbol alone.
    int32_t sequence_index;
    /// What they have in common; empty for a symbol alone. Not ended by NUL.
    const char *_Nullable sequence_id;
    size_t sequence_id_length;
};

struct BeelineZXingList;

/// The `BeelineZXingFormat`s that the library reads.
uint32_t beeline_zxing_formats(void);

/// The version of the headers it was built with: 1.4.0 is 10400.
int32_t beeline_zxing_version(void);

/// Looks for symbols. `pixels` has `height` rows of `stride` bytes; only the first `width` of each count; 0 is black.
/// Null when there is no memory; a side of no pixels gives an empty list. A format at which the library throws is not
/// found: 1.4 does so at an Aztec code that is partly outside the image.
struct BeelineZXingList *_Nullable beeline_zxing_read(
    const uint8_t *_Nonnull pixels, int32_t width, int32_t height, int32_t stride,
    const struct BeelineZXingOptions *_Nonnull options);

size_t beeline_zxing_count(const struct BeelineZXingList *_Nonnull list);

/// - `index` is less than the count.
struct BeelineZXingSymbol beeline_zxing_symbol(const struct BeelineZXingList *_Nonnull list, size_t index);

void beeline_zxing_free(struct BeelineZXingList *_Nullable list);

#ifdef __cplusplus
}
#endif
