#include "LibFuzzer.h"

#include <stdbool.h>
#include <string.h>

// Of sanitizer/allocator_interface.h, which is not installed everywhere; absent without a sanitizer.
__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));

static volatile uint8_t filling;

// calloc writes its zeros after the hook, but not over larger blocks, which come from the system as zeros.
static const size_t most_filled = 1 << 16;

static void fill(const volatile void *block, size_t size) {
    if (block && size <= most_filled) memset((void *)block, filling, size);
}

static void ignore(const volatile void *block) { (void)block; }

void beeline_fuzz_fill_new_memory(uint8_t byte) {
    static bool is_installed;
    filling = byte;
    if (is_installed || !__sanitizer_install_malloc_and_free_hooks) return;
    is_installed = __sanitizer_install_malloc_and_free_hooks(fill, ignore) != 0;
}
