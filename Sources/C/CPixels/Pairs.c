#include "CPixels.h"
#include "Vectorized.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

typedef float Four __attribute__((vector_size(16), aligned(4)));

/// What is compared at once reaches from the middle of a digit to the middle of the next one, so that both digits are known
/// as far as a blur carries them. The first stretch begins and the last one ends with five modules of quiet zone.
enum {
    per_module = BEELINE_PAIR_SAMPLES,
    short_length = 7 * per_module,
    long_room = 12 * per_module,
    end_length = 23 * per_module / 2,
    stretches = 13,
    sample_count = BEELINE_PAIR_ALL_SAMPLES
};

/// How much the expected gain of a stretch counts, beside what its samples say of it.
static const float trust = 0.5f;
/// What it costs when the width of modules changes, and when it does so unevenly, by squares of modules.
static const float stiffness = 0.005f, smoothness = 0.05f;

/// Templates are sums: what a digit's edges do to the stretch after its middle, and what those of the next one do. By sample
/// and digit, so that a sample is multiplied with all of them at once. There are 10 digits of the right side, in room for 12.
typedef struct {
    float start[end_length][20];
    float left_before[short_length][20], left_behind[short_length][20];
    float center_before[long_room][20], center_behind[long_room][12];
    float right_before[short_length][12], right_behind[short_length][12];
    float end[end_length][12];
    /// One divided by the squares of each sum and the weight of the expected gain.
    float start_scale[20], left_scale[20][20], center_scale[20][12], right_scale[12][12], end_scale[12];
    /// The mean square of each kind of stretch, and that weight.
    float energy[4], weight[4];
} Templates;

typedef struct {
    float start[20], left[5][20][20], center[20][12], right[5][12][12], end[12];
} Costs;

size_t beeline_pair_template_room(void) { return sizeof(Templates) / sizeof(float); }
size_t beeline_pair_cost_room(void) { return sizeof(Costs) / sizeof(float); }

/// The kind of a stretch, its length, and where it starts among the samples.
static size_t kind_of(size_t stretch) { return stretch == 0 ? 0 : stretch == 6 ? 2 : stretch == 12 ? 3 : 1; }
static const size_t lengths[4] = {end_length, short_length, long_room, end_length};
static size_t start_of(size_t stretch) {
    return stretch == 0 ? 0 : (stretch <= 6 ? 46 + 28 * (stretch - 1) : 234 + 28 * (stretch - 7));
}

// MARK: Templates

/// How an edge looks that is not sharp: a Gaussian, or a disk, which is what a lens that is out of focus makes of a point.
typedef struct {
    double blur, spread;
    bool is_disk;
} Optics;

/// The darkness at a distance behind an edge to dark, in modules.
static double level(double x, Optics optics) {
    if (!optics.is_disk) return 0.5 * (1 + erf(x / (optics.blur * 1.4142135623730951)));
    double sum = 0;
    // The pixels and the print are not sharp either.
    for (int shift = -1; shift <= 1; shift++) {
        double part = (x + 0.4 * shift) / optics.blur;
        part = part < -1 ? -1 : part > 1 ? 1 : part;
        sum += 0.5 + (part * sqrt(1 - part * part) + asin(part)) / 3.141592653589793;
    }
    return sum / 3;
}

/// The template of one digit for a stretch that begins at `from`, in modules.
typedef struct {
    float *values;
    size_t stride, length;
    double from;
    Optics optics;
} Column;

static void add_edge(Column column, double place, int change) {
    place += (change > 0 ? -0.5 : 0.5) * column.optics.spread;
    for (size_t i = 0; i < column.length; i++) {
        double x = column.from + ((double)i + 0.5) / per_module - place;
        column.values[i * column.stride] +=
            (float)(change * level(x, column.optics));
    }
}

