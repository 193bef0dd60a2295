#pragma once
#if !__has_include(<expat.h>)
#error "<expat.h> is missing: install libexpat1-dev (or run make deps)"
#endif
#include <expat.h>
