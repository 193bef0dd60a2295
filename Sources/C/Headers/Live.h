// What BeelineLive needs to be built; see Support.h.
#pragma once

#include "Beeline.h"

#if !__has_include(<xkbcommon/xkbcommon.h>)
#error "<xkbcommon/xkbcommon.h> is missing: install libxkbcommon-dev (or run make deps)"
#endif
