#pragma once
#if !__has_include(<gif_lib.h>)
#error "<gif_lib.h> is missing: install libgif-dev (or run make deps)"
#endif
#include <gif_lib.h>
