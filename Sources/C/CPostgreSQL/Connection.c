#include "CPostgreSQL.h"
#include "CLinux.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

// What is used of <libpq-fe.h>, which has not changed since PostgreSQL 9.0. So building needs no further package.
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
enum { CONNECTION_OK, CONNECTION_BAD };
enum { PGRES_EMPTY_QUERY, PGRES_COMMAND_OK, PGRES_TUPLES_OK };
enum { PG_DIAG_SQLSTATE = 'C', PG_DIAG_MESSAGE_PRIMARY = 'M' };
enum { PQERRORS_VERBOSE = 2 };
PGconn *PQconnectStartParams(const char *const *names, const char *const *values, int expand);
int PQsetErrorVerbosity(PGconn *, int);
void PQreset(PGconn *);
void PQfinish(PGconn *);
int PQstatus(const PGconn *);
int PQsocket(const PGconn *);
char *PQerrorMessage(const PGconn *);
int PQsetnonblocking(PGconn *, int);
void (*PQsetNoticeReceiver(PGconn *, void (*)(void *, const PGresult *), void *))(void *, const PGresult *);
int PQsendQueryParams(
    PGconn *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int);
int PQsendQueryPrepared(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
int PQsendPrepare(PGconn *, const char *, const char *, int, const unsigned *);
int PQflush(PGconn *);
int PQconsumeInput(PGconn *);
int PQisBusy(PGconn *);
PGresult *PQgetResult(PGconn *);
int PQresultStatus(const PGresult *);
char *PQresultErrorField(const PGresult *, int);
int PQntuples(const PGresult *);
int PQnfields(const PGresult *);
int PQgetisnull(const PGresult *, int, int);
char *PQgetvalue(const PGresult *, int, int);
char *PQcmdTuples(PGresult *);
void PQclear(PGresult *);

#define BEELINE_PQ_FUNCTIONS(each) \
    each(PQ, connectStartParams) each(PQ, setErrorVerbosity) each(PQ, reset) \
    each(PQ, finish) each(PQ, status) each(PQ, socket) each(PQ, errorMessage) \
    each(PQ, setnonblocking) each(PQ, setNoticeReceiver) each(PQ, sendQueryParams) each(PQ, sendQueryPrepared) \
    each(PQ, sendPrepare) each(PQ, flush) each(PQ, consumeInput) each(PQ, isBusy) each(PQ, getResult) \
    each(PQ, resultStatus) each(PQ, resultErrorField) each(PQ, ntuples) each(PQ, nfields) each(PQ, getisnull) \
    each(PQ, getvalue) each(PQ, cmdTuples) each(PQ, clear)

BEELINE_LIBRARY(pq, "libpq.so.5", BEELINE_PQ_FUNCTIONS, NULL)

const char *beeline_pq_load(void) { return pq_load(); }

struct beeline_pq {
    PGconn *session;
    /// Of the last statement.
    PGresult *result;
};

static void ignore(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

enum { most_settings = 14 };

beeline_pq *beeline_pq_connect(const char *address, const char *const *settings) {
    beeline_pq *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    const char *names[most_settings + 2] = {0}, *values[most_settings + 2] = {0};
    int count = 0;
    for (; count < most_settings && settings[2 * count]; count++) {
        names[count] = settings[2 * count];
        values[count] = settings[2 * count + 1];
    }
    // The last one, as later settings replace earlier ones.
    names[count] = "dbname";
    values[count] = address;
    connection->session = pq.connectStartParams(names, values, 1);
    if (!connection->session) {
        free(connection);
        return NULL;
    }
    if (pq.status(connection->session) != CONNECTION_BAD) {
        // The code of SQL for why the server refuses a connection is in no other place than its verbose message, which can be
        // had only of a connection that was begun. It is made from the start; that also tries the next server in time.
        pq.setErrorVerbosity(connection->session, PQERRORS_VERBOSE);
        pq.reset(connection->session);
    }
    if (!beeline_pq_problem(connection)) {
        pq.setNoticeReceiver(connection->session, ignore, NULL);
        pq.setnonblocking(connection->session, 1);
    }
    return connection;
}

void beeline_pq_free(beeline_pq *connection) {
    pq.clear(connection->result);
    pq.finish(connection->session);
    free(connection);
}

const char *beeline_pq_problem(const beeline_pq *connection) {
    return pq.status(connection->session) == CONNECTION_OK ? NULL : pq.errorMessage(connection->session);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Waits until the socket can be read, or written with `writes`. Returns false where the time is over.
static bool wait(const beeline_pq *connection, bool writes, int64_t end) {
    while (true) {
        const int64_t left = end ? end - now() : -1;
        if (end && left <= 0) return false;
        struct pollfd descriptor = {pq.socket(connection->session), writes ? POLLIN | POLLOUT : POLLIN, 0};
        const int count = poll(&descriptor, 1, (int)left);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

static beeline_pq_end finish(beeline_pq *connection, int is_sent, int milliseconds) {
    pq.clear(connection->result);
    connection->result = NULL;
    if (!is_sent) return beeline_pq_broken;
    const int64_t end = milliseconds ? now() + milliseconds : 0;
    int left;
    while ((left = pq.flush(connection->session)) > 0) {
        // The server may wait for its answer to be read before it reads on.
        if (!wait(connection, true, end)) return beeline_pq_silent;
        if (!pq.consumeInput(connection->session)) return beeline_pq_broken;
    }
    if (left < 0) return beeline_pq_broken;
    while (true) {
        while (pq.isBusy(connection->session)) {
            if (!wait(connection, false, end)) return beeline_pq_silent;
            if (!pq.consumeInput(connection->session)) return beeline_pq_broken;
        }
        PGresult *result = pq.getResult(connection->session);
        if (!result) break;
        pq.clear(connection->result);
        connection->result = result;
    }
    if (beeline_pq_problem(connection) || !connection->result) return beeline_pq_broken;
    const int status = pq.resultStatus(connection->result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? beeline_pq_done : beeline_pq_refused;
}

beeline_pq_end beeline_pq_perform(
    beeline_pq *connection, const char *name, const char *sql, int count, const char *const *values, int milliseconds) {
    PGconn *session = connection->session;
    const int is_sent = !sql   ? pq.sendQueryPrepared(session, name, count, values, NULL, NULL, 0)
                        : name ? pq.sendPrepare(session, name, sql, 0, NULL)
                               : pq.sendQueryParams(session, sql, count, NULL, values, NULL, NULL, 0);
    return finish(connection, is_sent, milliseconds);
}

int beeline_pq_rows(const beeline_pq *connection) { return connection->result ? pq.ntuples(connection->result) : 0; }

int beeline_pq_columns(const beeline_pq *connection) { return pq.nfields(connection->result); }

const char *beeline_pq_value(const beeline_pq *connection, int row, int column) {
    return pq.getisnull(connection->result, row, column) ? NULL : pq.getvalue(connection->result, row, column);
}

const char *beeline_pq_changed(const beeline_pq *connection) {
    return connection->result ? pq.cmdTuples(connection->result) : "";
}

static const char *field(const beeline_pq *connection, int code) {
    return connection->result ? pq.resultErrorField(connection->result, code) : NULL;
}

const char *beeline_pq_message(const beeline_pq *connection) {
    const char *message = field(connection, PG_DIAG_MESSAGE_PRIMARY);
    return message ? message : pq.errorMessage(connection->session);
}

const char *beeline_pq_state(const beeline_pq *connection) {
    const char *state = field(connection, PG_DIAG_SQLSTATE);
    return state ? state : "";
}
