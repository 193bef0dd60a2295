#define _GNU_SOURCE
#include "CPNG.h"

#if !__has_include(<spng.h>)
#error "<spng.h> is missing: install libspng-dev (or run make deps)"
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <spng.h>

#define FUNCTIONS(each)                                                                                              \
    each(ctx_new) each(ctx_free) each(strerror) each(set_option) each(set_ihdr) each(set_plte) each(set_trns)         \
    each(set_phys) each(encode_image) each(get_png_buffer) each(set_image_limits) each(set_chunk_limits)              \
    each(set_png_buffer) each(get_ihdr) each(decoded_image_size) each(decode_image)

static struct {
#define DECLARE(name) __typeof__(&spng_##name) name;
    FUNCTIONS(DECLARE)
#undef DECLARE
} spng;

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Empty when all is well.
static char problem[256];

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    if (!*function) snprintf(problem, sizeof problem, "libspng.so.0 has no %s", name);
    return *function != NULL;
}

static void load(void) {
    // It is never unloaded.
    void *library = dlopen("libspng.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(
            problem, sizeof problem, "libspng cannot be loaded (%s); install the package libspng0",
            reason ? reason : "libspng.so.0");
        return;
    }
    // POSIX lets the address of a function be kept in a pointer to data; C has no word for it but the cast.
#define FIND(name) && find(library, "spng_" #name, (void **)&spng.name)
    if (!(true FUNCTIONS(FIND))) return;
#undef FIND
}

const char *beeline_png_load(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

// Says what a call said that went wrong; true when it did not.
static bool is_right(int status, beeline_png_result *result) {
    if (status == SPNG_OK) return true;
    if (!result->problem) result->problem = spng.strerror(status);
    return false;
}

static bool set_colours(spng_ctx *context, const uint8_t *colours, beeline_png_result *result) {
    struct spng_plte palette = {.n_entries = 2};
    struct spng_trns transparency = {.n_type3_entries = 2};
    for (int index = 0; index < 2; index++) {
        const uint8_t *colour = colours + 4 * index;
        palette.entries[index].red = colour[0];
        palette.entries[index].green = colour[1];
        palette.entries[index].blue = colour[2];
        transparency.type3_alpha[index] = colour[3];
    }
    if (!is_right(spng.set_plte(context, &palette), result)) return false;
    if (colours[3] == 255 && colours[7] == 255) return true;
    return is_right(spng.set_trns(context, &transparency), result);
}

beeline_png_result beeline_png_write(const beeline_png_picture *picture) {
    beeline_png_result result = {0};
    spng_ctx *context = spng.ctx_new(SPNG_CTX_ENCODER);
    if (!context) {
        result.problem = "there is no memory for it";
        return result;
    }
    struct spng_ihdr header = {
        .width = picture->width,
        .height = picture->height,
        .bit_depth = picture->colours ? 1 : 8,
        .color_type = picture->colours ? SPNG_COLOR_TYPE_INDEXED : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
    };
    struct spng_phys density = {
        .ppu_x = picture->pixels_per_metre, .ppu_y = picture->pixels_per_metre, .unit_specifier = 1,
    };
    bool is_done = is_right(spng.set_option(context, SPNG_ENCODE_TO_BUFFER, 1), &result)
        && is_right(spng.set_ihdr(context, &header), &result)
        && (!picture->colours || set_colours(context, picture->colours, &result))
        && (!picture->pixels_per_metre || is_right(spng.set_phys(context, &density), &result))
        && is_right(
            spng.encode_image(context, picture->pixels, picture->length, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), &result);
    if (is_done) {
        int status = 0;
        result.bytes = spng.get_png_buffer(context, &result.length, &status);
        is_right(status, &result);
        if (!result.bytes && !result.problem) result.problem = "there is no memory for it";
    }
    spng.ctx_free(context);
    return result;
}

beeline_png_result beeline_png_read(const uint8_t *file, size_t length, uint32_t most_side, size_t most) {
    beeline_png_result result = {0};
    spng_ctx *context = spng.ctx_new(0);
    if (!context) {
        result.problem = "there is no memory for it";
        return result;
    }
    struct spng_ihdr header;
    size_t size = 0;
    bool is_begun = is_right(spng.set_image_limits(context, most_side, most_side), &result)
        && is_right(spng.set_chunk_limits(context, 32 << 20, 64 << 20), &result)
        && is_right(spng.set_png_buffer(context, file, length), &result)
        && is_right(spng.get_ihdr(context, &header), &result)
        && is_right(spng.decoded_image_size(context, SPNG_FMT_RGBA8, &size), &result);
    if (is_begun && size / 4 > most) {
        result.problem = "it has too many pixels";
    } else if (is_begun) {
        uint8_t *pixels = malloc(size);
        if (!pixels) {
            result.problem = "there is no memory for it";
        } else if (is_right(spng.decode_image(context, pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS), &result)) {
            result.bytes = pixels;
            result.length = size;
            result.width = header.width;
            result.height = header.height;
        } else {
            free(pixels);
        }
    }
    spng.ctx_free(context);
    return result;
}

void beeline_png_free(beeline_png_result *result) {
    free(result->bytes);
    result->bytes = NULL;
}
