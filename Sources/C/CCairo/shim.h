#pragma once
#if !__has_include(<pango-1.0/pango/pangocairo.h>)
#error "<pango/pangocairo.h> is missing: install libpango1.0-dev (or run make deps)"
#endif
#include <cairo-pdf.h>
#include <cairo-svg.h>

// What is used of pango, as its headers declare it. The flags with which pkg-config finds those have -pthread among them, of
// which SwiftPM warns in each build of a package that depends on this one.

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayout PangoLayout;

typedef struct {
    int x, y, width, height;
} PangoRectangle;

typedef enum { PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER, PANGO_ALIGN_RIGHT } PangoAlignment;
typedef enum { PANGO_ELLIPSIZE_NONE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_END } PangoEllipsizeMode;

#define PANGO_SCALE 1024

void pango_context_set_round_glyph_positions(PangoContext *context, int rounds);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
void pango_font_description_set_family(PangoFontDescription *font, const char *families);

int pango_layout_get_baseline(PangoLayout *layout);
PangoContext *pango_layout_get_context(PangoLayout *layout);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
int pango_layout_is_ellipsized(PangoLayout *layout);
void pango_layout_set_alignment(PangoLayout *layout, PangoAlignment alignment);
void pango_layout_set_ellipsize(PangoLayout *layout, PangoEllipsizeMode mode);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int is_single);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_width(PangoLayout *layout, int width);

void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
PangoLayout *pango_cairo_create_layout(cairo_t *cairo);
void pango_cairo_show_layout(cairo_t *cairo, PangoLayout *layout);

void g_object_unref(void *object);
