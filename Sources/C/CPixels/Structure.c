#include "CPixels.h"
#include "Vectorized.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

static size_t less(size_t a, size_t b) { return b < a ? b : a; }
static size_t before(size_t place, size_t distance) { return place > distance ? place - distance : 0; }

// MARK: Dark and light

void beeline_square_ranges(
    const uint8_t *source, size_t width, size_t side, size_t columns, size_t rows, int32_t *middles, int32_t *ranges) {
    // Several squares at a time: down their columns first, for many columns at once.
    uint8_t low[256], high[256];
    size_t room = sizeof low / side;
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns;) {
            size_t squares = less(room, columns - column), count = squares * side;
            const uint8_t *line = source + row * side * width + column * side;
            memcpy(low, line, count);
            memcpy(high, line, count);
            for (size_t y = 1; y < side; y++) {
                line += width;
                for (size_t x = 0; x < count; x++) {
                    low[x] = line[x] < low[x] ? line[x] : low[x];
                    high[x] = line[x] > high[x] ? line[x] : high[x];
                }
            }
            for (size_t square = 0; square < squares; square++) {
                uint8_t least = 255, most = 0;
                for (size_t x = square * side; x < (square + 1) * side; x++) {
                    least = low[x] < least ? low[x] : least;
                    most = high[x] > most ? high[x] : most;
                }
                *middles++ = (least + most) / 2;
                *ranges++ = most - least;
            }
            column += squares;
        }
    }
}

void beeline_square_thresholds(
    const int32_t *middles, const int32_t *ranges, size_t columns, size_t rows, int32_t least, int32_t *thresholds) {
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            int32_t sum = 0, weight = 0;
            for (size_t y = before(row, 2); y <= less(row + 2, rows - 1); y++) {
                for (size_t x = before(column, 2); x <= less(column + 2, columns - 1); x++) {
                    int32_t range = ranges[y * columns + x];
                    if (range < least) continue;
                    sum += middles[y * columns + x] * range;
                    weight += range;
                }
            }
            *thresholds++ = weight > 0 ? sum / weight : 0;
        }
    }
}

void beeline_binarize(
    const uint8_t *source, size_t width, size_t height, size_t side, size_t columns, size_t rows,
    const int32_t *thresholds, uint8_t *dark) {
    for (size_t y = 0; y < height; y++) {
        const int32_t *row = thresholds + less(y / side, rows - 1) * columns;
        for (size_t column = 0; column < columns; column++) {
            int32_t threshold = row[column];
            size_t end = column == columns - 1 ? width : (column + 1) * side;
            for (size_t x = column * side; x < end; x++) dark[x] = source[x] < threshold;
        }
        source += width;
        dark += width;
    }
}

void beeline_transpose(const uint8_t *source, size_t width, size_t height, uint8_t *made) {
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) made[x * height + y] = source[y * width + x];
    }
}

size_t beeline_run_bounds(const uint8_t *row, size_t width, ptrdiff_t *bounds) {
    size_t count = 0;
    bounds[count++] = 0;
    size_t x = 1;
    while (x < width) {
        // Mostly eight pixels are alike.
        uint64_t here, before;
        while (x + 8 <= width) {
            memcpy(&here, row + x, sizeof here);
            memcpy(&before, row + x - 1, sizeof before);
            if (here != before) break;
            x += 8;
        }
        for (size_t end = less(x + 8, width); x < end; x++) {
            bounds[count] = (ptrdiff_t)x;
            count += row[x] != row[x - 1];
        }
    }
    bounds[count++] = (ptrdiff_t)width;
    return count;
}

ptrdiff_t beeline_next_fit(
    const ptrdiff_t *bounds, size_t count, size_t from, const ptrdiff_t *table, size_t patterns, size_t length,
    ptrdiff_t modules, double least, double *module) {
    for (size_t first = from; first + length < count; first++) {
        double size = (double)(bounds[first + length] - bounds[first]) / (double)modules;
        if (size < least) continue;
        const ptrdiff_t *pattern = table + first % 2 * patterns * length;
        for (size_t i = 0; i < patterns; i++, pattern += length) {
            size_t run = 0;
            while (run < length
                   && beeline_run_fits((double)(bounds[first + run + 1] - bounds[first + run]), pattern[run], size)) {
                run++;
            }
            if (run < length) continue;
            *module = size;
            return (ptrdiff_t)first;
        }
    }
    return -1;
}

VECTORIZED
size_t beeline_walk_runs(
    const uint8_t *dark, size_t width, size_t height, double x, double y, double across, double down, size_t more,
    double longest, double *lengths) {
    uint8_t color = dark[(size_t)y * width + (size_t)x];
    double length = 0;
    size_t count = 0;
    across *= 0.5;
    down *= 0.5;
    while (count <= more) {
        x += across;
        y += down;
        if (!(x >= 0 && y >= 0 && x < (double)width && y < (double)height)) {
            // The last run may end with the picture.
            if (count < more) return 0;
            lengths[count++] = length;
            return count;
        }
        length += 0.5;
        uint8_t next = dark[(size_t)y * width + (size_t)x];
        if (next != color) {
            lengths[count++] = length;
            length = 0;
            color = next;
        } else if (length > longest) {
            return 0;
        }
    }
    return count;
}

