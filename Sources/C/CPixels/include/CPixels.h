// The loops over pixels and samples, in C: a debug build of a package that depends on Beeline has no optimised Swift, and a loop
// over millions of pixels would take a hundred times as long there.
//
// Ownership: all memory is lent for the time of a call. Nothing is checked here: the caller has made sure that each buffer has
// the length that its function names, and that indices are within it. Results are the same on every processor, to the bit:
// products and sums are rounded each on its own.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Colours

/// The gray of a colour (Rec. 601): 0.299 red + 0.587 green + 0.114 blue, rounded. The weights are in 65536ths.
static inline uint8_t beeline_luma(uint8_t red, uint8_t green, uint8_t blue) {
    return (uint8_t)((red * 19595u + green * 38470u + blue * 7471u + 32768u) >> 16);
}

/// n / 255, rounded, without the division: for n up to 255 * 255.
static inline uint8_t beeline_by_255(uint32_t n) {
    return (uint8_t)((n + 128 + ((n + 128) >> 8)) >> 8);
}

/// A gray over white: `alpha` 0 is white, 255 is the gray itself.
static inline uint8_t beeline_over_white(uint8_t gray, uint8_t alpha) {
    return beeline_by_255((uint32_t)gray * alpha + 255u * (255u - alpha));
}

/// Samples of red, green and blue as grays. A sample has `step` bytes, 1 or 2, the high one first.
void beeline_grays_of_rgb(const uint8_t *_Nonnull colors, size_t step, size_t count, uint8_t *_Nonnull grays);
/// The same, in the order blue, green, red.
void beeline_grays_of_bgr(const uint8_t *_Nonnull colors, size_t count, uint8_t *_Nonnull grays);
/// Samples of red, green and blue, each replaced by that in a table of 256, as grays.
void beeline_grays_of_mapped_rgb(
    const uint8_t *_Nonnull colors, const uint8_t *_Nonnull table, size_t count, uint8_t *_Nonnull grays);

/// Which bits of a pixel are of which colour. A colour without bits is 0; a picture without alpha is opaque.
typedef struct {
    uint32_t red, green, blue, alpha;
} BeelineMasks;
/// Pixels of `length` bytes, up to 4, the low one first, as grays over white.
void beeline_grays_of_masked(
    const uint8_t *_Nonnull pixels, size_t length, BeelineMasks masks, size_t count, uint8_t *_Nonnull grays);
/// Whether any of such pixels has bits of a mask.
bool beeline_any_bits(const uint8_t *_Nonnull pixels, size_t length, size_t count, uint32_t mask);

/// Samples of red, green, blue and alpha as grays over white.
void beeline_grays_of_rgba(const uint8_t *_Nonnull colors, size_t step, size_t count, uint8_t *_Nonnull grays);
/// Samples of gray and alpha as grays over white.
void beeline_grays_of_gray_alpha(const uint8_t *_Nonnull samples, size_t step, size_t count, uint8_t *_Nonnull grays);
/// Colours that are multiplied by their alpha already as grays over white: red in the low byte, then green, blue and alpha.
void beeline_grays_of_multiplied(const uint32_t *_Nonnull colors, size_t count, uint8_t *_Nonnull grays);
/// Inks as Adobe's programs store them in a JPEG as grays: at 255 there is no ink, at 0 full ink.
void beeline_grays_of_inverted_cmyk(const uint8_t *_Nonnull inks, size_t count, uint8_t *_Nonnull grays);
/// Blends pixels of red, green, blue and alpha with grays.
void beeline_blend_rgba(const uint8_t *_Nonnull colors, size_t count, uint8_t *_Nonnull grays);
/// Unpacks samples, `per_byte` in a byte, by a table with as many grays for each of the 256 bytes.
void beeline_unpack(
    const uint8_t *_Nonnull row, size_t per_byte, const uint8_t *_Nonnull table, size_t count, uint8_t *_Nonnull grays);

// MARK: Filters. `made` has room for the picture that is made.

