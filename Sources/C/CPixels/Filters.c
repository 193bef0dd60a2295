#include "CPixels.h"
#include "Vectorized.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// Loops that are written once for several filters: the compiler makes one of each.
#define INLINE static inline __attribute__((always_inline))

typedef float Four __attribute__((vector_size(16), aligned(4)));

INLINE float least(float a, float b) { return b < a ? b : a; }
INLINE float most(float a, float b) { return b > a ? b : a; }
INLINE size_t less(size_t a, size_t b) { return b < a ? b : a; }

INLINE uint32_t bits(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

VECTORIZED
void beeline_map(const uint8_t *source, size_t count, const uint8_t *table, uint8_t *made) {
    for (size_t i = 0; i < count; i++) made[i] = table[source[i]];
}

void beeline_add_columns(const uint8_t *row, size_t reduction, size_t count, uint32_t *sums) {
    for (size_t i = 0; i < count; i++)
        for (size_t part = 0; part < reduction; part++) sums[i] += *row++;
}

void beeline_take_mean(uint32_t *sums, size_t count, uint32_t number, uint8_t *made) {
    for (size_t i = 0; i < count; i++) {
        made[i] = (uint8_t)((sums[i] + number / 2) / number);
        sums[i] = 0;
    }
}

void beeline_count_grays(const uint8_t *source, size_t count, ptrdiff_t *counts) {
    for (size_t i = 0; i < count; i++) counts[source[i]]++;
}

void beeline_count_steps(const uint8_t *source, size_t width, size_t height, ptrdiff_t *counts) {
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++, source++) {
            int right = x + 1 < width ? source[1] - source[0] : 0;
            int below = y + 1 < height ? source[width] - source[0] : 0;
            right = right < 0 ? -right : right;
            below = below < 0 ? -below : below;
            counts[right > below ? right : below]++;
        }
    }
}

// Sums are of at most (2 * 64 + 1)^2 bytes: a float represents them exactly, and every processor computes four floats
// at once, also divisions by one common number.

// Half as much again as 2^23: around it a float has no digits behind the point, and the last bits are the number.
static const float whole = 12582912;

INLINE uint8_t filtered(BeelineSquareFilter filter, float parameter, float gray, float sum, float area, float part) {
    if (filter == BeelineSquareFilterThreshold) return gray * area < sum * parameter ? 0 : 255;
    // The whole part of the average. A half more and a half less keep it from falling between two whole numbers.
    float average = ((sum + 0.5f) * part - 0.5f + whole) - whole;
    if (filter == BeelineSquareFilterAverage) return (uint8_t)bits(average + whole);
    return (uint8_t)bits(least(most(gray + parameter * (gray - average), 0), 255) + whole);
}

INLINE void filter_row(
    BeelineSquareFilter filter, float parameter, const uint8_t *from, const int32_t *sums, size_t width, size_t radius,
    size_t rows, uint8_t *made) {
    // Where the square is cut at a side, each has an area of its own.
    size_t left = less(radius, width);
    size_t right = width > radius + left ? width - radius : left;
    for (size_t x = 0; x < width; x++) {
        if (x == left && left < right) x = right;
        if (x == width) break;
        size_t across = less(x + radius, width - 1) - (x > radius ? x - radius : 0) + 1;
        float area = (float)(rows * across);
        made[x] = filtered(filter, parameter, from[x], (float)sums[x], area, 1 / area);
    }
    float area = (float)(rows * (2 * radius + 1));
    float part = 1 / area;
    for (size_t x = left; x < right; x++) {
        made[x] = filtered(filter, parameter, from[x], (float)sums[x], area, part);
    }
}

