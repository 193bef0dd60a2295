#pragma once

#include <cstdint>

namespace beeline {

/// While it lives, memory that this thread allocates with `new` is filled with a known byte for 32 KiB after its end,
/// and before it is written to.
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
