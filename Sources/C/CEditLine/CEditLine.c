#define _GNU_SOURCE
#include "CEditLine.h"
#include "CLinux.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#if __has_include(<histedit.h>)
#include <histedit.h>
#else
// What it declares of libedit 3.1, whose names and numbers are the same since 2016 (libedit.so.2).
typedef struct editline EditLine;
typedef struct history History;
typedef struct {
    int num;
    const char *str;
} HistEvent;

enum {
    EL_PROMPT = 0,
    EL_EDITOR = 2,
    EL_SIGNAL = 3,
    EL_BIND = 4,
    EL_HIST = 10,
    EL_GETCFN = 13,
    EL_CLIENTDATA = 14,
    EL_REFRESH = 20
};
enum { H_SETSIZE = 1, H_ENTER = 10, H_SETUNIQUE = 20 };

EditLine *el_init(const char *, FILE *, FILE *, FILE *);
void el_end(EditLine *);
int el_set(EditLine *, int, ...);
int el_get(EditLine *, int, ...);
const char *el_gets(EditLine *, int *);
History *history_init(void);
void history_end(History *);
int history(History *, HistEvent *, int, ...);
#endif

#define BEELINE_EDIT_FUNCTIONS(each) \
    each(el_, init) each(el_, end) each(el_, set) each(el_, get) each(el_, gets) each(, history_init) \
    each(, history_end) each(, history)

static void start(char *problem, size_t room);

BEELINE_LIBRARY(el, "libedit.so.2", BEELINE_EDIT_FUNCTIONS, start)

// libedit counts in characters of the locale of its thread; what this program reads and writes is UTF-8 whatever the user's
// locale is.
static locale_t utf8;

static void start(char *problem, size_t room) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8) snprintf(problem, room, "there is no locale C.UTF-8");
}

const char *beeline_line_editor_load(void) { return el_load(); }

struct beeline_line_editor {
    EditLine *edit;
    History *history;
    FILE *input, *output;
    char *prompt;
    int stop;
    bool is_stopped;
};

// How the terminal was before there was an editor. Written before `is_open`, read after.
static struct termios terminal_before;
static int edited_terminal = -1;
static atomic_bool is_open;

// What is typed while no line is awaited is shown by the editor with the next line; else it would be there twice.
static void stop_echo(void) {
    struct termios now;
    if (tcgetattr(edited_terminal, &now) != 0) return;
    now.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(edited_terminal, TCSANOW, &now);
}

