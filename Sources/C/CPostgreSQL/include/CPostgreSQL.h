// Asks a PostgreSQL server, with libpq, which is loaded with the first history that is on one.
//
// Ownership: the caller frees a connection, once no thread uses it any more. Texts and values that a connection gives
// belong to it, and are gone with its next statement.
//
// Threads: one at a time may use a connection.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct beeline_pq beeline_pq;

/// Loads libpq. Returns why it cannot be used, lent permanently; NULL where it can.
const char *_Nullable beeline_pq_load(void);

/// Connects to the first server of an address that answers. Blocks: two seconds for each server, and what looking up names
/// takes.
///
/// - `settings`: names and values in turn, and NULL after the last; what `address` says goes before them.
/// - Returns: NULL where there is no memory. `beeline_pq_problem` says whether it is connected.
beeline_pq *_Nullable beeline_pq_connect(
    const char *_Nonnull address, const char *_Nullable const *_Nullable settings);

void beeline_pq_free(beeline_pq *_Nonnull connection);

/// Why it is not connected, in libpq's words, which have no password; NULL where it is. In what a server says, the five
/// characters of SQL for it are in front: `FATAL:  28P01: password authentication failed …`.
const char *_Nullable beeline_pq_problem(const beeline_pq *_Nonnull connection);

/// How a statement ended.
enum beeline_pq_end {
    beeline_pq_done,
    /// The server refused it; the connection can be used further.
    beeline_pq_refused,
    /// The connection is lost: the statement may be done or not. Nothing else can be done with it but to free it.
    beeline_pq_broken,
    /// As `broken`: there was no answer in time.
    beeline_pq_silent,
};
typedef enum beeline_pq_end beeline_pq_end;

/// Performs one statement, and waits for its end.
///
/// - `name`, `sql`: a statement is prepared by both, performed by its name alone, and without a name not prepared.
/// - `values`: a text for each parameter; NULL is the null of SQL.
/// - `milliseconds`: the most time; 0: any.
beeline_pq_end beeline_pq_perform(
    beeline_pq *_Nonnull connection, const char *_Nullable name, const char *_Nullable sql, int count,
    const char *_Nullable const *_Nullable values, int milliseconds);

/// The rows of the last statement.
int beeline_pq_rows(const beeline_pq *_Nonnull connection);
/// How many values each of them has.
int beeline_pq_columns(const beeline_pq *_Nonnull connection);
/// A value of theirs; NULL for the null of SQL.
const char *_Nullable beeline_pq_value(const beeline_pq *_Nonnull connection, int row, int column);
/// How many rows the last statement changed, as a text; empty where it changes none.
const char *_Nonnull beeline_pq_changed(const beeline_pq *_Nonnull connection);
/// What the server or libpq says about a statement that is not done.
const char *_Nonnull beeline_pq_message(const beeline_pq *_Nonnull connection);
/// The five characters by which SQL knows an error of the server; empty where there is none.
const char *_Nonnull beeline_pq_state(const beeline_pq *_Nonnull connection);
