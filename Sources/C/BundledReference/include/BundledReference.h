// Docs/RuleReference.md, the styles of annotated pictures and a plugin and desks to start from, as texts in the program. None is ever freed.
#pragma once

/// The page as it was when the program was built.
const char *_Nonnull beeline_reference_page(void);

/// How a drawing of pictures with their marks looks that is alone: `drawing.css` and `marks.css`.
const char *_Nonnull beeline_drawing_style(void);

/// How a page of such pictures looks: `page.css` and `marks.css`.
const char *_Nonnull beeline_page_style(void);

/// The manifest of a plugin to start from, with NAME and PROGRAM where its own are to be.
const char *_Nonnull beeline_starter_manifest(void);

/// Rules that try it, with NAME.
const char *_Nonnull beeline_starter_rules(void);

/// Its program for a shell.
const char *_Nonnull beeline_starter_shell(void);

/// Its program in Python.
const char *_Nonnull beeline_starter_python(void);

/// A file of a desk to start from.
struct beeline_desk_file {
    const char *_Nonnull desk;
    const char *_Nonnull name;
    const char *_Nonnull text;
};

/// The files of all desks; those of one desk follow each other.
const struct beeline_desk_file *_Nonnull beeline_desk_files(void);
long beeline_desk_file_count(void);
