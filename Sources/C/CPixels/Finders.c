#include "CPixels.h"
#include "Vectorized.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// MARK: Dark and light

// The sum of three grays beside each other, of three rows: nine times the gray of a smooth picture.
static void smooth_row(const uint8_t *source, size_t width, size_t height, size_t y, uint16_t *made) {
    const uint8_t *here = source + y * width;
    const uint8_t *above = y > 0 ? here - width : here, *below = y + 1 < height ? here + width : here;
    for (size_t x = 1; x + 1 < width; x++) {
        made[x] = (uint16_t)(above[x - 1] + above[x] + above[x + 1] + here[x - 1] + here[x] + here[x + 1] + below[x - 1]
                             + below[x] + below[x + 1]);
    }
    made[0] = (uint16_t)(3 * (above[0] + here[0] + below[0]));
    made[width - 1] = (uint16_t)(3 * (above[width - 1] + here[width - 1] + below[width - 1]));
}

// Whether a gray, times nine, is darker than the mean by a tenth of the deviation, where not all is alike.
INLINE uint8_t darker_by(int32_t sum, int32_t squares, float share, uint16_t gray) {
    float mean = (float)sum * share, spread = (float)squares * share - mean * mean;
    float below = mean - (float)gray * (1.0f / 9);
    return (uint8_t)((below > 0) & (below * below > 0.01f * spread) & (spread > 0.4f));
}

INLINE uint8_t is_darker(
    const int32_t *before, const int32_t *squares, size_t left, size_t right, float rows, uint16_t gray) {
    return darker_by(
        (int32_t)((uint32_t)before[right] - (uint32_t)before[left]),
        (int32_t)((uint32_t)squares[right] - (uint32_t)squares[left]), 1 / (rows * (float)(int32_t)(right - left)),
        gray);
}

VECTORIZED
void beeline_dark_around(
    const uint8_t *source, size_t width, size_t height, size_t radius, int32_t *sums, uint16_t *smooth, uint8_t *dark) {
    int32_t *columns = sums, *squares = sums + width, *before = sums + 2 * width, *squares_before = before + width + 1;
    memset(columns, 0, 2 * width * sizeof *columns);
    for (size_t y = 0; y < height + radius; y++) {
        if (y < height) {
            const uint8_t *row = source + y * width;
            for (size_t x = 0; x < width; x++) {
                columns[x] += row[x];
                squares[x] += row[x] * row[x];
            }
        }
        if (y > 2 * radius) {
            const uint8_t *row = source + (y - 2 * radius - 1) * width;
            for (size_t x = 0; x < width; x++) {
                columns[x] -= row[x];
                squares[x] -= row[x] * row[x];
            }
        }
        if (y < radius) continue;
        size_t here = y - radius;
        size_t top = here > radius ? here - radius : 0, bottom = here + radius < height ? here + radius + 1 : height;
        int32_t sum = 0, square = 0;
        // Overflow does not matter: only differences count.
        for (size_t x = 0; x < width; x++) {
            before[x] = sum;
            squares_before[x] = square;
            sum = (int32_t)((uint32_t)sum + (uint32_t)columns[x]);
            square = (int32_t)((uint32_t)square + (uint32_t)squares[x]);
        }
        before[width] = sum;
        squares_before[width] = square;
        smooth_row(source, width, height, here, smooth);
        uint8_t *made = dark + here * width;
        float rows = (float)(int32_t)(bottom - top);
        size_t inner = width > 2 * radius ? radius : width, end = width > 2 * radius ? width - radius : width;
        for (size_t x = 0; x < inner; x++) {
            size_t right = x + radius < width ? x + radius + 1 : width, left = x > radius ? x - radius : 0;
            made[x] = is_darker(before, squares_before, left, right, rows, smooth[x]);
        }
        float share = 1 / (rows * (float)(int32_t)(2 * radius + 1));
        for (size_t x = inner; x < end; x++) {
            made[x] = darker_by(
                (int32_t)((uint32_t)before[x + radius + 1] - (uint32_t)before[x - radius]),
                (int32_t)((uint32_t)squares_before[x + radius + 1] - (uint32_t)squares_before[x - radius]), share,
                smooth[x]);
        }
        for (size_t x = end; x < width; x++) {
            made[x] = is_darker(before, squares_before, x - radius, width, rows, smooth[x]);
        }
    }
}