void beeline_widen(
    const uint8_t *dark, size_t width, size_t x, size_t y, size_t side, ptrdiff_t *left, ptrdiff_t *right) {
    for (size_t row = 0; row < side; row++) {
        const uint8_t *line = dark + (y + row) * width;
        for (size_t column = x; column < x + side; column++) {
            if (!line[column]) continue;
            if ((ptrdiff_t)column < left[row]) left[row] = (ptrdiff_t)column;
            if ((ptrdiff_t)column > right[row]) right[row] = (ptrdiff_t)column;
        }
    }
}

// MARK: Directions

// Written once for all sides; for a side that is known when it is compiled, the loops are written out.
static inline __attribute__((always_inline)) void fine_tensors(
    const uint8_t *source, size_t width, size_t side, size_t columns, size_t rows, float scale,
    BeelineTensor *tensors) {
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            int32_t xx = 0, yy = 0, xy = 0;
            for (size_t y = 0; y < side; y++) {
                const uint8_t *upper = source + (row * side + y) * width + column * side, *lower = upper + width;
                for (size_t x = 0; x < side; x++) {
                    // Differences of neighbours: those of every other pixel are blind to bars of one pixel.
                    int16_t falling = (int16_t)(lower[x + 1] - upper[x]), rising = (int16_t)(upper[x + 1] - lower[x]);
                    int16_t gx = (int16_t)(falling + rising), gy = (int16_t)(falling - rising);
                    xx += gx * gx;
                    yy += gy * gy;
                    xy += gx * gy;
                }
            }
            *tensors++ = (BeelineTensor){(float)xx * scale, (float)yy * scale, (float)xy * scale};
        }
    }
}

VECTORIZED
void beeline_fine_tensors(
    const uint8_t *source, size_t width, size_t side, size_t columns, size_t rows, float scale,
    BeelineTensor *tensors) {
    if (side == 8) {
        fine_tensors(source, width, 8, columns, rows, scale, tensors);
    } else {
        fine_tensors(source, width, side, columns, rows, scale, tensors);
    }
}

void beeline_coarse_tensors(
    const uint8_t *source, size_t width, size_t height, size_t side, size_t step, size_t columns, size_t rows,
    float scale, BeelineTensor *tensors) {
    for (size_t i = 0; i < columns * rows; i++) tensors[i] = (BeelineTensor){0, 0, 0};
    for (size_t y = 0; y < height; y += step) {
        const uint8_t *here = source + y * width;
        const uint8_t *above = source + before(y, 1) * width, *below = source + less(y + 1, height - 1) * width;
        for (size_t column = 0; column < columns; column++) {
            int32_t xx = 0, yy = 0, xy = 0;
            size_t end = less((column + 1) * side, width - 1);
            for (size_t x = column > 0 ? column * side : 1; x < end; x += step) {
                int32_t dx = here[x + 1] - here[x - 1], dy = below[x] - above[x];
                xx += dx * dx;
                yy += dy * dy;
                xy += dx * dy;
            }
            BeelineTensor *tensor = tensors + y / side * columns + column;
            tensor->xx += (float)xx;
            tensor->yy += (float)yy;
            tensor->xy += (float)xy;
        }
    }
    for (size_t i = 0; i < columns * rows; i++) {
        tensors[i].xx *= scale;
        tensors[i].yy *= scale;
        tensors[i].xy *= scale;
    }
}

void beeline_smooth_tensors(const BeelineTensor *tensors, size_t columns, size_t rows, BeelineTensor *made) {
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            BeelineTensor sum = {0, 0, 0};
            float count = 0;
            for (size_t y = before(row, 1); y <= less(row + 1, rows - 1); y++) {
                for (size_t x = before(column, 1); x <= less(column + 1, columns - 1); x++) {
                    const BeelineTensor *tensor = tensors + y * columns + x;
                    sum.xx += tensor->xx;
                    sum.yy += tensor->yy;
                    sum.xy += tensor->xy;
                    count += 1;
                }
            }
            *made++ = (BeelineTensor){sum.xx / count, sum.yy / count, sum.xy / count};
        }
    }
}

// MARK: Lines across bars

VECTORIZED
void beeline_add_line(
    const uint8_t *source, size_t width, size_t height, float x, float y, float across, float down, float *samples,
    size_t count) {
    size_t right = width > 1 ? 1 : 0, below = height > 1 ? width : 0;
    float last_x = (float)(width - 1), last_y = (float)(height - 1);
    for (size_t i = 0; i < count; i++, x += across, y += down) {
        float cx = x < 0 ? 0 : x > last_x ? last_x : x;
        float cy = y < 0 ? 0 : y > last_y ? last_y : y;
        size_t left = less((size_t)cx, before(width, 2)), top = less((size_t)cy, before(height, 2));
        float fx = cx - (float)left, fy = cy - (float)top;
        const uint8_t *here = source + top * width + left;
        float upper = (float)here[0] * (1 - fx) + (float)here[right] * fx;
        float lower = (float)here[below] * (1 - fx) + (float)here[below + right] * fx;
        samples[i] += upper * (1 - fy) + lower * fy;
    }
}

