// What the command needs beside BeelineLive and BeelineDrawing to be built; see Support.h.
#pragma once

#include "Live.h"

#if !__has_include(<microhttpd.h>)
#error "<microhttpd.h> is missing: install libmicrohttpd-dev (or run make deps)"
#endif
#if !__has_include(<gnutls/x509.h>)
#error "<gnutls/x509.h> is missing: install libgnutls28-dev (or run make deps)"
#endif
