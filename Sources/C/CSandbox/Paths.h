#pragma once

#include "CSandbox.h"

#include <stdbool.h>

/// From now on this process and the programs that it starts can open only these files: those of the system's programs and
/// libraries, the program at `path`, and what programs of the profile need; and only to read and to run them, but for the
/// device of a camera. True where the system has no such rules (Landlock); false, with `errno`, where it has and does not take them.
///
/// - `document`: the file of a document, which is open.
/// - `file`: the one of the profile.
bool beeline_paths_limit(
    enum BeelineSandboxProfile profile, const char *path, int document, const char *file);