/// Each of `count` grays replaced by that in a table of 256; they may be replaced where they are.
void beeline_map(
    const uint8_t *_Nonnull source, size_t count, const uint8_t *_Nonnull table, uint8_t *_Nonnull made);

/// Adds the grays of a row to `count` sums, so many of them to each.
void beeline_add_columns(
    const uint8_t *_Nonnull row, size_t reduction, size_t count, uint32_t *_Nonnull sums);

/// Makes grays of `count` sums of `number` grays each, and sets them to zero.
void beeline_take_mean(uint32_t *_Nonnull sums, size_t count, uint32_t number, uint8_t *_Nonnull made);

/// Adds to 256 counts how often each gray is there.
void beeline_count_grays(const uint8_t *_Nonnull source, size_t count, ptrdiff_t *_Nonnull counts);

/// Adds to 256 counts how often a pixel differs so much from its neighbours to the right and below, by the greater difference.
void beeline_count_steps(
    const uint8_t *_Nonnull source, size_t width, size_t height, ptrdiff_t *_Nonnull counts);

/// What becomes of a pixel beside the square around it.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// Black where it is darker than a part of the average, else white; the parameter is that part.
    BeelineSquareFilterThreshold,
    /// Its difference from the average, larger by 1 + the parameter.
    BeelineSquareFilterSharpen,
    /// The average.
    BeelineSquareFilterAverage,
} BeelineSquareFilter;

/// Filters by the square around each pixel, as far as it is in the picture; the same time whatever the radius is, which is 1
/// to 64. `columns` has room for 2 * width numbers.
void beeline_filter_squares(
    const uint8_t *_Nonnull source, size_t width, size_t height, size_t radius, BeelineSquareFilter filter,
    float parameter, int32_t *_Nonnull columns, uint8_t *_Nonnull made);

/// The darkest pixel of the square around each pixel, as far as it is in the picture. `line` has room for width grays.
void beeline_darkest(
    const uint8_t *_Nonnull source, size_t width, size_t height, size_t radius, uint8_t *_Nonnull line,
    uint8_t *_Nonnull made);

/// Makes rows of `columns` pixels. Each is the sum of `count` neighbours from `first` on by weights of 4096ths; `count` is a
/// multiple of 4. Those without weight may be up to 4 beyond the row. `line` has room for width + 4 numbers.
void beeline_scale_columns(
    const uint8_t *_Nonnull source, size_t width, size_t height, const int32_t *_Nonnull first,
    const float *_Nonnull weights, size_t count, size_t columns, float *_Nonnull line, uint8_t *_Nonnull made);

/// The same for columns of `rows` pixels. `sums` has room for width numbers.
void beeline_scale_rows(
    const uint8_t *_Nonnull source, size_t width, size_t height, const int32_t *_Nonnull first,
    const float *_Nonnull weights, size_t count, size_t rows, float *_Nonnull sums, uint8_t *_Nonnull made);

/// Half as many columns and rows, each pixel the average of four.
void beeline_halve(const uint8_t *_Nonnull source, size_t width, size_t height, uint8_t *_Nonnull made);

/// Averages of boxes: those between two of `columns` + 1 and `rows` + 1 bounds.
void beeline_average_boxes(
    const uint8_t *_Nonnull source, size_t width, const ptrdiff_t *_Nonnull column_bounds, size_t columns,
    const ptrdiff_t *_Nonnull row_bounds, size_t rows, uint8_t *_Nonnull made);

/// Turned or mirrored: in the source the first pixel is at `origin`, and the next one in a row and in a column so many pixels
/// further.
void beeline_turn(
    const uint8_t *_Nonnull source, ptrdiff_t origin, ptrdiff_t right, ptrdiff_t down, size_t columns, size_t rows,
    uint8_t *_Nonnull made);

/// A picture whose pixels the 9 numbers of `matrix` map to places in the source: interpolated between pixels, white
/// outside.
void beeline_resample(
    const uint8_t *_Nonnull source, size_t width, size_t height, const double *_Nonnull matrix, size_t columns,
    size_t rows, uint8_t *_Nonnull made);

