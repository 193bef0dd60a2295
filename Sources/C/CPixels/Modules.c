#include "CPixels.h"
#include "Vectorized.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// The gray at a place, whole numbers being the corners of pixels; the nearest one outside of the picture.
INLINE float gray_at(const uint8_t *source, double last_x, double last_y, size_t width, double x, double y) {
    x -= 0.5;
    y -= 0.5;
    // Written so that NaN becomes 0.
    x = x > 0 ? x < last_x ? x : last_x : 0;
    y = y > 0 ? y < last_y ? y : last_y : 0;
    size_t left = (size_t)x, top = (size_t)y;
    size_t right = (double)left < last_x ? 1 : 0, below = (double)top < last_y ? width : 0;
    float fx = (float)(x - (double)left), fy = (float)(y - (double)top);
    const uint8_t *here = source + top * width + left;
    float upper = (float)here[0] + (float)(here[right] - here[0]) * fx;
    float lower = (float)here[below] + (float)(here[below + right] - here[below]) * fx;
    return upper + (lower - upper) * fy;
}

typedef float Four __attribute__((vector_size(16), aligned(4)));
typedef int32_t FourBits __attribute__((vector_size(16), aligned(4)));

// The gray at a place that has a pixel before and after it in both directions; a pixel is at the whole numbers of its
// middle.
INLINE float gray_inside(const uint8_t *source, int32_t width, float x, float y) {
    int32_t left = (int32_t)x, top = (int32_t)y;
    const uint8_t *here = source + (ptrdiff_t)top * width + left;
    float across = x - (float)left, down = y - (float)top;
    float upper = (float)here[0] + (float)(here[1] - here[0]) * across;
    float lower = (float)here[width] + (float)(here[width + 1] - here[width]) * across;
    return upper + (lower - upper) * down;
}

// A picture, and a map from modules to it.
typedef struct {
    const uint8_t *source;
    size_t width;
    double last_x, last_y;
    // So far away from 0 a float still has a resolution of 256ths of a pixel.
    float inside_x, inside_y;
    double m[9];
} Plane;

INLINE Plane plane(const uint8_t *source, size_t width, size_t height, const double *matrix) {
    static const size_t most_inside = 32000;
    Plane plane = {
        source, width, (double)(width - 1), (double)(height - 1), (float)(width < most_inside ? width - 1 : most_inside),
        (float)(height < most_inside ? height - 1 : most_inside), {0}};
    memcpy(plane.m, matrix, sizeof plane.m);
    return plane;
}

// The darkness is looked at in the middle of a module and halfway to its corners: what is further out its neighbours blur.
INLINE float module_gray(const Plane *p, double column, double row) {
    const double *m = p->m;
    double x = column + 0.5, y = row + 0.5;
    double depth = 1 / (m[6] * x + m[7] * y + m[8]);
    double u = (m[0] * x + m[1] * y + m[2]) * depth, v = (m[3] * x + m[4] * y + m[5]) * depth;
    // Within a module the plane hardly changes its tilt.
    double reach = 0.25 * depth;
    double ux = (m[0] - u * m[6]) * reach, uy = (m[1] - u * m[7]) * reach;
    double vx = (m[3] - v * m[6]) * reach, vy = (m[4] - v * m[7]) * reach;
    float right = (float)(ux + uy), left = (float)(ux - uy), down = (float)(vx + vy), up = (float)(vx - vy);
    float wide = fabsf(right) > fabsf(left) ? fabsf(right) : fabsf(left);
    float high = fabsf(down) > fabsf(up) ? fabsf(down) : fabsf(up);
    float middle_x = (float)(u - 0.5), middle_y = (float)(v - 0.5);
    if (middle_x > wide && middle_y > high && middle_x + wide < p->inside_x && middle_y + high < p->inside_y) {
        int32_t width = (int32_t)p->width;
        float sum = gray_inside(p->source, width, middle_x, middle_y);
        sum += gray_inside(p->source, width, middle_x + right, middle_y + down);
        sum += gray_inside(p->source, width, middle_x + left, middle_y + up);
        sum += gray_inside(p->source, width, middle_x - left, middle_y - up);
        sum += gray_inside(p->source, width, middle_x - right, middle_y - down);
        return sum * 0.2f;
    }
    float sum = gray_at(p->source, p->last_x, p->last_y, p->width, u, v);
    sum += gray_at(p->source, p->last_x, p->last_y, p->width, u + ux + uy, v + vx + vy);
    sum += gray_at(p->source, p->last_x, p->last_y, p->width, u + ux - uy, v + vx - vy);
    sum += gray_at(p->source, p->last_x, p->last_y, p->width, u - ux + uy, v - vx + vy);
    sum += gray_at(p->source, p->last_x, p->last_y, p->width, u - ux - uy, v - vx - vy);
    return sum * 0.2f;
}

