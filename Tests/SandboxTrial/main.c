// Shuts itself in as the worker does, then tries one thing. Says `done`, or the name of the error; what ends it by a signal
// says nothing.
//
// `SandboxTrial PROFILE[:FILE] NAME [SUBJECT]` executes itself again, as the worker executes a program that draws pages
// or reads videos, and then tries. The subject is a file, or a port of this machine.
#define _GNU_SOURCE
#include <CSandbox.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct BeelineSandboxLimits limits = {
    .memory = 1u << 30, .addresses = 2u << 30, .file_length = 1 << 16, .open_files = 8};

static void *nothing(void *argument) { return argument; }

// What the trial is about, where the test names a file.
static const char *subject = "/etc/passwd";

static bool try_open(void) { return open(subject, O_RDONLY) >= 0; }
static bool try_open_library(void) { return open("/usr/lib/os-release", O_RDONLY) >= 0; }
static bool try_open_to_write(void) { return open("/dev/stdin", O_RDWR) >= 0; }
static bool try_create(void) { return open("/tmp/beeline-sandbox-trial", O_WRONLY | O_CREAT, 0600) >= 0; }
static bool try_overwrite_document(void) { return write(STDIN_FILENO, "x", 1) == 1; }
static bool try_map_document(void) {
    return mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, STDIN_FILENO, 0) != MAP_FAILED;
}
static bool try_truncate(void) { return ftruncate(STDIN_FILENO, 0) == 0; }
static bool try_rename(void) { return rename(subject, "/tmp/beeline-sandbox-trial") == 0; }
static bool try_map_below(void) {
    char *place = (char *)0x100000;
    return mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}
static bool try_move_below(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED
        && mremap(memory, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x100000) != MAP_FAILED;
}
// Without MREMAP_FIXED the address is a hint, and the kernel moves the pages (Linux 5.7).
static bool try_move_kept(void) {
    enum { DONTUNMAP = 4 };
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED
        && mremap(memory, 4096, 4096, MREMAP_MAYMOVE | DONTUNMAP, (void *)0x100000) != MAP_FAILED;
}
// Memory that grows downwards may grow to the place.
static bool try_grow_below(void) {
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_GROWSDOWN;
    return mmap((void *)0x110000, 4096, PROT_READ | PROT_WRITE, how, -1, 0) != MAP_FAILED;
}
// The place from which this program was started is gone, and the kernel finds nothing there.
static bool try_exec_again(void) {
    char *const arguments[] = {"true", NULL};
    return execve((const char *)0x100000, arguments, arguments + 1) == 0;
}
static bool try_environment(void) { return environ[0] == NULL; }
static bool try_list(void) { return open("/", O_RDONLY | O_DIRECTORY) >= 0; }
static bool try_delete(void) { return unlink("/tmp/beeline-sandbox-trial") == 0; }
static bool try_socket(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool try_local_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }
static bool try_fork(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
}
static bool try_exec(void) { return execl("/bin/true", "true", (char *)NULL) == 0; }
static bool try_trace(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0; }
static bool try_signal(void) { return kill(getppid(), 0) == 0; }
static bool try_run_memory(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
static bool try_make_runnable(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}
static bool try_raise_limit(void) {
    struct rlimit more = {.rlim_cur = 1 << 20, .rlim_max = 1 << 20};
    return setrlimit(RLIMIT_NOFILE, &more) == 0;
}
static struct sockaddr_in host(void) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(subject)), .sin_addr = {htonl(INADDR_LOOPBACK)}};
}
static bool try_connect(void) {
    const struct sockaddr_in address = host();
    int other = socket(AF_INET, SOCK_STREAM, 0);
    return other >= 0 && connect(other, (const struct sockaddr *)&address, sizeof address) == 0
        && send(other, "hello", 5, 0) == 5;
}
static bool try_datagram(void) {
    const struct sockaddr_in address = host();
    int other = socket(AF_INET, SOCK_DGRAM, 0);
    return other >= 0 && sendto(other, "hello", 5, 0, (const struct sockaddr *)&address, sizeof address) == 5;
}
static bool try_bind(void) {
    const struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int own = socket(AF_INET, SOCK_STREAM, 0);
    return own >= 0 && bind(own, (const struct sockaddr *)&address, sizeof address) == 0;
}
static bool try_listen(void) {
    int own = socket(AF_INET, SOCK_STREAM, 0);
    return own >= 0 && listen(own, 1) == 0;
}
// As FFmpeg does from version 7 on.
static bool try_write_copy(void) {
    int copy = dup(STDOUT_FILENO);
    return copy >= 0 && write(copy, "copied ", 7) == 7;
}
static bool try_write_subject(void) {
    int file = open(subject, O_RDWR);
    return file >= 0 && write(file, "x", 1) == 1;
}
static bool try_open_subject_to_write(void) { return open(subject, O_RDWR) >= 0; }
static bool try_map_subject(void) {
    int file = open(subject, O_RDWR);
    return file >= 0 && mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED;
}
// Letters typed into a terminal, which is how a program without rights may have another one do things.
static bool try_type(void) { return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0; }
static bool try_ask_camera(void) {
    struct v4l2_capability answer;
    return ioctl(STDIN_FILENO, VIDIOC_QUERYCAP, &answer) == 0;
}
static bool try_shared_memory(void) {
    int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    return memory >= 0 && shmctl(memory, IPC_RMID, NULL) == 0;
}
static bool try_named_shared_memory(void) { return shmget(0x5EC2E7, 4096, 0) >= 0; }
static bool try_memory(void) {
    // The pages are not touched: what counts is what may be asked for.
    for (int count = 0; count < 64; count++)
        if (!malloc(64u << 20)) return false;
    return true;
}
static bool try_spin(void) {
    // A program has its own limit.
    beeline_sandbox_allow_time(1);
    for (volatile unsigned long count = 0;; count++);
}
static bool try_abort(void) { abort(); }
static bool try_long_file(void) {
    signal(SIGXFSZ, SIG_IGN);
    static char zeros[1 << 17];
    ssize_t first = write(STDERR_FILENO, zeros, sizeof zeros);
    return first == sizeof zeros || write(STDERR_FILENO, zeros, 1) == 1;
}
static bool try_read(void) {
    char text[64];
    ssize_t count = read(STDIN_FILENO, text, sizeof text);
    return count > 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0 && write(STDOUT_FILENO, text, (size_t)count) == count;
}
static bool try_reopen(void) {
    char text[64];
    int file = open("/dev/stdin", O_RDONLY);
    ssize_t count = file < 0 ? -1 : read(file, text, sizeof text);
    return count > 0 && write(STDOUT_FILENO, text, (size_t)count) == count;
}
static bool try_thread(void) {
    pthread_t thread;
    int code = pthread_create(&thread, NULL, nothing, NULL);
    errno = code;
    return code == 0 && pthread_join(thread, NULL) == 0;
}
static bool try_allocate(void) {
    char *memory = malloc(256u << 20);
    if (memory) memset(memory, 1, 256u << 20);
    return memory != NULL;
}

