// Talks to an MQTT broker (MQTT 3.1.1) with libmosquitto, which is loaded when it is first needed and not with the program.
//
// Nothing here waits, but for name servers in `beeline_mqtt_connect`: the caller polls the socket, and calls
// `beeline_mqtt_step` when something can be done. The library starts no threads.
//
// Ownership: the caller frees a client. Texts that are handed in are lent for the call. What a message points to belongs to
// the client, and is gone with it or with the next `beeline_mqtt_next`.
//
// Threads: one at a time may use a client.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where a broker is, and who asks. All texts end with a NUL.
struct beeline_mqtt_broker {
    const char *_Nonnull host;
    int port;
    bool is_encrypted;
    /// A PEM file with the authorities whose certificates are trusted; NULL: those of the system.
    const char *_Nullable authorities;
    const char *_Nullable user;
    const char *_Nullable password;
    /// After how many seconds without a message the broker is asked whether it is still there.
    int keep_alive;
};
typedef struct beeline_mqtt_broker beeline_mqtt_broker;

enum beeline_mqtt_phase {
    beeline_mqtt_connecting,
    beeline_mqtt_connected,
    /// The broker does not want us; `reason` is the code of its answer (MQTT 3.1.1, table 3.1).
    beeline_mqtt_refused,
    /// There is no connection (any more); `message` says why.
    beeline_mqtt_ended,
};
typedef enum beeline_mqtt_phase beeline_mqtt_phase;

struct beeline_mqtt_state {
    beeline_mqtt_phase phase;
    int reason;
    /// Whether no encrypted connection came about, or the certificate of the broker is not to be trusted.
    bool is_insecure;
    /// The number of the message that was sent last; 0: none yet.
    int published;
    /// The number of the subscription that was answered last; 0: none yet.
    int subscribed;
    /// Whether that subscription was granted.
    bool is_granted;
    /// The library's own words; they cite no password. Gone with the next call.
    const char *_Nonnull message;
};
typedef struct beeline_mqtt_state beeline_mqtt_state;

/// A message that came.
struct beeline_mqtt_message {
    const char *_Nonnull topic;
    size_t topic_length;
    /// NULL where it is empty or too long.
    const uint8_t *_Nullable payload;
    size_t length;
    /// It was kept by the broker from before; it is not new.
    bool is_retained;
    /// It is longer than the limit, and was not kept.
    bool is_too_long;
};
typedef struct beeline_mqtt_message beeline_mqtt_message;

typedef struct beeline_mqtt_client beeline_mqtt_client;

/// Loads libmosquitto, unless it is there already. Returns NULL, or why it could not be loaded; that text stays valid
/// permanently.
const char *_Nullable beeline_mqtt_load(void);

/// A client; NULL when memory is short or the library does not take what the broker needs. `beeline_mqtt_load` must have
/// returned NULL before.
///
/// - `limit`: the most bytes of a message that are kept.
beeline_mqtt_client *_Nullable beeline_mqtt_new(const beeline_mqtt_broker *_Nonnull broker, size_t limit);

/// Ends the connection, where there is one, and frees the client.
void beeline_mqtt_free(beeline_mqtt_client *_Nonnull client);

/// Begins to connect; the state has the result. It waits for name servers.
///
/// - `local`: an address of this machine that the connection begins at, which decides the family of the broker's address:
///   "0.0.0.0" or "::".
void beeline_mqtt_connect(beeline_mqtt_client *_Nonnull client, const char *_Nonnull local);

/// The socket to wait for; -1: there is none.
int beeline_mqtt_socket(beeline_mqtt_client *_Nonnull client);

/// Whether to wait until the socket can be written to, too.
bool beeline_mqtt_wants_write(beeline_mqtt_client *_Nonnull client);

/// Reads and writes what can be, and sees to the keep-alive. To be called every few seconds at least.
void beeline_mqtt_step(beeline_mqtt_client *_Nonnull client, bool can_read, bool can_write);

beeline_mqtt_state beeline_mqtt_look(beeline_mqtt_client *_Nonnull client);

/// Asks for the messages of a topic, at QoS 1. Returns the number of the subscription, or 0 where that failed.
int beeline_mqtt_subscribe(beeline_mqtt_client *_Nonnull client, const char *_Nonnull topic);

/// Hands a message over. Returns its number, or 0 where that failed.
int beeline_mqtt_publish(
    beeline_mqtt_client *_Nonnull client, const char *_Nonnull topic, const uint8_t *_Nullable payload, size_t length,
    int qos, bool retain);

/// Takes the oldest message that came. Returns NULL when there is none.
const beeline_mqtt_message *_Nullable beeline_mqtt_next(beeline_mqtt_client *_Nonnull client);

/// Sends the broker DISCONNECT.
void beeline_mqtt_disconnect(beeline_mqtt_client *_Nonnull client);