VECTORIZED
void beeline_module_grays(
    const uint8_t *source, size_t width, size_t height, const double *matrix, size_t columns, size_t rows, float *grays) {
    Plane p = plane(source, width, height, matrix);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) *grays++ = module_gray(&p, (double)column, (double)row);
    }
}

VECTORIZED
double beeline_module_fit(
    const uint8_t *source, size_t width, size_t height, const double *matrix, size_t columns, size_t rows, size_t step,
    const float *thresholds, const int8_t *known, bool only_known) {
    Plane p = plane(source, width, height, matrix);
    double sum = 0;
    size_t row = 0, column = 0;
    for (size_t i = 0; i < columns * rows; i += step, column += step) {
        while (column >= columns) {
            column -= columns;
            row++;
        }
        if (only_known && known[i] == 0) continue;
        float darkness = thresholds[i] - module_gray(&p, (double)(int32_t)column, (double)(int32_t)row);
        sum += known[i] == 0 ? fabsf(darkness) : known[i] > 0 ? darkness : -darkness;
    }
    return sum;
}

// The middle between the means of what is above the mean and of what is below, in four squares of `side` columns, each a column
// further than the one before it, and the difference of the two. Below 0 is what is outside; `inside` are not.
INLINE Four four_middles(const float *grays, size_t columns, size_t side, size_t rows, Four inside, Four *difference) {
    Four sum = {0, 0, 0, 0}, high = sum, above = sum;
    for (size_t y = 0; y < rows; y++) {
        for (size_t x = 0; x < side; x++) {
            Four gray = *(const Four *)(grays + y * columns + x);
            sum += (Four)((FourBits)gray & (FourBits)(gray >= 0));
        }
    }
    Four mean = sum / inside;
    for (size_t y = 0; y < rows; y++) {
        for (size_t x = 0; x < side; x++) {
            Four gray = *(const Four *)(grays + y * columns + x);
            FourBits is_above = gray > mean;
            high += (Four)((FourBits)gray & is_above);
            // A true comparison is -1.
            above -= __builtin_convertvector(is_above, Four);
        }
    }
    // Where all are alike, none is above the mean; and rounding may bring all of them above it.
    FourBits has_high = above > 0, has_low = above < inside;
    Four low = (sum - high) / (inside - above);
    high = (Four)(((FourBits)(high / above) & has_high) | ((FourBits)mean & ~has_high));
    low = (Four)(((FourBits)low & has_low) | ((FourBits)mean & ~has_low));
    *difference = high - low;
    return (high + low) / 2;
}

// The same of all.
static float middle(const float *grays, size_t count, float *difference) {
    float sum = 0, high = 0, low = 0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) sum += grays[i];
    float mean = sum / (float)count;
    for (size_t i = 0; i < count; i++) {
        if (grays[i] > mean) {
            high += grays[i];
            above++;
        } else {
            low += grays[i];
        }
    }
    high = above > 0 ? high / (float)above : mean;
    low = above < count ? low / (float)(count - above) : mean;
    *difference = high - low;
    return (high + low) / 2;
}

