#pragma once

// What the project asks of Linux and Swift cannot say: descriptors over sockets, processes and their threads.
#include "Descriptors.h"
#include "FileSystems.h"
#include "Libraries.h"
#include "Processes.h"
