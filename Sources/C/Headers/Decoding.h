// What BeelineDecoding and beeline-decode need to be built; see Support.h.
#pragma once

#include "Support.h"

#if !__has_include(<zbar.h>)
#error "<zbar.h> is missing: install libzbar-dev (or run make deps)"
#endif
#if !__has_include(<ZXing/ReadBarcode.h>)
#error "<ZXing/ReadBarcode.h> is missing: install libzxing-dev (or run make deps)"
#endif
#if !__has_include(<turbojpeg.h>)
#error "<turbojpeg.h> is missing: install libturbojpeg0-dev (or run make deps)"
#endif
#if !__has_include(<spng.h>)
#error "<spng.h> is missing: install libspng-dev (or run make deps)"
#endif
#if !__has_include(<webp/demux.h>)
#error "<webp/demux.h> is missing: install libwebp-dev (or run make deps)"
#endif
#if !__has_include(<tiffio.h>)
#error "<tiffio.h> is missing: install libtiff-dev (or run make deps)"
#endif
#if !__has_include(<gif_lib.h>)
#error "<gif_lib.h> is missing: install libgif-dev (or run make deps)"
#endif
#if !__has_include(<libheif/heif.h>)
#error "<libheif/heif.h> is missing: install libheif-dev (or run make deps)"
#endif
#if !__has_include(<seccomp.h>)
#error "<seccomp.h> is missing: install libseccomp-dev (or run make deps)"
#endif
