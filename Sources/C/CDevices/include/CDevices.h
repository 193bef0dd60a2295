#pragma once

// What the project asks of devices and Swift cannot say.
#include "HID.h"
#include "Input.h"
#include "Terminal.h"
#include "Video.h"
