// The languages of the page: which one is shown, and the texts in it.

import english from "./language-en.js";
import { remember, setting } from "./settings.js";

/** The texts of the languages that were shown. Others than English are loaded when they are needed. */
const tables = { en: english };

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
  let text = tables[current][key] ?? english[key];
  if (text === undefined) return key;
  if (typeof text === "object") {
    const form = new Intl.PluralRules(current).select(values.count);
    text = text[form] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Whether there is a text for a key. */
export function hasText(key) { return tables[current][key] !== undefined || english[key] !== undefined; }

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

export async function showLanguage(name = preferred()) {
  try {
    tables[name] ??= (await import(`./language-${name}.js`)).default;
  } catch { /* without the network a language that was never shown is away */ }
  current = tables[name] ? name : "en";
  document.documentElement.lang = current === "zh" ? "zh-Hans" : current;
  translate();
  refresh();
}

export function chooseLanguage(name) {
  remember("language", name);
  showLanguage(name);
}
