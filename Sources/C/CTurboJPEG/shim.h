#pragma once
#if !__has_include(<turbojpeg.h>)
#error "<turbojpeg.h> is missing: install libturbojpeg0-dev (or run make deps)"
#endif
#include <turbojpeg.h>
