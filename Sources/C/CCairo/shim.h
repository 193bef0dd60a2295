#pragma once
#if !__has_include(<pango/pangocairo.h>)
#error "<pango/pangocairo.h> is missing: install libpango1.0-dev (or run make deps)"
#endif
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>
