#pragma once

#include <stdbool.h>

/// From now on the system lets through only some calls of this process. False where the system has no such filters.
bool beeline_filter_load(void);
