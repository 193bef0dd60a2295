#pragma once
#include "../Headers/Decoding.h"
#include <webp/decode.h>
#include <webp/demux.h>
