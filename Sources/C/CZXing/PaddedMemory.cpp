#include "PaddedMemory.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace {

// The longest run of an Aztec code has 2,078 bytes, and ZXing has a byte for each bit.
constexpr size_t padding = 1 << 15;

constexpr int none = -1;
thread_local int fill = none;

}  // namespace

beeline::PaddedMemory::PaddedMemory(uint8_t byte) { fill = byte; }
beeline::PaddedMemory::~PaddedMemory() { fill = none; }

// These replace the standard library's in the whole program, for its libraries, too. They are weak: a program that has
// its own keeps them.
__attribute__((weak)) void *operator new(size_t size) {
    const size_t more = fill == none ? 0 : padding;
    if (size > SIZE_MAX - padding) throw std::bad_alloc();
    void *memory = std::malloc(size + more == 0 ? 1 : size + more);
    if (!memory) throw std::bad_alloc();
    if (more) std::memset(memory, fill, size + more);
    return memory;
}

__attribute__((weak)) void operator delete(void *memory) noexcept { std::free(memory); }
__attribute__((weak)) void operator delete(void *memory, size_t) noexcept { std::free(memory); }
