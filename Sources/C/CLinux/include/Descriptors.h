// Hands an open file from one process to another over a Unix-domain socket (SCM_RIGHTS).
// Swift cannot write this itself: the control-message macros (CMSG_FIRSTHDR and its kin) and memfd_create are not
// in its Glibc module.
//
// Ownership: `beeline_send` lends the descriptor, the caller still closes it. `beeline_receive`, `beeline_memory_file`,
// `beeline_shared_memory` and `beeline_accept` give the caller a new descriptor (close-on-exec), which the caller closes.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Sends `length` bytes and, unless `descriptor` is -1, the descriptor along with the first of them.
/// Returns 0, or an errno value. A peer that is gone is EPIPE, never a signal.
int beeline_send(int socket, const void *_Nonnull bytes, size_t length, int descriptor);

/// Receives at most `capacity` bytes, and the descriptor that came with them (-1: none).
/// Returns the number of bytes, 0 at the end of the stream, or the negative of an errno value.
ssize_t beeline_receive(int socket, void *_Nonnull bytes, size_t capacity, int *_Nonnull descriptor);

/// A file that has no name and lives in memory, for bytes that are to be passed like a file.
/// Returns its descriptor, or the negative of an errno value.
int beeline_memory_file(const void *_Nullable bytes, size_t length);

/// A file in memory without a name, of a fixed length and filled with zeros, for two processes to share. Neither can
/// make it shorter or longer. Returns its descriptor, or the negative of an errno value.
int beeline_shared_memory(size_t length);

/// Takes a connection that waits at a socket of this machine. What comes is close-on-exec and does not block, which Swift's
/// Glibc module has no function for.
/// Returns its descriptor, or the negative of an errno value.
int beeline_accept(int socket);

/// Locks one byte of a file for this opening of it (an OFD lock), which ends when the descriptor is closed, also by the end of
/// the process. It does not wait. The file need not have the byte.
/// Returns 0, EAGAIN where another opening of the file has it, or another errno value.
int beeline_lock_byte(int file, off_t place);
