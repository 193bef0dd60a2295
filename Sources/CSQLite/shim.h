#pragma once
#include <sqlite3.h>

/// Binds a copy of a text. SQLITE_TRANSIENT, which asks for the copy, is a cast that Swift does not import.
static inline int beeline_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
