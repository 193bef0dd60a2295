// What Beeline needs to be built; see Support.h.
#pragma once

#include "Content.h"

#if !__has_include(<re2/re2.h>)
#error "<re2/re2.h> is missing: install libre2-dev (or run make deps)"
#endif
#if !__has_include(<curl/curl.h>)
#error "<curl/curl.h> is missing: install libcurl4-openssl-dev (or run make deps)"
#endif
#if !__has_include(<mosquitto.h>)
#error "<mosquitto.h> is missing: install libmosquitto-dev (or run make deps)"
#endif