/// Where the lines of a turned box are in a picture: the first pixel of the first line, and how far it is to the next pixel of
/// a line and to the next line. Places and lines are within 2^30 pixels of the picture.
typedef struct {
    double x, y, right_x, right_y, down_x, down_y;
} BeelineFrame;

/// The lines of a turned box as a picture of `rows` rows, of which each is the mean of `lines` lines; white outside. Between
/// pixels it takes cubics, which keep narrow bars. `sums` has room for `columns` numbers.
void beeline_straighten(
    const uint8_t *_Nonnull source, size_t width, size_t height, BeelineFrame frame, size_t lines, size_t columns,
    size_t rows, float *_Nonnull sums, uint8_t *_Nonnull made);

// MARK: Dark and light

/// Of each square of `side` pixels, at most 256, the middle between the darkest and the lightest gray, and their difference.
void beeline_square_ranges(
    const uint8_t *_Nonnull source, size_t width, size_t side, size_t columns, size_t rows, int32_t *_Nonnull middles,
    int32_t *_Nonnull ranges);

/// The mean of the middles of the squares around each one, up to two away, by their ranges; 0 where none has at least `least`.
void beeline_square_thresholds(
    const int32_t *_Nonnull middles, const int32_t *_Nonnull ranges, size_t columns, size_t rows, int32_t least,
    int32_t *_Nonnull thresholds);

/// 1 for each pixel that is darker than the threshold of its square, else 0. Pixels beyond the last square belong to
/// it.
void beeline_binarize(
    const uint8_t *_Nonnull source, size_t width, size_t height, size_t side, size_t columns, size_t rows,
    const int32_t *_Nonnull thresholds, uint8_t *_Nonnull dark);

/// Rows become columns.
void beeline_transpose(const uint8_t *_Nonnull source, size_t width, size_t height, uint8_t *_Nonnull made);

/// Writes where in a row values change: 0, each change, and the width, which is at least 1. `bounds` has room for width + 1
/// numbers. Returns how many there are.
size_t beeline_run_bounds(const uint8_t *_Nonnull row, size_t width, ptrdiff_t *_Nonnull bounds);

/// Whether the length of a run is that of so many modules. Single modules may be off by more than half, as they are where a
/// module has two pixels; longer runs by less.
static inline bool beeline_run_fits(double run, ptrdiff_t modules, double module) {
    double allowed = modules < 3 ? 0.55 : 0.2 * (double)modules + 0.2;
    double off = run - (double)modules * module;
    return (off < 0 ? -off : off) <= allowed * module + 0.3;
}

/// The next of `count` bounds, from one of them on, behind which `length` runs fit one of some patterns; -1 where there is
/// none. A pattern has the modules of each run, `modules` in all, which have at least `least` pixels each. Bounds with even
/// numbers are compared with the first `patterns`, the others with the rest. Sets how long a module is.
ptrdiff_t beeline_next_fit(
    const ptrdiff_t *_Nonnull bounds, size_t count, size_t from, const ptrdiff_t *_Nonnull table, size_t patterns,
    size_t length, ptrdiff_t modules, double least, double *_Nonnull module);

/// The lengths of the runs from a place on, which is in the picture, by half pixels: the one it is in, and `more` others.
/// Returns how many there are; 0 when one is longer than `longest` or the picture ends before the last one begins.
size_t beeline_walk_runs(
    const uint8_t *_Nonnull dark, size_t width, size_t height, double x, double y, double across, double down,
    size_t more, double longest, double *_Nonnull lengths);

/// Widens for each row of a square `left` and `right` so that the dark pixels in it are between them, both included.
void beeline_widen(
    const uint8_t *_Nonnull dark, size_t width, size_t x, size_t y, size_t side, ptrdiff_t *_Nonnull left,
    ptrdiff_t *_Nonnull right);

// MARK: Lattices of modules

