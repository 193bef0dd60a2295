// What evdev answers by `ioctl`, which takes variable arguments, which Swift cannot call, and the layout of its records, which
// depends on the width of its time.
//
// Ownership: descriptors are lent; buffers are the caller's.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The length of a record.
extern const size_t beeline_input_record_length;

/// What a record says, without its time.
struct beeline_input_event {
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// Reads a record, which is `beeline_input_record_length` bytes and need not be aligned.
struct beeline_input_event beeline_read_input_event(const void *_Nonnull record);

/// Makes a record, with the time 0: for tests.
void beeline_write_input_event(struct beeline_input_event event, void *_Nonnull record);

/// Directs the events of a device to this descriptor alone. Returns 0, or an errno value: EBUSY where another program
/// has done so, ENOTTY where it is not an input device.
int beeline_input_grab(int device);

/// Whether a key is down. Returns 1, 0, or the negative of an errno value.
int beeline_input_has_key_down(int device);
