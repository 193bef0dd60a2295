// What the desk knows of kinds and rules: their titles, which all views show.

import { request } from "./api.js";
import { notice } from "./dom.js";
import { onEvent } from "./events.js";
import { language, refresh, t } from "./languages.js";

export const known = {
  /** The titles of kinds, by name. */
  kinds: new Map(),
  /** All rules. */
  rules: [],
  /** The titles of bundled rules in each language, by rule. */
  titles: null,
};

/** The lists that were asked for. Long ones are, when something of them is shown first. */
const asked = new Set();

export function startKnown() {
  onEvent("rules", ({ loaded, message }) => {
    notice(loaded ? t("rules.loaded") : t("rules.mistake", { message }), !loaded);
    loadKinds();
    if (asked.has("/v1/rules")) loadRules();
  });
}

async function load(path, use) {
  asked.add(path);
  try {
    use(await request(path));
    refresh();
  } catch {
    // Names are shown instead.
    asked.delete(path);
  }
}

export function loadKinds() {
  return load("/v1/kinds?titles=true", ({ kinds }) => { known.kinds = new Map(kinds.map(({ kind, title }) => [kind, title])); });
}

const loadRules = () => load("/v1/rules", ({ rules }) => { known.rules = rules; });

export function needRules() { if (!asked.has("/v1/rules")) loadRules(); }

/** The titles of bundled rules in other languages than English, which the rules have themselves. */
export function needTitles() {
  if (language() !== "en" && !asked.has("/titles.json")) load("/titles.json", (titles) => { known.titles = titles; });
}