/// How strongly a patch changes, across and down, and the same by the waves of a module: where in a module that is.
typedef struct {
    double across_energy, across_cosine, across_sine, down_energy, down_cosine, down_sine;
} BeelinePhases;

/// The most samples that a module has there.
#define BEELINE_MOST_PERIOD 16

/// Of a patch of `period` samples a module that begins with a module. `waves` has cosine and sine for each sample of one.
BeelinePhases beeline_lattice_phases(
    const uint8_t *_Nonnull patch, size_t columns, size_t rows, const double *_Nonnull waves, size_t period);

/// How well a square pattern of `side` modules, `scale` samples each, fits at a place of a patch: the correlation, -1 to 1.
double beeline_pattern_fit(
    const uint8_t *_Nonnull patch, size_t columns, size_t x, size_t y, const double *_Nonnull pattern, size_t side,
    size_t scale);

/// Grays of `size` × `size` modules by a mesh: `places` has x and y of `count` × `count` nodes, row after row, `lines` their
/// modules from the left and from the top, the first 0 and the last `size`. Between nodes places are bilinear; each gray is
/// the mean of nine places in the middle of its module.
void beeline_mesh_grays(
    const uint8_t *_Nonnull source, size_t width, size_t height, const double *_Nonnull places,
    const double *_Nonnull lines, size_t count, size_t size, uint8_t *_Nonnull grays);
/// Grays of `size` × `size` modules by such a mesh, at `side` × `side` places of each.
void beeline_mesh_samples(
    const uint8_t *_Nonnull source, size_t width, size_t height, const double *_Nonnull places,
    const double *_Nonnull lines, size_t count, size_t size, size_t side, uint8_t *_Nonnull grays);

/// How dark modules are, 1 to -1, when blur, echoes and shifts are undone: each is a sum of the darkness of itself and its
/// neighbours, four places of each, by weights that make the known modules (1 dark, -1 light, 0 not known) what they are. Each
/// round after the first learns from what is clear by then. Returns how much the known ones differ from what they are.
float beeline_equalize(
    const float *_Nonnull darkness, size_t size, const int8_t *_Nonnull known, size_t rounds, float *_Nonnull values);

// MARK: Connected parts

/// Pixels of one colour side by side in a row, and the part of the picture that they belong to.
typedef struct {
    int32_t row;
    /// The first pixel, and the one after the last.
    int32_t start, end;
    /// The number of the part's first run.
    int32_t part;
    /// The part's next run; -1 after the last.
    int32_t next;
    /// Of the part, where this is its first run: its columns, its last row, its last run.
    int32_t left, right, bottom, last;
} BeelineRun;

/// The runs of pixels of a value, 0 or 1, and which of them touch each other by a side. Returns how many there are; 0 where
/// they are more than `most`, which fits in 31 bits.
size_t beeline_parts(
    const uint8_t *_Nonnull dark, size_t width, size_t height, uint8_t value, BeelineRun *_Nonnull runs, size_t most);

/// How many runs of about the same length follow each other from a place on, by half pixels, the first of them of a value and
/// not longer than `longest`. Sets the length of all of them.
size_t beeline_alternating(
    const uint8_t *_Nonnull dark, size_t width, size_t height, uint8_t value, double x, double y, double across,
    double down, double longest, double *_Nonnull length);

// MARK: Finder patterns of QR codes

/// 1 for each pixel that is darker than what is around it, up to `radius` away, else 0. `sums` has room for 4 * width + 2
/// numbers, `smooth` for width.
void beeline_dark_around(
    const uint8_t *_Nonnull source, size_t width, size_t height, size_t radius, int32_t *_Nonnull sums,
    uint16_t *_Nonnull smooth, uint8_t *_Nonnull dark);

/// A square of dark and light rings.
typedef struct {
    /// Its corners, x and y of each; the middles of pixels are at whole numbers.
    float corners[8];
    float x, y, side;
    /// How well it fits, up to 1.
    float fit;
    /// 1 where the outermost ring is dark, -1 where it is light.
    float sign;
} BeelineFinder;

