#define _GNU_SOURCE
#include "Library.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct beeline_curl beeline_curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Empty when all is well.
static char problem[256];

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    if (!*function) snprintf(problem, sizeof problem, "libcurl.so.4 has no %s", name);
    return *function != NULL;
}

static void load(void) {
    // It is never unloaded: it registers what runs at the program's end.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(problem, sizeof problem, "%s", reason ? reason : "libcurl.so.4 cannot be loaded");
        return;
    }
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define BEELINE_FIND(name) && find(library, "curl_" #name, (void **)&beeline_curl.name)
    if (!(true BEELINE_CURL_FUNCTIONS(BEELINE_FIND))) return;
#undef BEELINE_FIND
    CURLcode code = beeline_curl.global_init(CURL_GLOBAL_ALL);
    if (code != CURLE_OK) snprintf(problem, sizeof problem, "libcurl.so.4: %s", beeline_curl.easy_strerror(code));
}

const char *beeline_http_load(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
