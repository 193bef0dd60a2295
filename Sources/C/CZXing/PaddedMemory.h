#pragma once

#include <cstdint>

namespace beeline {

/// While it lives, what this thread allocates with `new` has a known byte behind it for 32 KiB, and before it is written to.
///
/// A decoder that reads beyond its data then reads that byte instead of what else is in memory. Read twice, with two bytes,
/// what comes from beyond differs.
class PaddedMemory {
public:
    explicit PaddedMemory(uint8_t fill);
    ~PaddedMemory();
    PaddedMemory(const PaddedMemory &) = delete;
    PaddedMemory &operator=(const PaddedMemory &) = delete;
};

}  // namespace beeline