/// Adds to `count` finder patterns, of at most `most`, those that connected parts of a value, 0 or 1, show: it may be the core of
/// one, the ring around it, or the outermost one. Returns how many there are.
size_t beeline_find_finders(
    const uint8_t *_Nonnull source, size_t width, size_t height, const uint8_t *_Nonnull dark, uint8_t value,
    BeelineRun *_Nonnull runs, size_t most_runs, BeelineFinder *_Nonnull found, size_t count, size_t most);

/// Moves the corners of a finder pattern to where its edges are. Returns how well it fits then.
float beeline_refine_finder(
    const uint8_t *_Nonnull source, size_t width, size_t height, float sign, size_t rounds, float *_Nonnull corners);

// MARK: Modules of a matrix code. `matrix` has the 9 numbers that say where a place in modules is in the picture; whole numbers
// are corners, of modules and of pixels. Outside of the picture its nearest pixel counts.

/// The mean gray of the inner part of each module.
void beeline_module_grays(
    const uint8_t *_Nonnull source, size_t width, size_t height, const double *_Nonnull matrix, size_t columns,
    size_t rows, float *_Nonnull grays);

/// How much the modules, each `step`th of them, are darker or lighter than the threshold of each: the sum of the differences.
/// Of a module that is known (dark above 0, light below) it counts as it is, of any other whatever its sign, or not at all.
double beeline_module_fit(
    const uint8_t *_Nonnull source, size_t width, size_t height, const double *_Nonnull matrix, size_t columns,
    size_t rows, size_t step, const float *_Nonnull thresholds, const int8_t *_Nonnull known, bool only_known);

/// For each module the gray between dark and light in the square around it, `radius` modules to each side. `framed` has
/// room for `radius` numbers before each row and `radius` + 3 after it. Returns the difference of dark and light in all
/// of them.
float beeline_module_thresholds(
    const float *_Nonnull grays, size_t columns, size_t rows, size_t radius, float *_Nonnull framed,
    float *_Nonnull thresholds);

// MARK: Directions

/// A structure tensor: the sums of the products of the parts of gradients.
typedef struct {
    float xx, yy, xy;
} BeelineTensor;

/// The tensors of squares of `side` pixels by differences of neighbours, each times `scale`. The picture has a column and a
/// row more than the squares.
void beeline_fine_tensors(
    const uint8_t *_Nonnull source, size_t width, size_t side, size_t columns, size_t rows, float scale,
    BeelineTensor *_Nonnull tensors);

/// The same by differences over two pixels, of each `step`th pixel in each `step`th row; the last squares may be smaller.
void beeline_coarse_tensors(
    const uint8_t *_Nonnull source, size_t width, size_t height, size_t side, size_t step, size_t columns, size_t rows,
    float scale, BeelineTensor *_Nonnull tensors);

/// The mean of each tensor and its neighbours, up to eight.
void beeline_smooth_tensors(
    const BeelineTensor *_Nonnull tensors, size_t columns, size_t rows, BeelineTensor *_Nonnull made);

// MARK: Lines across bars

/// Adds to `count` samples the grays along a line, between pixels; outside of the picture its nearest pixel counts.
void beeline_add_line(
    const uint8_t *_Nonnull source, size_t width, size_t height, float x, float y, float across, float down,
    float *_Nonnull samples, size_t count);

/// Takes their mean from `count` samples. Before each sample, and after the last: the sums of the samples and of their
/// squares.
void beeline_center_line(
    float *_Nonnull samples, size_t count, float *_Nonnull sums, float *_Nonnull squares);

/// The value that would be at a place if `count` values were sorted. They are exchanged.
float beeline_nth(float *_Nonnull values, size_t count, size_t place);

/// Grays along a line, in 2^20ths of a pixel.
void beeline_line_grays(
    const uint8_t *_Nonnull source, size_t width, ptrdiff_t x, ptrdiff_t y, ptrdiff_t across, ptrdiff_t down, size_t count,
    uint8_t *_Nonnull grays);

