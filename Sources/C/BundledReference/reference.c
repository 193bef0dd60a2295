#include "BundledReference.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "../../../Docs/RuleReference.md" suffix(, 0)
};

const char *beeline_reference_page(void) { return page; }

static const char drawing_style[] = {
#embed "drawing.css"
    ,
#embed "marks.css" suffix(, 0)
};

const char *beeline_drawing_style(void) { return drawing_style; }

static const char page_style[] = {
#embed "page.css"
    ,
#embed "marks.css" suffix(, 0)
};

const char *beeline_page_style(void) { return page_style; }

static const char manifest[] = {
#embed "starter/plugin.json" suffix(, 0)
};

const char *beeline_starter_manifest(void) { return manifest; }

static const char rules[] = {
#embed "starter/rules.json" suffix(, 0)
};

const char *beeline_starter_rules(void) { return rules; }

static const char shell[] = {
#embed "starter/run.sh" suffix(, 0)
};

const char *beeline_starter_shell(void) { return shell; }

static const char python[] = {
#embed "starter/run.py" suffix(, 0)
};

const char *beeline_starter_python(void) { return python; }
