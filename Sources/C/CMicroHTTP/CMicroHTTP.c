#define _GNU_SOURCE
#include "CMicroHTTP.h"
#include "CLinux.h"

#if !__has_include(<microhttpd.h>)
#error "<microhttpd.h> is missing: install libmicrohttpd-dev (or run make deps)"
#endif

#include <microhttpd.h>
#include <pthread.h>

// name, without MHD_
#define BEELINE_HTTPD_FUNCTIONS(each) \
    each(start_daemon) each(stop_daemon)

static struct {
#define BEELINE_MEMBER(name) __typeof__(MHD_##name) *name;
    BEELINE_HTTPD_FUNCTIONS(BEELINE_MEMBER)
#undef BEELINE_MEMBER
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Empty when all is well.
static char problem[256];

static void load(void) {
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define BEELINE_FIND(name) {"MHD_" #name, (void **)&library.name},
    const struct BeelineFunction functions[] = {BEELINE_HTTPD_FUNCTIONS(BEELINE_FIND)};
#undef BEELINE_FIND
    beeline_load_library("libmicrohttpd.so.12", functions, sizeof functions / sizeof *functions, problem, sizeof problem);
}

const char *beeline_httpd_load(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
