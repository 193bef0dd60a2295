#define _GNU_SOURCE
#include "Descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// Room for one descriptor; the union gives it the alignment of a control-message header.
union control {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
};

int beeline_send(int socket, const void *bytes, size_t length, int descriptor) {
    const char *next = bytes;
    while (length > 0) {
        struct iovec part = {.iov_base = (void *)next, .iov_len = length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        union control control = {0};
        if (descriptor >= 0) {
            message.msg_control = control.room;
            message.msg_controllen = sizeof control.room;
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int));
            memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno == EINTR) continue;
            return errno;
        }
        next += sent;
        length -= (size_t)sent;
        descriptor = -1;
    }
    return 0;
}

ssize_t beeline_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    *descriptor = -1;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union control control = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        // Of several that come the last one is kept.
        const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            if (*descriptor >= 0) close(*descriptor);
            memcpy(descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
        }
    }
    return received;
}

int beeline_memory_file(const void *bytes, size_t length) {
    int file = memfd_create("image", MFD_CLOEXEC);
    if (file < 0) return -errno;
    const char *next = bytes;
    while (length > 0) {
        ssize_t written = write(file, next, length);
        if (written < 0) {
            if (errno == EINTR) continue;
            int code = errno;
            close(file);
            return -code;
        }
        next += written;
        length -= (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

int beeline_shared_memory(size_t length) {
    int file = memfd_create("notes", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -errno;
    if (ftruncate(file, (off_t)length) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return file;
    int code = errno;
    close(file);
    return -code;
}

int beeline_accept(int socket) {
    int descriptor = accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int beeline_lock_byte(int file, off_t place) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place, .l_len = 1};
    while (fcntl(file, F_OFD_SETLK, &lock) != 0) {
        if (errno == EACCES) return EAGAIN;
        if (errno != EINTR) return errno;
    }
    return 0;
}