// MARK: The square of a finder pattern

typedef struct {
    float x, y;
} Place;

// From a square of -1 to 1 to a picture.
typedef struct {
    float m[9];
} Square;

INLINE Place place_at(const Square *square, float u, float v) {
    const float *m = square->m;
    float depth = 1 / (m[6] * u + m[7] * v + m[8]);
    return (Place){(m[0] * u + m[1] * v + m[2]) * depth, (m[3] * u + m[4] * v + m[5]) * depth};
}

typedef struct {
    const uint8_t *pixels;
    size_t width;
    float last_x, last_y;
} Picture;

// The gray between pixels, whose middles are at whole numbers.
INLINE float gray_of(const Picture *picture, Place place) {
    float x = place.x > 0 ? place.x < picture->last_x ? place.x : picture->last_x : 0;
    float y = place.y > 0 ? place.y < picture->last_y ? place.y : picture->last_y : 0;
    size_t left = (size_t)x, top = (size_t)y;
    size_t right = (float)left < picture->last_x ? 1 : 0, below = (float)top < picture->last_y ? picture->width : 0;
    float fx = x - (float)left, fy = y - (float)top;
    const uint8_t *here = picture->pixels + top * picture->width + left;
    float upper = (float)here[0] + (float)(here[right] - here[0]) * fx;
    float lower = (float)here[below] + (float)(here[below + right] - here[below]) * fx;
    return upper + (lower - upper) * fy;
}

