#define _GNU_SOURCE
#include "Processes.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *beeline_own_file(void) {
    Dl_info info;
    return dladdr((const void *)beeline_own_file, &info) ? info.dli_fname : NULL;
}

const short beeline_spawn_own_session = POSIX_SPAWN_SETSID;

int beeline_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int beeline_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int beeline_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

int beeline_event(void) {
    int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return event < 0 ? -errno : event;
}

int beeline_process_handle(pid_t process) {
    // glibc has a function of its own for it only from 2.36 on. The handle is always close-on-exec.
    long handle = syscall(SYS_pidfd_open, process, 0);
    return handle < 0 ? -errno : (int)handle;
}

void beeline_keep_freed_memory(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
}
