// The rule files of this folder, as bytes in the program.
#pragma once

#include <stddef.h>

struct beeline_rule_file {
    const char *_Nonnull name;
    /// The kinds of the codes that its rules take, with blanks between them; NULL when they take codes of any kind.
    const char *_Nullable kinds;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// The bundled files in the order in which their rules are asked. They are never freed.
const struct beeline_rule_file *_Nonnull beeline_bundled_rules(size_t *_Nonnull count);
