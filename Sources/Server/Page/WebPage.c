#include "WebPage.h"

// #embed is of C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "index.html"
};
static const unsigned char style_css[] = {
#embed "style.css"
};
static const unsigned char cards_js[] = {
#embed "cards.js"
};
static const unsigned char formats_js[] = {
#embed "formats.js"
};
static const unsigned char thumbnail_js[] = {
#embed "thumbnail.js"
};
static const unsigned char uses_js[] = {
#embed "uses.js"
};
static const unsigned char app_js[] = {
#embed "app.js"
};
static const unsigned char api_js[] = {
#embed "api.js"
};
static const unsigned char camera_js[] = {
#embed "camera.js"
};
static const unsigned char describe_js[] = {
#embed "describe.js"
};
static const unsigned char desk_js[] = {
#embed "desk.js"
};
static const unsigned char dom_js[] = {
#embed "dom.js"
};
static const unsigned char events_js[] = {
#embed "events.js"
};
static const unsigned char frames_js[] = {
#embed "frames.js"
};
static const unsigned char history_js[] = {
#embed "history.js"
};
static const unsigned char input_js[] = {
#embed "input.js"
};
static const unsigned char keyboard_js[] = {
#embed "keyboard.js"
};
static const unsigned char known_js[] = {
#embed "known.js"
};
static const unsigned char languages_js[] = {
#embed "languages.js"
};
static const unsigned char language_de_json[] = {
#embed "language-de.json"
};
static const unsigned char language_en_json[] = {
#embed "language-en.json"
};
static const unsigned char language_ja_json[] = {
#embed "language-ja.json"
};
static const unsigned char language_zh_json[] = {
#embed "language-zh.json"
};
static const unsigned char overlay_js[] = {
#embed "overlay.js"
};
static const unsigned char questions_js[] = {
#embed "questions.js"
};
static const unsigned char queue_js[] = {
#embed "queue.js"
};
static const unsigned char reaction_js[] = {
#embed "reaction.js"
};
static const unsigned char results_js[] = {
#embed "results.js"
};
static const unsigned char rules_js[] = {
#embed "rules.js"
};
static const unsigned char scan_js[] = {
#embed "scan.js"
};
static const unsigned char search_js[] = {
#embed "search.js"
};
static const unsigned char settings_js[] = {
#embed "settings.js"
};
static const unsigned char sound_js[] = {
#embed "sound.js"
};
static const unsigned char worker_js[] = {
#embed "worker.js"
};
static const unsigned char zoom_js[] = {
#embed "zoom.js"
};
static const unsigned char titles_json[] = {
#embed "titles.json"
};
static const unsigned char manifest_webmanifest[] = {
#embed "manifest.webmanifest"
};
static const unsigned char icon_svg[] = {
#embed "icon.svg"
};
static const unsigned char icon_180_png[] = {
#embed "icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "icon-512.png"
};
static const unsigned char icon_maskable_512_png[] = {
#embed "icon-maskable-512.png"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define JAVASCRIPT "text/javascript; charset=utf-8"
#define MANIFEST "application/manifest+json"
#define JSON "application/json"
#define SVG "image/svg+xml"
#define PNG "image/png"
#define BEELINE_FILE(name, type, bytes) {name, type, bytes, sizeof bytes}

static const beeline_page_file files[] = {
    BEELINE_FILE("index.html", HTML, index_html),
    BEELINE_FILE("style.css", CSS, style_css),
    BEELINE_FILE("cards.js", JAVASCRIPT, cards_js),
    BEELINE_FILE("formats.js", JAVASCRIPT, formats_js),
    BEELINE_FILE("thumbnail.js", JAVASCRIPT, thumbnail_js),
    BEELINE_FILE("uses.js", JAVASCRIPT, uses_js),
    BEELINE_FILE("app.js", JAVASCRIPT, app_js),
    BEELINE_FILE("api.js", JAVASCRIPT, api_js),
    BEELINE_FILE("camera.js", JAVASCRIPT, camera_js),
    BEELINE_FILE("describe.js", JAVASCRIPT, describe_js),
    BEELINE_FILE("desk.js", JAVASCRIPT, desk_js),
    BEELINE_FILE("dom.js", JAVASCRIPT, dom_js),
    BEELINE_FILE("events.js", JAVASCRIPT, events_js),
    BEELINE_FILE("frames.js", JAVASCRIPT, frames_js),
    BEELINE_FILE("history.js", JAVASCRIPT, history_js),
    BEELINE_FILE("input.js", JAVASCRIPT, input_js),
    BEELINE_FILE("keyboard.js", JAVASCRIPT, keyboard_js),
    BEELINE_FILE("known.js", JAVASCRIPT, known_js),
    BEELINE_FILE("languages.js", JAVASCRIPT, languages_js),
    BEELINE_FILE("language-de.json", JSON, language_de_json),
    BEELINE_FILE("language-en.json", JSON, language_en_json),
    BEELINE_FILE("language-ja.json", JSON, language_ja_json),
    BEELINE_FILE("language-zh.json", JSON, language_zh_json),
    BEELINE_FILE("overlay.js", JAVASCRIPT, overlay_js),
    BEELINE_FILE("questions.js", JAVASCRIPT, questions_js),
    BEELINE_FILE("queue.js", JAVASCRIPT, queue_js),
    BEELINE_FILE("reaction.js", JAVASCRIPT, reaction_js),
    BEELINE_FILE("results.js", JAVASCRIPT, results_js),
    BEELINE_FILE("rules.js", JAVASCRIPT, rules_js),
    BEELINE_FILE("scan.js", JAVASCRIPT, scan_js),
    BEELINE_FILE("search.js", JAVASCRIPT, search_js),
    BEELINE_FILE("settings.js", JAVASCRIPT, settings_js),
    BEELINE_FILE("sound.js", JAVASCRIPT, sound_js),
    BEELINE_FILE("worker.js", JAVASCRIPT, worker_js),
    BEELINE_FILE("zoom.js", JAVASCRIPT, zoom_js),
    BEELINE_FILE("titles.json", JSON, titles_json),
    BEELINE_FILE("manifest.webmanifest", MANIFEST, manifest_webmanifest),
    BEELINE_FILE("icon.svg", SVG, icon_svg),
    BEELINE_FILE("icon-180.png", PNG, icon_180_png),
    BEELINE_FILE("icon-192.png", PNG, icon_192_png),
    BEELINE_FILE("icon-512.png", PNG, icon_512_png),
    BEELINE_FILE("icon-maskable-512.png", PNG, icon_maskable_512_png),
};

const beeline_page_file *beeline_page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