// The grays of `count` places in a line.
INLINE void grays_on(const Picture *picture, Place from, Place to, int count, float *grays) {
    float step = 1 / (float)(count - 1), dx = (to.x - from.x) * step, dy = (to.y - from.y) * step;
    float low_x = from.x < to.x ? from.x : to.x, high_x = from.x < to.x ? to.x : from.x;
    float low_y = from.y < to.y ? from.y : to.y, high_y = from.y < to.y ? to.y : from.y;
    if (!(low_x >= 0.01f && low_y >= 0.01f && high_x < picture->last_x - 0.01f && high_y < picture->last_y - 0.01f)) {
        for (int i = 0; i < count; i++) {
            grays[i] = gray_of(picture, (Place){from.x + dx * (float)i, from.y + dy * (float)i});
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        float x = from.x + dx * (float)i, y = from.y + dy * (float)i;
        int32_t left = (int32_t)x, top = (int32_t)y;
        float fx = x - (float)left, fy = y - (float)top;
        const uint8_t *here = picture->pixels + (ptrdiff_t)top * (ptrdiff_t)picture->width + left;
        float upper = (float)here[0] + (float)(here[1] - here[0]) * fx;
        float lower = (float)here[picture->width] + (float)(here[picture->width + 1] - here[picture->width]) * fx;
        grays[i] = upper + (lower - upper) * fy;
    }
}

// The map that takes the corners of a square of -`half` to `half` to four places, clockwise; false where there is none.
static bool square_of(const Place *corners, float half, Square *square) {
    float x0 = corners[0].x, y0 = corners[0].y;
    float x1 = corners[1].x - corners[2].x, y1 = corners[1].y - corners[2].y;
    float x2 = corners[3].x - corners[2].x, y2 = corners[3].y - corners[2].y;
    float sx = x0 - corners[1].x + corners[2].x - corners[3].x, sy = y0 - corners[1].y + corners[2].y - corners[3].y;
    float area = x1 * y2 - x2 * y1;
    if (!(fabsf(area) > 1e-3f)) return false;
    float g = (sx * y2 - x2 * sy) / area, h = (x1 * sy - sx * y1) / area;
    // Of a unit square first.
    float m[9] = {
        corners[1].x - x0 + g * corners[1].x, corners[3].x - x0 + h * corners[3].x, x0,
        corners[1].y - y0 + g * corners[1].y, corners[3].y - y0 + h * corners[3].y, y0, g, h, 1};
    for (int row = 0; row < 3; row++) {
        float a = m[3 * row] / (2 * half), b = m[3 * row + 1] / (2 * half);
        square->m[3 * row] = a;
        square->m[3 * row + 1] = b;
        square->m[3 * row + 2] = m[3 * row + 2] + (a + b) * half;
    }
    return square->m[8] > 0.1f;
}

// How well light and dark rings fit, 1 to -1 for light ones on dark, when what grows evenly from one side to the other
// is taken away.
static float ring_fit(const Picture *picture, const Square *square) {
    // A quarter of a module to each side of its middle.
    static const float off = 0.25f / 3.5f;
    float grays[49], mean = 0, across = 0, down = 0;
    for (int i = 0; i < 49; i++) {
        float u = (float)(i % 7 - 3), v = (float)(i / 7 - 3), four[4];
        float x = u / 3.5f, y = v / 3.5f;
        grays_on(picture, place_at(square, x - off, y - off), place_at(square, x + off, y + off), 2, four);
        grays_on(picture, place_at(square, x + off, y - off), place_at(square, x - off, y + off), 2, four + 2);
        float gray = four[0] + four[1] + four[2] + four[3];
        grays[i] = gray;
        mean += gray;
        across += gray * u;
        down += gray * v;
    }
    // The squares of the places of all modules add up to 196; 33 of 49 are dark.
    mean /= 49;
    across /= 196;
    down /= 196;
    float product = 0, squares = 0;
    for (int i = 0; i < 49; i++) {
        int u = i % 7 - 3, v = i / 7 - 3;
        int ring = (u < 0 ? -u : u) > (v < 0 ? -v : v) ? (u < 0 ? -u : u) : (v < 0 ? -v : v);
        float rest = grays[i] - mean - across * (float)u - down * (float)v;
        product += (ring == 2 ? 33.0f / 49 : -16.0f / 49) * rest;
        squares += rest * rest;
    }
    // 33 * 16 / 49 is what the pattern's own squares add up to. Grays were added in fours.
    return squares < 16 * 49 * 0.3f ? 0 : product / sqrtf(squares * (33.0f * 16 / 49));
}

// The same by a few places: whether the core and the outermost ring differ from the ring between them.
static bool may_be_rings(const Picture *picture, const Square *square, float sign) {
    float core = gray_of(picture, place_at(square, 0, 0)), light[4], dark[4], sum = 0, rest = 0;
    static const float us[4] = {-1, 0, 1, 0}, vs[4] = {0, -1, 0, 1};
    for (int i = 0; i < 4; i++) {
        light[i] = gray_of(picture, place_at(square, us[i] * 2 / 3.5f, vs[i] * 2 / 3.5f));
        dark[i] = gray_of(picture, place_at(square, us[i] * 3 / 3.5f, vs[i] * 3 / 3.5f));
        sum += (light[i] - dark[i]) * sign;
        rest += (light[i] - core) * sign;
    }
    return sum > 4 && rest > 8;
}

// Solves eight equations by the lower half of their matrix; false where they do not say enough.
static bool solve8(float m[8][8], float *values) {
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j <= i; j++) {
            float sum = m[i][j];
            for (int k = 0; k < j; k++) sum -= m[i][k] * m[j][k];
            if (i == j) {
                if (!(sum > 1e-6f)) return false;
                m[i][i] = sqrtf(sum);
            } else {
                m[i][j] = sum / m[j][j];
            }
        }
    }
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < i; k++) values[i] -= m[i][k] * values[k];
        values[i] /= m[i][i];
    }
    for (int i = 7; i >= 0; i--) {
        for (int k = i + 1; k < 8; k++) values[i] -= m[k][i] * values[k];
        values[i] /= m[i][i];
    }
    return true;
}