/// Adds the edges within a digit that begins at a place, and takes the mean from all.
static void finish(Column column, double place, uint8_t modules) {
    for (int i = 1; i < 7; i++) {
        int change = (modules >> (6 - i) & 1) - (modules >> (7 - i) & 1);
        if (change != 0) add_edge(column, place + i, change);
    }
    double sum = 0;
    for (size_t i = 0; i < column.length; i++) sum += column.values[i * column.stride];
    for (size_t i = 0; i < column.length; i++) {
        column.values[i * column.stride] -= (float)(sum / (double)column.length);
    }
}

/// Adds edges one module apart, alternately to dark and to light.
static void add_guard(Column column, double place, int count, int change) {
    for (int i = 0; i < count; i++, change = -change) add_edge(column, place + i, change);
}

static void set_scales(
    Templates *made, size_t kind, float *scales, const float *before, size_t before_count, size_t before_room,
    const float *behind, size_t behind_count, size_t behind_room) {
    double total = 0;
    for (size_t i = 0; i < before_count; i++) {
        for (size_t k = 0; k < behind_count; k++) {
            double square = 0;
            for (size_t row = 0; row < lengths[kind]; row++) {
                double sum = 0;
                if (before) sum += before[row * before_room + i];
                if (behind) sum += behind[row * behind_room + k];
                square += sum * sum;
            }
            scales[i * behind_room + k] = (float)square;
            total += square;
        }
    }
    made->energy[kind] = (float)(total / (double)(before_count * behind_count));
    made->weight[kind] = trust * made->energy[kind];
    for (size_t i = 0; i < before_count; i++) {
        for (size_t k = 0; k < behind_count; k++) {
            float *scale = scales + i * behind_room + k;
            *scale = 1 / (*scale + made->weight[kind]);
        }
    }
}

void beeline_pair_templates(
    const uint8_t *digits, double blur, bool is_disk, double spread, float *templates) {
    Templates *made = (Templates *)templates;
    memset(made, 0, sizeof *made);
    Optics optics = {blur, spread, is_disk};
    for (size_t i = 0; i < 20; i++) {
        Column start = {&made->start[0][i], 20, end_length, -5, optics};
        Column before = {&made->left_before[0][i], 20, short_length, 3.5, optics};
        Column behind = {&made->left_behind[0][i], 20, short_length, 3.5, optics};
        Column center = {&made->center_before[0][i], 20, long_room, 3.5, optics};
        add_guard(start, 0, 4, 1);
        add_guard(before, 7, 1, -1);
        add_guard(center, 7, 6, -1);
        finish(start, 3, digits[i]);
        finish(before, 0, digits[i]);
        finish(behind, 7, digits[i]);
        finish(center, 0, digits[i]);
    }
    for (size_t i = 0; i < 10; i++) {
        uint8_t digit = digits[20 + i];
        Column center = {&made->center_behind[0][i], 12, long_room, 3.5, optics};
        Column before = {&made->right_before[0][i], 12, short_length, 3.5, optics};
        Column behind = {&made->right_behind[0][i], 12, short_length, 3.5, optics};
        Column end = {&made->end[0][i], 12, end_length, 3.5, optics};
        add_guard(before, 7, 1, 1);
        add_guard(end, 7, 4, 1);
        finish(center, 12, digit);
        finish(before, 0, digit);
        finish(behind, 7, digit);
        finish(end, 0, digit);
    }
    // Both sides have what is expected of the left one.
    set_scales(made, 1, made->right_scale[0], made->right_before[0], 10, 12, made->right_behind[0], 10, 12);
    set_scales(made, 1, made->left_scale[0], made->left_before[0], 20, 20, made->left_behind[0], 20, 20);
    set_scales(made, 0, made->start_scale, NULL, 1, 0, made->start[0], 20, 20);
    set_scales(made, 2, made->center_scale[0], made->center_before[0], 20, 20, made->center_behind[0], 10, 12);
    set_scales(made, 3, made->end_scale, NULL, 1, 0, made->end[0], 10, 12);
}

// MARK: Samples

