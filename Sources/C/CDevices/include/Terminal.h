// Sets up serial lines. `ioctl`, which makes one exclusive, takes variable arguments, which Swift cannot call.
//
// Ownership: descriptors are lent.
#pragma once

/// How a character goes over a serial line.
struct beeline_line {
    /// In bits a second.
    unsigned speed;
    /// 7 or 8.
    unsigned bits;
    /// 'n', 'e' or 'o'.
    char parity;
    /// 1 or 2.
    unsigned stops;
};

/// Makes a terminal hand over bytes as they come: no echo, no signals, no flow control, no look at modem lines. What has come
/// before is dropped. No other program can open it until it is closed, unless that is root's; and none that asks for a lock.
///
/// Returns 0, or an errno value: ENOTTY where it is not a terminal, EWOULDBLOCK where another program has it, EINVAL
/// for settings that it does not support.
int beeline_set_line(int terminal, const struct beeline_line *_Nonnull line);
