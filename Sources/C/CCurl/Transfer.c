#define _GNU_SOURCE
#include "CCurl.h"
#include "CLinux.h"

// The macros that check arguments call the functions by name, which would link the library.
#define CURL_DISABLE_TYPECHECK

#include "../Headers/Beeline.h"

#include <errno.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

#define BEELINE_CURL_FUNCTIONS(each) \
    each(curl_, global_init) each(curl_, easy_init) each(curl_, easy_cleanup) each(curl_, easy_reset) \
    each(curl_, easy_setopt) each(curl_, easy_getinfo) each(curl_, easy_strerror) each(curl_, slist_append) \
    each(curl_, slist_free_all) each(curl_, multi_init) each(curl_, multi_cleanup) each(curl_, multi_add_handle) \
    each(curl_, multi_remove_handle) each(curl_, multi_perform) each(curl_, multi_poll) each(curl_, multi_wakeup) \
    each(curl_, multi_info_read)

static void start(char *problem, size_t room);

BEELINE_LIBRARY(curl, "libcurl.so.4", BEELINE_CURL_FUNCTIONS, start)

static void start(char *problem, size_t room) {
    const CURLcode code = curl.global_init(CURL_GLOBAL_ALL);
    if (code != CURLE_OK) snprintf(problem, room, "libcurl.so.4: %s", curl.easy_strerror(code));
}

const char *beeline_http_load(void) { return curl_load(); }

// In bytes, of one answer.
static const size_t most_headers = 256 << 10;

struct beeline_http_transfer {
    CURL *easy;
    CURLM *multi;
    struct curl_slist *headers;
    struct curl_slist *addresses;
    atomic_bool is_cancelled;
    uint8_t *body;
    size_t length;
    size_t capacity;
    size_t limit;
    // Bytes of headers so far; the body's limit is none for them.
    size_t header_length;
    bool is_too_long;
    // Asked about each address before it is connected to; NULL: all may be.
    beeline_http_check is_public;
    // Whether an address was refused because it is not one of the internet.
    bool is_not_public;
};

beeline_http_transfer *beeline_http_new(void) {
    beeline_http_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    atomic_init(&transfer->is_cancelled, false);
    transfer->easy = curl.easy_init();
    transfer->multi = curl.multi_init();
    if (!transfer->easy || !transfer->multi) {
        beeline_http_free(transfer);
        return NULL;
    }
    return transfer;
}

void beeline_http_free(beeline_http_transfer *transfer) {
    if (transfer->easy) curl.easy_cleanup(transfer->easy);
    if (transfer->multi) curl.multi_cleanup(transfer->multi);
    curl.slist_free_all(transfer->headers);
    curl.slist_free_all(transfer->addresses);
    free(transfer->body);
    free(transfer);
}

void beeline_http_cancel(beeline_http_transfer *transfer) {
    atomic_store(&transfer->is_cancelled, true);
    // The one function of libcurl that any thread may call.
    curl.multi_wakeup(transfer->multi);
}

// Any other answer than `size * count` ends the transfer.
static size_t take(char *bytes, size_t size, size_t count, void *context) {
    beeline_http_transfer *transfer = context;
    size_t more = size * count;
    if (more > transfer->limit - transfer->length) {
        transfer->is_too_long = true;
        return more ? 0 : 1;
    }
    if (transfer->length + more > transfer->capacity) {
        size_t capacity = transfer->capacity ? transfer->capacity : 16384;
        while (capacity < transfer->length + more) capacity *= 2;
        uint8_t *larger = realloc(transfer->body, capacity);
        if (!larger) return more ? 0 : 1;
        transfer->body = larger;
        transfer->capacity = capacity;
    }
    if (more) memcpy(transfer->body + transfer->length, bytes, more);
    transfer->length += more;
    return more;
}

// Headers are of no use here, but libcurl keeps them all.
static size_t count_headers(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    beeline_http_transfer *transfer = context;
    transfer->header_length += size * count;
    return transfer->header_length <= most_headers ? size * count : 0;
}

// Called often while there is traffic; not 0 ends the transfer.
static int is_to_end(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    beeline_http_transfer *transfer = context;
    return atomic_load(&transfer->is_cancelled);
}

