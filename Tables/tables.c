#include "BundledTables.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char isbn_ranges[] = {
#embed "isbn-ranges.tsv"
};

static const unsigned char gs1_identifiers[] = {
#embed "gs1-identifiers.tsv"
};

static const unsigned char kinds[] = {
#embed "kinds.md"
};

static const unsigned char registers[] = {
#embed "registers.txt"
};

struct beeline_table beeline_isbn_ranges(void) {
    return (struct beeline_table){isbn_ranges, sizeof isbn_ranges};
}

struct beeline_table beeline_gs1_identifiers(void) {
    return (struct beeline_table){gs1_identifiers, sizeof gs1_identifiers};
}

struct beeline_table beeline_kinds(void) {
    return (struct beeline_table){kinds, sizeof kinds};
}

struct beeline_table beeline_registers(void) {
    return (struct beeline_table){registers, sizeof registers};
}
