#define _GNU_SOURCE
#include "CMosquitto.h"
#include "CLinux.h"

#include "../Headers/Beeline.h"

#include <errno.h>
#include <mosquitto.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BEELINE_MOSQUITTO_FUNCTIONS(each) \
    each(mosquitto_, lib_init) each(mosquitto_, new) each(mosquitto_, destroy) each(mosquitto_, username_pw_set) \
    each(mosquitto_, tls_set) each(mosquitto_, tls_opts_set) each(mosquitto_, int_option) \
    each(mosquitto_, connect_bind_async) each(mosquitto_, disconnect) each(mosquitto_, socket) \
    each(mosquitto_, want_write) each(mosquitto_, loop_read) each(mosquitto_, loop_write) each(mosquitto_, loop_misc) \
    each(mosquitto_, subscribe) each(mosquitto_, publish) each(mosquitto_, connect_callback_set) \
    each(mosquitto_, disconnect_callback_set) each(mosquitto_, message_callback_set) \
    each(mosquitto_, publish_callback_set) each(mosquitto_, subscribe_callback_set) each(mosquitto_, log_callback_set) \
    each(mosquitto_, strerror) each(mosquitto_, connack_string)

static void start(char *problem, size_t room);

BEELINE_LIBRARY(library, "libmosquitto.so.1", BEELINE_MOSQUITTO_FUNCTIONS, start)

static void start(char *problem, size_t room) {
    if (library.lib_init() != MOSQ_ERR_SUCCESS) snprintf(problem, room, "libmosquitto.so.1 does not start");
}

const char *beeline_mqtt_load(void) { return library_load(); }

/// A message in the queue, followed by its topic and its payload.
struct waiting {
    struct waiting *next;
    beeline_mqtt_message message;
    char bytes[];
};

struct beeline_mqtt_client {
    struct mosquitto *session;
    char *host;
    int port;
    int keep_alive;
    size_t limit;
    beeline_mqtt_state state;
    /// What the library has said last of what went wrong.
    char said[256];
    char message[512];
    struct waiting *first;
    struct waiting **end;
    /// What was taken last, and is lent to the caller.
    struct waiting *taken;
};

/// Keeps SIGPIPE from ending the program while the library writes: OpenSSL has no other way to write to a socket.
struct guard {
    sigset_t before;
    bool is_set;
};

static struct guard guard_pipe(void) {
    struct guard guard;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    guard.is_set = pthread_sigmask(SIG_BLOCK, &pipe, &guard.before) == 0;
    return guard;
}

