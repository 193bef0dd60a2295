// What is known of the file system that a path leads to; statfs is not in Swift's Glibc module.
#pragma once

#include <stdbool.h>

/// Whether others may change what is there without the kernel of this machine knowing of it: NFS, SMB, FUSE and the like.
/// So it is taken to be where the path leads nowhere.
bool beeline_is_on_network(const char *_Nonnull path);
