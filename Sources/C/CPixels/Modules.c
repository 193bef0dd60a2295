#include "CPixels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// The gray at a place, whole numbers being the corners of pixels; the nearest one outside of the picture.
INLINE float gray_at(const uint8_t *source, double last_x, double last_y, size_t width, double x, double y) {
    x -= 0.5;
    y -= 0.5;
    // Written so that what is no number is 0.
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

// The darkness is looked at in the middle of a module and halfway to its corners: what is further out its neighbours blur.
INLINE float module_gray(
    const uint8_t *source, double last_x, double last_y, size_t width, const double *m, double column, double row) {
    double x = column + 0.5, y = row + 0.5;
    double depth = 1 / (m[6] * x + m[7] * y + m[8]);
    double u = (m[0] * x + m[1] * y + m[2]) * depth, v = (m[3] * x + m[4] * y + m[5]) * depth;
    // Within a module the plane hardly changes its tilt.
    double reach = 0.25 * depth;
    double ux = (m[0] - u * m[6]) * reach, uy = (m[1] - u * m[7]) * reach;
    double vx = (m[3] - v * m[6]) * reach, vy = (m[4] - v * m[7]) * reach;
    float sum = gray_at(source, last_x, last_y, width, u, v);
    sum += gray_at(source, last_x, last_y, width, u + ux + uy, v + vx + vy);
    sum += gray_at(source, last_x, last_y, width, u + ux - uy, v + vx - vy);
    sum += gray_at(source, last_x, last_y, width, u - ux + uy, v - vx + vy);
    sum += gray_at(source, last_x, last_y, width, u - ux - uy, v - vx - vy);
    return sum * 0.2f;
}

void beeline_module_grays(
    const uint8_t *source, size_t width, size_t height, const double *matrix, size_t columns, size_t rows, float *grays) {
    double last_x = (double)(width - 1), last_y = (double)(height - 1);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            *grays++ = module_gray(source, last_x, last_y, width, matrix, (double)column, (double)row);
        }
    }
}

double beeline_module_fit(
    const uint8_t *source, size_t width, size_t height, const double *matrix, size_t columns, size_t rows, size_t step,
    const float *thresholds, const int8_t *known, bool only_known) {
    double last_x = (double)(width - 1), last_y = (double)(height - 1), sum = 0;
    for (size_t i = 0; i < columns * rows; i += step) {
        if (only_known && known[i] == 0) continue;
        float gray = module_gray(
            source, last_x, last_y, width, matrix, (double)(i % columns), (double)(i / columns));
        float darkness = thresholds[i] - gray;
        sum += known[i] > 0 ? darkness : known[i] < 0 ? -darkness : darkness < 0 ? -darkness : darkness;
    }
    return sum;
}

// The middle between the means of what is above the mean and of what is below, and the difference of the two.
static float middle(
    const float *grays, size_t columns, size_t left, size_t right, size_t top, size_t bottom, float *difference) {
    float sum = 0, high = 0, low = 0;
    size_t count = (right - left) * (bottom - top), above = 0;
    for (size_t y = top; y < bottom; y++) {
        for (size_t x = left; x < right; x++) sum += grays[y * columns + x];
    }
    float mean = sum / (float)count;
    for (size_t y = top; y < bottom; y++) {
        for (size_t x = left; x < right; x++) {
            float gray = grays[y * columns + x];
            if (gray > mean) {
                high += gray;
                above++;
            } else {
                low += gray;
            }
        }
    }
    high = above > 0 ? high / (float)above : mean;
    low = above < count ? low / (float)(count - above) : mean;
    *difference = high - low;
    return (high + low) / 2;
}

float beeline_module_thresholds(const float *grays, size_t columns, size_t rows, size_t radius, float *thresholds) {
    float contrast = 0;
    float whole = middle(grays, columns, 0, columns, 0, rows, &contrast);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            size_t left = column > radius ? column - radius : 0, top = row > radius ? row - radius : 0;
            size_t right = column + radius < columns ? column + radius + 1 : columns;
            size_t bottom = row + radius < rows ? row + radius + 1 : rows;
            float difference = 0;
            float here = middle(grays, columns, left, right, top, bottom, &difference);
            // Where all is of one colour, what differs is noise.
            *thresholds++ = difference < contrast / 2 ? whole : here;
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
