#define _GNU_SOURCE
#include "Library.h"
#include "CCurl.h"
#include "CLinux.h"

#include <pthread.h>
#include <stdio.h>

struct beeline_curl beeline_curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Empty when all is well.
static char problem[256];

static void load(void) {
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define BEELINE_FIND(name) {"curl_" #name, (void **)&beeline_curl.name},
    const struct BeelineFunction functions[] = {BEELINE_CURL_FUNCTIONS(BEELINE_FIND)};
#undef BEELINE_FIND
    const size_t count = sizeof functions / sizeof *functions;
    if (!beeline_load_library("libcurl.so.4", functions, count, problem, sizeof problem)) return;
    CURLcode code = beeline_curl.global_init(CURL_GLOBAL_ALL);
    if (code != CURLE_OK) snprintf(problem, sizeof problem, "libcurl.so.4: %s", beeline_curl.easy_strerror(code));
}

const char *beeline_http_load(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
