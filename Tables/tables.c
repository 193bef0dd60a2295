#include "BundledTables.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char addresses[] = {
#embed "addresses.tsv"
};

static const unsigned char isbn_ranges[] = {
#embed "isbn-ranges.tsv"
};

static const unsigned char gs1_identifiers[] = {
#embed "gs1-identifiers.tsv"
};

static const unsigned char data_identifiers[] = {
#embed "data-identifiers.tsv"
};

static const unsigned char gs1_link_types[] = {
#embed "gs1-link-types.tsv"
};

static const unsigned char kinds[] = {
#embed "kinds.md"
};

static const unsigned char registers[] = {
#embed "registers.txt"
};

static const unsigned char links[] = {
#embed "links.txt"
};

struct beeline_table beeline_addresses(void) {
    return (struct beeline_table){addresses, sizeof addresses};
}

struct beeline_table beeline_isbn_ranges(void) {
    return (struct beeline_table){isbn_ranges, sizeof isbn_ranges};
}

struct beeline_table beeline_gs1_identifiers(void) {
    return (struct beeline_table){gs1_identifiers, sizeof gs1_identifiers};
}

struct beeline_table beeline_data_identifiers(void) {
    return (struct beeline_table){data_identifiers, sizeof data_identifiers};
}

struct beeline_table beeline_gs1_link_types(void) {
    return (struct beeline_table){gs1_link_types, sizeof gs1_link_types};
}

struct beeline_table beeline_kinds(void) {
    return (struct beeline_table){kinds, sizeof kinds};
}

struct beeline_table beeline_registers(void) {
    return (struct beeline_table){registers, sizeof registers};
}

struct beeline_table beeline_links(void) {
    return (struct beeline_table){links, sizeof links};
}