// Opens the sockets of a transfer that must not reach every address: the name may resolve to any.
static curl_socket_t open_checked(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    beeline_http_transfer *transfer = context;
    bool is_public = false;
    if (address->family == AF_INET) {
        struct sockaddr_in peer;
        memcpy(&peer, &address->addr, sizeof peer);
        is_public = transfer->is_public((const uint8_t *)&peer.sin_addr, sizeof peer.sin_addr);
    } else if (address->family == AF_INET6) {
        struct sockaddr_in6 peer;
        memcpy(&peer, &address->addr, sizeof peer);
        is_public = transfer->is_public((const uint8_t *)&peer.sin6_addr, sizeof peer.sin6_addr);
    }
    if (!is_public) {
        transfer->is_not_public = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// As libcurl searches for one: the name in capitals does not count for http, so that a header of CGI does not become a
// proxy.
static bool has_proxy(const char *url) {
    static const char *const for_https[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", NULL};
    static const char *const for_http[] = {"http_proxy", "all_proxy", "ALL_PROXY", NULL};
    for (const char *const *name = strncasecmp(url, "https:", 6) == 0 ? for_https : for_http; *name; name++) {
        const char *value = getenv(*name);
        if (value && *value) return true;
    }
    return false;
}

static bool append(struct curl_slist **list, const char *text) {
    struct curl_slist *longer = curl.slist_append(*list, text);
    if (longer) *list = longer;
    return longer != NULL;
}

static CURLcode prepare(beeline_http_transfer *transfer, const beeline_http_request *request) {
    CURL *easy = transfer->easy;
    curl.easy_reset(easy);
    curl.slist_free_all(transfer->headers);
    curl.slist_free_all(transfer->addresses);
    transfer->headers = NULL;
    transfer->addresses = NULL;
    for (size_t index = 0; request->headers[index]; index++) {
        if (!append(&transfer->headers, request->headers[index])) return CURLE_OUT_OF_MEMORY;
    }
    // libcurl would ask in advance whether a long body is accepted, which many servers never answer.
    if (request->body && !append(&transfer->headers, "Expect:")) return CURLE_OUT_OF_MEMORY;
    if (request->address && !append(&transfer->addresses, request->address)) return CURLE_OUT_OF_MEMORY;
    // Each is needed: one that this libcurl does not know must not be left out in silence.
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = curl.easy_setopt(easy, option, value)
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_USERAGENT, request->user_agent);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
#if LIBCURL_VERSION_NUM >= 0x075500
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_ACCEPT_ENCODING, "");
    if (request->body) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDS, request->body);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    } else {
        SET(CURLOPT_HTTPGET, 1L);
    }
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    if (request->address) SET(CURLOPT_RESOLVE, transfer->addresses);
    if (transfer->is_public) {
        if (has_proxy(request->url)) {
            // Only the proxy sees the addresses; a host that it is not to be asked for would be one of the local network.
            SET(CURLOPT_NOPROXY, "");
        } else {
            SET(CURLOPT_OPENSOCKETFUNCTION, open_checked);
            SET(CURLOPT_OPENSOCKETDATA, transfer);
        }
    }
    SET(CURLOPT_TIMEOUT_MS, request->milliseconds);
    // No signals: they are the whole program's.
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_WRITEFUNCTION, take);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_HEADERFUNCTION, count_headers);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, is_to_end);
    SET(CURLOPT_XFERINFODATA, transfer);
#undef SET
    return code;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Drives the transfer to its end; the handle is in the multi handle meanwhile.
static CURLcode drive(beeline_http_transfer *transfer, long milliseconds) {
    // libcurl's own limit; this one applies even if a name server keeps it waiting.
    int64_t deadline = now() + milliseconds + 100;
    int running = 1;
    while (true) {
        if (atomic_load(&transfer->is_cancelled)) return CURLE_ABORTED_BY_CALLBACK;
        if (now() > deadline) return CURLE_OPERATION_TIMEDOUT;
        if (curl.multi_perform(transfer->multi, &running) != CURLM_OK) return CURLE_OUT_OF_MEMORY;
        int left;
        CURLMsg *message;
        while ((message = curl.multi_info_read(transfer->multi, &left))) {
            if (message->msg == CURLMSG_DONE) return message->data.result;
        }
        if (running == 0) return CURLE_FAILED_INIT;
        if (curl.multi_poll(transfer->multi, NULL, 0, 200, NULL) != CURLM_OK) return CURLE_OUT_OF_MEMORY;
    }
}

static beeline_http_end end(const beeline_http_transfer *transfer, CURLcode code) {
    if (code == CURLE_OK) return beeline_http_answered;
    if (atomic_load(&transfer->is_cancelled)) return beeline_http_cancelled;
    if (transfer->is_too_long) return beeline_http_too_long;
    if (transfer->is_not_public && code == CURLE_COULDNT_CONNECT) return beeline_http_not_public;
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return beeline_http_too_slow;
    case CURLE_COULDNT_RESOLVE_HOST: return beeline_http_unknown_host;
    case CURLE_COULDNT_CONNECT: return beeline_http_unreachable;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_BAD_CONTENT_ENCODING: return beeline_http_broken_off;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return beeline_http_insecure;
    case CURLE_UNSUPPORTED_PROTOCOL: return beeline_http_other_scheme;
    default: return beeline_http_failed;
    }
}

beeline_http_response beeline_http_perform(beeline_http_transfer *transfer, const beeline_http_request *request) {
    transfer->length = 0;
    transfer->header_length = 0;
    transfer->limit = request->limit;
    transfer->is_too_long = false;
    transfer->is_public = request->is_public;
    transfer->is_not_public = false;
    CURLcode code = prepare(transfer, request);
    if (code == CURLE_OK) {
        if (curl.multi_add_handle(transfer->multi, transfer->easy) == CURLM_OK) {
            code = drive(transfer, request->milliseconds);
            curl.multi_remove_handle(transfer->multi, transfer->easy);
        } else {
            code = CURLE_OUT_OF_MEMORY;
        }
    }
    beeline_http_response response = {.end = end(transfer, code)};
    response.message = transfer->header_length <= most_headers
        ? curl.easy_strerror(code)
        : "the headers of the answer are longer than 256 KiB";
    if (response.end == beeline_http_unreachable) {
        long problem = 0;
        curl.easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &problem);
        if (problem == ECONNREFUSED) response.end = beeline_http_refused;
    }
    if (code != CURLE_OK) return response;
    curl_off_t seconds = 0;
    char *redirect = NULL;
    char *peer = NULL;
    curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &response.status);
    curl.easy_getinfo(transfer->easy, CURLINFO_REDIRECT_URL, &redirect);
    curl.easy_getinfo(transfer->easy, CURLINFO_RETRY_AFTER, &seconds);
    curl.easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &peer);
    response.retry_after = seconds;
    response.peer = peer;
    response.redirect = redirect;
    response.body = transfer->body;
    response.length = transfer->length;
    return response;
}
