#pragma once
#if !__has_include(<libpsl.h>)
#error "<libpsl.h> is missing: install libpsl-dev (or run make deps)"
#endif
#include <libpsl.h>
