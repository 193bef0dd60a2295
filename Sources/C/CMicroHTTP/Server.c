#define _GNU_SOURCE
#include "Server.h"
#include "CLinux.h"

#include "../Headers/Server.h"

#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define BEELINE_HTTPD_FUNCTIONS(each) \
    each(MHD_, start_daemon) each(MHD_, stop_daemon) each(MHD_, quiesce_daemon) each(MHD_, get_version) \
    each(MHD_, get_connection_info) each(MHD_, get_connection_values_n) each(MHD_, create_response_from_buffer) \
    each(MHD_, create_response_from_callback) each(MHD_, add_response_header) each(MHD_, queue_response) \
    each(MHD_, destroy_response)

static void start(char *problem, size_t room);

BEELINE_LIBRARY(library, "libmicrohttpd.so.12", BEELINE_HTTPD_FUNCTIONS, start)

// From 1.0 on the library has an option to refuse invalid HTTP.
static bool is_strict_itself;

static void start(char *problem, size_t room) {
    (void)problem, (void)room;
    is_strict_itself = strncmp(library.get_version(), "0.", 2) != 0;
}

const char *beeline_httpd_load(void) { return library_load(); }

struct beeline_httpd_server {
    struct MHD_Daemon *daemon;
    beeline_httpd_calls calls;
};

struct beeline_httpd_connection {
    struct MHD_Connection *connection;
    void *client;
    /// The target of the present request, which the library cuts into pieces.
    char *target;
    size_t target_length;
    size_t target_room;
    beeline_httpd_field *fields;
    size_t count;
    size_t fields_room;
    /// Whether memory was too short for the target or the fields.
    bool is_cut;
    /// Whether the head of the present request was passed on.
    bool has_head;
    beeline_httpd_calls calls;
};

/// The connection whose request is at work on this thread. Each connection has a thread.
static _Thread_local beeline_httpd_connection *current;

static beeline_httpd_connection *connection_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        library.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// Room for one more, or for `least`; false where there is no memory.
static bool make_room(void **place, size_t *room, size_t least, size_t size) {
    if (*room >= least) return true;
    size_t wanted = least < 32 ? 32 : least * 2;
    void *grown = realloc(*place, wanted * size);
    if (!grown) return false;
    *place = grown;
    *room = wanted;
    return true;
}

static enum MHD_Result on_policy(void *context, const struct sockaddr *address, socklen_t length) {
    const beeline_httpd_server *server = context;
    return server->calls.admits(server->calls.context, length ? address : NULL) ? MHD_YES : MHD_NO;
}

static void on_connection(
    void *context, struct MHD_Connection *raw, void **place, enum MHD_ConnectionNotificationCode code) {
    const beeline_httpd_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = library.get_connection_info(raw, MHD_CONNECTION_INFO_CONNECTION_FD);
        int descriptor = info ? info->connect_fd : -1;
        beeline_httpd_connection *connection = calloc(1, sizeof *connection);
        if (!connection) {
            shutdown(descriptor, SHUT_RDWR);
            return;
        }
        struct sockaddr_storage address = {0};
        socklen_t length = sizeof address;
        // Of the socket: the library lends its own copy, and not for every family how long that is.
        if (getpeername(descriptor, (struct sockaddr *)&address, &length) != 0) length = 0;
        connection->connection = raw;
        connection->calls = server->calls;
        connection->client = server->calls.opened(server->calls.context, descriptor, length ? &address : NULL);
        *place = connection;
    } else if (*place) {
        beeline_httpd_connection *connection = *place;
        if (current == connection) current = NULL;
        server->calls.closed(connection->client);
        free(connection->target);
        free(connection->fields);
        free(connection);
        *place = NULL;
    }
}

/// Leaves the library one parameter of a query. It would keep a record of each in the memory of the connection, and close
/// the connection without an answer when that memory is used up (0.9.75: at some 300). Beeline reads the query from its
/// copy of the target.
static void join_parameters(char *target) {
    for (char *at = strchr(target, '?'); at && (at = strchr(at, '&')); at++) *at = '+';
}

/// The first line of a request: what is returned comes back with each call of the handler.
static void *on_first_line(void *context, const char *target, struct MHD_Connection *raw) {
    const beeline_httpd_server *server = context;
    beeline_httpd_connection *connection = connection_of(raw);
    if (!connection) return NULL;
    size_t length = target ? strlen(target) : 0;
    connection->has_head = false;
    connection->count = 0;
    connection->is_cut = !make_room((void **)&connection->target, &connection->target_room, length + 1, 1);
    connection->target_length = connection->is_cut ? 0 : length;
    if (!connection->is_cut && length) memcpy(connection->target, target, length);
    // The target is in the library's receive buffer, which is not constant.
    if (target) join_parameters((char *)target);
    current = connection;
    server->calls.began(connection->client, connection->target ? connection->target : "", connection->target_length);
    return connection;
}