/// What grays add up to: themselves, their squares, their products with other numbers.
typedef struct {
    int32_t sum, squares;
    float product;
} BeelineLineSums;
BeelineLineSums beeline_line_sums(
    const uint8_t *_Nonnull grays, const float *_Nonnull others, size_t count);

// MARK: Templates, and ways along a line (RetailTemplates, RetailTrellis)

/// A change of darkness at a place in modules.
typedef struct {
    double place, change;
} BeelineStep;

/// Makes a template of `count` samples from `first` on, of `scale` modules each: the darkness in their middles, less their
/// mean and so that their squares add up to 1. `table` has the levels of an edge from `-reach` to `reach` times the blur,
/// which is 1 / `sharpness` modules, `resolution` for each. `count` is at most 128.
void beeline_edge_template(
    const BeelineStep *_Nonnull steps, size_t step_count, const double *_Nonnull table, size_t table_count,
    double sharpness, double reach, double resolution, ptrdiff_t first, size_t count, double scale,
    float *_Nonnull values);

/// A place on a line that a way may go through, and how it came there.
typedef struct {
    int32_t place, width;
    float score, gain;
    int32_t parent;
} BeelineNode;

/// A template of a guard: where its `length` values begin, and how many of them are before its place.
typedef struct {
    int32_t start, length, before;
} BeelineShape;

/// A line, and by place and width, `widths` for each of `count` places, what is known of the ways there.
typedef struct {
    size_t count;
    /// What differs from a template though nothing is wrong, for each sample.
    float noise;
    size_t widths;
    /// The width of a digit in samples, for the first width.
    size_t least_width;
    /// Samples of the neighbours that are looked at on each side of a digit.
    size_t margin;
    /// Room for the template of a digit: a multiple of 4.
    size_t digit_room;
    const float *_Nonnull samples;
    /// Of all samples before each, and of their squares; one more than there are samples.
    const float *_Nonnull sums;
    const float *_Nonnull squares;
    /// The best way to a place: its score, the node it comes from, and what its last part gained. No way is -INFINITY.
    float *_Nonnull best;
    int32_t *_Nonnull from;
    float *_Nonnull gains;
    /// The fits of digits that are known, for the left sets and then for the right one; the others are NAN.
    float *_Nonnull cache;
    /// The places and widths that the last step came to.
    int32_t *_Nonnull touched;
    size_t touched_count;
} BeelineTrellis;

/// How well the shape of a guard fits at a place; -INFINITY where it reaches beyond the line.
float beeline_trellis_shape(
    const BeelineTrellis *_Nonnull trellis, const float *_Nonnull values, BeelineShape shape, ptrdiff_t place);

/// How well the best of a side's digits fits at a place; `digits` has templates by width, of 30 digits for each.
float beeline_trellis_digit(
    BeelineTrellis *_Nonnull trellis, const float *_Nonnull digits, bool is_right, ptrdiff_t place, size_t width);

/// The first place from one on and before `end` at which the shape of a guard fits better than `least`, which is at least 0,
/// and how well; -1 where there is none.
ptrdiff_t beeline_trellis_next_shape(
    const BeelineTrellis *_Nonnull trellis, const float *_Nonnull values, BeelineShape shape, ptrdiff_t place,
    ptrdiff_t end, float least, float *_Nonnull score);

/// Raises what is known of a side's digits, 30 in all, to what there is for each at a place. At first all are 1;
/// `beeline_trellis_weigh` makes fits of them in the end.
void beeline_trellis_evidence(
    const BeelineTrellis *_Nonnull trellis, const float *_Nonnull digits, bool is_right, ptrdiff_t place, size_t width,
    float *_Nonnull evidence);
void beeline_trellis_weigh(float *_Nonnull evidence, size_t count);

