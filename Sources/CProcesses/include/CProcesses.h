// What starting and watching programs needs of Linux beyond POSIX, which Swift's Glibc module does not have.
//
// Ownership: `beeline_pipe`, `beeline_event` and `beeline_process_handle` give the caller new descriptors
// (close-on-exec), which the caller closes.
#pragma once

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/// Has a program that is started close every descriptor from `first` on. Returns 0, or an errno value.
int beeline_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

/// Has a program be started in a folder. Returns 0, or an errno value.
int beeline_spawn_in_folder(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull folder);

/// The flag that gives a program a session of its own.
extern const short beeline_spawn_own_session;

/// A pipe, both of whose ends are close-on-exec. Returns 0, or an errno value.
int beeline_pipe(int *_Nonnull reading, int *_Nonnull writing);

/// A counter that can be waited for (eventfd), which neither reading nor writing blocks.
/// Returns its descriptor, or the negative of an errno value.
int beeline_event(void);

/// A descriptor that can be read from once the process has ended (pidfd).
/// Returns it, or the negative of an errno value.
int beeline_process_handle(pid_t process);

/// Keeps memory that this process frees for what it asks for next, up to so many bytes for each thread, rather than to give
/// it back to the system.
void beeline_keep_freed_memory(int bytes);
