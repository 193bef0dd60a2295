#pragma once
#if !__has_include(<idn2.h>)
#error "<idn2.h> is missing: install libidn2-dev (or run make deps)"
#endif
#include <idn2.h>
