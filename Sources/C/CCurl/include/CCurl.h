// Asks a web server for one document, with libcurl, which is loaded by the first request and not with the program:
// with all that it brings along it would cost every start several times what the rest of the program does.
//
// Ownership: the caller frees a transfer, once no thread performs or cancels it any more. Requests are lent for the
// call. What a response points to belongs to the transfer, and is gone with it or with its next `perform`.
//
// Threads: one at a time may perform a transfer. Any other may cancel it meanwhile.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a transfer ended.
enum beeline_http_end {
    /// The server answered, with whatever status.
    beeline_http_answered,
    beeline_http_cancelled,
    /// It took longer than the time limit.
    beeline_http_too_slow,
    /// The body is longer than the limit.
    beeline_http_too_long,
    beeline_http_unknown_host,
    beeline_http_unreachable,
    /// Nothing listens at the port of the host.
    beeline_http_refused,
    /// The host's name stands for an address of this machine or of the local network, and `is_public` was set.
    beeline_http_not_public,
    /// The connection ended before the answer did.
    beeline_http_broken_off,
    /// No encrypted connection came about, or the server's certificate is not to be trusted.
    beeline_http_insecure,
    /// Neither http nor https.
    beeline_http_other_scheme,
    /// Anything else; `message` says what.
    beeline_http_failed,
};
typedef enum beeline_http_end beeline_http_end;

/// Whether an IP address is one of the internet at large. `bytes` are 4 (IPv4) or 16 (IPv6), in the order of the network.
typedef bool (*beeline_http_check)(const uint8_t *_Nonnull bytes, size_t count);

/// What to ask for. All texts end with a NUL.
struct beeline_http_request {
    const char *_Nonnull url;
    /// GET, POST, PUT, PATCH or DELETE.
    const char *_Nonnull method;
    /// What is sent along; NULL: nothing.
    const uint8_t *_Nullable body;
    size_t body_length;
    /// Where only addresses of the internet may be connected to: asked about each address before it is, on the thread that
    /// performs. Where the environment names a proxy, which asks name servers itself, every host is asked by way of it,
    /// whatever `no_proxy` says. NULL: all addresses may be.
    beeline_http_check _Nullable is_public;
    /// `HOST:PORT:ADDRESS`, which goes before what name servers say; NULL: none.
    const char *_Nullable address;
    const char *_Nonnull user_agent;
    /// Lines `Name: value`, and NULL after the last.
    const char *_Nullable const *_Nonnull headers;
    /// The most bytes of body, once it is unpacked.
    size_t limit;
    /// The most time in all; above 0.
    long milliseconds;
};
typedef struct beeline_http_request beeline_http_request;

/// What came back. All but `end` and `message` only where the server answered.
struct beeline_http_response {
    beeline_http_end end;
    /// The status: 200.
    long status;
    /// After how many seconds the server wants to be asked again; 0 when it does not say.
    int64_t retry_after;
    const uint8_t *_Nullable body;
    size_t length;
    /// The absolute URL that a redirect leads to; NULL when it is none. It is not followed.
    const char *_Nullable redirect;
    /// The IP address that was connected to, as text: the server's, or that of a proxy.
    const char *_Nullable peer;
    /// libcurl's own words, which cite neither URL nor headers.
    const char *_Nullable message;
};
typedef struct beeline_http_response beeline_http_response;

typedef struct beeline_http_transfer beeline_http_transfer;

/// Loads libcurl, unless it is there already. Returns NULL, or why it could not be loaded; that text stays valid
/// permanently.
const char *_Nullable beeline_http_load(void);

/// A transfer; NULL when memory is short. `beeline_http_load` must have returned NULL before.
beeline_http_transfer *_Nullable beeline_http_new(void);

void beeline_http_free(beeline_http_transfer *_Nonnull transfer);

/// Asks, and returns when there is an answer or will be none.
beeline_http_response beeline_http_perform(
    beeline_http_transfer *_Nonnull transfer, const beeline_http_request *_Nonnull request);

/// Ends what is being performed soon, and lets nothing more be performed.
void beeline_http_cancel(beeline_http_transfer *_Nonnull transfer);
