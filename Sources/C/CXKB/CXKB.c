#include "CXKB.h"
#include "CLinux.h"

#include <stdlib.h>

#include "../Headers/Live.h"

#include <xkbcommon/xkbcommon.h>

#define BEELINE_XKB_FUNCTIONS(each) \
    each(xkb_, context_new) each(xkb_, context_unref) each(xkb_, context_set_log_level) \
    each(xkb_, keymap_new_from_names) each(xkb_, keymap_unref) each(xkb_, keymap_mod_get_index) each(xkb_, state_new) \
    each(xkb_, state_unref) each(xkb_, state_update_key) each(xkb_, state_update_mask) each(xkb_, state_key_get_utf8) \
    each(xkb_, state_key_get_one_sym)

BEELINE_LIBRARY(xkb, "libxkbcommon.so.0", BEELINE_XKB_FUNCTIONS, NULL)

const char *beeline_xkb_load(void) { return xkb_load(); }

struct beeline_keyboard {
    struct xkb_keymap *keymap;
    struct xkb_state *state;
};

// What evdev counts from 0, X11 counts from 8.
static const xkb_keycode_t first_code = 8;

struct beeline_keyboard *beeline_keyboard_new(const char *model, const char *layout) {
    if (beeline_xkb_load()) return NULL;
    struct xkb_context *context = xkb.context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
    if (!context) return NULL;
    xkb.context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL);
    const struct xkb_rule_names names = {
        .rules = "evdev", .model = model, .layout = layout, .variant = "", .options = ""};
    struct xkb_keymap *keymap = xkb.keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
    // The keymap keeps it.
    xkb.context_unref(context);
    if (!keymap) return NULL;
    struct beeline_keyboard *keyboard = calloc(1, sizeof *keyboard);
    if (!keyboard) {
        xkb.keymap_unref(keymap);
        return NULL;
    }
    keyboard->keymap = keymap;
    beeline_keyboard_reset(keyboard);
    if (!keyboard->state) {
        beeline_keyboard_free(keyboard);
        return NULL;
    }
    return keyboard;
}

void beeline_keyboard_free(struct beeline_keyboard *keyboard) {
    if (keyboard->state) xkb.state_unref(keyboard->state);
    xkb.keymap_unref(keyboard->keymap);
    free(keyboard);
}

void beeline_keyboard_reset(struct beeline_keyboard *keyboard) {
    struct xkb_state *state = xkb.state_new(keyboard->keymap);
    // Without memory the old one is as good.
    if (!state) return;
    if (keyboard->state) xkb.state_unref(keyboard->state);
    keyboard->state = state;
    const xkb_mod_index_t lock = xkb.keymap_mod_get_index(keyboard->keymap, XKB_MOD_NAME_NUM);
    if (lock < 32) xkb.state_update_mask(state, 0, 0, (xkb_mod_mask_t)1 << lock, 0, 0, 0);
}

uint32_t beeline_keyboard_key(
    struct beeline_keyboard *keyboard, uint32_t code, bool is_down, char *text, size_t room) {
    if (room) text[0] = 0;
    xkb_keysym_t symbol = XKB_KEY_NoSymbol;
    if (is_down) {
        symbol = xkb.state_key_get_one_sym(keyboard->state, code + first_code);
        const int length = xkb.state_key_get_utf8(keyboard->state, code + first_code, text, room);
        // Cut, it would be another text.
        if (room && (length < 0 || (size_t)length >= room)) text[0] = 0;
    }
    xkb.state_update_key(keyboard->state, code + first_code, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);
    return symbol;
}
