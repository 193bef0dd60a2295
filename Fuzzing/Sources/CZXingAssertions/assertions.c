#include "ZXingAssertions.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The shim's, by what the linker calls them; the types are of no interest here.
void *__real_beeline_zxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, const void *options);
void *__wrap_beeline_zxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, const void *options);

// Of sanitizer/allocator_interface.h and lsan_interface.h, which are not installed everywhere.
int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));
void __lsan_ignore_object(const void *block);

// libFuzzer has one thread.
static jmp_buf before_call;
static bool is_in_call;
// The blocks that the call has taken; those that it has given back again do no harm here. What does not fit is reported as
// a leak when an assertion fails.
static const volatile void *taken[1 << 20];
static size_t taken_count;

static void note(const volatile void *block, size_t size) {
    (void)size;
    if (is_in_call && taken_count < sizeof taken / sizeof *taken) taken[taken_count++] = block;
}

static void ignore(const volatile void *block) { (void)block; }

void *__wrap_beeline_zxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, const void *options) {
    static bool is_noting;
    if (!is_noting) is_noting = __sanitizer_install_malloc_and_free_hooks(note, ignore) != 0;
    taken_count = 0;
    is_in_call = true;
    void *list;
    if (setjmp(before_call) == 0) {
        list = __real_beeline_zxing_read(pixels, width, height, stride, options);
    } else {
        for (size_t index = 0; index < taken_count; index++) __lsan_ignore_object((const void *)taken[index]);
        // A picture without pixels has an empty list.
        list = __real_beeline_zxing_read(pixels, 0, 0, 0, options);
    }
    is_in_call = false;
    return list;
}

// Replaces the function of the C library, which the ZXing library would call.
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: assertion '%s' failed\n", file, line, function, condition);
    if (!is_in_call) abort();
    is_in_call = false;
    longjmp(before_call, 1);
}
