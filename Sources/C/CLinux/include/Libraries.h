// Libraries that are loaded when they are first needed: linked, they and all that they need would slow every start.
#pragma once

#include <stddef.h>

/// A function of a library, and where its address goes.
struct BeelineFunction {
    const char *_Nonnull name;
    void *_Nullable *_Nonnull place;
};

/// Loads a library permanently, and finds functions in it.
///
/// - `name`: its file name, as the linker of the system knows it: `libcurl.so.4`.
/// - `problem`: gets the reason where it fails.
///
/// Returns whether all functions were found.
int beeline_load_library(
    const char *_Nonnull name, const struct BeelineFunction *_Nonnull functions, size_t count, char *_Nonnull problem,
    size_t room);