VECTORIZED
void beeline_filter_squares(
    const uint8_t *source, size_t width, size_t height, size_t radius, BeelineSquareFilter filter, float parameter,
    int32_t *columns, uint8_t *made) {
    int32_t *sums = columns + width;
    memset(columns, 0, width * sizeof *columns);
    for (size_t y = 0; y < less(radius, height); y++) {
        for (size_t x = 0; x < width; x++) columns[x] += source[y * width + x];
    }
    for (size_t y = 0; y < height; y++) {
        if (y + radius < height) {
            const uint8_t *row = source + (y + radius) * width;
            for (size_t x = 0; x < width; x++) columns[x] += row[x];
        }
        if (y > radius) {
            const uint8_t *row = source + (y - radius - 1) * width;
            for (size_t x = 0; x < width; x++) columns[x] -= row[x];
        }
        int32_t sum = 0;
        for (size_t x = 0; x < less(radius, width); x++) sum += columns[x];
        for (size_t x = 0; x < width; x++) {
            if (x + radius < width) sum += columns[x + radius];
            if (x > radius) sum -= columns[x - radius - 1];
            sums[x] = sum;
        }
        size_t rows = less(y + radius, height - 1) - (y > radius ? y - radius : 0) + 1;
        const uint8_t *from = source + y * width;
        uint8_t *to = made + y * width;
        switch (filter) {
        case BeelineSquareFilterThreshold:
            filter_row(BeelineSquareFilterThreshold, parameter, from, sums, width, radius, rows, to);
            break;
        case BeelineSquareFilterSharpen:
            filter_row(BeelineSquareFilterSharpen, parameter, from, sums, width, radius, rows, to);
            break;
        case BeelineSquareFilterAverage:
            filter_row(BeelineSquareFilterAverage, parameter, from, sums, width, radius, rows, to);
            break;
        }
    }
}

// Weights are whole numbers of 4096ths, and sums of them with bytes stay below 2^24: so a float represents them
// exactly. A gray is never between two whole numbers: so that is how it rounds at 2^23, and the last byte is the gray.
INLINE uint8_t gray_of(float sum) {
    return (uint8_t)bits(least(most((sum + 0.5f) * (1.0f / 4096), 0), 255) + 8388608);
}

INLINE Four products(const float *samples, const float *weights, size_t count) {
    Four sums = *(const Four *)samples * *(const Four *)weights;
    for (size_t tap = 4; tap < count; tap += 4) sums += *(const Four *)(samples + tap) * *(const Four *)(weights + tap);
    return sums;
}

INLINE void scale_row(
    const float *line, const int32_t *first, const float *weights, size_t count, size_t columns, uint8_t *made) {
    size_t column = 0;
    for (; column + 4 <= columns; column += 4, weights += 4 * count) {
        Four a = products(line + first[column], weights, count);
        Four b = products(line + first[column + 1], weights + count, count);
        Four c = products(line + first[column + 2], weights + 2 * count, count);
        Four d = products(line + first[column + 3], weights + 3 * count, count);
        // The sum of each: of its first and third number, and of the others, and of both.
        Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
        Four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
        Four sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
        for (size_t i = 0; i < 4; i++) made[column + i] = gray_of(sums[i]);
    }
    for (; column < columns; column++, weights += count) {
        Four sums = products(line + first[column], weights, count);
        made[column] = gray_of((sums[0] + sums[2]) + (sums[1] + sums[3]));
    }
}

VECTORIZED
void beeline_scale_columns(
    const uint8_t *source, size_t width, size_t height, const int32_t *first, const float *weights, size_t count,
    size_t columns, float *line, uint8_t *made) {
    for (size_t x = width; x < width + 4; x++) line[x] = 0;
    for (size_t row = 0; row < height; row++, source += width, made += columns) {
        for (size_t x = 0; x < width; x++) line[x] = source[x];
        if (count == 4) {
            scale_row(line, first, weights, 4, columns, made);
        } else {
            scale_row(line, first, weights, count, columns, made);
        }
    }
}

