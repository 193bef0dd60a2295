#pragma once
#if !__has_include(<webp/demux.h>)
#error "<webp/demux.h> is missing: install libwebp-dev (or run make deps)"
#endif
#include <webp/decode.h>
#include <webp/demux.h>