static struct beeline_line_editor *owner(EditLine *edit) {
    void *data = NULL;
    el.get(edit, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt(EditLine *edit) { return owner(edit)->prompt; }

// Returns 1 with the next byte, 0 at the end, also because the wait is stopped.
static int next_byte(EditLine *edit, struct beeline_line_editor *editor, unsigned char *byte) {
    for (;;) {
        struct pollfd awaited[] = {
            {.fd = fileno(editor->input), .events = POLLIN}, {.fd = editor->stop, .events = POLLIN}};
        if (poll(awaited, 2, -1) < 0) {
            if (errno != EINTR) return 0;
            // The window has another size, or the program was stopped and continues.
            el.set(edit, EL_REFRESH);
            continue;
        }
        if (awaited[1].revents) {
            editor->is_stopped = true;
            return 0;
        }
        const ssize_t count = read(fileno(editor->input), byte, 1);
        if (count > 0) return 1;
        if (count == 0 || (errno != EINTR && errno != EAGAIN)) return 0;
    }
}

// What libedit reads by. Its own function cannot be stopped.
static int read_character(EditLine *edit, wchar_t *character) {
    struct beeline_line_editor *editor = owner(edit);
    mbstate_t state = {0};
    for (;;) {
        unsigned char byte;
        if (!next_byte(edit, editor, &byte)) return 0;
        switch (mbrtowc(character, (const char *)&byte, 1, &state)) {
        case (size_t)-2: continue;
        case (size_t)-1:
            // Not UTF-8. Left out, the code would be another one without a trace.
            *character = 0xFFFD;
            return 1;
        case 0:
            // A Ctrl-D from before the editor had the terminal, which then returns it as this.
            *character = 4;
            return 1;
        default: return 1;
        }
    }
}

// Keys that type what codes have in them and libedit does nothing with, or something of no use here: a scanner that is a
// keyboard sends GS as Ctrl-].
static const char *const inserted[] = {"^I", "^]", "^^", "^_"};

static FILE *stream(int descriptor, const char *mode) {
    const int copy = dup(descriptor);
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, mode);
    if (!file) close(copy);
    return file;
}

// The terminal has been asked for what it is, and the locale is UTF-8.
static struct beeline_line_editor *new_editor(int input, int output, const char *prompt_text) {
    struct beeline_line_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->stop = -1;
    editor->prompt = strdup(prompt_text);
    editor->input = stream(input, "r");
    editor->output = stream(output, "w");
    editor->history = el.history_init();
    if (editor->prompt && editor->input && editor->output && editor->history)
        editor->edit = el.init("beeline", editor->input, editor->output, stderr);
    if (!editor->edit) {
        beeline_line_editor_free(editor);
        return NULL;
    }
    HistEvent event;
    el.history(editor->history, &event, H_SETSIZE, 1000);
    el.history(editor->history, &event, H_SETUNIQUE, 1);
    el.set(editor->edit, EL_CLIENTDATA, editor);
    el.set(editor->edit, EL_PROMPT, prompt);
    el.set(editor->edit, EL_EDITOR, "emacs");
    el.set(editor->edit, EL_HIST, el.history, editor->history);
    el.set(editor->edit, EL_GETCFN, read_character);
    // For Ctrl-Z and windows that change their size. The signals that end the program are blocked while it edits.
    el.set(editor->edit, EL_SIGNAL, 1);
    for (size_t index = 0; index < sizeof inserted / sizeof *inserted; index++)
        el.set(editor->edit, EL_BIND, inserted[index], "ed-insert", NULL);
    return editor;
}

struct beeline_line_editor *beeline_line_editor_new(int input, int output, const char *prompt_text) {
    if (beeline_line_editor_load()) return NULL;
    if (tcgetattr(input, &terminal_before) != 0) return NULL;
    edited_terminal = input;
    const locale_t before = uselocale(utf8);
    struct beeline_line_editor *editor = new_editor(input, output, prompt_text);
    uselocale(before);
    if (editor) {
        atomic_store(&is_open, true);
        stop_echo();
    }
    return editor;
}

void beeline_line_editor_free(struct beeline_line_editor *editor) {
    if (editor->edit) el.end(editor->edit);
    beeline_line_editor_restore_terminal();
    atomic_store(&is_open, false);
    if (editor->history) el.history_end(editor->history);
    if (editor->input) fclose(editor->input);
    if (editor->output) fclose(editor->output);
    free(editor->prompt);
    free(editor);
}

enum beeline_line_answer beeline_line_editor_read(
    struct beeline_line_editor *editor, int stop, const char **text, size_t *length) {
    editor->stop = stop;
    editor->is_stopped = false;
    int count = 0;
    const locale_t before = uselocale(utf8);
    const char *line = el.gets(editor->edit, &count);
    uselocale(before);
    stop_echo();
    if (editor->is_stopped) return beeline_line_stopped;
    if (!line || count <= 0) return beeline_line_ended;
    const size_t size = strlen(line);
    // An empty line is of no use in the history.
    if (size > 1) {
        HistEvent event;
        el.history(editor->history, &event, H_ENTER, line);
    }
    *text = line;
    *length = size;
    return beeline_line_typed;
}

void beeline_line_editor_restore_terminal(void) {
    if (atomic_load(&is_open)) tcsetattr(edited_terminal, TCSADRAIN, &terminal_before);
}
