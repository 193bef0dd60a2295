#define _GNU_SOURCE
#include "Paths.h"
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The interface of Landlock, which older systems' headers lack (linux/landlock.h).
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
    RULE_PATH_BENEATH = 1,
    ASK_VERSION = 1,
};

enum : uint64_t {
    EXECUTE = 1 << 0,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    // Whatever opens, makes, moves or removes files: bits 0 to 12; later versions have a few more.
    ALL_OF_VERSION_1 = (1 << 13) - 1,
    ADDED_BY_VERSION_2 = 1 << 13,
    ADDED_BY_VERSION_3 = 1 << 14,
    ADDED_BY_VERSION_5 = 1 << 15,
    ALL_OF_TCP = 3,
    ALL_OF_SCOPES = 3,
};

// Grows from version to version.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct rule {
    uint64_t allowed;
    int32_t file;
} __attribute__((packed));

static long version(void) { return syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, ASK_VERSION); }

bool beeline_sandbox_knows_paths(void) { return version() >= 1; }

static bool allow(int rules, int file, uint64_t rights) {
    struct rule rule = {.allowed = rights, .file = file};
    if (syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0) == 0) return true;
    // A file in memory belongs to no folder, and needs no rule.
    return errno == EBADFD;
}

// What is not there needs no rule, either.
static bool allow_path(int rules, const char *path, uint64_t rights) {
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return true;
    bool is_done = allow(rules, file, rights);
    close(file);
    return is_done;
}

bool beeline_paths_limit(const char *path, int document) {
    const long known = version();
    if (known < 1) return true;
    struct ruleset all = {.files = ALL_OF_VERSION_1};
    size_t length = sizeof all.files;
    if (known >= 2) all.files |= ADDED_BY_VERSION_2;
    if (known >= 3) all.files |= ADDED_BY_VERSION_3;
    if (known >= 5) all.files |= ADDED_BY_VERSION_5;
    if (known >= 4) {
        all.network = ALL_OF_TCP;
        length = offsetof(struct ruleset, scopes);
    }
    if (known >= 6) {
        all.scopes = ALL_OF_SCOPES;
        length = sizeof all;
    }
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, length, 0);
    if (rules < 0) return false;
    // Programs and libraries, where distributions have them, and what tells the loader and fontconfig of them. The loader is
    // run as a program is.
    static const char *const folders[] = {"/usr", "/lib", "/lib64", "/lib32", "/bin", "/nix/store", "/gnu/store"};
    static const char *const read_only[] = {"/etc/fonts", "/var/cache/fontconfig", "/var/lib/ghostscript/fonts"};
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/ld.so.preload"};
    bool is_done = true;
    for (size_t index = 0; index < sizeof folders / sizeof *folders; index++)
        is_done &= allow_path(rules, folders[index], EXECUTE | READ_FILE | READ_FOLDER);
    for (size_t index = 0; index < sizeof read_only / sizeof *read_only; index++)
        is_done &= allow_path(rules, read_only[index], READ_FILE | READ_FOLDER);
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        is_done &= allow_path(rules, files[index], READ_FILE);
    is_done &= allow_path(rules, path, EXECUTE | READ_FILE);
    is_done &= allow(rules, document, READ_FILE);
    is_done &= syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return is_done;
}