/// What the library says of its errors.
///
/// It answers a request that it cannot read by itself, 0.9.75 with two heads where Content-Length is malformed. There is
/// no other place at which that can be seen before: its message begins with the status of that answer.
static void on_message(void *context, const char *format, va_list values) {
    (void)context;
    const char *place = strchr(format, '%');
    if (!current || !place || strncmp(place, "%u", 2) != 0) return;
    const unsigned status = va_arg(values, unsigned);
    if (status < 400 || status > 599) return;
    beeline_httpd_connection *connection = current;
    current = NULL;
    connection->calls.refused(connection->client, status);
}

/// Leaves percent signs as they are: `%2F` is not a slash, and `%00` does not end a path.
static size_t on_unescape(void *context, struct MHD_Connection *raw, char *text) {
    (void)context;
    (void)raw;
    return strlen(text);
}

static enum MHD_Result on_field(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value,
    size_t value_length) {
    (void)kind;
    beeline_httpd_connection *connection = context;
    if (!make_room(
            (void **)&connection->fields, &connection->fields_room, connection->count + 1,
            sizeof *connection->fields)) {
        connection->is_cut = true;
        return MHD_NO;
    }
    connection->fields[connection->count++] = (beeline_httpd_field){
        .name = name ? name : "",
        .name_length = name ? name_length : 0,
        .value = value ? value : "",
        .value_length = value ? value_length : 0,
    };
    return MHD_YES;
}

