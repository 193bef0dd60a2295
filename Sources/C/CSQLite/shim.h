#pragma once
#include "../Headers/Support.h"
#include <sqlite3.h>

// A macro of two numbers, which Swift does not import.
static const int beeline_no_room_for_index = SQLITE_IOERR_SHMSIZE;

// SQLITE_TRANSIENT, which asks SQLite for a copy of its own, is a cast that Swift does not import. These bind a copy of
// what they are lent. A length beyond SQLite's limit is SQLITE_TOOBIG.

/// Binds a text in UTF-8; no start means the empty text.
static inline int beeline_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const unsigned char *_Nullable start, long length) {
    return sqlite3_bind_text64(
        statement, index, start ? (const char *)start : "", (sqlite3_uint64)length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes; no start means none at all, which is not null.
static inline int beeline_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const unsigned char *_Nullable start, long length) {
    return sqlite3_bind_blob64(statement, index, start ? (const void *)start : "", (sqlite3_uint64)length, SQLITE_TRANSIENT);
}