/// Continues from nodes by a guard, to places from `low` to `high`; `shapes` and `sizes` are by width.
void beeline_trellis_step_shape(
    BeelineTrellis *_Nonnull trellis, const BeelineNode *_Nonnull nodes, size_t first, size_t end,
    const float *_Nonnull values, const BeelineShape *_Nonnull shapes, const ptrdiff_t *_Nonnull sizes, ptrdiff_t low,
    ptrdiff_t high);

/// Continues from nodes by a digit, whose width may differ; `bend` is the cost of a difference of one.
void beeline_trellis_step_digit(
    BeelineTrellis *_Nonnull trellis, const BeelineNode *_Nonnull nodes, size_t first, size_t end,
    const float *_Nonnull digits, bool is_right, float bend, ptrdiff_t low, ptrdiff_t high);

/// Makes nodes of the best that the last step came to: those within `beam` of the best one, about `most`. Returns how many.
size_t beeline_trellis_keep(
    BeelineTrellis *_Nonnull trellis, float beam, size_t most, BeelineNode *_Nonnull nodes);

// MARK: Pairs of digits (PairTemplates, PairReader)

/// The places of an EAN-13 on a line: of its first edge, of its last one, and between them at equal distances in modules.
#define BEELINE_PAIR_PLACES 9

/// Samples in a module, and in all modules of a code with its quiet zones.
#define BEELINE_PAIR_SAMPLES 4
#define BEELINE_PAIR_ALL_SAMPLES (105 * BEELINE_PAIR_SAMPLES)

/// A number, and what is left of the line where it is taken away.
typedef struct {
    float cost;
    uint8_t digits[13];
} BeelinePairNumber;

/// How many numbers the templates take, and the costs of all pairs.
size_t beeline_pair_template_room(void);
size_t beeline_pair_cost_room(void);

/// The templates of all pairs for a blur: the deviation of a Gaussian, or the radius of a disk, in modules. Bars are wider by
/// `spread`. `digits` has the modules of sets A, B and C, the first one in the seventh bit.
void beeline_pair_templates(
    const uint8_t *_Nonnull digits, double blur, bool is_disk, double spread, float *_Nonnull templates);

/// What of a line of at least two samples no pair explains at some places, for each pair of digits that follow each other.
/// Returns what there is to explain.
float beeline_pair_costs(
    const float *_Nonnull line, size_t count, const float *_Nonnull templates, const float *_Nonnull places,
    float *_Nonnull costs);

/// The logarithm of the share that no digits explain, whatever their check digit is, and a little more for uneven places;
/// may be infinite where it is above a limit.
float beeline_pair_misfit(
    const float *_Nonnull line, size_t count, const float *_Nonnull templates, const float *_Nonnull places, float limit);

/// Samples of a line, BEELINE_PAIR_SAMPLES a module, from five modules before `start` on. And the misfit of a code whose
/// places are straight and whose samples begin there.
void beeline_pair_samples(
    const float *_Nonnull line, size_t count, float start, float module, size_t length, float *_Nonnull samples);
float beeline_pair_straight_misfit(const float *_Nonnull samples, const float *_Nonnull templates, float limit);

/// Moves places by `step` modules, half of it in the next round and so on, to where the digits fit better. Returns how well.
float beeline_pair_refine(
    const float *_Nonnull line, size_t count, const float *_Nonnull templates, float step, size_t rounds,
    float *_Nonnull places);

/// The least cost of any digits, whatever their sets and their check digit are.
float beeline_pair_least(const float *_Nonnull costs);

/// The costs of the 13 parts of a number.
void beeline_pair_parts(
    const float *_Nonnull costs, const uint8_t *_Nonnull parities, const uint8_t *_Nonnull digits, float *_Nonnull parts);

/// How alike two lines are where one is shifted by the best distance, up to the farthest: 1 where they are the same.
float beeline_likeness(const float *_Nonnull a, const float *_Nonnull b, size_t count, size_t farthest);

/// The two best numbers. `parities` has by the first digit which of the left six are of set B, the leftmost in the highest bit.
void beeline_pair_numbers(
    const float *_Nonnull costs, const uint8_t *_Nonnull parities, BeelinePairNumber *_Nonnull best);
