#pragma once

#include <stddef.h>

// The tables that come with the program, as UTF-8 text. They live as long as the program.
struct beeline_table {
    const unsigned char *bytes;
    size_t length;
};

// Who was given which ISBNs: see isbn-ranges.tsv.
struct beeline_table beeline_isbn_ranges(void);

// The ranges of IP addresses that are special: see addresses.tsv.
struct beeline_table beeline_addresses(void);

// The formats of GS1 Application Identifiers: see gs1-identifiers.tsv.
struct beeline_table beeline_gs1_identifiers(void);

// The data identifiers of industrial labels: see data-identifiers.tsv.
struct beeline_table beeline_data_identifiers(void);

// The link types of GS1 with their titles: see gs1-link-types.tsv.
struct beeline_table beeline_gs1_link_types(void);

// What is documented of kinds and fields: see kinds.md.
struct beeline_table beeline_kinds(void);

// Codes of countries and currencies, and what begins with them: see registers.txt.
struct beeline_table beeline_registers(void);

// What is known of hosts, pages, files and letters in links: see links.txt.
struct beeline_table beeline_links(void);
