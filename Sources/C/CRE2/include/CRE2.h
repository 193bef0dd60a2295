// RE2 for Swift: patterns, and sets of patterns that are matched all at once.
// Always the whole text has to fit. RE2 takes time linear in the text, whatever the pattern.
//
// Ownership: `beeline_pattern_compile` and `beeline_pattern_set_create` give the caller an object, which the caller
// frees with the function beside it. Texts and buffers are lent for the time of a call. What a function returns a
// pointer to belongs to the object, lives as long, and never changes.
//
// Threads: all functions on a pattern may be called by many threads at once, save the one that frees it. So it is with
// a set once it is compiled. (re2/re2.h says that its objects are safe for concurrent use by multiple threads.)
//
// No C++ exception leaves these functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct BeelinePattern;
struct BeelinePatternSet;

/// What is wrong with a pattern.
enum __attribute__((enum_extensibility(closed))) BeelinePatternFault : int {
    BeelinePatternFaultNone,
    BeelinePatternFaultInternal,
    BeelinePatternFaultEscape,
    BeelinePatternFaultClass,
    BeelinePatternFaultRange,
    BeelinePatternFaultMissingBracket,
    BeelinePatternFaultMissingParenthesis,
    BeelinePatternFaultUnexpectedParenthesis,
    BeelinePatternFaultTrailingBackslash,
    BeelinePatternFaultNothingToRepeat,
    BeelinePatternFaultRepetitionSize,
    BeelinePatternFaultRepetitionOperator,
    BeelinePatternFaultGroupKind,
    BeelinePatternFaultEncoding,
    BeelinePatternFaultGroupName,
    BeelinePatternFaultTooLarge,
};

/// Compiles a pattern in UTF-8. `memory`, in bytes, bounds what it and its caches take.
/// Null when there is no memory; one with a fault is an object, too, but matches nothing.
struct BeelinePattern *_Nullable beeline_pattern_compile(
    const uint8_t *_Nullable pattern, size_t length, int64_t memory);

void beeline_pattern_free(struct BeelinePattern *_Nullable pattern);

enum BeelinePatternFault beeline_pattern_fault(const struct BeelinePattern *_Nonnull pattern);

/// The part of the pattern that RE2 names as wrong, often the whole. Not ended by NUL.
const uint8_t *_Nonnull beeline_pattern_fault_argument(
    const struct BeelinePattern *_Nonnull pattern, size_t *_Nonnull length);

/// How many instructions the compiled pattern has: at worst RE2 does each of them for each byte of a text.
int32_t beeline_pattern_size(const struct BeelinePattern *_Nonnull pattern);

/// How many groups capture, named or not.
int32_t beeline_pattern_group_count(const struct BeelinePattern *_Nonnull pattern);

/// Whether the whole text fits. One of 2 GB or more never does.
bool beeline_pattern_matches(
    const struct BeelinePattern *_Nonnull pattern, const uint8_t *_Nullable text, size_t length);

/// Whether the whole text fits; if so, writes where the groups 1 to `groups` begin and end in it: two numbers of bytes
/// for each, or -1 and -1 for one that took no part. `offsets` has room for 2 * `groups` numbers.
bool beeline_pattern_captures(
    const struct BeelinePattern *_Nonnull pattern, const uint8_t *_Nullable text, size_t length,
    int32_t *_Nonnull offsets, int32_t groups);

/// An empty set. `memory`, in bytes, bounds what it and its caches take. Null when there is no memory.
struct BeelinePatternSet *_Nullable beeline_pattern_set_create(int64_t memory);

void beeline_pattern_set_free(struct BeelinePatternSet *_Nullable set);

/// Adds a pattern, not after the set was compiled. Patterns are numbered from 0 in the order in which they are added.
/// False when the pattern is wrong or there is no memory.
bool beeline_pattern_set_add(
    struct BeelinePatternSet *_Nonnull set, const uint8_t *_Nullable pattern, size_t length);

/// Makes the set ready. False when it needs more memory than it may take.
bool beeline_pattern_set_compile(struct BeelinePatternSet *_Nonnull set);

/// Writes the numbers of the patterns that the whole text fits, ascending, as many as there is room for.
/// Returns how many there are, which may be more than `capacity`; or -1 when there was not enough memory to decide.
int32_t beeline_pattern_set_match(
    const struct BeelinePatternSet *_Nonnull set, const uint8_t *_Nullable text, size_t length,
    int32_t *_Nonnull numbers, int32_t capacity);

#ifdef __cplusplus
}
#endif
