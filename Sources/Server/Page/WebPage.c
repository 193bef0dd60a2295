#include "WebPage.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "index.html"
};

#define BEELINE_FILE(name, type, bytes) {name, type, bytes, sizeof bytes}

static const beeline_page_file files[] = {
    BEELINE_FILE("index.html", "text/html; charset=utf-8", index_html),
};

const beeline_page_file *beeline_page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