/// The darkness at equal distances from a place on.
INLINE void sample(const float *line, size_t count, float start, float step, size_t length, float *samples) {
    // So that there is always a next one.
    float last = (float)(count - 1) * (1 - 1e-6f);
    for (size_t i = 0; i < length; i++) {
        float place = start + (float)(int32_t)i * step;
        place = place > 0 ? place : 0;
        place = place < last ? place : last;
        int32_t left = (int32_t)place;
        samples[i] = line[left] + (line[left + 1] - line[left]) * (place - (float)left);
    }
}

/// The darkness of the modules whose places are known at some of them, and of the quiet zones.
INLINE void sample_between(const float *line, size_t count, const float *places, float *samples) {
    const float knots = (BEELINE_PAIR_PLACES - 1) / 95.0f;
    size_t i = 0;
    // Between two knots the modules are of one width; the quiet zones are like what is beside them.
    for (int knot = 0; knot < BEELINE_PAIR_PLACES - 1; knot++) {
        float end = (float)(knot + 1) / knots + 5;
        size_t behind = knot == BEELINE_PAIR_PLACES - 2 ? sample_count : (size_t)(end * per_module);
        float width = places[knot + 1] - places[knot];
        float start = places[knot] + width * ((0.5f / per_module - 5) * knots - (float)knot);
        width *= knots / per_module;
        sample(line, count, start + (float)i * width, width, behind - i, samples + i);
        i = behind;
    }
}

VECTORIZED
void beeline_pair_samples(
    const float *line, size_t count, float start, float module, size_t length, float *samples) {
    sample(line, count, start + (0.5f / per_module - 5) * module, module / per_module, length, samples);
}

// MARK: Costs

/// Adds up the products of samples with the templates of all digits.
INLINE void products(const float *samples, const float *templates, size_t length, size_t digits, float *sums) {
    for (size_t k = 0; k < digits; k++) sums[k] = 0;
    for (size_t i = 0; i < length; i++) {
        for (size_t k = 0; k < digits; k++) sums[k] += samples[i] * templates[i * digits + k];
    }
}

INLINE float smaller(float a, float b) { return a < b ? a : b; }

/// What is left of a stretch for each pair, with the gain near to that of its surroundings. Returns the least.
INLINE float pair_costs(
    float *costs, const float *before, size_t before_count, const float *behind, size_t behind_count,
    const float *scales, float known, float base) {
    float leasts[20];
    for (size_t k = 0; k < behind_count; k++) leasts[k] = INFINITY;
    for (size_t i = 0; i < before_count; i++) {
        for (size_t k = 0; k < behind_count; k++) {
            float product = before[i] + known + behind[k];
            product = product > 0 ? product : 0;
            float cost = base - product * product * scales[i * behind_count + k];
            costs[i * behind_count + k] = cost;
            leasts[k] = smaller(cost, leasts[k]);
        }
    }
    float least = INFINITY;
    for (size_t k = 0; k < behind_count; k++) least = smaller(leasts[k], least);
    return least;
}

