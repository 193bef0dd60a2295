// Lines that the user types on a terminal, with editing and a history, by libedit, which the first call loads: most
// codes are not typed. The functions are checked against its header where that is installed; it is not needed to build.
//
// Ownership: the caller frees an editor. Texts are lent until the next call.
//
// Threads: an editor belongs to one at a time. There is one editor at a time.
#pragma once

#include <stddef.h>

/// Loads libedit. Returns why it cannot be loaded, lent permanently; NULL where it can.
const char *_Nullable beeline_line_editor_load(void);

struct beeline_line_editor;

/// An editor on the terminal, which shows what is typed only while a line is awaited, until the editor is freed.
///
/// - `input`, `output`: lent.
/// - `prompt`: the text before each line, in UTF-8.
///
/// Returns NULL where the terminal cannot be used, or `beeline_line_editor_load` has failed.
struct beeline_line_editor *_Nullable beeline_line_editor_new(
    int input, int output, const char *_Nonnull prompt);

void beeline_line_editor_free(struct beeline_line_editor *_Nonnull editor);

/// The result of waiting for a line.
enum beeline_line_answer {
    beeline_line_typed,
    /// The end of the input: Ctrl-D.
    beeline_line_ended,
    /// `stop` can be read from.
    beeline_line_stopped,
};

/// Waits for a line. It goes into the history, which is kept in memory only.
///
/// - `stop`: a descriptor that ends the wait; -1: none.
/// - `text`: gets the line, in UTF-8, with its line feed.
enum beeline_line_answer beeline_line_editor_read(
    struct beeline_line_editor *_Nonnull editor, int stop, const char *_Nullable *_Nonnull text, size_t *_Nonnull length);

/// Puts the terminal back as it was before there was an editor, until the next line is awaited: for a question, and for a
/// program that is about to end. Any thread may call it.
void beeline_line_editor_restore_terminal(void);
