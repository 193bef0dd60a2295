#define _GNU_SOURCE
#include "Processes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A keeper is a copy of this process with one thread. Other threads may have had locks when it was made, so it calls
// only functions that take no lock: system calls, and `posix_spawn`.

// The descriptor of the end of the keeper's life line, once everything else is closed.
enum { LINE = 0 };

// How long the system may take to end processes that were killed, in tenths of a millisecond.
enum { PATIENCE = 20000 };

struct keeper {
    pid_t program;
    int status;
    bool has_ended;
    // Whether what the program started is to end with it.
    bool ends_rest;
};

static void close_all_but(int line) {
    dup2(line, LINE);
    if (syscall(SYS_close_range, LINE + 1, UINT_MAX, 0) == 0) return;
    struct rlimit files;
    int last = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536 ? (int)files.rlim_cur : 65536;
    for (int file = LINE + 1; file < last; file++) close(file);
}

// Asks how children have ended.
//
// - Returns: false when there is none left.
static bool reap(struct keeper *keeper) {
    // What stays in the program's group is ended while the id of the group is still the program's own.
    siginfo_t ended = {0};
    if (keeper->ends_rest && !keeper->has_ended
        && waitid(P_PID, (id_t)keeper->program, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0)
        kill(-keeper->program, SIGKILL);
    while (true) {
        int status;
        pid_t child = waitpid(-1, &status, WNOHANG);
        if (child == 0) return true;
        if (child < 0 && errno == EINTR) continue;
        if (child < 0) {
            // No child is left, so the program has ended, even if another process has reaped it.
            keeper->has_ended = true;
            return false;
        }
        if (child != keeper->program) continue;
        keeper->status = status;
        keeper->has_ended = true;
    }
}

// Kills each child. Their children become the keeper's then, and are killed in their turn.
static void kill_children(void) {
    char text[1 << 12];
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    pid_t child = 0;
    ssize_t count;
    while ((count = read(list, text, sizeof text)) > 0) {
        for (ssize_t index = 0; index < count; index++) {
            if (text[index] >= '0' && text[index] <= '9') {
                child = child * 10 + (text[index] - '0');
            } else if (child > 0) {
                kill(child, SIGKILL);
                child = 0;
            }
        }
    }
    if (child > 0) kill(child, SIGKILL);
    close(list);
}

static void end_all(struct keeper *keeper) {
    const struct timespec moment = {.tv_nsec = 100000};
    for (int wait = 0; reap(keeper) && (!keeper->has_ended || wait < PATIENCE); wait++) {
        // Until its end was asked for, the program's id is its own, and its group's.
        if (!keeper->has_ended) kill(-keeper->program, SIGKILL);
        kill_children();
        nanosleep(&moment, NULL);
    }
}

// Ends as the program has ended.
static _Noreturn void end_like(int status) {
    if (WIFSIGNALED(status)) {
        // No core, and no report either: this is a copy of the process that has the rules and the secrets. Where the system
        // pipes cores to a program, it does not look at the limit.
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        const struct rlimit nothing = {0};
        setrlimit(RLIMIT_CORE, &nothing);
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, WTERMSIG(status));
        signal(WTERMSIG(status), SIG_DFL);
        kill(getpid(), WTERMSIG(status));
        sigprocmask(SIG_UNBLOCK, &signals, NULL);
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

static _Noreturn void keep(struct keeper *keeper, const sigset_t *all) {
    int signals = signalfd(-1, all, SFD_CLOEXEC | SFD_NONBLOCK);
    while (!keeper->has_ended) {
        struct pollfd awaited[] = {{.fd = LINE, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        poll(awaited, 2, signals < 0 ? 10 : -1);
        struct signalfd_siginfo come;
        while (signals >= 0 && read(signals, &come, sizeof come) == sizeof come) {
            if (come.ssi_signo == SIGCHLD) continue;
            keeper->ends_rest = true;
            kill(-keeper->program, (int)come.ssi_signo);
        }
        // Its other end was closed: by who wants all of it to end, or who has ended.
        if (awaited[0].revents) {
            end_all(keeper);
            break;
        }
        reap(keeper);
    }
    if (keeper->ends_rest) end_all(keeper);
    end_like(keeper->status);
}

static _Noreturn void be_keeper(
    int line, int answer, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment, bool ends_rest,
    const sigset_t *all) {
    // 125, until the program says otherwise.
    struct keeper keeper = {.status = 125 << 8, .ends_rest = ends_rest};
    // What loses its parent below us becomes our child.
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    // No terminal reaches us.
    setsid();
    // Where the signal is ignored, which is inherited, the system reports to no process how a child has ended.
    signal(SIGCHLD, SIG_DFL);
    int code = posix_spawn(&keeper.program, path, actions, attributes, arguments, environment);
    if (write(answer, &code, sizeof code) != sizeof code || code != 0) _exit(125);
    close_all_but(line);
    // A working folder would keep its file system busy.
    if (chdir("/") != 0) errno = 0;
    keep(&keeper, all);
}

int beeline_spawn_kept(
    pid_t *keeper, int *line, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment, bool ends_rest) {
    int lines[2], answers[2];
    if (pipe2(lines, O_CLOEXEC) != 0) return errno;
    if (pipe2(answers, O_CLOEXEC) != 0) {
        int code = errno;
        close(lines[0]);
        close(lines[1]);
        return code;
    }
    sigset_t all, before;
    sigfillset(&all);
    // The keeper reads its signals; nothing of ours is called in it.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    int code = child < 0 ? errno : 0;
    if (child == 0) {
        close(lines[1]);
        be_keeper(lines[0], answers[1], path, actions, attributes, arguments, environment, ends_rest, &all);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(lines[0]);
    close(answers[1]);
    if (child > 0) {
        ssize_t count;
        do count = read(answers[0], &code, sizeof code);
        while (count < 0 && errno == EINTR);
        if (count != sizeof code) code = EAGAIN;
        if (code != 0) waitpid(child, NULL, 0);
    }
    close(answers[0]);
    if (code != 0) {
        close(lines[1]);
        return code;
    }
    *keeper = child;
    *line = lines[1];
    return 0;
}
