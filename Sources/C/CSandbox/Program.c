#define _GNU_SOURCE
#include "CSandbox.h"
#include "Filter.h"
#include "Limits.h"
#include "Paths.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Below all addresses that a program is loaded to, and above those where the system permits no mapping
// (vm.mmap_min_addr).
static char *const place_of_path = (char *)0x100000;
static const size_t room = 1 << 16;

// A copy of the path at the one place from which a program may be started.
static const char *put_path(const char *path) {
    if (strlen(path) >= room) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    const int where = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    char *copy = mmap(place_of_path, room, PROT_READ | PROT_WRITE, where, -1, 0);
    if (copy == MAP_FAILED) return NULL;
    // Before Linux 4.17 the flag is not known, and the place a wish.
    if (copy != place_of_path) {
        errno = EEXIST;
        return NULL;
    }
    return strcpy(copy, path);
}

// The document may have been opened to be written, too.
static bool reopen_document(void) {
    int document = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
    if (document < 0) return false;
    bool is_done = dup2(document, STDIN_FILENO) == STDIN_FILENO;
    close(document);
    return is_done;
}

int beeline_sandbox_become(const struct BeelineSandboxProgram *program, const struct BeelineSandboxLimits *limits) {
    const bool is_document = program->profile == BeelineSandboxProfileDocument;
    const char *placed = put_path(program->path);
    if (!placed || (is_document && !reopen_document())) return errno;
    // The folder that it starts in does not matter to it.
    if (chdir("/") != 0) return errno;
    if (program->seconds > 0 && !beeline_limit_to(RLIMIT_CPU, program->seconds)) return errno;
    if (!beeline_limits_set(limits)) return errno;
    if (!beeline_paths_limit(program->profile, program->path, STDIN_FILENO, program->file)) return errno;
    // Without the filter nothing else keeps it from starting processes. Programs that read videos need threads, which the
    // system counts as processes: they are left the rules of paths.
    if (!beeline_filter_load_for_program(program->profile, placed, (uintptr_t)place_of_path + room) && is_document
        && !beeline_limit_to(RLIMIT_NPROC, 0))
        return errno;
    execve(placed, program->arguments, program->environment);
    return errno;
}