/// Returns how much the samples of all stretches differ from their means; infinity where all digits leave more than a
/// share of that unexplained, which is known before all costs are.
INLINE float find_costs(const float *samples, const Templates *given, float share, Costs *costs) {
    float energies[stretches], total = 0, least = 0;
    for (size_t stretch = 0; stretch < stretches; stretch++) {
        const float *first = samples + start_of(stretch);
        size_t length = lengths[kind_of(stretch)];
        Four sums = {0, 0, 0, 0}, squares = {0, 0, 0, 0};
        size_t whole = length & ~(size_t)3;
        for (size_t i = 0; i < whole; i += 4) {
            Four four = *(const Four *)(first + i);
            sums += four;
            squares += four * four;
        }
        float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        float square = (squares[0] + squares[1]) + (squares[2] + squares[3]);
        for (size_t i = whole; i < length; i++) {
            sum += first[i];
            square += first[i] * first[i];
        }
        square -= sum * sum / (float)length;
        square = square > 0 ? square : 0;
        energies[stretch] = square;
        total += square;
    }
    share *= total + 1e-6f;
    // Those first that are compared with few pairs.
    static const uint8_t order[stretches] = {0, 12, 7, 8, 9, 10, 11, 6, 1, 2, 3, 4, 5};
    for (size_t turn = 0; turn < stretches && least <= share; turn++) {
        size_t stretch = order[turn];
        float there = 0, expected = 0;
        for (size_t other = stretch > 0 ? stretch - 1 : 0; other <= stretch + 1 && other < stretches; other++) {
            there += energies[other];
            expected += given->energy[kind_of(other)];
        }
        size_t kind = kind_of(stretch);
        float gain = sqrtf(there / expected), known = given->weight[kind] * gain;
        float base = energies[stretch] + known * gain;
        const float *first = samples + start_of(stretch);
        float before[20] = {0}, behind[20];
        if (stretch == 0) {
            products(first, given->start[0], end_length, 20, behind);
            least += pair_costs(costs->start, before, 1, behind, 20, given->start_scale, known, base);
        } else if (stretch < 6) {
            products(first, given->left_before[0], short_length, 20, before);
            products(first, given->left_behind[0], short_length, 20, behind);
            least += pair_costs(costs->left[stretch - 1][0], before, 20, behind, 20, given->left_scale[0], known, base);
        } else if (stretch == 6) {
            products(first, given->center_before[0], long_room, 20, before);
            products(first, given->center_behind[0], long_room, 12, behind);
            least += pair_costs(costs->center[0], before, 20, behind, 12, given->center_scale[0], known, base);
        } else if (stretch < 12) {
            products(first, given->right_before[0], short_length, 12, before);
            products(first, given->right_behind[0], short_length, 12, behind);
            least += pair_costs(costs->right[stretch - 7][0], before, 12, behind, 12, given->right_scale[0], known, base);
        } else {
            products(first, given->end[0], end_length, 12, behind);
            least += pair_costs(costs->end, before, 1, behind, 12, given->end_scale, known, base);
        }
    }
    return least <= share ? total : INFINITY;
}

INLINE void relax(float *next, size_t next_count, const float *sums, size_t count, const float *costs) {
    for (size_t k = 0; k < next_count; k++) next[k] = INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < next_count; k++) {
            float sum = sums[i] + costs[i * next_count + k];
            next[k] = sum < next[k] ? sum : next[k];
        }
    }
}

float beeline_pair_costs(
    const float *line, size_t count, const float *templates, const float *places, float *costs) {
    float samples[sample_count];
    sample_between(line, count, places, samples);
    return find_costs(samples, (const Templates *)templates, INFINITY, (Costs *)costs);
}

INLINE float least_of(const Costs *costs) {
    float sums[20], next[20];
    memcpy(sums, costs->start, sizeof sums);
    for (size_t i = 0; i < 5; i++) {
        relax(next, 20, sums, 20, costs->left[i][0]);
        memcpy(sums, next, sizeof sums);
    }
    relax(next, 12, sums, 20, costs->center[0]);
    memcpy(sums, next, sizeof sums);
    for (size_t i = 0; i < 5; i++) {
        relax(next, 12, sums, 12, costs->right[i][0]);
        memcpy(sums, next, sizeof sums);
    }
    float least = INFINITY;
    for (size_t i = 0; i < 10; i++) least = smaller(least, sums[i] + costs->end[i]);
    return least;
}

float beeline_pair_least(const float *costs) { return least_of((const Costs *)costs); }

// MARK: Places

