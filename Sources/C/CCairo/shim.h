#pragma once
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>
