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

// The desks of Examples, each with its rules, its list and some codes to try.
static const char bookshop_rules_json[] = {
#embed "../../../Examples/Desk/bookshop/rules.json" suffix(, 0)
};
static const char bookshop_left_json[] = {
#embed "../../../Examples/Desk/bookshop/left.json" suffix(, 0)
};
static const char bookshop_stock_csv[] = {
#embed "../../../Examples/Desk/bookshop/stock.csv" suffix(, 0)
};
static const char bookshop_codes_txt[] = {
#embed "../../../Examples/Desk/bookshop/codes.txt" suffix(, 0)
};
static const char tickets_rules_json[] = {
#embed "../../../Examples/Desk/tickets/rules.json" suffix(, 0)
};
static const char tickets_numbers_json[] = {
#embed "../../../Examples/Desk/tickets/numbers.json" suffix(, 0)
};
static const char tickets_guests_csv[] = {
#embed "../../../Examples/Desk/tickets/guests.csv" suffix(, 0)
};
static const char tickets_codes_txt[] = {
#embed "../../../Examples/Desk/tickets/codes.txt" suffix(, 0)
};
static const char warehouse_rules_json[] = {
#embed "../../../Examples/Desk/warehouse/rules.json" suffix(, 0)
};
static const char warehouse_announced_json[] = {
#embed "../../../Examples/Desk/warehouse/announced.json" suffix(, 0)
};
static const char warehouse_announced_csv[] = {
#embed "../../../Examples/Desk/warehouse/announced.csv" suffix(, 0)
};
static const char warehouse_codes_txt[] = {
#embed "../../../Examples/Desk/warehouse/codes.txt" suffix(, 0)
};
static const char appliances_rules_json[] = {
#embed "../../../Examples/Desk/appliances/rules.json" suffix(, 0)
};
static const char appliances_models_csv[] = {
#embed "../../../Examples/Desk/appliances/models.csv" suffix(, 0)
};
static const char appliances_codes_txt[] = {
#embed "../../../Examples/Desk/appliances/codes.txt" suffix(, 0)
};

static const struct beeline_desk_file desk_files[] = {
    {"bookshop", "rules.json", bookshop_rules_json},
    {"bookshop", "left.json", bookshop_left_json},
    {"bookshop", "stock.csv", bookshop_stock_csv},
    {"bookshop", "codes.txt", bookshop_codes_txt},
    {"tickets", "rules.json", tickets_rules_json},
    {"tickets", "numbers.json", tickets_numbers_json},
    {"tickets", "guests.csv", tickets_guests_csv},
    {"tickets", "codes.txt", tickets_codes_txt},
    {"warehouse", "rules.json", warehouse_rules_json},
    {"warehouse", "announced.json", warehouse_announced_json},
    {"warehouse", "announced.csv", warehouse_announced_csv},
    {"warehouse", "codes.txt", warehouse_codes_txt},
    {"appliances", "rules.json", appliances_rules_json},
    {"appliances", "models.csv", appliances_models_csv},
    {"appliances", "codes.txt", appliances_codes_txt},
};

const struct beeline_desk_file *beeline_desk_files(void) { return desk_files; }

long beeline_desk_file_count(void) { return sizeof desk_files / sizeof *desk_files; }
