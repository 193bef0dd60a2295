// Docs/RuleReference.md, as a text in the program.
#pragma once

/// The page as it was when the program was built. It is never freed.
const char *_Nonnull beeline_reference_page(void);