void beeline_center_line(float *samples, size_t count, float *sums, float *squares) {
    float total = 0;
    for (size_t i = 0; i < count; i++) total += samples[i];
    float mean = total / (float)count;
    double sum = 0, square = 0;
    sums[0] = squares[0] = 0;
    for (size_t i = 0; i < count; i++) {
        samples[i] -= mean;
        double sample = samples[i];
        sum += sample;
        square += sample * sample;
        sums[i + 1] = (float)sum;
        squares[i + 1] = (float)square;
    }
}

float beeline_nth(float *values, size_t count, size_t place) {
    // Hoare's selection: what is below `low` is not greater than the value, what is above `high` not less.
    ptrdiff_t low = 0, high = (ptrdiff_t)count - 1, wanted = (ptrdiff_t)place;
    while (low < high) {
        float pivot = values[wanted];
        ptrdiff_t i = low, j = high;
        do {
            while (values[i] < pivot) i++;
            while (pivot < values[j]) j--;
            if (i <= j) {
                float value = values[i];
                values[i++] = values[j];
                values[j--] = value;
            }
        } while (i <= j);
        if (j < wanted) low = i;
        if (wanted < i) high = j;
    }
    return values[place];
}

void beeline_line_grays(
    const uint8_t *source, size_t width, ptrdiff_t x, ptrdiff_t y, ptrdiff_t across, ptrdiff_t down, size_t count,
    uint8_t *grays) {
    for (size_t i = 0; i < count; i++, x += across, y += down) {
        grays[i] = source[(size_t)(y >> 20) * width + (size_t)(x >> 20)];
    }
}

BeelineLineSums beeline_line_sums(const uint8_t *grays, const float *others, size_t count) {
    BeelineLineSums sums = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        sums.sum += grays[i];
        sums.squares += grays[i] * grays[i];
        sums.product += others[i] * (float)grays[i];
    }
    return sums;
}

// MARK: Lattices of modules

BeelinePhases beeline_lattice_phases(
    const uint8_t *patch, size_t columns, size_t rows, const double *waves, size_t period) {
    BeelinePhases sums = {0};
    // The changes across and down at each phase: few numbers, so that the waves are multiplied at the end.
    int64_t across[BEELINE_MOST_PERIOD] = {0}, down[BEELINE_MOST_PERIOD] = {0};
    for (size_t y = 0; y < rows; y++) {
        const uint8_t *line = patch + y * columns;
        for (size_t x = 1, phase = 1 % period; x < columns; x++, phase = phase + 1 == period ? 0 : phase + 1) {
            int32_t step = line[x] - line[x - 1];
            across[phase] += step * step;
        }
    }
    for (size_t y = 1, phase = 1 % period; y < rows; y++, phase = phase + 1 == period ? 0 : phase + 1) {
        const uint8_t *line = patch + y * columns, *above = line - columns;
        for (size_t x = 0; x < columns; x++) {
            int32_t step = line[x] - above[x];
            down[phase] += step * step;
        }
    }
    for (size_t phase = 0; phase < period; phase++) {
        double cosine = waves[2 * phase], sine = waves[2 * phase + 1];
        sums.across_energy += (double)across[phase];
        sums.across_cosine += (double)across[phase] * cosine;
        sums.across_sine += (double)across[phase] * sine;
        sums.down_energy += (double)down[phase];
        sums.down_cosine += (double)down[phase] * cosine;
        sums.down_sine += (double)down[phase] * sine;
    }
    return sums;
}

double beeline_pattern_fit(
    const uint8_t *patch, size_t columns, size_t x, size_t y, const double *pattern, size_t side, size_t scale) {
    double product = 0, sum = 0, squares = 0, ideal = 0, ideal_squares = 0;
    double part = (double)(scale * scale);
    for (size_t row = 0; row < side; row++) {
        for (size_t column = 0; column < side; column++) {
            const uint8_t *corner = patch + (y + row * scale) * columns + x + column * scale;
            int32_t grays = 0, gray_squares = 0;
            for (size_t down = 0; down < scale; down++, corner += columns) {
                for (size_t right = 0; right < scale; right++) {
                    grays += corner[right];
                    gray_squares += corner[right] * corner[right];
                }
            }
            double module = pattern[row * side + column];
            product += grays * module;
            sum += grays;
            squares += gray_squares;
            ideal += module * part;
            ideal_squares += module * module * part;
        }
    }
    double count = (double)(side * side) * part;
    double spread = (squares - sum * sum / count) * (ideal_squares - ideal * ideal / count);
    // Less than two grays of difference is noise.
    if (!(squares - sum * sum / count > count)) return 0;
    return (product - sum * ideal / count) / sqrt(spread);
}
