#pragma once
#include "../Headers/Decoding.h"
#include <zbar.h>
