#include "BuildInformation.h"

#ifndef BEELINE_COMMIT
#define BEELINE_COMMIT ""
#endif

const char *beeline_commit(void) { return BEELINE_COMMIT; }