static void end_guard(struct guard guard) {
    if (!guard.is_set) return;
    if (!sigismember(&guard.before, SIGPIPE)) {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        struct timespec at_once = {0};
        // It waits for this thread alone; without one nothing is taken.
        sigtimedwait(&pipe, NULL, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &guard.before, NULL);
}

/// The connection is over, by what a function of the library returned; `code` is `errno` then.
static void end(beeline_mqtt_client *client, int reason, int code) {
    if (client->state.phase == beeline_mqtt_refused || client->state.phase == beeline_mqtt_ended) return;
    client->state.phase = beeline_mqtt_ended;
    client->state.reason = reason;
    client->state.is_insecure = reason == MOSQ_ERR_TLS || reason == MOSQ_ERR_TLS_HANDSHAKE;
    const char *words = reason == MOSQ_ERR_ERRNO && code ? strerror(code) : library.strerror(reason);
    if (client->state.is_insecure && client->said[0]) words = client->said;
    snprintf(client->message, sizeof client->message, "%s", words);
}

static void on_connect(struct mosquitto *session, void *context, int code) {
    (void)session;
    beeline_mqtt_client *client = context;
    if (code == 0) {
        client->state.phase = beeline_mqtt_connected;
        return;
    }
    client->state.phase = beeline_mqtt_refused;
    client->state.reason = code;
    snprintf(client->message, sizeof client->message, "%s", library.connack_string(code));
}

static void on_disconnect(struct mosquitto *session, void *context, int reason) {
    (void)session;
    end(context, reason, errno);
}

static void on_publish(struct mosquitto *session, void *context, int number) {
    (void)session;
    ((beeline_mqtt_client *)context)->state.published = number;
}

static void on_subscribe(struct mosquitto *session, void *context, int number, int count, const int *granted) {
    (void)session;
    beeline_mqtt_client *client = context;
    client->state.subscribed = number;
    client->state.is_granted = count > 0 && granted[0] >= 0 && granted[0] <= 2;
}

static void on_log(struct mosquitto *session, void *context, int level, const char *text) {
    (void)session;
    beeline_mqtt_client *client = context;
    if (level == MOSQ_LOG_ERR && text) snprintf(client->said, sizeof client->said, "%s", text);
}

static void on_message(struct mosquitto *session, void *context, const struct mosquitto_message *message) {
    (void)session;
    beeline_mqtt_client *client = context;
    if (!message->topic || message->payloadlen < 0) return;
    size_t topic = strlen(message->topic);
    size_t length = message->payload ? (size_t)message->payloadlen : 0;
    bool is_too_long = length > client->limit;
    size_t kept = is_too_long ? 0 : length;
    struct waiting *waiting = malloc(sizeof *waiting + topic + 1 + kept);
    // Without memory the message is lost, as it would be without a connection.
    if (!waiting) return;
    memcpy(waiting->bytes, message->topic, topic + 1);
    if (kept) memcpy(waiting->bytes + topic + 1, message->payload, kept);
    waiting->next = NULL;
    waiting->message = (beeline_mqtt_message){
        .topic = waiting->bytes,
        .topic_length = topic,
        .payload = kept ? (const uint8_t *)waiting->bytes + topic + 1 : NULL,
        .length = length,
        .is_retained = message->retain,
        .is_too_long = is_too_long,
    };
    *client->end = waiting;
    client->end = &waiting->next;
}

beeline_mqtt_client *beeline_mqtt_new(const beeline_mqtt_broker *broker, size_t limit) {
    beeline_mqtt_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->end = &client->first;
    client->limit = limit;
    client->port = broker->port;
    client->keep_alive = broker->keep_alive;
    client->host = strdup(broker->host);
    // The name is made up by the library, and the broker keeps nothing for us when we are away.
    client->session = client->host ? library.new(NULL, true, client) : NULL;
    int code = client->session ? MOSQ_ERR_SUCCESS : MOSQ_ERR_NOMEM;
    if (!code && broker->user) code = library.username_pw_set(client->session, broker->user, broker->password);
    if (!code && broker->is_encrypted) {
        code = broker->authorities
            ? library.tls_set(client->session, broker->authorities, NULL, NULL, NULL, NULL)
            : library.int_option(client->session, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
        // 1: SSL_VERIFY_PEER.
        if (!code) code = library.tls_opts_set(client->session, 1, NULL, NULL);
    }
    if (code) {
        beeline_mqtt_free(client);
        return NULL;
    }
    library.connect_callback_set(client->session, on_connect);
    library.disconnect_callback_set(client->session, on_disconnect);
    library.publish_callback_set(client->session, on_publish);
    library.subscribe_callback_set(client->session, on_subscribe);
    library.message_callback_set(client->session, on_message);
    library.log_callback_set(client->session, on_log);
    return client;
}

void beeline_mqtt_free(beeline_mqtt_client *client) {
    struct guard guard = guard_pipe();
    if (client->session) library.destroy(client->session);
    end_guard(guard);
    while (client->first) {
        struct waiting *next = client->first->next;
        free(client->first);
        client->first = next;
    }
    free(client->taken);
    free(client->host);
    free(client);
}

void beeline_mqtt_connect(beeline_mqtt_client *client, const char *local) {
    client->state = (beeline_mqtt_state){.phase = beeline_mqtt_connecting};
    client->said[0] = client->message[0] = 0;
    struct guard guard = guard_pipe();
    errno = 0;
    int code = library.connect_bind_async(client->session, client->host, client->port, client->keep_alive, local);
    if (code) end(client, code, errno);
    end_guard(guard);
}

int beeline_mqtt_socket(beeline_mqtt_client *client) { return library.socket(client->session); }

bool beeline_mqtt_wants_write(beeline_mqtt_client *client) { return library.want_write(client->session); }

void beeline_mqtt_step(beeline_mqtt_client *client, bool can_read, bool can_write) {
    struct guard guard = guard_pipe();
    errno = 0;
    int code = MOSQ_ERR_SUCCESS;
    if (can_read) code = library.loop_read(client->session, 1);
    if (!code && can_write) code = library.loop_write(client->session, 1);
    if (!code) code = library.loop_misc(client->session);
    if (code) end(client, code, errno);
    end_guard(guard);
}

beeline_mqtt_state beeline_mqtt_look(beeline_mqtt_client *client) {
    client->state.message = client->message;
    return client->state;
}

int beeline_mqtt_subscribe(beeline_mqtt_client *client, const char *topic) {
    struct guard guard = guard_pipe();
    int number = 0;
    errno = 0;
    int code = library.subscribe(client->session, &number, topic, 1);
    if (code) end(client, code, errno);
    end_guard(guard);
    return code ? 0 : number;
}

int beeline_mqtt_publish(
    beeline_mqtt_client *client, const char *topic, const uint8_t *payload, size_t length, int qos, bool retain) {
    struct guard guard = guard_pipe();
    int number = 0;
    errno = 0;
    int code = length > INT32_MAX
        ? MOSQ_ERR_PAYLOAD_SIZE
        : library.publish(client->session, &number, topic, (int)length, payload, qos, retain);
    if (code) end(client, code, errno);
    end_guard(guard);
    return code ? 0 : number;
}

const beeline_mqtt_message *beeline_mqtt_next(beeline_mqtt_client *client) {
    free(client->taken);
    client->taken = client->first;
    if (!client->first) return NULL;
    client->first = client->first->next;
    if (!client->first) client->end = &client->first;
    return &client->taken->message;
}

void beeline_mqtt_disconnect(beeline_mqtt_client *client) {
    struct guard guard = guard_pipe();
    library.disconnect(client->session);
    end_guard(guard);
}
