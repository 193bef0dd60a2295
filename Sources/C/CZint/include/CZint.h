// Asks libzint for the modules of a symbol. libzint is loaded by the first request and not with the program: most
// programs that could draw never do.
//
// Ownership: a request and its bytes are lent for the call. What the answer points to belongs to the caller, who frees
// it with `beeline_zint_free`, also after an error.
//
// Threads: any number may ask at a time; each request has a handle of its own within the library.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the bytes of a request are.
enum beeline_zint_input {
    /// Bytes as they are.
    beeline_zint_bytes,
    /// GS1 element strings, each identifier in square brackets. That they are right is taken for granted.
    beeline_zint_gs1,
};
typedef enum beeline_zint_input beeline_zint_input;

struct beeline_zint_request {
    /// A number of zint.h: BARCODE_QRCODE.
    int symbology;
    const uint8_t *_Nonnull bytes;
    size_t length;
    beeline_zint_input input;
    /// The Extended Channel Interpretation that is declared for the bytes; 0: none.
    int eci;
    /// The level of error correction, by the symbology's own count; -1: the symbology's default.
    int level;
    /// Version, size or columns, by the symbology's own count; 0: the least that is enough.
    int size;
    /// What zint.h calls option_3; 0: the symbology's default.
    int variant;
};
typedef struct beeline_zint_request beeline_zint_request;

/// The modules of a symbol, or why there are none.
struct beeline_zint_answer {
    /// Whether there are modules.
    bool is_done;
    /// Row after row from the top, a byte for each: 1 is dark. NULL when there are none.
    uint8_t *_Nullable modules;
    int width;
    int rows;
    /// How high each row is, in modules; 0 where the symbology leaves it open.
    float row_heights[200];
    /// libzint's own words: an error, or a warning where there are modules; empty when there is nothing to say.
    char message[160];
};
typedef struct beeline_zint_answer beeline_zint_answer;

/// Loads libzint, unless it is there already. Returns NULL, or why it could not be loaded; that text stays for good.
const char *_Nullable beeline_zint_load(void);

/// Makes a symbol. `beeline_zint_load` must have returned NULL before.
void beeline_zint_make(const beeline_zint_request *_Nonnull request, beeline_zint_answer *_Nonnull answer);

void beeline_zint_free(beeline_zint_answer *_Nonnull answer);

/// zint's numbers of the symbologies that are drawn here.
enum beeline_zint_symbology {
    beeline_zint_itf = 3,
    beeline_zint_code39 = 8,
    beeline_zint_ean = 13,
    beeline_zint_gs1_128 = 16,
    beeline_zint_codabar = 18,
    beeline_zint_code128 = 20,
    beeline_zint_code93 = 25,
    beeline_zint_databar = 29,
    beeline_zint_databar_limited = 30,
    beeline_zint_databar_expanded = 31,
    beeline_zint_upc_a = 34,
    beeline_zint_upc_e = 37,
    beeline_zint_pdf417 = 55,
    beeline_zint_qr = 58,
    beeline_zint_data_matrix = 71,
    beeline_zint_databar_stacked = 79,
    beeline_zint_databar_stacked_omni = 80,
    beeline_zint_databar_expanded_stacked = 81,
    beeline_zint_micro_pdf417 = 84,
    beeline_zint_aztec = 92,
    beeline_zint_micro_qr = 97,
    beeline_zint_rectangular_micro_qr = 145,
};
/// Only square Data Matrix symbols.
enum { beeline_zint_square = 100 };
