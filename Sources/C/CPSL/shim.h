#pragma once
#include "../Headers/Content.h"
#include <libpsl.h>
