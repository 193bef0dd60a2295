// What every product needs to be built. A compiler stops at the first header that is missing: these checks are made
// before any is included, so that the message names all packages at once.
#pragma once

#if !__has_include(<jansson.h>)
#error "<jansson.h> is missing: install libjansson-dev (or run make deps)"
#endif
#if !__has_include(<sqlite3.h>)
#error "<sqlite3.h> is missing: install libsqlite3-dev (or run make deps)"
#endif
