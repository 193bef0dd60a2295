#pragma once

// How many blocks of memory this thread has asked for so far. Linking this puts a counter before the C library's
// allocator, for the whole program.
unsigned long beeline_allocations(void);
