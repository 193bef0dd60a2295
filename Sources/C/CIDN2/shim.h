#pragma once
#include "../Headers/Content.h"
#include <idn2.h>