/// Whether the parts of a head have only the separators of HTTP between them.
///
/// Libraries before 1.0 leave the head in memory where it was received, with NULs for what ends its parts. So the
/// distance from one part to the next says how a line ended: with CR LF, LF alone (one byte less), or not where the
/// library says, because a NUL cut it or because it was put together with the next one.
static bool is_plain(
    const beeline_httpd_connection *connection, const char *method, const char *url, const char *version) {
    const union MHD_ConnectionInfo *info =
        library.get_connection_info(connection->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (!info) return false;
    // Compared as numbers: of pointers into different objects C does not say what the difference is.
    const uintptr_t end = (uintptr_t)method + info->header_size;
    if ((uintptr_t)url != (uintptr_t)method + strlen(method) + 1) return false;
    if ((uintptr_t)version != (uintptr_t)url + connection->target_length + 1) return false;
    uintptr_t line = (uintptr_t)version + strlen(version) + 2;
    for (size_t index = 0; index < connection->count; index++) {
        const beeline_httpd_field *field = &connection->fields[index];
        if ((uintptr_t)field->name != line) return false;
        const uintptr_t value = (uintptr_t)field->value;
        if (value < line + field->name_length + 1 || value > end) return false;
        line = value + field->value_length + 2;
    }
    return line + 2 == end;
}

static enum MHD_Result on_request(
    void *context, struct MHD_Connection *raw, const char *url, const char *method, const char *version,
    const char *bytes, size_t *length, void **place) {
    const beeline_httpd_server *server = context;
    (void)raw;
    beeline_httpd_connection *connection = *place;
    if (!connection || !connection->client || connection->is_cut) return MHD_NO;
    bool goes_on;
    if (!connection->has_head) {
        connection->has_head = true;
        library.get_connection_values_n(raw, MHD_HEADER_KIND, on_field, connection);
        if (connection->is_cut || !method || !url || !version) return MHD_NO;
        const beeline_httpd_request request = {
            .method = method,
            .method_length = strlen(method),
            .target = connection->target,
            .target_length = connection->target_length,
            .version = version,
            .version_length = strlen(version),
            .fields = connection->fields,
            .count = connection->count,
            .is_plain = is_strict_itself || is_plain(connection, method, url, version),
        };
        goes_on = server->calls.head(connection->client, connection, &request);
    } else if (*length > 0) {
        goes_on = server->calls.part(connection->client, (const uint8_t *)bytes, *length);
        *length = 0;
    } else {
        goes_on = server->calls.whole(connection->client, connection);
    }
    return goes_on ? MHD_YES : MHD_NO;
}

static void on_completed(
    void *context, struct MHD_Connection *raw, void **place, enum MHD_RequestTerminationCode code) {
    const beeline_httpd_server *server = context;
    (void)raw;
    beeline_httpd_connection *connection = *place;
    if (!connection) return;
    current = NULL;
    server->calls.ended(connection->client, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    *place = NULL;
}

beeline_httpd_server *beeline_httpd_start(
    int listener, beeline_httpd_calls calls, beeline_httpd_limits limits, const char *certificate, const char *key) {
    beeline_httpd_server *server = calloc(1, sizeof *server);
    if (!server) {
        errno = ENOMEM;
        return NULL;
    }
    server->calls = calls;
    unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC |
                     MHD_USE_ERROR_LOG;
    struct MHD_OptionItem encryption[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE"},
        {MHD_OPTION_END, 0, NULL},
    };
    if (certificate && key) {
        flags |= MHD_USE_TLS;
    } else {
        encryption[0].option = MHD_OPTION_END;
    }
    errno = 0;
    // Libraries before 1.0 answer less when they are strict: a request without Host comes to the caller's own guard.
    server->daemon = library.start_daemon(
        flags, 0, on_policy, server, on_request, server,
        // The first option, so that it is there before the library has anything to say.
        MHD_OPTION_EXTERNAL_LOGGER, on_message, NULL,
        MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_STRICT_FOR_CLIENT, is_strict_itself ? 1 : 0,
        MHD_OPTION_URI_LOG_CALLBACK, on_first_line, server,
        MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        MHD_OPTION_THREAD_STACK_SIZE, limits.stack,
        MHD_OPTION_ARRAY, encryption,
        MHD_OPTION_END);
    if (!server->daemon) {
        int code = errno;
        free(server);
        errno = code;
        return NULL;
    }
    return server;
}

void beeline_httpd_quiesce(beeline_httpd_server *server) { library.quiesce_daemon(server->daemon); }

void beeline_httpd_end(beeline_httpd_server *server) {
    library.stop_daemon(server->daemon);
    free(server);
}

/// A body that comes as it is made.
struct stream {
    size_t (*read)(void *stream, uint8_t *room, size_t size);
    void (*release)(void *stream);
    void *stream;
};

static ssize_t on_read(void *context, uint64_t position, char *room, size_t size) {
    (void)position;
    struct stream *stream = context;
    size_t count = stream->read(stream->stream, (uint8_t *)room, size);
    if (count == 0) return MHD_CONTENT_READER_END_OF_STREAM;
    return count <= size ? (ssize_t)count : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void on_release(void *context) {
    struct stream *stream = context;
    stream->release(stream->stream);
    free(stream);
}

static struct MHD_Response *make_response(beeline_httpd_body body) {
    if (!body.read) {
        // The library does not write there.
        return library.create_response_from_buffer(body.length, (void *)body.bytes, MHD_RESPMEM_MUST_COPY);
    }
    struct stream *stream = malloc(sizeof *stream);
    if (stream) {
        *stream = (struct stream){body.read, body.release, body.stream};
        struct MHD_Response *response =
            library.create_response_from_callback(
                body.length ? body.length : MHD_SIZE_UNKNOWN, body.length ? 32768 : 4096, on_read, stream, on_release);
        if (response) return response;
        free(stream);
    }
    body.release(body.stream);
    return NULL;
}

/// Adds a field; false where the library does not take it, because there is a line end in it or no memory.
static bool add_field(struct MHD_Response *response, const beeline_httpd_field *field) {
    char small[512];
    const size_t size = field->name_length + field->value_length + 2;
    char *texts = size <= sizeof small ? small : malloc(size);
    if (!texts) return false;
    memcpy(texts, field->name, field->name_length);
    texts[field->name_length] = 0;
    char *value = texts + field->name_length + 1;
    memcpy(value, field->value, field->value_length);
    value[field->value_length] = 0;
    // A NUL would hide the rest of what is sent.
    const bool is_whole = !memchr(texts, 0, field->name_length) && !memchr(value, 0, field->value_length);
    const bool is_added = is_whole && library.add_response_header(response, texts, value) == MHD_YES;
    if (texts != small) free(texts);
    return is_added;
}

bool beeline_httpd_answer(
    beeline_httpd_connection *connection, unsigned status, const beeline_httpd_field *fields, size_t count,
    bool closes, beeline_httpd_body body) {
    struct MHD_Response *response = make_response(body);
    if (!response) return false;
    bool is_good = true;
    for (size_t index = 0; index < count && is_good; index++) is_good = add_field(response, &fields[index]);
    if (is_good && closes) is_good = library.add_response_header(response, "Connection", "close") == MHD_YES;
    if (is_good) is_good = library.queue_response(connection->connection, status, response) == MHD_YES;
    library.destroy_response(response);
    return is_good;
}

static int64_t now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void beeline_httpd_linger(int descriptor, bool is_encrypted, int milliseconds) {
    // The library says good-bye within TLS, which needs an open socket.
    if (!is_encrypted) shutdown(descriptor, SHUT_WR);
    const int64_t deadline = now_in_milliseconds() + milliseconds;
    char dropped[16384];
    while (true) {
        const int64_t left = deadline - now_in_milliseconds();
        struct pollfd waited = {.fd = descriptor, .events = POLLIN};
        if (left <= 0 || poll(&waited, 1, (int)left) == 0) return;
        const ssize_t count = recv(descriptor, dropped, sizeof dropped, MSG_DONTWAIT);
        if (count == 0) return;
        if (count < 0 && errno != EAGAIN && errno != EINTR) return;
    }
}
