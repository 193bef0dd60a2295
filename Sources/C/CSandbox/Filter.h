#pragma once

#include "CSandbox.h"

#include <stdbool.h>
#include <stdint.h>

/// From now on the system lets through only the calls that a worker needs. False where the system has no such filters.
bool beeline_filter_load_for_worker(void);

/// From now on the system lets through only the calls that a program of this kind needs, and one `execve`: that of `path`.
///
/// - `path`: in a page below `floor`. No memory can be mapped there any more.
bool beeline_filter_load_for_program(enum BeelineSandboxProfile profile, const char *path, uintptr_t floor);
