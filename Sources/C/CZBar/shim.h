#pragma once
#if !__has_include(<zbar.h>)
#error "<zbar.h> is missing: install libzbar-dev (or run make deps)"
#endif
#include <zbar.h>