VECTORIZED
void beeline_scale_rows(
    const uint8_t *source, size_t width, size_t height, const int32_t *first, const float *weights, size_t count,
    size_t rows, float *sums, uint8_t *made) {
    for (size_t row = 0; row < rows; row++, weights += count, made += width) {
        // Those without weight may be beyond the last row.
        size_t from = (size_t)first[row];
        const uint8_t *a = source + less(from, height - 1) * width;
        const uint8_t *b = source + less(from + 1, height - 1) * width;
        const uint8_t *c = source + less(from + 2, height - 1) * width;
        const uint8_t *d = source + less(from + 3, height - 1) * width;
        float wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
        for (size_t x = 0; x < width; x++) {
            sums[x] = (float)a[x] * wa + (float)b[x] * wb + (float)c[x] * wc + (float)d[x] * wd;
        }
        for (size_t tap = 4; tap < count; tap++) {
            float weight = weights[tap];
            if (weight == 0) continue;
            const uint8_t *line = source + less(from + tap, height - 1) * width;
            for (size_t x = 0; x < width; x++) sums[x] += (float)line[x] * weight;
        }
        for (size_t x = 0; x < width; x++) made[x] = gray_of(sums[x]);
    }
}

void beeline_halve(const uint8_t *source, size_t width, size_t height, uint8_t *made) {
    for (size_t y = 0; y < height / 2; y++) {
        const uint8_t *upper = source + 2 * y * width, *lower = upper + width;
        for (size_t x = 0; x < width / 2; x++) {
            *made++ = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
        }
    }
}

void beeline_average_boxes(
    const uint8_t *source, size_t width, const ptrdiff_t *column_bounds, size_t columns, const ptrdiff_t *row_bounds,
    size_t rows, uint8_t *made) {
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            ptrdiff_t sum = 0;
            for (ptrdiff_t y = row_bounds[row]; y < row_bounds[row + 1]; y++) {
                const uint8_t *line = source + (size_t)y * width;
                for (ptrdiff_t x = column_bounds[column]; x < column_bounds[column + 1]; x++) sum += line[x];
            }
            ptrdiff_t count =
                (row_bounds[row + 1] - row_bounds[row]) * (column_bounds[column + 1] - column_bounds[column]);
            *made++ = (uint8_t)((sum + count / 2) / count);
        }
    }
}

void beeline_turn(
    const uint8_t *source, ptrdiff_t origin, ptrdiff_t right, ptrdiff_t down, size_t columns, size_t rows,
    uint8_t *made) {
    // In squares, because a column read to its end would leave the cache before its neighbour comes.
    const size_t side = 32;
    for (size_t top = 0; top < rows; top += side) {
        for (size_t left = 0; left < columns; left += side) {
            for (size_t y = top; y < less(top + side, rows); y++) {
                const uint8_t *from = source + origin + (ptrdiff_t)y * down + (ptrdiff_t)left * right;
                for (size_t x = left; x < less(left + side, columns); x++, from += right) made[y * columns + x] = *from;
            }
        }
    }
}

// The gray at a place between pixels; white outside, also for places that are NaN.
INLINE uint8_t gray_between(const uint8_t *source, size_t width, size_t height, double u, double v) {
    if (!(u > -0.5 && v > -0.5 && u < (double)width - 0.5 && v < (double)height - 0.5)) return 255;
    if (u < 0) u = 0;
    if (v < 0) v = 0;
    size_t left = (size_t)u, top = (size_t)v;
    const uint8_t *upper_row = source + top * width, *lower_row = source + less(top + 1, height - 1) * width;
    size_t right = less(left + 1, width - 1);
    // In 256ths: the sum of four weights of 65536ths by bytes stays below 2^31.
    int32_t across = (int32_t)((u - (double)left) * 256);
    int32_t down = (int32_t)((v - (double)top) * 256);
    int32_t upper = upper_row[left] * (256 - across) + upper_row[right] * across;
    int32_t lower = lower_row[left] * (256 - across) + lower_row[right] * across;
    return (uint8_t)((upper * (256 - down) + lower * down) >> 16);
}

