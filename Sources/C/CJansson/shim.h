#pragma once
#if !__has_include(<jansson.h>)
#error "<jansson.h> is missing: install libjansson-dev (or run make deps)"
#endif
#include <jansson.h>
