#define _GNU_SOURCE
#include "CSandbox.h"
#include "Filter.h"
#include "Limits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static timer_t clock_of_process;
static bool has_clock = false;

bool beeline_limit_to(int resource, uint64_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    struct rlimit now;
    // Who started us may have been stricter.
    if (getrlimit(resource, &now) == 0 && now.rlim_max < value) limit.rlim_cur = limit.rlim_max = now.rlim_max;
    return setrlimit(resource, &limit) == 0;
}

// RLIMIT_CPU counts from the start of the process, and a worker decodes many images. A timer of its own can be set
// again for each.
static bool make_clock(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU};
    has_clock = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &clock_of_process) == 0;
    // Who started us may have had it blocked or ignored, and both are inherited.
    sigset_t time_is_up;
    sigemptyset(&time_is_up);
    sigaddset(&time_is_up, SIGXCPU);
    return has_clock && signal(SIGXCPU, SIG_DFL) != SIG_ERR && sigprocmask(SIG_UNBLOCK, &time_is_up, NULL) == 0;
}

void beeline_sandbox_allow_time(uint32_t seconds) {
    struct itimerspec time = {.it_value = {.tv_sec = seconds}};
    if (has_clock) timer_settime(clock_of_process, 0, &time, NULL);
}

static volatile uint8_t *memory_mark;

// Only what may be called in a handler. A process that dies at its limit cannot get a little more, either.
static void note_memory(int signal_number) {
    size_t little = 256u << 20;
    void *memory = mmap(NULL, little, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) *memory_mark = 'M';
    // The handler was good for one call: now the signal does what it always does.
    raise(signal_number);
}

void beeline_sandbox_mark_memory(volatile uint8_t *place) {
    memory_mark = place;
    struct sigaction action = {.sa_handler = note_memory, .sa_flags = SA_RESETHAND | SA_NODEFER};
    const int deaths[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
    sigset_t caught;
    sigemptyset(&caught);
    for (size_t index = 0; index < sizeof deaths / sizeof *deaths; index++) {
        sigaction(deaths[index], &action, NULL);
        sigaddset(&caught, deaths[index]);
    }
    // A process has the mask of the thread that started it, and those of Swift block SIGABRT. From glibc 2.41 on abort() calls
    // no handler then.
    sigprocmask(SIG_UNBLOCK, &caught, NULL);
}

// Where memory is short, the system ends this process and not who started it, whose other work would be lost with it.
// It may always be raised; where that is not possible, nothing else depends on it.
static void offer_to_killer(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    const char most[] = "1000";
    if (write(file, most, sizeof most - 1) < 0) errno = 0;
    close(file);
}

bool beeline_limits_set(const struct BeelineSandboxLimits *limits) {
    bool is_done = true;
    // Before this process stops belonging to its user (PR_SET_DUMPABLE).
    offer_to_killer();
    // A core takes longer to write than a hundred images to decode, and would contain parts of them.
    is_done &= beeline_limit_to(RLIMIT_CORE, 0);
    is_done &= beeline_limit_to(RLIMIT_FSIZE, limits->file_length);
    is_done &= beeline_limit_to(RLIMIT_NOFILE, limits->open_files);
    is_done &= beeline_limit_to(RLIMIT_DATA, limits->memory);
    is_done &= beeline_limit_to(RLIMIT_AS, limits->addresses);
    is_done &= prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    is_done &= prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
    return is_done;
}

enum BeelineSandboxState beeline_sandbox_enter(const struct BeelineSandboxLimits *limits) {
    if (!make_clock() || !beeline_limits_set(limits)) return BeelineSandboxFailed;
    if (beeline_filter_load_for_worker()) return BeelineSandboxFiltered;
    // The filter permits threads, which some image libraries need, but not processes. Without the filter threads and
    // processes cannot be distinguished: then there are none at all.
    return beeline_limit_to(RLIMIT_NPROC, 0) ? BeelineSandboxLimited : BeelineSandboxFailed;
}