VECTORIZED
float beeline_module_thresholds(
    const float *grays, size_t columns, size_t rows, size_t radius, float *framed, float *thresholds) {
    float contrast = 0;
    float whole = middle(grays, columns * rows, &contrast);
    // With a frame on both sides every square is complete, and there is room after it for the last three of four.
    size_t wide = columns + 2 * radius + 3;
    for (size_t row = 0; row < rows; row++) {
        float *line = framed + row * wide;
        for (size_t x = 0; x < wide; x++) line[x] = -1;
        memcpy(line + radius, grays + row * columns, columns * sizeof *grays);
    }
    for (size_t row = 0; row < rows; row++) {
        size_t top = row > radius ? row - radius : 0;
        size_t bottom = row + radius < rows ? row + radius + 1 : rows;
        for (size_t column = 0; column < columns; column += 4) {
            size_t count = column + 4 < columns ? 4 : columns - column;
            Four inside;
            for (size_t i = 0; i < 4; i++) {
                size_t x = i < count ? column + i : column;
                size_t left = x > radius ? x - radius : 0, right = x + radius < columns ? x + radius + 1 : columns;
                inside[i] = (float)(int32_t)((right - left) * (bottom - top));
            }
            Four difference;
            Four here = four_middles(framed + top * wide + column, wide, 2 * radius + 1, bottom - top, inside, &difference);
            // Where all is of one colour, what differs is noise.
            for (size_t i = 0; i < count; i++) *thresholds++ = difference[i] < contrast / 2 ? whole : here[i];
        }
    }
    return contrast;
}

// MARK: Connected parts

// The first run of a part; on the way there the path is halved.
static int32_t root(BeelineRun *runs, int32_t run) {
    while (runs[run].part != run) {
        runs[run].part = runs[runs[run].part].part;
        run = runs[run].part;
    }
    return run;
}

VECTORIZED
size_t beeline_parts(
    const uint8_t *dark, size_t width, size_t height, uint8_t value, BeelineRun *runs, size_t most) {
    size_t count = 0, above = 0, here = 0;
    for (size_t y = 0; y < height; y++, dark += width) {
        size_t upper = above;
        above = here = count;
        for (size_t x = 0; x < width;) {
            const uint8_t *next = memchr(dark + x, value, width - x);
            if (next == NULL) break;
            size_t start = (size_t)(next - dark);
            next = memchr(next, !value, width - start);
            x = next == NULL ? width : (size_t)(next - dark);
            if (count == most) return 0;
            int32_t run = (int32_t)count++;
            runs[run] = (BeelineRun){(int32_t)y, (int32_t)start, (int32_t)x, run, -1, (int32_t)start, (int32_t)x, (int32_t)y, run};
            // All that touch it from above, by a side. The last one may touch the next run, too.
            while (upper < above && runs[upper].end <= (int32_t)start) upper++;
            for (size_t other = upper; other < above && runs[other].start < (int32_t)x; other++) {
                int32_t a = root(runs, (int32_t)other), b = root(runs, run);
                if (a < b) runs[b].part = a;
                if (b < a) runs[a].part = b;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        int32_t first = root(runs, (int32_t)i);
        runs[i].part = first;
        if (first == (int32_t)i) continue;
        BeelineRun *part = runs + first;
        if (runs[i].start < part->left) part->left = runs[i].start;
        if (runs[i].end > part->right) part->right = runs[i].end;
        part->bottom = runs[i].row;
        runs[part->last].next = (int32_t)i;
        part->last = (int32_t)i;
    }
    return count;
}

size_t beeline_alternating(
    const uint8_t *dark, size_t width, size_t height, uint8_t value, double x, double y, double across, double down,
    double longest, double *length) {
    double run = 0, total = 0, mean = 0;
    size_t count = 0;
    uint8_t color = value;
    across *= 0.5;
    down *= 0.5;
    *length = 0;
    while (x >= 0 && y >= 0 && x < (double)width && y < (double)height) {
        uint8_t next = dark[(size_t)y * width + (size_t)x];
        if (next != color) {
            // A single module may look wider than its neighbour; a double one does by more.
            if (count > 0 && (run < 0.45 * mean - 0.5 || run > 1.6 * mean + 0.5)) break;
            total += run;
            count++;
            mean = count < 4 ? total / (double)count : mean + (run - mean) * 0.25;
            *length = total;
            run = 0;
            color = next;
        }
        run += 0.5;
        if (run > (count > 0 ? 1.6 * mean + 0.5 : longest)) break;
        x += across;
        y += down;
    }
    return count;
}
