#include "BundledReference.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "../../../Docs/RuleReference.md" suffix(, 0)
};

const char *beeline_reference_page(void) { return page; }
