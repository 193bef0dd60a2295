#include "CPixels.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

void beeline_mesh_samples(
    const uint8_t *source, size_t width, size_t height, const double *places, const double *lines, size_t count,
    size_t size, size_t side, uint8_t *grays) {
    double last_x = (double)(width - 1), last_y = (double)(height - 1);
    for (size_t row = 0, below = 1; row < size * side; row++) {
        double y = ((double)row + 0.5) / (double)side;
        while (below + 1 < count && lines[below] < y) below++;
        double down = (y - lines[below - 1]) / (lines[below] - lines[below - 1]);
        for (size_t column = 0, right = 1; column < size * side; column++) {
            double x = ((double)column + 0.5) / (double)side;
            while (right + 1 < count && lines[right] < x) right++;
            double across = (x - lines[right - 1]) / (lines[right] - lines[right - 1]);
            const double *upper = places + 2 * ((below - 1) * count + right - 1), *lower = upper + 2 * count;
            double u = (upper[0] * (1 - across) + upper[2] * across) * (1 - down)
                + (lower[0] * (1 - across) + lower[2] * across) * down;
            double v = (upper[1] * (1 - across) + upper[3] * across) * (1 - down)
                + (lower[1] * (1 - across) + lower[3] * across) * down;
            u = u > 0 ? u < last_x ? u : last_x : 0;
            v = v > 0 ? v < last_y ? v : last_y : 0;
            size_t left = (size_t)u, top = (size_t)v;
            size_t next = (double)left < last_x ? 1 : 0, under = (double)top < last_y ? width : 0;
            double fx = u - (double)left, fy = v - (double)top;
            const uint8_t *here = source + top * width + left;
            double one = here[0] * (1 - fx) + here[next] * fx, other = here[under] * (1 - fx) + here[under + next] * fx;
            *grays++ = (uint8_t)(one * (1 - fy) + other * fy + 0.5);
        }
    }
}

// MARK: Equalizer

enum { most_taps = 6 * 6 + 1 };

// The darkness around a module: two by two places of each module around it, and a constant.
static void window(const float *darkness, size_t size, size_t column, size_t row, float *taps) {
    for (ptrdiff_t y = -1; y <= 1; y++) {
        ptrdiff_t r = (ptrdiff_t)row + y;
        for (ptrdiff_t x = -1; x <= 1; x++) {
            ptrdiff_t c = (ptrdiff_t)column + x;
            float *four = taps + 4 * ((y + 1) * 3 + x + 1);
            if (r < 0 || c < 0 || r >= (ptrdiff_t)size || c >= (ptrdiff_t)size) {
                // The quiet zone.
                for (int i = 0; i < 4; i++) four[i] = -1;
            } else {
                memcpy(four, darkness + 4 * ((size_t)r * size + (size_t)c), 4 * sizeof *four);
            }
        }
    }
    taps[36] = 1;
}

// Adds a module that is dark (1) or light (-1) to the equations of the weights.
static void add_module(double normal[most_taps][most_taps], double *sums, const float *taps, double value, double weight) {
    for (int i = 0; i < most_taps; i++) {
        double tap = taps[i] * weight;
        sums[i] += tap * value;
        for (int j = 0; j <= i; j++) normal[i][j] += tap * taps[j];
    }
}

static bool solve(double m[most_taps][most_taps], double *values) {
    for (int i = 0; i < most_taps; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = m[i][j];
            for (int k = 0; k < j; k++) sum -= m[i][k] * m[j][k];
            if (i == j) {
                if (!(sum > 1e-9)) return false;
                m[i][i] = sqrt(sum);
            } else {
                m[i][j] = sum / m[j][j];
            }
        }
    }
    for (int i = 0; i < most_taps; i++) {
        for (int k = 0; k < i; k++) values[i] -= m[i][k] * values[k];
        values[i] /= m[i][i];
    }
    for (int i = most_taps - 1; i >= 0; i--) {
        for (int k = i + 1; k < most_taps; k++) values[i] -= m[k][i] * values[k];
        values[i] /= m[i][i];
    }
    return true;
}

float beeline_equalize(const float *darkness, size_t size, const int8_t *known, size_t rounds, float *values) {
    // Without anything known a module is as dark as its own middle.
    double prior[most_taps] = {0}, ridge[most_taps];
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 4; k++) {
            double x = i % 3 - 1 + (k & 1 ? 0.25 : -0.25), y = i / 3 - 1 + (k >> 1 ? 0.25 : -0.25);
            ridge[4 * i + k] = 3 * (0.3 + x * x + y * y);
            if (i == 4) prior[4 * i + k] = 0.25;
        }
    }
    ridge[36] = 3;
    double residual = 0;
    for (size_t round = 0; round < rounds; round++) {
        double normal[most_taps][most_taps], sums[most_taps];
        memset(normal, 0, sizeof normal);
        for (int i = 0; i < most_taps; i++) {
            normal[i][i] = ridge[i];
            sums[i] = ridge[i] * prior[i];
        }
        float taps[most_taps];
        for (size_t i = 0; i < size * size; i++) {
            double value = known[i], weight = 1;
            if (known[i] == 0) {
                // Its own decisions, where they are clear.
                if (round == 0 || fabsf(values[i]) < 0.35f) continue;
                value = values[i] > 0 ? 1 : -1;
                weight = 0.6;
            }
            window(darkness, size, i % size, i / size, taps);
            add_module(normal, sums, taps, value, weight);
        }
        if (!solve(normal, sums)) return 1e9f;
        residual = 0;
        size_t count = 0;
        for (size_t i = 0; i < size * size; i++) {
            window(darkness, size, i % size, i / size, taps);
            double value = 0;
            for (int k = 0; k < most_taps; k++) value += sums[k] * taps[k];
            values[i] = (float)value;
            if (known[i] == 0) continue;
            residual += (value - known[i]) * (value - known[i]);
            count++;
        }
        residual /= count > 0 ? (double)count : 1;
    }
    return (float)residual;
}
