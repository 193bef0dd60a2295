#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's driver, for programs that have a main of their own; it comes with -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable bytes, size_t count));

// libFuzzer's own changes of an input, which a custom mutator may fall back on.
size_t LLVMFuzzerMutate(uint8_t *_Nonnull bytes, size_t count, size_t capacity);

// Fills every new block of memory of up to 64 KiB with this byte from now on, until another byte is set. This works
// only with the address sanitizer, whose hooks it uses. Data that differs between two bytes was read before it was
// written.
void beeline_fuzz_fill_new_memory(uint8_t byte);
