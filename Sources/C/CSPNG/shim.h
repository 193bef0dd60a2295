#pragma once
#if !__has_include(<spng.h>)
#error "<spng.h> is missing: install libspng-dev (or run make deps)"
#endif
#include <spng.h>
