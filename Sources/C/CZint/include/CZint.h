// Asks libzint for the modules of a symbol. Swift cannot read `struct zint_symbol` itself: its arrays are too large.
//
// Ownership: a request and its bytes are lent for the call. What the answer points to belongs to the caller, who frees
// it with `beeline_zint_free`, also after an error.
//
// Threads: each call has a handle of its own within the library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zint.h>

struct beeline_zint_request {
    /// A number of zint.h: BARCODE_QRCODE.
    int symbology;
    const uint8_t *_Nonnull bytes;
    size_t length;
    /// Whether the bytes are GS1 element strings, each identifier in square brackets; they are not checked. Else they
    /// are drawn as they are.
    bool is_gs1;
    /// The Extended Channel Interpretation that is declared for the bytes; 0: none.
    int eci;
    /// The level of error correction, by the symbology's own count; -1: the symbology's default.
    int level;
};
typedef struct beeline_zint_request beeline_zint_request;

/// The modules of a symbol, or why there are none.
struct beeline_zint_answer {
    /// Row after row from the top, a byte for each: 1 is dark. NULL after an error.
    uint8_t *_Nullable modules;
    int width;
    int rows;
    /// How high each row is, in modules; 0 where the symbology leaves it open.
    float row_heights[200];
    /// libzint's own words: an error, or a warning where there are modules; empty when there is nothing to say.
    char message[160];
};
typedef struct beeline_zint_answer beeline_zint_answer;

void beeline_zint_make(const beeline_zint_request *_Nonnull request, beeline_zint_answer *_Nonnull answer);

void beeline_zint_free(beeline_zint_answer *_Nonnull answer);
