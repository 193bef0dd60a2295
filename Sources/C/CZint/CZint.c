#define _GNU_SOURCE
#include "CZint.h"

#if !__has_include(<zint.h>)
#error "<zint.h> is missing: install libzint-dev (or run make deps)"
#endif

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zint.h>

// Our header has numbers of its own, so that Swift sees nothing of zint.h; they are the library's.
_Static_assert(beeline_zint_itf == BARCODE_C25INTER && beeline_zint_code39 == BARCODE_CODE39, "zint.h");
_Static_assert(beeline_zint_ean == BARCODE_EANX && beeline_zint_gs1_128 == BARCODE_GS1_128, "zint.h");
_Static_assert(beeline_zint_codabar == BARCODE_CODABAR && beeline_zint_code128 == BARCODE_CODE128, "zint.h");
_Static_assert(beeline_zint_code93 == BARCODE_CODE93 && beeline_zint_databar == BARCODE_DBAR_OMN, "zint.h");
_Static_assert(beeline_zint_databar_limited == BARCODE_DBAR_LTD, "zint.h");
_Static_assert(beeline_zint_databar_expanded == BARCODE_DBAR_EXP, "zint.h");
_Static_assert(beeline_zint_upc_a == BARCODE_UPCA && beeline_zint_upc_e == BARCODE_UPCE, "zint.h");
_Static_assert(beeline_zint_pdf417 == BARCODE_PDF417 && beeline_zint_qr == BARCODE_QRCODE, "zint.h");
_Static_assert(beeline_zint_data_matrix == BARCODE_DATAMATRIX, "zint.h");
_Static_assert(beeline_zint_databar_stacked == BARCODE_DBAR_STK, "zint.h");
_Static_assert(beeline_zint_databar_stacked_omni == BARCODE_DBAR_OMNSTK, "zint.h");
_Static_assert(beeline_zint_databar_expanded_stacked == BARCODE_DBAR_EXPSTK, "zint.h");
_Static_assert(beeline_zint_micro_pdf417 == BARCODE_MICROPDF417 && beeline_zint_aztec == BARCODE_AZTEC, "zint.h");
_Static_assert(beeline_zint_micro_qr == BARCODE_MICROQR, "zint.h");
_Static_assert(beeline_zint_rectangular_micro_qr == BARCODE_RMQR && beeline_zint_square == DM_SQUARE, "zint.h");

// The library is called by its version, because the layout of `struct zint_symbol` changes with it; zint.h does not say
// which one it is of, so what is found is asked for a symbol that we know.
#ifdef BARCODE_DXFILMEDGE
static const char *const names[] = {
    "libzint.so.2.12", "libzint.so.2.13", "libzint.so.2.14", "libzint.so.2.15", "libzint.so.2.16",
};
#define PACKAGE "libzint"
#else
static const char *const names[] = {"libzint.so.2.11"};
#define PACKAGE "libzint2.11"
#endif

static struct {
    struct zint_symbol *(*create)(void);
    void (*delete)(struct zint_symbol *);
    int (*encode)(struct zint_symbol *, const unsigned char *, int);
} zint;

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Empty when all is well.
static char problem[320];

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static bool is_dark(const struct zint_symbol *symbol, int row, int column) {
    return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

// Whether the library and the header mean the same structure: a field that has moved has another value.
static bool is_as_in_header(void) {
    struct zint_symbol *symbol = zint.create();
    if (!symbol) return false;
    bool is_same = symbol->scale == 1.0f && symbol->option_1 == -1 && symbol->option_2 == 0 && symbol->eci == 0
        && symbol->guard_descent == 5.0f;
    if (is_same) {
        symbol->symbology = BARCODE_EANX;
        is_same = zint.encode(symbol, (const unsigned char *)"9638507", 7) == 0 && symbol->rows == 1
            && symbol->width == 67;
        // GS1 General Specifications, section 5.2.1.2: the guards, and the 6 of set A after the first.
        static const char start[] = "1010001011";
        for (int column = 0; is_same && start[column]; column++) {
            is_same = is_dark(symbol, 0, column) == (start[column] == '1');
        }
    }
    zint.delete(symbol);
    return is_same;
}

static void load(void) {
    // It is never unloaded.
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index++) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) {
        const char *reason = dlerror();
        snprintf(
            problem, sizeof problem, "libzint cannot be loaded (%s); install the package " PACKAGE,
            reason ? reason : names[0]);
        return;
    }
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
    bool is_there = find(library, "ZBarcode_Create", (void **)&zint.create)
        && find(library, "ZBarcode_Delete", (void **)&zint.delete)
        && find(library, "ZBarcode_Encode", (void **)&zint.encode);
    if (!is_there || !is_as_in_header()) {
        snprintf(
            problem, sizeof problem,
            "the libzint of this system is another than that Beeline was built for; install the package " PACKAGE);
    }
}

const char *beeline_zint_load(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

static void copy(const struct zint_symbol *symbol, beeline_zint_answer *answer) {
    if (symbol->rows < 1 || symbol->rows > 200 || symbol->width < 1 || symbol->width > 1152) {
        snprintf(answer->message, sizeof answer->message, "libzint made a symbol without modules");
        return;
    }
    answer->modules = malloc((size_t)symbol->rows * (size_t)symbol->width);
    if (!answer->modules) {
        snprintf(answer->message, sizeof answer->message, "there is no memory for it");
        return;
    }
    answer->rows = symbol->rows;
    answer->width = symbol->width;
    uint8_t *place = answer->modules;
    for (int row = 0; row < symbol->rows; row++) {
        for (int column = 0; column < symbol->width; column++) *place++ = is_dark(symbol, row, column);
        answer->row_heights[row] = symbol->row_height[row];
    }
    answer->is_done = true;
}

void beeline_zint_make(const beeline_zint_request *request, beeline_zint_answer *answer) {
    memset(answer, 0, sizeof *answer);
    if (request->length < 1 || request->length > ZINT_MAX_DATA_LEN) {
        snprintf(
            answer->message, sizeof answer->message, "%zu bytes are %s for any symbol", request->length,
            request->length ? "too many" : "too few");
        return;
    }
    struct zint_symbol *symbol = zint.create();
    if (!symbol) {
        snprintf(answer->message, sizeof answer->message, "there is no memory for it");
        return;
    }
    symbol->symbology = request->symbology;
    symbol->input_mode = request->input == beeline_zint_gs1 ? GS1_MODE | GS1NOCHECK_MODE : DATA_MODE;
    symbol->eci = request->eci;
    symbol->option_1 = request->level;
    symbol->option_2 = request->size;
    symbol->option_3 = request->variant;
    symbol->show_hrt = 0;
    int status = zint.encode(symbol, request->bytes, (int)request->length);
    // Its texts are 100 bytes in most versions; a longer one is cut.
    snprintf(answer->message, sizeof answer->message, "%.150s", symbol->errtxt);
    if (status < ZINT_ERROR) copy(symbol, answer);
    zint.delete(symbol);
}

void beeline_zint_free(beeline_zint_answer *answer) {
    free(answer->modules);
    answer->modules = NULL;
}
