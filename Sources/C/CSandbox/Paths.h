#pragma once

#include <stdbool.h>

/// From now on this process and the programs that it starts can open only these files: those of the system's programs,
/// libraries and fonts, the program at `path`, and `document`; and only to read and to run them. True where the system has no
/// such rules (Landlock), and false where it has and does not take them.
bool beeline_paths_limit(const char *path, int document);
