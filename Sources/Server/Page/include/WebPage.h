#ifndef BEELINE_WEB_PAGE_H
#define BEELINE_WEB_PAGE_H

#include <stddef.h>
#include <stdint.h>

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

/// Compresses bytes with gzip (RFC 1952), by zlib, which is loaded when it is first needed. Returns how many bytes were written;
/// 0 where they do not fit into the room, or where there is no zlib.
size_t beeline_page_gzip(const uint8_t *_Nonnull input, size_t length, uint8_t *_Nonnull output, size_t room);

#endif
