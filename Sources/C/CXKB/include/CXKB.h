// What keys type in a keyboard layout, by libxkbcommon, which is loaded by the first call: few sources are keyboards.
//
// Ownership: the caller frees a keyboard. Texts are lent for the call, buffers are the caller's.
//
// Threads: a keyboard belongs to one at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libxkbcommon. Returns why it cannot be loaded, lent permanently; NULL where it can.
const char *_Nullable beeline_xkb_load(void);

struct beeline_keyboard;

/// A keyboard on which no key is down and Num Lock is on.
///
/// - `model`, `layout`: names of XKB, such as `pc105` and `de`. The environment has no say.
///
/// Returns NULL where the layout is not known, or `beeline_xkb_load` has failed.
struct beeline_keyboard *_Nullable beeline_keyboard_new(const char *_Nonnull model, const char *_Nonnull layout);

void beeline_keyboard_free(struct beeline_keyboard *_Nonnull keyboard);

/// Lets go of all keys. Num Lock stays on.
void beeline_keyboard_reset(struct beeline_keyboard *_Nonnull keyboard);

/// A key goes down or up; `code` is that of evdev.
///
/// - `text`: gets what a key that goes down types, in UTF-8 and ended by a NUL; empty where it types nothing.
///
/// Returns the XKB symbol of the key as it is now (0: none): a dead key has one and types nothing.
uint32_t beeline_keyboard_key(
    struct beeline_keyboard *_Nonnull keyboard, uint32_t code, bool is_down, char *_Nonnull text, size_t room);
