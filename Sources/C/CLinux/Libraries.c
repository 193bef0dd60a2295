#define _GNU_SOURCE
#include "Libraries.h"

#include <dlfcn.h>
#include <stdio.h>

void beeline_load_library(
    const char *name, const struct BeelineFunction *functions, size_t count,
    void (*start)(char *problem, size_t room), char *problem, size_t room) {
    // It is never unloaded: a library may register what runs at the program's end.
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(problem, room, "%s", reason ? reason : "it cannot be loaded");
        return;
    }
    for (size_t index = 0; index < count; index++) {
        *functions[index].place = dlsym(library, functions[index].name);
        if (!*functions[index].place) {
            snprintf(problem, room, "%s has no %s", name, functions[index].name);
            return;
        }
    }
    if (start) start(problem, room);
}
