// Libraries that are loaded when they are first needed: linked, they and all that they need would slow every start.
#pragma once

#include <pthread.h>
#include <stddef.h>

/// A function of a library, and where its address goes.
struct BeelineFunction {
    const char *_Nonnull name;
    void *_Nullable *_Nonnull place;
};

/// Loads a library permanently, and finds functions in it.
///
/// - `name`: its file name, as the linker of the system knows it: `libcurl.so.4`.
/// - `start`: called once all functions were found, with `problem`, to which it writes why the library cannot be used;
///   NULL: nothing is to be done.
/// - `problem`: gets the reason where it fails.
void beeline_load_library(
    const char *_Nonnull name, const struct BeelineFunction *_Nonnull functions, size_t count,
    void (*_Nullable start)(char *_Nonnull problem, size_t room), char *_Nonnull problem, size_t room);

/// Defines a struct `library` with a pointer to each function of a library, and `library_load()`, which fills it once. It
/// returns why the library cannot be used, lent permanently; NULL where it can.
///
/// - `functions`: a macro with `each(prefix, name)` for each function `prefixname`, whose pointer is `library.name`.
/// - `start`: as that of `beeline_load_library`.
#define BEELINE_LIBRARY(library, soname, functions, start) \
    static struct { \
        functions(BEELINE_LIBRARY_MEMBER) \
    } library; \
    static pthread_once_t library##_once = PTHREAD_ONCE_INIT; \
    static char library##_problem[256]; \
    static void library##_find(void) { \
        __typeof__(library) *found = &library; \
        const struct BeelineFunction list[] = {functions(BEELINE_LIBRARY_PLACE)}; \
        beeline_load_library( \
            soname, list, sizeof list / sizeof *list, start, library##_problem, sizeof library##_problem); \
    } \
    static const char *library##_load(void) { \
        pthread_once(&library##_once, library##_find); \
        return library##_problem[0] ? library##_problem : NULL; \
    }

#define BEELINE_LIBRARY_MEMBER(prefix, name) __typeof__(prefix##name) *name;

// POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define BEELINE_LIBRARY_PLACE(prefix, name) {#prefix #name, (void **)&found->name},