VECTORIZED
float beeline_pair_misfit(
    const float *line, size_t count, const float *templates, const float *places, float limit) {
    const size_t knots = BEELINE_PAIR_PLACES;
    float module = (places[knots - 1] - places[0]) / 95, unevenness = 0;
    if (!(module > 0.25f)) return INFINITY;
    for (size_t i = 0; i + 1 < knots; i++) {
        float share = (places[i + 1] - places[i]) * (float)(knots - 1) / 95 / module;
        if (!(share > 0.6f && share < 1.6f)) return INFINITY;
    }
    for (size_t i = 0; i + 2 < knots; i++) {
        float bend = (places[i] - 2 * places[i + 1] + places[i + 2]) / module;
        unevenness += stiffness * bend * bend;
        if (i + 3 == knots) break;
        float change = (places[i + 3] - 3 * places[i + 2] + 3 * places[i + 1] - places[i]) / module;
        unevenness += smoothness * change * change;
    }
    float samples[sample_count];
    Costs costs;
    sample_between(line, count, places, samples);
    float energy = find_costs(samples, (const Templates *)templates, expf(limit - unevenness), &costs);
    return energy < INFINITY ? logf(least_of(&costs) / (energy + 1e-6f) + 1e-6f) + unevenness : INFINITY;
}

VECTORIZED
float beeline_pair_straight_misfit(const float *samples, const float *templates, float limit) {
    Costs costs;
    float energy = find_costs(samples, (const Templates *)templates, expf(limit), &costs);
    return energy < INFINITY ? logf(least_of(&costs) / (energy + 1e-6f) + 1e-6f) : INFINITY;
}

/// How far a place moves in one of the ways that are tried: all shifted, stretched, bent, skewed, or one place alone.
static float shape_of(size_t way, size_t place) {
    float x = 2 * (float)place / (float)(BEELINE_PAIR_PLACES - 1) - 1;
    switch (way) {
    case 0: return 1;
    case 1: return x;
    case 2: return 1 - x * x;
    case 3: return (x - x * x * x) * 2;
    default: return place == way - 4 ? 0.7f : 0;
    }
}

float beeline_pair_refine(
    const float *line, size_t count, const float *templates, float step, size_t rounds, float *places) {
    float best = beeline_pair_misfit(line, count, templates, places, INFINITY);
    for (size_t round = 0; round < rounds; round++, step /= 2) {
        float distance = step * (places[BEELINE_PAIR_PLACES - 1] - places[0]) / 95;
        for (size_t way = 0; way < 4 + BEELINE_PAIR_PLACES; way++) {
            bool moves = false;
            for (float sign = 1; sign >= -1 && !moves; sign -= 2) {
                for (size_t turn = 0; turn < 3; turn++) {
                    float tried[BEELINE_PAIR_PLACES];
                    for (size_t i = 0; i < BEELINE_PAIR_PLACES; i++) {
                        tried[i] = places[i] + sign * distance * shape_of(way, i);
                    }
                    float misfit = beeline_pair_misfit(line, count, templates, tried, best);
                    if (!(misfit < best)) break;
                    best = misfit;
                    moves = true;
                    memcpy(places, tried, sizeof tried);
                }
            }
        }
    }
    return best;
}

// MARK: Numbers

/// A way to a digit and a rest of the check sum: what it costs, and where it comes from.
typedef struct {
    float cost;
    uint8_t from;
} Way;

/// Two ways for each of ten digits and ten rests.
typedef struct {
    Way ways[12][200];
} Table;

static void offer(Way *ways, size_t slot, float cost, size_t from) {
    Way *way = ways + 2 * slot;
    if (cost < way[0].cost) {
        way[1] = way[0];
        way[0] = (Way){cost, (uint8_t)from};
    } else if (cost < way[1].cost) {
        way[1] = (Way){cost, (uint8_t)from};
    }
}

/// The costs from a digit to the next one, for the sets of one parity.
static float cost_of(const Costs *costs, unsigned parity, size_t next, size_t digit, size_t following) {
    size_t set = next <= 6 ? 10 * (parity >> (6 - next) & 1) : 0;
    if (next < 6) return costs->left[next - 1][digit + set][following + 10 * (parity >> (5 - next) & 1)];
    if (next == 6) return costs->center[digit + set][following];
    return costs->right[next - 7][digit][following];
}