// Moves a square to where its twelve edges are: one step of the least squares of eight parameters.
static bool to_edges(const Picture *picture, Square *square, float sign) {
    enum { places = 5, samples = 10 };
    const float reach = 0.6f / 3.5f, step = 2 * reach / (samples - 1);
    // The equations of what moves across and of what moves down, each with what they add up to.
    float across[5][6] = {{0}}, down[5][6] = {{0}}, total = 0;
    for (int ring = 0; ring < 3; ring++) {
        float half = 1 - (float)ring / 3.5f;
        // Dark begins at the outermost edge, ends at the next one, and begins again.
        float begins = ring == 1 ? -sign : sign;
        for (int side = 0; side < 4; side++) {
            float out = side & 1 ? 1 : -1;
            for (int i = 0; i < places; i++) {
                float along = ((float)i / (places - 1) * 2 - 1) * (half - 0.5f / 3.5f);
                float line[samples];
                float from = out * half - reach, to = out * half + reach;
                Place first_place = side < 2 ? place_at(square, from, along) : place_at(square, along, from);
                Place last_place = side < 2 ? place_at(square, to, along) : place_at(square, along, to);
                grays_on(picture, first_place, last_place, samples, line);
                float sum = 0, moment = 0, strength = 0;
                for (int k = 0; k + 1 < samples; k++) {
                    // Inwards it gets darker where dark begins.
                    float change = (line[k] - line[k + 1]) * begins * -out;
                    if (change <= 0) continue;
                    sum += change * change;
                    moment += change * change * (((float)k + 0.5f) * step - reach);
                    strength += change;
                }
                if (sum <= 0) continue;
                float off = moment / sum, weight = strength;
                float u = side < 2 ? out * half : along, v = side < 2 ? along : out * half;
                // What moves across: shift, growth and turn, and two of the perspective.
                const float terms[5] = {1, u, v, side < 2 ? u * u : u * v, side < 2 ? u * v : v * v};
                float(*sums)[6] = side < 2 ? across : down;
                for (int a = 0; a < 5; a++) {
                    float term = weight * terms[a];
                    for (int b = 0; b < 5; b++) sums[a][b] += term * terms[b];
                    sums[a][5] += term * off;
                }
                total += weight;
            }
        }
    }
    if (!(total > 0)) return false;
    // The two of the perspective are in both.
    float normal[8][8] = {{0}}, values[8] = {0};
    for (int a = 0; a < 5; a++) {
        int row = a < 3 ? a : a + 3, lower = a + 3;
        for (int b = 0; b <= a; b++) {
            normal[row][b < 3 ? b : b + 3] += across[a][b];
            normal[lower][b + 3] += down[a][b];
        }
        values[row] += across[a][5];
        values[lower] += down[a][5];
    }
    for (int i = 0; i < 8; i++) normal[i][i] += total * (i < 6 ? 1e-4f : 0.02f);
    if (!solve8(normal, values)) return false;
    const float *d = values;
    float turn[9] = {1 + d[1], d[2], d[0], d[4], 1 + d[5], d[3], -d[6], -d[7], 1};
    Square moved;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            float sum = 0;
            for (int k = 0; k < 3; k++) sum += square->m[3 * row + k] * turn[3 * k + column];
            moved.m[3 * row + column] = sum;
        }
    }
    if (!(moved.m[8] > 0)) return false;
    float scale = 1 / moved.m[8];
    for (int i = 0; i < 9; i++) square->m[i] = moved.m[i] * scale;
    // All of it is in front of the eye.
    return fabsf(square->m[6]) + fabsf(square->m[7]) < 0.6f;
}

INLINE Picture picture_of(const uint8_t *source, size_t width, size_t height) {
    return (Picture){source, width, (float)(int32_t)(width - 1), (float)(int32_t)(height - 1)};
}

static void corners_of(const Square *square, float *corners) {
    static const float us[4] = {-1, 1, 1, -1}, vs[4] = {-1, -1, 1, 1};
    for (int i = 0; i < 4; i++) {
        Place place = place_at(square, us[i], vs[i]);
        corners[2 * i] = place.x;
        corners[2 * i + 1] = place.y;
    }
}

