#ifndef BEELINE_WEB_PAGE_H
#define BEELINE_WEB_PAGE_H

#include <stddef.h>

/// A file of the page.
typedef struct {
    /// Below the root: `app.js`.
    const char *_Nonnull name;
    /// Its media type.
    const char *_Nonnull type;
    const unsigned char *_Nonnull bytes;
    size_t count;
} beeline_page_file;

/// The files of the page.
const beeline_page_file *_Nonnull beeline_page_files(size_t *_Nonnull count);

#endif