static const struct {
    const char *name;
    bool (*body)(void);
} trials[] = {
    {"open", try_open}, {"create", try_create}, {"list", try_list}, {"delete", try_delete}, {"socket", try_socket},
    {"local-socket", try_local_socket}, {"fork", try_fork}, {"exec", try_exec}, {"trace", try_trace},
    {"signal", try_signal}, {"run-memory", try_run_memory}, {"make-runnable", try_make_runnable},
    {"raise-limit", try_raise_limit}, {"memory", try_memory}, {"spin", try_spin}, {"abort", try_abort},
    {"long-file", try_long_file}, {"read", try_read}, {"thread", try_thread},
    {"allocate", try_allocate}, {"open-library", try_open_library}, {"open-to-write", try_open_to_write},
    {"overwrite-document", try_overwrite_document}, {"map-document", try_map_document}, {"truncate", try_truncate},
    {"rename", try_rename}, {"map-below", try_map_below}, {"move-below", try_move_below},
    {"move-kept", try_move_kept}, {"grow-below", try_grow_below},
    {"connect", try_connect}, {"datagram", try_datagram}, {"bind", try_bind}, {"listen", try_listen},
    {"write-copy", try_write_copy}, {"write-subject", try_write_subject},
    {"open-subject-to-write", try_open_subject_to_write},
    {"map-subject", try_map_subject}, {"type", try_type}, {"ask-camera", try_ask_camera},
    {"shared-memory", try_shared_memory}, {"named-shared-memory", try_named_shared_memory},
    {"exec-again", try_exec_again}, {"environment", try_environment}, {"reopen", try_reopen},
};

// A child in the sandbox dies; prints by which signal, and whether it left the mark of one that had no memory.
static int die(bool of_memory) {
    volatile uint8_t *mark = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mark == MAP_FAILED) return 3;
    pid_t child = fork();
    if (child == 0) {
        beeline_sandbox_mark_memory(mark);
        if (beeline_sandbox_enter(&limits) == BeelineSandboxFailed) _exit(3);
        // Memory that is never read need not be allocated: compilers leave out such calls.
        char *volatile memory;
        do memory = malloc(16u << 20);
        while (of_memory && memory);
        abort();
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 3;
    printf("signal %d, mark %d\n", WTERMSIG(status), *mark == 'M');
    return 0;
}

static const struct {
    const char *name;
    enum BeelineSandboxProfile profile;
} profiles[] = {
    {"document", BeelineSandboxProfileDocument}, {"video", BeelineSandboxProfileVideo},
    {"camera", BeelineSandboxProfileCamera}, {"network", BeelineSandboxProfileNetwork},
    {"listener", BeelineSandboxProfileListener}, {"screen", BeelineSandboxProfileScreen},
};

static int try_in_program(char **arguments) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0) return 3;
    path[length] = 0;
    char *file = strchr(arguments[1], ':');
    if (file) *file++ = 0;
    char *nothing[] = {NULL};
    struct BeelineSandboxProgram program = {
        .file = file, .path = path, .arguments = arguments, .environment = nothing, .seconds = 1};
    for (size_t index = 0; index < sizeof profiles / sizeof *profiles; index++) {
        if (strcmp(profiles[index].name, arguments[1]) != 0) continue;
        program.profile = profiles[index].profile;
        arguments[1] = "tried";
        perror(strerrorname_np(beeline_sandbox_become(&program, &limits)));
        return 125;
    }
    return 2;
}

int main(int count, char **arguments) {
    const char *name = count >= 3 ? arguments[2] : count == 2 ? arguments[1] : "";
    if (count >= 4) subject = arguments[3];
    if (count >= 3 && strcmp(arguments[1], "tried") != 0) return try_in_program(arguments);
    const bool is_shut_in = count >= 3;
    if (strcmp(name, "die") == 0) return die(false);
    if (strcmp(name, "die-of-memory") == 0) return die(true);
    for (size_t index = 0; index < sizeof trials / sizeof *trials; index++) {
        if (strcmp(trials[index].name, name) != 0) continue;
        if (!is_shut_in && beeline_sandbox_enter(&limits) != BeelineSandboxFiltered) return 4;
        errno = 0;
        puts(trials[index].body() ? "done" : strerrorname_np(errno));
        return 0;
    }
    return 2;
}
