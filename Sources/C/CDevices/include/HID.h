// What hidraw answers by `ioctl`, which takes variable arguments, which Swift cannot call.
//
// Ownership: descriptors are lent; buffers are the caller's.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most bytes of a report descriptor, as the kernel has it.
extern const size_t beeline_hid_longest_descriptor;

/// Copies the report descriptor of a device. Returns its length, or the negative of an errno value.
ssize_t beeline_hid_descriptor(int device, uint8_t *_Nonnull bytes, size_t room);

/// Which device it is, by the numbers of USB. Returns 0, or an errno value.
int beeline_hid_identity(int device, uint16_t *_Nonnull vendor, uint16_t *_Nonnull product);

/// Sends a feature report; its first byte is its number. Returns 0, or an errno value.
int beeline_hid_send_feature(int device, const uint8_t *_Nonnull report, size_t length);