void beeline_pair_parts(const float *made, const uint8_t *parities, const uint8_t *digits, float *parts) {
    const Costs *costs = (const Costs *)made;
    unsigned parity = parities[digits[0]];
    parts[0] = costs->start[digits[1] + 10 * (parity >> 5 & 1)];
    parts[12] = costs->end[digits[12]];
    for (size_t next = 1; next < 12; next++) {
        parts[next] = cost_of(costs, parity, next, digits[next], digits[next + 1]);
    }
}

void beeline_pair_numbers(const float *made, const uint8_t *parities, BeelinePairNumber *best) {
    const Costs *costs = (const Costs *)made;
    best[0] = best[1] = (BeelinePairNumber){.cost = INFINITY};
    Table table;
    for (size_t first = 0; first < 10; first++) {
        unsigned parity = parities[first];
        // Without the check digit it costs less.
        float sums[10];
        for (size_t i = 0; i < 10; i++) sums[i] = costs->start[i + 10 * (parity >> 5 & 1)];
        for (size_t next = 1; next < 12; next++) {
            float least[10];
            for (size_t k = 0; k < 10; k++) {
                least[k] = INFINITY;
                for (size_t i = 0; i < 10; i++) least[k] = smaller(least[k], sums[i] + cost_of(costs, parity, next, i, k));
            }
            memcpy(sums, least, sizeof sums);
        }
        float bound = INFINITY;
        for (size_t i = 0; i < 10; i++) bound = smaller(bound, sums[i] + costs->end[i]);
        if (bound >= best[1].cost) continue;
        for (size_t i = 0; i < 12; i++) {
            for (size_t k = 0; k < 200; k++) table.ways[i][k].cost = INFINITY;
        }
        for (size_t i = 0; i < 10; i++) {
            table.ways[0][2 * (10 * i + (first + 3 * i) % 10)].cost = costs->start[i + 10 * (parity >> 5 & 1)];
        }
        for (size_t next = 1; next < 12; next++) {
            for (size_t slot = 0; slot < 200; slot++) {
                float before = table.ways[next - 1][slot].cost;
                if (!(before < best[1].cost)) continue;
                size_t digit = slot / 20, rest = slot / 2 % 10;
                for (size_t k = 0; k < 10; k++) {
                    float cost = before + cost_of(costs, parity, next, digit, k);
                    offer(table.ways[next], 10 * k + (rest + k * (next % 2 == 0 ? 3 : 1)) % 10, cost, slot);
                }
            }
        }
        for (size_t i = 0; i < 10; i++) {
            for (size_t rank = 0; rank < 2; rank++) {
                size_t slot = 20 * i + rank;
                float cost = table.ways[11][slot].cost + costs->end[i];
                if (!(cost < best[1].cost)) continue;
                BeelinePairNumber number = {.cost = cost};
                for (size_t place = 12; place > 0; place--) {
                    number.digits[place] = (uint8_t)(slot / 20);
                    slot = table.ways[place - 1][slot].from;
                }
                number.digits[0] = (uint8_t)first;
                best[1] = number;
                if (best[1].cost < best[0].cost) {
                    best[1] = best[0];
                    best[0] = number;
                }
            }
        }
    }
}

// MARK: Strips

VECTORIZED
float beeline_likeness(const float *a, const float *b, size_t count, size_t farthest) {
    float most = 0;
    for (size_t shift = 0; shift <= 2 * farthest; shift++) {
        float products = 0, squares_a = 0, squares_b = 0;
        Four ab = {0, 0, 0, 0}, aa = ab, bb = ab;
        for (size_t i = farthest; i + farthest + 4 <= count; i += 4) {
            Four x = *(const Four *)(a + i), y = *(const Four *)(b + i + shift - farthest);
            ab += x * y;
            aa += x * x;
            bb += y * y;
        }
        for (int k = 0; k < 4; k++) {
            products += ab[k];
            squares_a += aa[k];
            squares_b += bb[k];
        }
        float likeness = products / sqrtf(squares_a * squares_b + 1e-6f);
        most = likeness > most ? likeness : most;
    }
    return most;
}
