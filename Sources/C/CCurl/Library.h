// The functions of libcurl that are used, as found in the library once it is loaded.
#pragma once

// The macros that check arguments call the functions by name, which would link the library.
#define CURL_DISABLE_TYPECHECK

#if !__has_include(<curl/curl.h>)
#error "<curl/curl.h> is missing: install libcurl4-openssl-dev (or run make deps)"
#endif

#include <curl/curl.h>

// name, without curl_
#define BEELINE_CURL_FUNCTIONS(each) \
    each(global_init) each(easy_init) each(easy_cleanup) each(easy_reset) each(easy_setopt) each(easy_getinfo) \
    each(easy_strerror) each(slist_append) each(slist_free_all) each(multi_init) each(multi_cleanup) \
    each(multi_add_handle) each(multi_remove_handle) each(multi_perform) each(multi_poll) each(multi_wakeup) \
    each(multi_info_read) each(multi_strerror)

struct beeline_curl {
#define BEELINE_MEMBER(name) __typeof__(curl_##name) *name;
    BEELINE_CURL_FUNCTIONS(BEELINE_MEMBER)
#undef BEELINE_MEMBER
};

/// Filled by `beeline_http_load`, and never changed after it.
extern struct beeline_curl beeline_curl;