float beeline_refine_finder(
    const uint8_t *source, size_t width, size_t height, float sign, size_t rounds, float *corners) {
    Picture picture = picture_of(source, width, height);
    Square square;
    Place places[4];
    for (int i = 0; i < 4; i++) places[i] = (Place){corners[2 * i], corners[2 * i + 1]};
    if (!square_of(places, 1, &square)) return 0;
    for (size_t i = 0; i < rounds; i++) {
        if (!to_edges(&picture, &square, sign)) return 0;
    }
    corners_of(&square, corners);
    return sign * ring_fit(&picture, &square);
}

// MARK: Search

enum { most_rows = 512 };

INLINE float cross(Place a, Place b, Place c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// The corners of the hull of a part, clockwise; `hull` has room for four for each row. Returns how many.
static size_t hull_of(const BeelineRun *runs, const BeelineRun *part, Place *hull, size_t *area) {
    static const float out = 0.5f;
    float left[most_rows], right[most_rows];
    size_t rows = (size_t)(part->bottom - part->row) + 1;
    for (size_t i = 0; i < rows; i++) left[i] = INFINITY, right[i] = -INFINITY;
    *area = 0;
    for (const BeelineRun *run = part;; run = runs + run->next) {
        size_t row = (size_t)(run->row - part->row);
        if ((float)run->start < left[row]) left[row] = (float)run->start;
        if ((float)run->end > right[row]) right[row] = (float)run->end;
        *area += (size_t)(run->end - run->start);
        if (run->next < 0) break;
    }
    size_t count = 0;
    // Down the right side, then up the left one. Edges of pixels are half a pixel from their middles.
    for (size_t i = 0; i < rows; i++) {
        for (int edge = 0; edge < 2; edge++) {
            Place place = {right[i] - out, (float)part->row + (float)i + (edge == 0 ? -out : out)};
            while (count >= 2 && cross(hull[count - 2], hull[count - 1], place) <= 0) count--;
            hull[count++] = place;
        }
    }
    size_t first = count;
    for (size_t i = rows; i-- > 0;) {
        for (int edge = 0; edge < 2; edge++) {
            Place place = {left[i] - out, (float)part->row + (float)i + (edge == 0 ? out : -out)};
            while (count >= first + 1 && cross(hull[count - 2], hull[count - 1], place) <= 0) count--;
            hull[count++] = place;
        }
    }
    return count;
}

// The largest quadrilateral of a hull; returns its area.
static float largest_in(Place *hull, size_t count, Place *corners) {
    enum { most = 28 };
    if (count > most) {
        // A hull of many corners is round.
        for (size_t i = 0; i < most; i++) hull[i] = hull[i * count / most];
        count = most;
    }
    float best = 0;
    for (size_t i = 0; i + 2 < count; i++) {
        size_t one = i + 1, other = i + 3;
        for (size_t k = i + 2; k < count; k++) {
            // The furthest on each side moves on as the diagonal turns.
            while (one + 1 < k && cross(hull[i], hull[one + 1], hull[k]) >= cross(hull[i], hull[one], hull[k])) one++;
            if (other <= k) other = k + 1;
            float upper = cross(hull[i], hull[one], hull[k]), lower = 0;
            if (other < count + i) {
                while (other + 1 < count + i
                       && cross(hull[i], hull[k], hull[(other + 1) % count])
                           >= cross(hull[i], hull[k], hull[other % count]))
                    other++;
                lower = cross(hull[i], hull[k], hull[other % count]);
            }
            if (upper <= 0 || lower <= 0) continue;
            float area = (upper + lower) / 2;
            if (area <= best) continue;
            best = area;
            corners[0] = hull[i];
            corners[1] = hull[one];
            corners[2] = hull[k];
            corners[3] = hull[other % count];
        }
    }
    return best;
}

// Whether a square is about where one is that is known; its number, or `count`.
static size_t known_at(const BeelineFinder *found, size_t count, Place middle, float side, float sign) {
    for (size_t i = 0; i < count; i++) {
        const BeelineFinder *other = found + i;
        float dx = other->x - middle.x, dy = other->y - middle.y, ratio = side / other->side;
        float near = 0.2f * (side < other->side ? side : other->side);
        if (other->sign == sign && dx * dx + dy * dy < near * near && ratio > 0.6f && ratio < 1.7f) return i;
    }
    return count;
}

static size_t try_square(
    const Picture *picture, const Place *corners, float half, float sign, BeelineFinder *found, size_t count,
    size_t most) {
    Square square;
    if (!square_of(corners, half, &square)) return count;
    Place middle = place_at(&square, 0, 0);
    float side = sqrtf(fabsf(square.m[0] * square.m[4] - square.m[1] * square.m[3])) * 2;
    if (!(side > 6)) return count;
    size_t known = known_at(found, count, middle, side, sign);
    if (known < count && found[known].fit > 0.9f) return count;
    if (!may_be_rings(picture, &square, sign)) return count;
    if (!(sign * ring_fit(picture, &square) > 0.38f)) return count;
    float fit = 0;
    for (int round = 0; round < 5; round++) {
        if (!to_edges(picture, &square, sign)) return count;
        if (round == 0 && !(sign * ring_fit(picture, &square) > 0.42f)) return count;
        if (round == 1 && !(sign * ring_fit(picture, &square) > 0.48f)) return count;
    }
    fit = sign * ring_fit(picture, &square);
    if (!(fit > 0.55f)) return count;
    BeelineFinder finder = {.sign = sign, .fit = fit};
    corners_of(&square, finder.corners);
    middle = place_at(&square, 0, 0);
    finder.x = middle.x;
    finder.y = middle.y;
    finder.side = sqrtf(fabsf(square.m[0] * square.m[4] - square.m[1] * square.m[3])) * 2;
    if (!(finder.side > 6)) return count;
    known = known_at(found, count, middle, finder.side, sign);
    if (known == count) {
        if (count == most) return count;
        found[known] = finder;
        return count + 1;
    }
    if (found[known].fit < fit) found[known] = finder;
    return count;
}

VECTORIZED
size_t beeline_find_finders(
    const uint8_t *source, size_t width, size_t height, const uint8_t *dark, uint8_t value, BeelineRun *runs,
    size_t most_runs, BeelineFinder *found, size_t count, size_t most) {
    Picture picture = picture_of(source, width, height);
    size_t run_count = beeline_parts(dark, width, height, value, runs, most_runs);
    Place hull[4 * most_rows + 4];
    float own = value ? 1 : -1;
    for (size_t i = 0; i < run_count; i++) {
        const BeelineRun *part = runs + i;
        if (part->part != (int32_t)i) continue;
        int32_t wide = part->right - part->left, high = part->bottom - part->row + 1;
        if (wide < 3 || high < 3 || wide > most_rows || high > most_rows) continue;
        if (wide > 4 * high || high > 4 * wide) continue;
        // What touches the edge of the picture is cut off.
        if (part->left == 0 || part->row == 0) continue;
        if ((size_t)part->right == width || (size_t)part->bottom + 1 == height) continue;
        size_t row = (size_t)(part->row + part->bottom) / 2, column = (size_t)(part->left + part->right) / 2;
        bool has_core = dark[row * width + column] == value;
        size_t area;
        size_t corner_count = hull_of(runs, part, hull, &area);
        if (corner_count < 4) continue;
        Place corners[4];
        float figure = largest_in(hull, corner_count, corners);
        if (!(figure >= 6)) continue;
        float share = (float)area / figure;
        if (has_core && share > 0.7f) {
            count = try_square(&picture, corners, 3.0f / 7, own, found, count, most);
        }
        if (!has_core && share > 0.4f && share < 0.9f) {
            count = try_square(&picture, corners, 5.0f / 7, -own, found, count, most);
        }
        if (has_core && share > 0.25f && share < 0.8f) {
            count = try_square(&picture, corners, 1, own, found, count, most);
        }
    }
    return count;
}
