// An HTTP server by libmicrohttpd, and certificates and hashes by GnuTLS. Both libraries are loaded when they are first
// needed and not with the program.
#pragma once

#include "Certificates.h"
#include "Server.h"