// The grays along a line whose places, in 2^32ths of a pixel, have a pixel before and after them.
static void resample_line(
    const uint8_t *source, size_t width, int64_t x, int64_t y, int64_t across, int64_t down, size_t count, uint8_t *made) {
    for (size_t i = 0; i < count; i++, x += across, y += down) {
        const uint8_t *here = source + (size_t)(y >> 32) * width + (size_t)(x >> 32);
        int32_t right = (int32_t)(x >> 24) & 255, below = (int32_t)(y >> 24) & 255;
        int32_t upper = here[0] * 256 + (here[1] - here[0]) * right;
        int32_t lower = here[width] * 256 + (here[width + 1] - here[width]) * right;
        made[i] = (uint8_t)((upper * 256 + (lower - upper) * below) >> 16);
    }
}

INLINE bool is_between(double x, double y, double width, double height) {
    return x >= 0 && y >= 0 && x < width && y < height;
}

VECTORIZED
void beeline_resample(
    const uint8_t *source, size_t width, size_t height, const double *matrix, size_t columns, size_t rows,
    uint8_t *made) {
    const double *m = matrix;
    bool is_affine = m[6] == 0 && m[7] == 0 && m[8] == 1;
    // Sides of pictures are far below 2^30, and a hundredth of a pixel is more than what a line is off at its end.
    const double fraction = 4294967296, last_x = (double)width - 1.01, last_y = (double)height - 1.01;
    for (size_t row = 0; row < rows; row++) {
        double start_x = m[1] * (double)row + m[2], start_y = m[4] * (double)row + m[5], end = (double)columns - 1;
        if (is_affine && width < 1 << 30 && height < 1 << 30 && columns > 0
            && is_between(start_x - 0.01, start_y - 0.01, last_x, last_y)
            && is_between(start_x + m[0] * end - 0.01, start_y + m[3] * end - 0.01, last_x, last_y)) {
            resample_line(
                source, width, (int64_t)(start_x * fraction), (int64_t)(start_y * fraction), (int64_t)(m[0] * fraction),
                (int64_t)(m[3] * fraction), columns, made);
            made += columns;
            continue;
        }
        for (size_t column = 0; column < columns; column++) {
            double x = (double)column, y = (double)row;
            double u = m[0] * x + m[1] * y + m[2];
            double v = m[3] * x + m[4] * y + m[5];
            if (!is_affine) {
                double depth = m[6] * x + m[7] * y + m[8];
                u /= depth;
                v /= depth;
            }
            *made++ = gray_between(source, width, height, u, v);
        }
    }
}

void beeline_darkest(
    const uint8_t *source, size_t width, size_t height, size_t radius, uint8_t *line, uint8_t *made) {
    for (size_t y = 0; y < height; y++) {
        size_t top = y > radius ? y - radius : 0, bottom = y + radius < height ? y + radius : height - 1;
        memcpy(line, source + top * width, width);
        for (size_t row = top + 1; row <= bottom; row++) {
            const uint8_t *other = source + row * width;
            for (size_t x = 0; x < width; x++) line[x] = other[x] < line[x] ? other[x] : line[x];
        }
        uint8_t *out = made + y * width;
        memcpy(out, line, width);
        for (size_t away = 1; away <= radius && away < width; away++) {
            for (size_t x = away; x < width; x++) out[x] = line[x - away] < out[x] ? line[x - away] : out[x];
            for (size_t x = 0; x + away < width; x++) out[x] = line[x + away] < out[x] ? line[x + away] : out[x];
        }
    }
}

void beeline_mesh_grays(
    const uint8_t *source, size_t width, size_t height, const double *places, const double *lines, size_t count,
    size_t size, uint8_t *grays) {
    static const double offsets[3] = {0.26, 0.5, 0.74}, weights[3] = {1, 2, 1};
    for (size_t row = 0, below = 1; row < size; row++) {
        for (size_t column = 0, right = 1; column < size; column++) {
            double sum = 0;
            for (size_t i = 0; i < 9; i++) {
                double x = (double)column + offsets[i % 3], y = (double)row + offsets[i / 3];
                while (right + 1 < count && lines[right] < x) right++;
                while (below + 1 < count && lines[below] < y) below++;
                while (right > 1 && lines[right - 1] > x) right--;
                while (below > 1 && lines[below - 1] > y) below--;
                double across = (x - lines[right - 1]) / (lines[right] - lines[right - 1]);
                double down = (y - lines[below - 1]) / (lines[below] - lines[below - 1]);
                const double *upper = places + 2 * ((below - 1) * count + right - 1), *lower = upper + 2 * count;
                double u = (upper[0] * (1 - across) + upper[2] * across) * (1 - down)
                    + (lower[0] * (1 - across) + lower[2] * across) * down;
                double v = (upper[1] * (1 - across) + upper[3] * across) * (1 - down)
                    + (lower[1] * (1 - across) + lower[3] * across) * down;
                sum += gray_between(source, width, height, u, v) * weights[i % 3] * weights[i / 3];
            }
            *grays++ = (uint8_t)(sum / 16 + 0.5);
        }
    }
}

