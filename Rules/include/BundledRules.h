// The rule files of this folder, as bytes in the program.
#pragma once

#include <stddef.h>

struct beeline_rule_file {
    const char *_Nonnull name;
    /// The kinds of the codes that its rules take, and of which it makes kinds of its own, with blanks between them; NULL
    /// when they take codes of any kind. They are kinds of the program.
    const char *_Nullable kinds;
    /// The hosts that its rules trust, with blanks between them.
    const char *_Nonnull hosts;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// The bundled files in the order in which their rules are asked. They are never freed.
const struct beeline_rule_file *_Nonnull beeline_bundled_rules(size_t *_Nonnull count);
