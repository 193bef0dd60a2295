#pragma once

#include "CSandbox.h"

/// Limits the resources of this process permanently, and gives up the gain of rights by starting programs. False where
/// the system does not permit it.
bool beeline_limits_set(const struct BeelineSandboxLimits *limits);

/// Lowers a limit of this process to a value, where it is not lower already.
bool beeline_limit_to(int resource, uint64_t value);
