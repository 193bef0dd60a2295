#define _GNU_SOURCE
#include "Filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

// Those that need no look at their arguments: they reach nothing but this process's memory and time, and what is open.
static const int allowed[] = {
    // Open files.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(close),
    SCMP_SYS(poll), SCMP_SYS(ppoll),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    // Time.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(timer_settime), SCMP_SYS(getrusage),
    // Threads among themselves.
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(membarrier), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // Signals.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    // What libraries ask about the machine.
    SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(getrandom),
};

// Those that nothing of ours would ever try.
static const int deadly[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(socket), SCMP_SYS(socketpair),
    SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd), SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(keyctl), SCMP_SYS(add_key),
    SCMP_SYS(request_key), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(kexec_load),
    SCMP_SYS(open_by_handle_at), SCMP_SYS(personality), SCMP_SYS(reboot),
};

// A rule about a call that this processor does not have is none.
static bool is_added(int code) { return code == 0 || code == -EDOM; }

static bool allow_always(scmp_filter_ctx filter) {
    bool is_done = true;
    for (size_t index = 0; index < COUNT(allowed); index++)
        is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0));
    for (size_t index = 0; index < COUNT(deadly); index++)
        is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, deadly[index], 0));
    return is_done;
}

static bool allow(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition) {
    return is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, condition));
}

static bool allow_some(scmp_filter_ctx filter) {
    bool is_done = true;
    // Memory that can be executed is how bytes become a program.
    is_done &= allow(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    is_done &= allow(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    // Requests and answers pass over standard input; by hand, and in what a library says as it dies, over the other two.
    is_done &= allow(filter, SCMP_SYS(recvmsg), SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    is_done &= allow(filter, SCMP_SYS(sendmsg), SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
        is_done &= allow(filter, SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, stream));
        is_done &= allow(filter, SCMP_SYS(writev), SCMP_A0(SCMP_CMP_EQ, stream));
    }
    // How glibc before 2.38 asks about an open file. A name could be given along; what it would tell is how large a file is
    // and whether it is there, not what is in it.
    is_done &= allow(
        filter, SCMP_SYS(newfstatat), SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    is_done &= allow(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, F_GETFL));
    // Limits may be asked for, not set.
    is_done &= allow(filter, SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0));
    is_done &= allow(filter, SCMP_SYS(getrlimit), SCMP_A0(SCMP_CMP_LT, RLIM_NLIMITS));
    is_done &= allow(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    // Signals to ourselves, which is how abort() ends a process.
    is_done &= allow(filter, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    // Decoders of HEIC and AVIF use threads. A process is what has no CLONE_THREAD. The newer call has its flags in memory,
    // where a filter cannot look: glibc takes ENOSYS for an older system, and uses the older call.
    is_done &= allow(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    is_done &= is_added(seccomp_rule_add(
        filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)));
    is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0));
    return is_done;
}

bool beeline_filter_load(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return false;
    // Kernels before 5.16 would slow down the whole process against a processor's leaks from one of its parts to another.
    // Here is one image at a time and nothing else that is secret.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
    // A tree in place of a list.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    bool is_loaded = allow_always(filter) && allow_some(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_loaded;
}
