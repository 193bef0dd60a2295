// What starting and watching programs needs of Linux beyond POSIX, which Swift's Glibc module does not have.
//
// Ownership: `beeline_pipe`, `beeline_event`, `beeline_process_handle` and `beeline_spawn_kept` give the caller new descriptors
// (close-on-exec), which the caller closes.
#pragma once

#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The path of the file from which this code was loaded, a program or a library, as it was started or loaded; NULL where it is
/// not known. It is lent permanently.
const char *_Nullable beeline_own_file(void);

/// Has a program that is started close every descriptor from `first` on. Returns 0, or an errno value.
int beeline_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

/// Has a program be started in a folder. Returns 0, or an errno value.
int beeline_spawn_in_folder(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull folder);

/// The flag that gives a program a session of its own.
extern const short beeline_spawn_own_session;

/// Starts a program, and a keeper: a process beside it that ends as the program ends, and that can end all that the program
/// has started, even in a session of its own. What loses its parent below the keeper becomes its child (subreaper).
///
/// A signal to the keeper goes to the program's group, which the attributes have to make. When `line` is closed, also because
/// this process has ended, the program and all that it started are killed.
///
/// - `ends_rest`: whether all that the program started ends with it; if not, the rest continues unless the program was
///   ended by a signal to the keeper.
///
/// Returns 0, or an errno value.
int beeline_spawn_kept(
    pid_t *_Nonnull keeper, int *_Nonnull line, const char *_Nonnull path,
    const posix_spawn_file_actions_t *_Nonnull actions, const posix_spawnattr_t *_Nonnull attributes,
    char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment, bool ends_rest);

/// A pipe, both of whose ends are close-on-exec. Returns 0, or an errno value.
int beeline_pipe(int *_Nonnull reading, int *_Nonnull writing);

/// A counter that can be waited for (eventfd), which neither reading nor writing blocks.
/// Returns its descriptor, or the negative of an errno value.
int beeline_event(void);

/// A descriptor that can be read from once the process has ended (pidfd).
/// Returns it, or the negative of an errno value.
int beeline_process_handle(pid_t process);

/// Starts so many threads at once, up to 64, and ends them. Returns 0, or the errno value where the system starts no more.
int beeline_try_threads(unsigned count);

/// Keeps memory that this process frees for what it asks for next, up to so many bytes for each thread, rather than to give
/// it back to the system.
void beeline_keep_freed_memory(int bytes);
