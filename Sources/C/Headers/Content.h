// What BeelineContent needs to be built; see Support.h.
#pragma once

#include "Support.h"

#if !__has_include(<expat.h>)
#error "<expat.h> is missing: install libexpat1-dev (or run make deps)"
#endif
#if !__has_include(<idn2.h>)
#error "<idn2.h> is missing: install libidn2-dev (or run make deps)"
#endif
#if !__has_include(<libpsl.h>)
#error "<libpsl.h> is missing: install libpsl-dev (or run make deps)"
#endif
#if !__has_include(<zlib.h>)
#error "<zlib.h> is missing: install zlib1g-dev (or run make deps)"
#endif
#if !__has_include(<lzma.h>)
#error "<lzma.h> is missing: install liblzma-dev (or run make deps)"
#endif
