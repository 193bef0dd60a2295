#pragma once
#include "../Headers/Content.h"
#include <expat.h>
#include <stdint.h>

/// The line of the document that the parser is at, from 1. Expat 2.9 deprecates the name that older ones have.
static inline uint64_t beeline_expat_line(XML_Parser _Nonnull parser) {
#if XML_MAJOR_VERSION > 2 || XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}