// MARK: Turned boxes

typedef uint8_t Bytes __attribute__((vector_size(4)));

static const ptrdiff_t one = 1 << 16;
enum { phases = 32 };

/// The weights of Catmull and Rom's cubic for the four samples around a place, for each part of the way behind the second.
static void cubic_weights(Four *weights) {
    for (size_t phase = 0; phase < phases; phase++) {
        float t = ((float)phase + 0.5f) / phases;
        weights[phase] = (Four){
            ((-0.5f * t + 1.0f) * t - 0.5f) * t, (1.5f * t - 2.5f) * t * t + 1.0f, ((-1.5f * t + 2.0f) * t + 0.5f) * t,
            (0.5f * t - 0.5f) * t * t};
    }
}

static inline Four four_grays(const uint8_t *from) {
    Bytes grays;
    memcpy(&grays, from, sizeof grays);
    return __builtin_convertvector(grays, Four);
}

/// The gray at a place in 65536ths of a pixel that has a pixel before it and two after it in both directions.
static inline float gray_inside(const uint8_t *source, size_t width, ptrdiff_t x, ptrdiff_t y, const Four *weights) {
    const uint8_t *here = source + ((size_t)(y / one) - 1) * width + (size_t)(x / one) - 1;
    Four down = weights[y % one * phases / one];
    Four sum = four_grays(here) * down[0] + four_grays(here + width) * down[1] + four_grays(here + 2 * width) * down[2]
        + four_grays(here + 3 * width) * down[3];
    sum *= weights[x % one * phases / one];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static bool is_inside(size_t width, size_t height, ptrdiff_t x, ptrdiff_t y) {
    return x >= one && y >= one && x < ((ptrdiff_t)width - 2) * one && y < ((ptrdiff_t)height - 2) * one;
}

VECTORIZED
void beeline_straighten(
    const uint8_t *source, size_t width, size_t height, BeelineFrame frame, size_t lines, size_t columns, size_t rows,
    float *sums, uint8_t *made) {
    Four weights[phases];
    cubic_weights(weights);
    float scale = 1 / (float)lines;
    ptrdiff_t right_x = (ptrdiff_t)(frame.right_x * (double)one), right_y = (ptrdiff_t)(frame.right_y * (double)one);
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) sums[column] = 0;
        for (size_t line = 0; line < lines; line++) {
            double place = (double)(row * lines + line);
            ptrdiff_t x = (ptrdiff_t)((frame.x + frame.down_x * place) * (double)one);
            ptrdiff_t y = (ptrdiff_t)((frame.y + frame.down_y * place) * (double)one);
            ptrdiff_t last = (ptrdiff_t)columns - 1;
            bool is_whole =
                is_inside(width, height, x, y) && is_inside(width, height, x + last * right_x, y + last * right_y);
            for (size_t column = 0; column < columns; column++, x += right_x, y += right_y) {
                if (is_whole || is_inside(width, height, x, y)) {
                    sums[column] += gray_inside(source, width, x, y, weights);
                } else {
                    sums[column] +=
                        gray_between(source, width, height, (double)x / (double)one, (double)y / (double)one);
                }
            }
        }
        for (size_t column = 0; column < columns; column++) {
            float gray = sums[column] * scale + 0.5f;
            *made++ = gray < 0 ? 0 : gray > 255 ? 255 : (uint8_t)gray;
        }
    }
}
