// Answers HTTP/1.1 at one listening socket, a thread for each connection.
//
// The library parses more than HTTP allows, and hides some of it. So each request is passed on with the fields as
// they came and with the knowledge of whether anything was hidden (`is_plain`); the caller has to refuse what is wrong.
//
// Ownership: the caller keeps the listening socket, and closes it after `beeline_httpd_end`. All arguments of a
// call-back are lent for the call, except the connection: that is valid until `closed` was called. Bodies and headers
// of answers are copied, except a fixed body, which must stay valid permanently.
//
// Threads: `admits`, `opened` and `closed` are called on the thread of the listener, everything else on the thread of
// the connection, which may be blocked.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct beeline_httpd_server beeline_httpd_server;
typedef struct beeline_httpd_connection beeline_httpd_connection;

/// A field of a header. Neither text need end with a NUL.
struct beeline_httpd_field {
    const char *_Nonnull name;
    size_t name_length;
    const char *_Nonnull value;
    size_t value_length;
};
typedef struct beeline_httpd_field beeline_httpd_field;

/// The head of a request.
struct beeline_httpd_request {
    const char *_Nonnull method;
    size_t method_length;
    /// As it was sent: still percent-encoded, and with the query.
    const char *_Nonnull target;
    size_t target_length;
    const char *_Nonnull version;
    size_t version_length;
    const beeline_httpd_field *_Nullable fields;
    size_t count;
    /// Whether nothing is hidden: each line ended with CR LF, none was continued by the next one or had a NUL in it,
    /// and one space was between the parts of the first one. Always true with a library that refuses such requests by
    /// itself.
    bool is_plain;
};
typedef struct beeline_httpd_request beeline_httpd_request;

/// What is called for connections and requests. `client` is what `opened` returned.
struct beeline_httpd_calls {
    void *_Nonnull context;
    /// Whether one more connection is taken from there; `address` is a `struct sockaddr`, or NULL where it is not
    /// known.
    bool (*_Nonnull admits)(void *_Nonnull context, const void *_Nullable address);
    /// A connection was taken; `descriptor` is its socket, which is open until `closed` returned.
    void *_Nonnull (*_Nonnull opened)(void *_Nonnull context, int descriptor, const void *_Nullable address);
    /// The first line of a request has come, with this target.
    void (*_Nonnull began)(void *_Nonnull client, const char *_Nonnull target, size_t length);
    /// The head of a request has come. With an answer now, the body is not read and the connection closes behind the
    /// answer. False closes the connection at once.
    bool (*_Nonnull head)(
        void *_Nonnull client, beeline_httpd_connection *_Nonnull connection,
        const beeline_httpd_request *_Nonnull request);
    /// A part of the body has come. False closes the connection at once.
    bool (*_Nonnull part)(void *_Nonnull client, const uint8_t *_Nonnull bytes, size_t length);
    /// The whole request has come, and an answer is due. False closes the connection at once.
    bool (*_Nonnull whole)(void *_Nonnull client, beeline_httpd_connection *_Nonnull connection);
    /// The library refuses the request that began, and is about to answer it with this status by itself. The caller answers
    /// on the socket and shuts it down, so that the library's answer is not sent.
    void (*_Nonnull refused)(void *_Nonnull client, unsigned status);
    /// The answer was sent, or cannot be sent any more. For each `began`.
    void (*_Nonnull ended)(void *_Nonnull client, bool is_complete);
    /// The connection is gone; its socket is closed next.
    void (*_Nonnull closed)(void *_Nonnull client);
};
typedef struct beeline_httpd_calls beeline_httpd_calls;

/// The body of an answer.
struct beeline_httpd_body {
    const uint8_t *_Nullable bytes;
    size_t length;
    /// Reads the next part of a body that is not copied: how many bytes it has put into the room, 0 at the end. With a
    /// length of 0 it comes as it is made. NULL for a body of bytes.
    size_t (*_Nullable read)(void *_Nonnull stream, uint8_t *_Nonnull room, size_t size);
    /// Called once, when the body is not read any more.
    void (*_Nullable release)(void *_Nonnull stream);
    void *_Nullable stream;
};
typedef struct beeline_httpd_body beeline_httpd_body;

/// Limits of the library itself. The caller does not see what exceeds them.
struct beeline_httpd_limits {
    unsigned connections;
    /// For the head of a request, in bytes.
    size_t memory;
    size_t stack;
};
typedef struct beeline_httpd_limits beeline_httpd_limits;

/// Loads libmicrohttpd, unless it is there already. Returns NULL, or why it could not be loaded; that text stays valid
/// permanently.
const char *_Nullable beeline_httpd_load(void);

/// Serves a listening socket. `beeline_httpd_load` must have returned NULL before.
///
/// - `certificate`, `key`: in PEM, both or none.
///
/// Returns NULL where the library does not start; errno says why, or is 0.
beeline_httpd_server *_Nullable beeline_httpd_start(
    int listener, beeline_httpd_calls calls, beeline_httpd_limits limits, const char *_Nullable certificate,
    const char *_Nullable key);

/// Accepts no further connections. Open ones continue.
void beeline_httpd_quiesce(beeline_httpd_server *_Nonnull server);

/// Ends all connections, waits for their threads, and frees the server.
void beeline_httpd_end(beeline_httpd_server *_Nonnull server);

/// Answers the present request of a connection; from `head` and `whole` only, and once.
///
/// - `closes`: whether the connection is closed after it.
///
/// Returns whether the library took it; where not, `release` was called.
bool beeline_httpd_answer(
    beeline_httpd_connection *_Nonnull connection, unsigned status, const beeline_httpd_field *_Nullable fields,
    size_t count, bool closes, beeline_httpd_body body);

/// Ends this side of a connection, and reads what the other side still sends, so that it reads our last answer instead
/// of an error about a broken connection. From `ended` only.
void beeline_httpd_linger(int descriptor, bool is_encrypted, int milliseconds);
