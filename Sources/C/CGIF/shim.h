#pragma once
#include "../Headers/Decoding.h"
#include <gif_lib.h>
