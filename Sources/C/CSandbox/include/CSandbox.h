// Shuts this process in: limits, and a filter of system calls (libseccomp). Nothing of it can be undone.
//
// For a worker (`beeline_sandbox_enter`), what is let through is what reading an open file, decoding it in memory and answering over an open socket need. Files
// cannot be opened, sockets not made, programs not started, processes not forked, memory not made executable. So all that
// a library loads when it is first used has to be loaded before.
//
// Calls that only a compromised program would make end the process (signal 31): starting programs and processes,
// sockets, inspecting other processes. Every other call that is not permitted fails with EPERM: libraries try such
// calls to see whether they work, newer versions try other calls, and they work without them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What this process may use from now on.
struct BeelineSandboxLimits {
    /// Bytes of memory that it can write and shares with no other process.
    uint64_t memory;
    /// Bytes of addresses; more than `memory`, as programs and libraries have some.
    uint64_t addresses;
    /// To how many bytes it may write files; 0 for one that writes none.
    uint64_t file_length;
    /// How many files are open at once.
    uint32_t open_files;
};

/// How far the process is confined.
enum __attribute__((enum_extensibility(closed))) BeelineSandboxState : uint8_t {
    BeelineSandboxFailed,
    /// By limits alone: this system has no filters of system calls.
    BeelineSandboxLimited,
    /// By limits and the filter.
    BeelineSandboxFiltered,
};

/// Confines this process. To be called while it has one thread. `BeelineSandboxFailed`: it is not confined, or not
/// fully, and should end.
enum BeelineSandboxState beeline_sandbox_enter(const struct BeelineSandboxLimits *_Nonnull limits);

/// From now on the process may use so many seconds of processor time; then comes SIGXCPU, which ends it.
/// 0 takes the limit away. Before `beeline_sandbox_enter`, which makes the clock, it does nothing.
void beeline_sandbox_allow_time(uint32_t seconds);

/// When the process dies by a signal of its own making, and memory is at its limit, `place` gets this letter: `M`.
/// `place` has to stay.
void beeline_sandbox_mark_memory(volatile uint8_t *_Nonnull place);

/// Whether the system has rules of paths (Landlock, Linux 5.13), by which a program is kept to some files.
bool beeline_sandbox_knows_paths(void);

/// What a program is for, and so what it is left beside the system's programs and libraries, which it can read.
enum __attribute__((enum_extensibility(closed))) BeelineSandboxProfile : uint8_t {
    /// Its standard input, which is opened again, to be read only; and the system's fonts.
    BeelineSandboxProfileDocument,
    /// One file, to be read.
    BeelineSandboxProfileVideo,
    /// One device, to be read, written and asked.
    BeelineSandboxProfileCamera,
    /// Connections to any host, over TCP and UDP, and what names of hosts and certificates need.
    BeelineSandboxProfileNetwork,
    /// The same, but the connections of others are waited for.
    BeelineSandboxProfileListener,
    /// Connections to local servers and to any host, and one file to be read. A server of screens lets who reaches it do
    /// whatever its user can do there: the sandbox ends at that server.
    BeelineSandboxProfileScreen,
};

/// A program in a sandbox.
struct BeelineSandboxProgram {
    enum BeelineSandboxProfile profile;
    /// The file of the profile, where it has one.
    const char *_Nullable file;
    const char *_Nonnull path;
    /// The first is the program's name; the last is followed by NULL.
    char *_Nullable const *_Nonnull arguments;
    /// All of it; the last is followed by NULL.
    char *_Nullable const *_Nonnull environment;
    /// How much processor time it may use; 0: as much as it wants.
    uint32_t seconds;
};

/// Executes another program, which is confined from its first instruction on: by limits; by a filter that permits
/// reading files, computing, writing to its standard output and error output, and the additions of its profile, and
/// nothing else; and by rules of paths, which permit what its profile says. The one program that can be started is this
/// one, once.
///
/// Returns an errno value where it is not started. This process must end then: it may be confined already.
int beeline_sandbox_become(
    const struct BeelineSandboxProgram *_Nonnull program, const struct BeelineSandboxLimits *_Nonnull limits);
