#include "CPixels.h"
#include "Vectorized.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

typedef float Four __attribute__((vector_size(16), aligned(4)));

/// What one digit's fit counts, as independent observations.
static const float digit_weight = 4;

void beeline_edge_template(
    const BeelineStep *steps, size_t step_count, const double *table, size_t table_count, double sharpness,
    double reach, double resolution, ptrdiff_t first, size_t count, double scale, float *values) {
    double levels[128];
    double total = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        double x = ((double)(first + (ptrdiff_t)i) + 0.5) * scale;
        double level = 0;
        for (size_t step = 0; step < step_count; step++) {
            double place = ((x - steps[step].place) * sharpness + reach) * resolution;
            if (place >= (double)(table_count - 1)) {
                level += steps[step].change;
            } else if (place > 0) {
                level += steps[step].change * table[(size_t)place];
            }
        }
        levels[i] = level;
        total += level;
    }
    double mean = total / (double)count;
    for (size_t i = 0; i < count; i++) squares += (levels[i] - mean) * (levels[i] - mean);
    double length = sqrt(squares);
    if (length < 1e-9) length = 1e-9;
    for (size_t i = 0; i < count; i++) values[i] = (float)((levels[i] - mean) / length);
}

/// The scalar product of two stretches, a multiple of four long.
INLINE float product_of(const float *a, const float *b, size_t length) {
    Four sums = {0, 0, 0, 0};
    for (size_t i = 0; i < length; i += 4) sums += *(const Four *)(a + i) * *(const Four *)(b + i);
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

/// The greatest product of a stretch with one of `number` templates.
INLINE float most_alike(const float *samples, const float *templates, size_t room, size_t number, size_t length) {
    float top = -INFINITY;
    for (size_t i = 0; i < number; i++, templates += room) {
        float product = product_of(samples, templates, length);
        if (product > top) top = product;
    }
    return top;
}

/// How many times as much a flat template leaves unexplained of a stretch of the line.
INLINE float gain(const BeelineTrellis *trellis, float product, size_t start, size_t count) {
    float sum = trellis->sums[start + count] - trellis->sums[start];
    float energy = trellis->squares[start + count] - trellis->squares[start] - sum * sum / (float)count;
    if (!(energy > 0)) energy = 0;
    float square = product * product;
    float explained = square < energy ? square : energy;
    float base = trellis->noise * (float)count;
    // A stretch that is the template upside down is worse than a flat one.
    float rest = product > 0 ? energy - explained + base : energy + explained + base;
    return (energy + base) / rest;
}

/// How much better a template explains a stretch of the line than a flat one.
static float fit(const BeelineTrellis *trellis, float product, size_t start, size_t count, float weight) {
    return weight * logf(gain(trellis, product, start, count));
}

/// The product of a shape at a place; false where it reaches beyond the line.
static bool shape_product(
    const BeelineTrellis *trellis, const float *values, BeelineShape shape, ptrdiff_t place, float *product) {
    ptrdiff_t start = place - shape.before;
    size_t length = (size_t)shape.length;
    if (start < 0 || (size_t)start + length > trellis->count) return false;
    const float *samples = trellis->samples + start;
    values += shape.start;
    size_t whole = length & ~(size_t)3;
    *product = product_of(samples, values, whole);
    for (size_t i = whole; i < length; i++) *product += samples[i] * values[i];
    return true;
}

static float shape_weight(BeelineShape shape) { return digit_weight * (float)shape.length / 34; }

float beeline_trellis_shape(
    const BeelineTrellis *trellis, const float *values, BeelineShape shape, ptrdiff_t place) {
    float product;
    if (!shape_product(trellis, values, shape, place, &product)) return -INFINITY;
    return fit(trellis, product, (size_t)(place - shape.before), (size_t)shape.length, shape_weight(shape));
}

ptrdiff_t beeline_trellis_next_shape(
    const BeelineTrellis *trellis, const float *values, BeelineShape shape, ptrdiff_t place, ptrdiff_t end, float least,
    float *score) {
    for (float product; place < end; place++) {
        if (!shape_product(trellis, values, shape, place, &product)) continue;
        float times = gain(trellis, product, (size_t)(place - shape.before), (size_t)shape.length);
        // A logarithm is never more than that.
        if (shape_weight(shape) * (times - 1) <= least) continue;
        *score = shape_weight(shape) * logf(times);
        if (*score > least) return place;
    }
    return -1;
}

/// The samples that a digit of a width has; after them its template is 0.
static size_t digit_length(const BeelineTrellis *trellis, size_t width) {
    return width + trellis->least_width + 2 * trellis->margin;
}

/// The same in whole vectors.
static size_t digit_vectors(const BeelineTrellis *trellis, size_t width) {
    return (digit_length(trellis, width) + 3) & ~(size_t)3;
}

/// Where the samples of a digit begin; -1 where they reach beyond the line.
static ptrdiff_t digit_start(const BeelineTrellis *trellis, ptrdiff_t place) {
    ptrdiff_t start = place - (ptrdiff_t)trellis->margin;
    return start >= 0 && (size_t)start + trellis->digit_room <= trellis->count ? start : -1;
}

VECTORIZED
float beeline_trellis_digit(
    BeelineTrellis *trellis, const float *digits, bool is_right, ptrdiff_t place, size_t width) {
    ptrdiff_t start = place - (ptrdiff_t)trellis->margin;
    size_t length = digit_length(trellis, width), vectors = digit_vectors(trellis, width);
    if (start < 0 || (size_t)start + length > trellis->count) return -INFINITY;
    float *known = trellis->cache + ((is_right ? trellis->count : 0) + (size_t)place) * trellis->widths + width;
    if (!isnan(*known)) return *known;
    float top = -INFINITY;
    const float *digit = digits + (width * 30 + (is_right ? 20 : 0)) * trellis->digit_room;
    size_t number = digit_start(trellis, place) < 0 ? 0 : is_right ? 10 : 20;
    // Written out for each length that digits have, so that the samples are read once for all of them.
    const float *samples = trellis->samples + start;
    switch (number == 0 ? 0 : vectors) {
    case 0: break;
    case 32: top = most_alike(samples, digit, trellis->digit_room, number, 32); break;
    case 36: top = most_alike(samples, digit, trellis->digit_room, number, 36); break;
    case 40: top = most_alike(samples, digit, trellis->digit_room, number, 40); break;
    default: top = most_alike(samples, digit, trellis->digit_room, number, vectors);
    }
    return *known = fit(trellis, top, (size_t)start, length, digit_weight);
}

VECTORIZED
void beeline_trellis_evidence(
    const BeelineTrellis *trellis, const float *digits, bool is_right, ptrdiff_t place, size_t width,
    float *evidence) {
    ptrdiff_t start = digit_start(trellis, place);
    if (start < 0) return;
    size_t length = digit_length(trellis, width), vectors = digit_vectors(trellis, width);
    for (size_t i = is_right ? 20 : 0; i < (is_right ? 30 : 20); i++) {
        const float *digit = digits + (width * 30 + i) * trellis->digit_room;
        float product = product_of(trellis->samples + start, digit, vectors);
        float times = gain(trellis, product, (size_t)start, length);
        if (times > evidence[i]) evidence[i] = times;
    }
}

void beeline_trellis_weigh(float *evidence, size_t count) {
    for (size_t i = 0; i < count; i++) evidence[i] = digit_weight * logf(evidence[i]);
}

static void offer(
    BeelineTrellis *trellis, size_t index, float score, ptrdiff_t place, size_t width, float gain, ptrdiff_t low,
    ptrdiff_t high) {
    if (score == -INFINITY || place < low || place > high || place < 0 || (size_t)place >= trellis->count) return;
    size_t slot = (size_t)place * trellis->widths + width;
    if (trellis->best[slot] == -INFINITY) trellis->touched[trellis->touched_count++] = (int32_t)slot;
    if (score > trellis->best[slot]) {
        trellis->best[slot] = score;
        trellis->from[slot] = (int32_t)index;
        trellis->gains[slot] = gain;
    }
}

void beeline_trellis_step_shape(
    BeelineTrellis *trellis, const BeelineNode *nodes, size_t first, size_t end, const float *values,
    const BeelineShape *shapes, const ptrdiff_t *sizes, ptrdiff_t low, ptrdiff_t high) {
    for (size_t index = first; index < end; index++) {
        BeelineNode node = nodes[index];
        size_t width = (size_t)node.width;
        float gain = beeline_trellis_shape(trellis, values, shapes[width], node.place);
        for (ptrdiff_t change = -1; change <= 1; change++) {
            float shifted = gain;
            if (change != 0) {
                float other = beeline_trellis_shape(trellis, values, shapes[width], node.place + change);
                if (other > shifted) shifted = other;
            }
            offer(
                trellis, index, node.score + shifted - (change == 0 ? 0.0f : 0.2f),
                node.place + sizes[width] + change, width, shifted, low, high);
        }
    }
}

void beeline_trellis_step_digit(
    BeelineTrellis *trellis, const BeelineNode *nodes, size_t first, size_t end, const float *digits, bool is_right,
    float bend, ptrdiff_t low, ptrdiff_t high) {
    for (size_t index = first; index < end; index++) {
        BeelineNode node = nodes[index];
        for (int32_t next = node.width - 2; next <= node.width + 2; next++) {
            if (next < 0 || next >= (int32_t)trellis->widths) continue;
            ptrdiff_t place = node.place + next + (ptrdiff_t)trellis->least_width;
            if (place < low || place > high) continue;
            float change = (float)(next - node.width);
            float gain = beeline_trellis_digit(trellis, digits, is_right, node.place, (size_t)next);
            offer(
                trellis, index, node.score + gain - change * change * bend, place, (size_t)next, gain, low, high);
        }
    }
}

size_t beeline_trellis_keep(BeelineTrellis *trellis, float beam, size_t most, BeelineNode *nodes) {
    float top = -INFINITY;
    for (size_t i = 0; i < trellis->touched_count; i++) {
        float score = trellis->best[trellis->touched[i]];
        if (score > top) top = score;
    }
    for (float least = 0.1f;; beam *= 0.75f) {
        size_t count = 0;
        for (size_t i = 0; i < trellis->touched_count; i++) count += trellis->best[trellis->touched[i]] > top - beam;
        if (count <= most || beam <= least) break;
    }
    float least = top - beam;
    size_t count = 0;
    for (size_t i = 0; i < trellis->touched_count; i++) {
        size_t slot = (size_t)trellis->touched[i];
        if (trellis->best[slot] > least) {
            nodes[count++] = (BeelineNode){
                (int32_t)(slot / trellis->widths), (int32_t)(slot % trellis->widths), trellis->best[slot],
                trellis->gains[slot], trellis->from[slot]};
        }
        trellis->best[slot] = -INFINITY;
    }
    trellis->touched_count = 0;
    return count;
}
