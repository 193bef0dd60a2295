#define _GNU_SOURCE
#include "Paths.h"
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

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
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    // Whatever opens, makes, moves or removes files: bits 0 to 12; later versions have a few more.
    ALL_OF_VERSION_1 = (1 << 13) - 1,
    ADDED_BY_VERSION_2 = 1 << 13,
    ADDED_BY_VERSION_3 = 1 << 14,
    // Added by version 5: requests to devices.
    ASK_DEVICE = 1 << 15,
    BIND_TCP = 1 << 0,
    CONNECT_TCP = 1 << 1,
    SCOPE_ABSTRACT_SOCKETS = 1 << 0,
    SCOPE_SIGNALS = 1 << 1,
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

// Leaves `errno` as it is.
static void close_quietly(int file) {
    const int code = errno;
    close(file);
    errno = code;
}

// What is not there needs no rule, either.
static bool allow_path(int rules, const char *path, uint64_t rights) {
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return true;
    bool is_done = allow(rules, file, rights);
    close_quietly(file);
    return is_done;
}

static bool allow_paths(int rules, const char *const *paths, size_t count, uint64_t rights) {
    for (size_t index = 0; index < count; index++)
        if (!allow_path(rules, paths[index], rights)) return false;
    return true;
}

// What a resolver of names reads, and what says whom to trust.
static bool allow_network_files(int rules) {
    static const char *const files[] = {
        "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
        "/etc/protocols",
    };
    static const char *const folders[] = {
        "/etc/ssl", "/etc/pki", "/etc/gnutls", "/etc/crypto-policies", "/etc/ca-certificates",
    };
    return allow_paths(rules, files, COUNT(files), READ_FILE)
        && allow_paths(rules, folders, COUNT(folders), READ_FILE | READ_FOLDER);
}

static bool allow_fonts(int rules) {
    static const char *const folders[] = {"/etc/fonts", "/var/cache/fontconfig", "/var/lib/ghostscript/fonts"};
    return allow_paths(rules, folders, COUNT(folders), READ_FILE | READ_FOLDER);
}

static bool allow_profile(
    int rules, enum BeelineSandboxProfile profile, int document, const char *file, uint64_t known_rights) {
    switch (profile) {
    case BeelineSandboxProfileDocument: return allow_fonts(rules) && allow(rules, document, READ_FILE);
    case BeelineSandboxProfileVideo: return file && allow_path(rules, file, READ_FILE);
    case BeelineSandboxProfileCamera:
        return file && allow_path(rules, file, (READ_FILE | WRITE_FILE | ASK_DEVICE) & known_rights);
    case BeelineSandboxProfileNetwork:
    case BeelineSandboxProfileListener: return allow_network_files(rules);
    case BeelineSandboxProfileScreen:
        // The server may be one of another computer.
        return allow_network_files(rules) && (!file || allow_path(rules, file, READ_FILE));
    }
    return false;
}

// What a profile may do with TCP, and with other processes, is not handled by rules: nothing would be left of it.
static uint64_t denied_tcp(enum BeelineSandboxProfile profile) {
    switch (profile) {
    case BeelineSandboxProfileDocument:
    case BeelineSandboxProfileVideo:
    case BeelineSandboxProfileCamera: return BIND_TCP | CONNECT_TCP;
    case BeelineSandboxProfileNetwork:
    case BeelineSandboxProfileScreen: return BIND_TCP;
    case BeelineSandboxProfileListener: return CONNECT_TCP;
    }
    return BIND_TCP | CONNECT_TCP;
}

bool beeline_paths_limit(
    enum BeelineSandboxProfile profile, const char *path, int document, const char *file) {
    const long known = version();
    if (known < 1) return true;
    struct ruleset all = {.files = ALL_OF_VERSION_1};
    size_t length = sizeof all.files;
    if (known >= 2) all.files |= ADDED_BY_VERSION_2;
    if (known >= 3) all.files |= ADDED_BY_VERSION_3;
    if (known >= 5) all.files |= ASK_DEVICE;
    if (known >= 4) {
        all.network = denied_tcp(profile);
        length = offsetof(struct ruleset, scopes);
    }
    if (known >= 6) {
        // Servers of screens have abstract sockets beside those with a path.
        all.scopes = profile == BeelineSandboxProfileScreen ? SCOPE_SIGNALS : SCOPE_SIGNALS | SCOPE_ABSTRACT_SOCKETS;
        length = sizeof all;
    }
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, length, 0);
    if (rules < 0) return false;
    // Programs and libraries, where distributions have them, and the configuration of the loader. The loader is run as
    // a program is.
    static const char *const folders[] = {"/usr", "/lib", "/lib64", "/lib32", "/bin", "/nix/store", "/gnu/store"};
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/ld.so.preload"};
    const bool is_done = allow_paths(rules, folders, COUNT(folders), EXECUTE | READ_FILE | READ_FOLDER)
        && allow_paths(rules, files, COUNT(files), READ_FILE) && allow_path(rules, path, EXECUTE | READ_FILE)
        && allow_profile(rules, profile, document, file, all.files)
        && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close_quietly(rules);
    return is_done;
}
