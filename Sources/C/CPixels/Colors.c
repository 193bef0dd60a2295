#include "CPixels.h"
#include "Vectorized.h"

// The steps are written out, so that the compiler makes a loop of its own for each.
#define EACH_STEP(loop) if (step == 1) { loop(1) } else { loop(2) }

void beeline_grays_of_rgb(const uint8_t *colors, size_t step, size_t count, uint8_t *grays) {
#define RGB(step) \
    for (size_t i = 0; i < count; i++, colors += 3 * step) { \
        grays[i] = beeline_luma(colors[0], colors[step], colors[2 * step]); \
    }
    EACH_STEP(RGB)
}

VECTORIZED
void beeline_grays_of_rgba(const uint8_t *colors, size_t step, size_t count, uint8_t *grays) {
#define RGBA(step) \
    for (size_t i = 0; i < count; i++, colors += 4 * step) { \
        grays[i] = beeline_over_white(beeline_luma(colors[0], colors[step], colors[2 * step]), colors[3 * step]); \
    }
    EACH_STEP(RGBA)
}

void beeline_grays_of_gray_alpha(const uint8_t *samples, size_t step, size_t count, uint8_t *grays) {
#define GRAY_ALPHA(step) \
    for (size_t i = 0; i < count; i++, samples += 2 * step) grays[i] = beeline_over_white(samples[0], samples[step]);
    EACH_STEP(GRAY_ALPHA)
}

void beeline_grays_of_bgr(const uint8_t *colors, size_t count, uint8_t *grays) {
    for (size_t i = 0; i < count; i++, colors += 3) grays[i] = beeline_luma(colors[2], colors[1], colors[0]);
}

void beeline_grays_of_mapped_rgb(const uint8_t *colors, const uint8_t *table, size_t count, uint8_t *grays) {
    for (size_t i = 0; i < count; i++, colors += 3) {
        grays[i] = beeline_luma(table[colors[0]], table[colors[1]], table[colors[2]]);
    }
}

static uint32_t pixel_of(const uint8_t *bytes, size_t length) {
    uint32_t pixel = 0;
    for (size_t i = 0; i < length; i++) pixel |= (uint32_t)bytes[i] << (8 * i);
    return pixel;
}

static uint8_t sample_of(uint32_t pixel, uint32_t mask) {
    if (mask == 0) return 0;
    int shift = __builtin_ctz(mask);
    return (uint8_t)((uint64_t)((pixel & mask) >> shift) * 255 / (mask >> shift));
}

void beeline_grays_of_masked(
    const uint8_t *pixels, size_t length, BeelineMasks masks, size_t count, uint8_t *grays) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = pixel_of(pixels + i * length, length);
        uint8_t luma =
            beeline_luma(sample_of(pixel, masks.red), sample_of(pixel, masks.green), sample_of(pixel, masks.blue));
        grays[i] = masks.alpha == 0 ? luma : beeline_over_white(luma, sample_of(pixel, masks.alpha));
    }
}

bool beeline_any_bits(const uint8_t *pixels, size_t length, size_t count, uint32_t mask) {
    for (size_t i = 0; i < count; i++) {
        if (pixel_of(pixels + i * length, length) & mask) return true;
    }
    return false;
}

void beeline_grays_of_multiplied(const uint32_t *colors, size_t count, uint8_t *grays) {
    for (size_t i = 0; i < count; i++) {
        uint32_t color = colors[i];
        uint8_t luma = beeline_luma((uint8_t)color, (uint8_t)(color >> 8), (uint8_t)(color >> 16));
        uint8_t alpha = (uint8_t)(color >> 24);
        // A colour that is more than its alpha allows is an error of the file, and white.
        grays[i] = luma > alpha ? 255 : (uint8_t)(luma + 255 - alpha);
    }
}

void beeline_grays_of_inverted_cmyk(const uint8_t *inks, size_t count, uint8_t *grays) {
    // Black ink darkens each colour by the same factor, and so it does the luma.
    for (size_t i = 0; i < count; i++, inks += 4) {
        grays[i] = beeline_by_255((uint32_t)beeline_luma(inks[0], inks[1], inks[2]) * inks[3]);
    }
}

void beeline_blend_rgba(const uint8_t *colors, size_t count, uint8_t *grays) {
    for (size_t i = 0; i < count; i++, colors += 4) {
        uint32_t alpha = colors[3];
        grays[i] = beeline_by_255(beeline_luma(colors[0], colors[1], colors[2]) * alpha + grays[i] * (255 - alpha));
    }
}

void beeline_unpack(const uint8_t *row, size_t per_byte, const uint8_t *table, size_t count, uint8_t *grays) {
    size_t whole = count / per_byte;
    for (size_t i = 0; i < whole; i++) {
        const uint8_t *entry = table + row[i] * per_byte;
        for (size_t sample = 0; sample < per_byte; sample++) *grays++ = entry[sample];
    }
    for (size_t sample = 0; sample < count - whole * per_byte; sample++) *grays++ = table[row[whole] * per_byte + sample];
}
