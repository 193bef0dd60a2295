#pragma once
#include "../Headers/Support.h"
#include <jansson.h>

/// Why a text was not read. Jansson's own function has the name of its type, which Swift does not distinguish.
static inline enum json_error_code beeline_json_error_code(const json_error_t *_Nonnull error) {
    return json_error_code(error);
}
