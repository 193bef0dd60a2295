// The languages of the page: which one is shown, and the texts in it.

import { remember, setting } from "./settings.js";

/** The texts of the languages that were asked for: those that are there, or are on their way. */
const tables = new Map();

/** The texts of the language that is shown. */
let texts = {};

export const languages = [["en", "English"], ["de", "Deutsch"], ["ja", "日本語"], ["zh", "中文"]];

let current = "en";

/** The language that was chosen, else the first of the browser's that the page has. */
function preferred() {
  const chosen = setting("language");
  const has = (name) => languages.some(([known]) => known === name);
  if (has(chosen)) return chosen;
  return navigator.languages.map((name) => name.slice(0, 2).toLowerCase()).find(has) ?? "en";
}

export function language() { return current; }

/** The text for a key, with `{name}` replaced. A text that depends on a number has forms for `count`. */
export function t(key, values = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === "object") {
    const form = new Intl.PluralRules(current).select(values.count);
    text = text[form] ?? text.other;
  }
  return filled(text, values);
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The texts of the program that the language has, as expressions for what differs in them, by their table. */
const patterns = new Map();

function expression(text) {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, (_, name) => name === "name" ? "(?<name>\\S+)" : `(?<${name}>.*)`)}$`, "s");
}

/** The end of alternatives, before the last one: a word, or in quotation marks, where an "or" is of the rule itself. */
const lastOr = / or (?=(?:"[^"]*"|[^\s"]+)$)/;

/**
 * What the program said in English, in the language that is shown; as it is where that has no words for it.
 *
 * @param table `messages` of actions, or `conditions` of rules
 */
export function said(text, table = "messages") {
  if (!patterns.has(table)) {
    patterns.set(table, Object.entries(texts[table] ?? {}).map(([english, own]) => [expression(english), own]));
  }
  for (const [pattern, own] of patterns.get(table)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const groups = { ...found.groups };
    if (groups.reason) groups.reason = said(groups.reason);
    for (const name in groups) if (table === "conditions") groups[name] = groups[name].replace(lastOr, t("explain.or"));
    return filled(own, groups);
  }
  return text;
}

/** Whether there is a text for a key. */
export function hasText(key) { return texts[key] !== undefined; }

const attributes = [["t", null], ["tLabel", "aria-label"], ["tPlaceholder", "placeholder"]];

/** Fills in the texts below an element that names their keys: `data-t`, `data-t-label`, `data-t-placeholder`. */
export function translate(root = document) {
  for (const [key, attribute] of attributes) {
    const selector = `[data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
    for (const element of root.querySelectorAll(selector)) {
      const text = t(element.dataset[key]);
      if (attribute) element.setAttribute(attribute, text);
      else element.textContent = text;
    }
  }
}

const listeners = [];

/** Calls a function whenever texts must be written again. */
export function onLanguage(listener) { listeners.push(listener); }

/** Writes all texts again: in another language, or because titles of kinds and rules have become known. */
export function refresh() { for (const listener of listeners) listener(); }

const fetched = (name) => fetch(`/language-${name}.json`, { signal: AbortSignal.timeout(10_000) }).then((response) => {
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
});

async function load(name) {
  for (let tries = 0; tries < 3; tries++) {
    if (!tables.has(name)) tables.set(name, fetched(name));
    try {
      return await tables.get(name);
    } catch {
      tables.delete(name);
    }
  }
  return null;
}

// Begins at once, while the other files of the page come.
load(preferred());

export async function showLanguage(name = preferred()) {
  const loaded = await load(name);
  // Without the network a language that was never shown is away.
  if (loaded) [texts, current] = [loaded, name];
  patterns.clear();
  document.documentElement.lang = current === "zh" ? "zh-Hans" : current;
  translate();
  refresh();
}

export function chooseLanguage(name) {
  remember("language", name);
  showLanguage(name);
}
