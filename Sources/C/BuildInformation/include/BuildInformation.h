// What is known when the program is built, and not from its sources.
#pragma once

/// The commit that was built, as `git describe --always --dirty` names it; empty where that was not given.
const char *_Nonnull beeline_commit(void);
