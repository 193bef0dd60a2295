#include "../Headers/Drawing.h"

#include "CZint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        for (int column = 0; column < symbol->width; column++) {
            *place++ = symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
        }
        answer->row_heights[row] = symbol->row_height[row];
    }
}

void beeline_zint_make(const beeline_zint_request *request, beeline_zint_answer *answer) {
    memset(answer, 0, sizeof *answer);
    if (request->length < 1 || request->length > ZINT_MAX_DATA_LEN) {
        snprintf(
            answer->message, sizeof answer->message, "%zu bytes are %s for any symbol", request->length,
            request->length ? "too many" : "too few");
        return;
    }
    struct zint_symbol *symbol = ZBarcode_Create();
    if (!symbol) {
        snprintf(answer->message, sizeof answer->message, "there is no memory for it");
        return;
    }
    symbol->symbology = request->symbology;
    symbol->input_mode = request->is_gs1 ? GS1_MODE | GS1NOCHECK_MODE : DATA_MODE;
    symbol->eci = request->eci;
    symbol->option_1 = request->level;
    // Only square Data Matrix symbols.
    if (request->symbology == BARCODE_DATAMATRIX) symbol->option_3 = DM_SQUARE;
    symbol->show_hrt = 0;
    int status = ZBarcode_Encode(symbol, request->bytes, (int)request->length);
    // Its texts are 100 bytes in most versions; a longer one is cut.
    snprintf(answer->message, sizeof answer->message, "%.150s", symbol->errtxt);
    if (status < ZINT_ERROR) copy(symbol, answer);
    ZBarcode_Delete(symbol);
}

void beeline_zint_free(beeline_zint_answer *answer) {
    free(answer->modules);
    answer->modules = NULL;
}
