#define _GNU_SOURCE
#include "Filter.h"

#include "../Headers/Decoding.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

// Calls whose arguments need no check: they affect only this process's memory and time, and open files.
static const int allowed[] = {
    // Open files.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(close),
    SCMP_SYS(poll), SCMP_SYS(ppoll),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(madvise),
    // Time.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrusage),
    // Threads among themselves.
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(membarrier), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // Signals.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    // What libraries ask about the machine.
    SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(getrandom),
};

// What a program needs besides to load itself, its libraries and its fonts. None of it writes; which files can be opened is
// for Landlock to say, which knows paths.
static const int allowed_to_programs[] = {
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat),
    SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
    SCMP_SYS(getdents), SCMP_SYS(getdents64), SCMP_SYS(fadvise64), SCMP_SYS(set_tid_address), SCMP_SYS(getuid),
    SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    // A library of ciphers (libgcrypt) complains where it cannot keep its keys from the disk.
    SCMP_SYS(mlock), SCMP_SYS(munlock),
};

// Those that nothing of ours would ever try.
static const int deadly[] = {
    SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(socketpair), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd), SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(keyctl), SCMP_SYS(add_key),
    SCMP_SYS(request_key), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(kexec_load),
    SCMP_SYS(open_by_handle_at), SCMP_SYS(personality), SCMP_SYS(reboot),
};

// The same, but for programs that reach others over sockets.
static const int deadly_without_sockets[] = {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind)};
static const int deadly_but_to_listeners[] = {SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4)};

// What a socket is good for that has a connection.
static const int allowed_with_sockets[] = {
    SCMP_SYS(connect), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg),
    SCMP_SYS(recvmmsg), SCMP_SYS(getsockopt), SCMP_SYS(setsockopt), SCMP_SYS(getsockname), SCMP_SYS(getpeername),
    SCMP_SYS(shutdown), SCMP_SYS(select), SCMP_SYS(pselect6),
};

// A rule about a call that this processor does not have is none.
static bool is_added(int code) { return code == 0 || code == -EDOM; }

static bool add_all(scmp_filter_ctx filter, uint32_t answer, const int *calls, size_t count) {
    bool is_done = true;
    for (size_t index = 0; index < count; index++)
        is_done &= is_added(seccomp_rule_add(filter, answer, calls[index], 0));
    return is_done;
}

static bool allow(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition) {
    return is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, condition));
}

// What a worker and a program have in common.
static bool allow_common(scmp_filter_ctx filter) {
    bool is_done = add_all(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
    is_done &= add_all(filter, SCMP_ACT_KILL_PROCESS, deadly, COUNT(deadly));
    // Memory that can be executed is how bytes become a program.
    is_done &= allow(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
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

static bool deny_sockets(scmp_filter_ctx filter) {
    return add_all(filter, SCMP_ACT_KILL_PROCESS, deadly_without_sockets, COUNT(deadly_without_sockets))
        & add_all(filter, SCMP_ACT_KILL_PROCESS, deadly_but_to_listeners, COUNT(deadly_but_to_listeners));
}

// Writing to standard output and standard error.
static bool allow_output(scmp_filter_ctx filter) {
    bool is_done = true;
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
        is_done &= allow(filter, SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, stream));
        is_done &= allow(filter, SCMP_SYS(writev), SCMP_A0(SCMP_CMP_EQ, stream));
    }
    return is_done;
}

// Writing to whatever is open, for profiles under which no file of the user can be opened for writing. FFmpeg 7 and later
// write to a copy of standard output, whose number a filter cannot know; what else is written goes to a server or a camera.
static bool allow_copied_output(scmp_filter_ctx filter) {
    bool is_done = is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(dup), 0));
    is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 0));
    return is_done & is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(writev), 0));
}

static bool allow_worker(scmp_filter_ctx filter) {
    bool is_done = deny_sockets(filter);
    is_done &= allow_output(filter);
    is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mremap), 0));
    is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(timer_settime), 0));
    is_done &= is_added(seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(execve), 0));
    is_done &= allow(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    // Requests and answers pass over standard input; by hand, and in what a library says as it dies, over the other two.
    is_done &= allow(filter, SCMP_SYS(recvmsg), SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    is_done &= allow(filter, SCMP_SYS(sendmsg), SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO));
    // How glibc before 2.38 queries an open file. A name could be passed along; that would reveal how large a file is
    // and whether it exists, not its content.
    is_done &= allow(
        filter, SCMP_SYS(newfstatat), SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    return is_done;
}

// Moves memory to a place that is given, without MREMAP_FIXED (Linux 5.7).
enum { DONTUNMAP = 4 };

// Maps memory where the kernel chooses, or from `floor` on; and never such as grows downwards from there.
static bool allow_mapping(scmp_filter_ctx filter, scmp_datum_t floor) {
    const struct scmp_arg_cmp places[] = {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A0(SCMP_CMP_GE, floor)};
    bool is_done = true;
    for (size_t index = 0; index < COUNT(places); index++) {
        is_done &= is_added(seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 3, places[index], SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_GROWSDOWN, 0)));
        // Code of libraries, from files.
        is_done &= is_added(seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 3, places[index],
            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE, PROT_EXEC),
            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_GROWSDOWN, 0)));
    }
    is_done &= allow(filter, SCMP_SYS(mremap), SCMP_A3(SCMP_CMP_MASKED_EQ, MREMAP_FIXED | DONTUNMAP, 0));
    return is_done;
}

