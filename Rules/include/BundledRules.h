// The rule files of this folder, as bytes in the program.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the texts have in common that a form of a kind may take.
struct beeline_opening {
    /// The bytes that its first byte may be, those that its second and its third may be, and those that it may have at all:
    /// the first and the last one of each range.
    const char *_Nonnull start[3];
    const char *_Nonnull all;
    /// How many bytes it has.
    uint32_t shortest;
    uint32_t longest;
    /// Whether all this is about the text without white space.
    bool isCompact;
};

struct beeline_rule_file {
    const char *_Nonnull name;
    /// The kinds of the codes that its rules match, and from which it makes kinds of its own, separated by blanks; NULL
    /// when they match codes of any kind. They are built-in kinds.
    const char *_Nullable kinds;
    /// Those of the codes of the kind text that its rules and kinds may take; NULL when these are all.
    const struct beeline_opening *_Nullable openings;
    size_t openingCount;
    /// The hosts that its rules trust, with blanks between them.
    const char *_Nonnull hosts;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// The bundled files in the order in which their rules are tried. They are never freed.
const struct beeline_rule_file *_Nonnull beeline_bundled_rules(size_t *_Nonnull count);
