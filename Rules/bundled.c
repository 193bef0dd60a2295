#include "BundledRules.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char books[] = {
#embed "books.json"
};

static const unsigned char products[] = {
#embed "products.json"
};

static const unsigned char links[] = {
#embed "links.json"
};

static const unsigned char places[] = {
#embed "places.json"
};

static const unsigned char text[] = {
#embed "text.json"
};

// The last file has the rules that show what nothing else takes.
static const struct beeline_rule_file files[] = {
    {"bundled:books", books, sizeof books},
    {"bundled:products", products, sizeof products},
    {"bundled:links", links, sizeof links},
    {"bundled:places", places, sizeof places},
    {"bundled:text", text, sizeof text},
};

const struct beeline_rule_file *beeline_bundled_rules(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