static bool allow_program(scmp_filter_ctx filter, const char *path, scmp_datum_t floor) {
    bool is_done = add_all(filter, SCMP_ACT_ALLOW, allowed_to_programs, COUNT(allowed_to_programs));
    is_done &= allow_mapping(filter, floor);
    // A filter cannot count calls. It can check the address of the path in memory; the program that is started by it
    // has no memory there, and can never have.
    const scmp_datum_t place = (scmp_datum_t)(uintptr_t)path;
    is_done &= allow(filter, SCMP_SYS(execve), SCMP_A0(SCMP_CMP_EQ, place));
    is_done &= is_added(
        seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(execve), 1, SCMP_A0(SCMP_CMP_NE, place)));
    const int writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    is_done &= allow(filter, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
    is_done &= allow(filter, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
    // Where a thread has its variables (asm/prctl.h, on x86 alone); it could also map memory.
    const int arch_set_fs = 0x1002;
    is_done &= allow(filter, SCMP_SYS(arch_prctl), SCMP_A0(SCMP_CMP_EQ, arch_set_fs));
    is_done &= allow(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, F_GETFD));
    is_done &= allow(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, F_SETFD));
    return is_done;
}

// Sockets of the named families, and no others: libraries try others (netlink), and work without them.
static bool allow_sockets(scmp_filter_ctx filter, const int *families, size_t count, bool listens) {
    bool is_done = add_all(filter, SCMP_ACT_ALLOW, allowed_with_sockets, COUNT(allowed_with_sockets));
    for (size_t index = 0; index < count; index++)
        is_done &= allow(filter, SCMP_SYS(socket), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[index]));
    is_done &= allow(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, F_SETFL));
    // How much has come.
    is_done &= allow(filter, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, FIONREAD));
    if (!listens)
        return is_done
            & add_all(filter, SCMP_ACT_KILL_PROCESS, deadly_but_to_listeners, COUNT(deadly_but_to_listeners));
    is_done &= add_all(filter, SCMP_ACT_ALLOW, deadly_but_to_listeners, COUNT(deadly_but_to_listeners));
    return is_done & is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(bind), 0));
}

// A camera is read and set by requests to its device, which is opened for writing. The buffers of its pictures are mapped.
// Who may ask it anything may write to it as well. Without rules of paths other files could be opened, and so written to.
static bool allow_camera(scmp_filter_ctx filter) {
    const int making = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    bool is_done = beeline_sandbox_knows_paths() ? allow_copied_output(filter) : allow_output(filter);
    is_done &= allow(filter, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, making, O_RDWR));
    is_done &= allow(filter, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, making, O_RDWR));
    // All requests to devices of video have this letter in them (linux/videodev2.h).
    return is_done & allow(filter, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFF00, 'V' << 8));
}

// The server has the pictures put into memory that both share, which is made for it and has no name.
static bool allow_screen(scmp_filter_ctx filter) {
    const int families[] = {AF_UNIX, AF_INET, AF_INET6};
    bool is_done = allow_sockets(filter, families, COUNT(families), false);
    is_done &= allow(filter, SCMP_SYS(shmget), SCMP_A0(SCMP_CMP_EQ, IPC_PRIVATE));
    is_done &= allow(filter, SCMP_SYS(shmat), SCMP_A1(SCMP_CMP_EQ, 0));
    is_done &= allow(filter, SCMP_SYS(shmctl), SCMP_A1(SCMP_CMP_EQ, IPC_RMID));
    return is_done & is_added(seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(shmdt), 0));
}

static bool allow_profile(scmp_filter_ctx filter, enum BeelineSandboxProfile profile) {
    const int network[] = {AF_INET, AF_INET6};
    switch (profile) {
    case BeelineSandboxProfileDocument: return deny_sockets(filter) & allow_output(filter);
    case BeelineSandboxProfileVideo: return deny_sockets(filter) & allow_copied_output(filter);
    case BeelineSandboxProfileCamera: return deny_sockets(filter) & allow_camera(filter);
    case BeelineSandboxProfileNetwork:
        return allow_sockets(filter, network, COUNT(network), false) & allow_copied_output(filter);
    case BeelineSandboxProfileListener:
        return allow_sockets(filter, network, COUNT(network), true) & allow_copied_output(filter);
    case BeelineSandboxProfileScreen: return allow_screen(filter) & allow_copied_output(filter);
    }
    return false;
}

static scmp_filter_ctx new_filter(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return NULL;
    // Kernels before 5.16 would slow down the whole process against a processor's leaks from one of its parts to another.
    // Here is one image at a time and nothing else that is secret.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
    // A tree instead of a list.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    return filter;
}

bool beeline_filter_load_for_worker(void) {
    scmp_filter_ctx filter = new_filter();
    if (!filter) return false;
    bool is_loaded = allow_common(filter) && allow_worker(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_loaded;
}

bool beeline_filter_load_for_program(enum BeelineSandboxProfile profile, const char *path, uintptr_t floor) {
    scmp_filter_ctx filter = new_filter();
    if (!filter) return false;
    bool is_loaded = allow_common(filter) && allow_program(filter, path, floor) && allow_profile(filter, profile)
        && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return is_loaded;
}
