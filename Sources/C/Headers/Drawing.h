// What beeline-draw needs to be built; see Support.h. Pango's headers are where pkg-config says: CCairo looks for them.
#pragma once

#include "Content.h"

#if !__has_include(<zint.h>)
#error "<zint.h> is missing: install libzint-dev (or run make deps)"
#endif
#if !__has_include(<spng.h>)
#error "<spng.h> is missing: install libspng-dev (or run make deps)"
#endif
#if !__has_include(<turbojpeg.h>)
#error "<turbojpeg.h> is missing: install libturbojpeg0-dev (or run make deps)"
#endif
