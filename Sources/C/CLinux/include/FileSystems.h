// What is known of the file system that a path leads to; statfs is not in Swift's Glibc module.
#pragma once

#include <stdbool.h>

/// Whether other machines may change what is there without the kernel of this machine knowing of it: NFS, SMB, FUSE and
/// similar ones. True also where the path leads nowhere.
bool beeline_is_on_network(const char *_Nonnull path);
