// The rules of the desk, why one of them takes a code, and the catalogues that they look into.

import { post, request } from "./api.js";
import { byId, el, notice, outside } from "./dom.js";
import { headline, kindName, links, ruleTitle, warningText } from "./describe.js";
import { chooseFile } from "./input.js";
import { number } from "./formats.js";
import { known, needRules } from "./known.js";
import { onLanguage, said, t } from "./languages.js";
import { linkPart } from "./results.js";

let catalogs = [];
let explained = null;

export function startRules() {
  byId("rules-words").addEventListener("input", renderRules);
  byId("explain-form").addEventListener("submit", (event) => {
    event.preventDefault();
    explain(byId("explain-code").value);
  });
  byId("catalog-choose").addEventListener("click", () => chooseFile(".csv,.tsv,.txt,.xlsx,text/csv,text/plain", importFiles));
  onLanguage(() => {
    renderRules();
    renderCatalogs();
    renderExplanation();
  });
}

export function showRules() {
  needRules();
  // Another view may have asked for them already.
  renderRules();
  loadCatalogs();
}

function renderRules() {
  if (byId("view-desk").hidden) return;
  const words = byId("rules-words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = known.rules.filter(({ rule, title, file, kinds }) => {
    const named = (kinds ?? []).flatMap((kind) => [kind, kindName(kind, known.kinds)]);
    const text = [rule, title, ruleTitle(rule, title), file, ...named].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  byId("rules-count").textContent = t("rules.count", { count: found.length, total: known.rules.length });
  byId("rules").replaceChildren(el("ul", { class: "rows" }, ...found.map(({ rule, title, file, off, kinds }) =>
    el("li", { class: off ? "off" : "" },
      el("div", { class: "what" }, outside(ruleTitle(rule, title), "headline"),
        el("span", { class: "kind" }, el("code", { text: rule }), " · ",
          outside((kinds ?? []).map((kind) => kindName(kind, known.kinds)).join(", ")), " · ", outside(file))),
      off ? el("span", { class: "chip", text: t("rules.off") }) : null))));
}

// MARK: Explain

async function explain(code) {
  try {
    explained = await post("/v1/explain", { symbology: "unknown", text: code });
    renderExplanation();
  } catch (error) {
    byId("explanation").replaceChildren(el("p", { class: "error", text: error.message || t("offline") }));
  }
}

function renderExplanation() {
  if (!explained) return;
  byId("explanation").replaceChildren(...(explained.results ?? []).flatMap(explainResult));
}

function explainResult(result) {
  const { rules: asked = [] } = result.explanation ?? {};
  const told = asked.filter(({ state }) => ["took", "added", "failed"].includes(state));
  const others = asked.filter(({ state }) => !["took", "added", "failed"].includes(state));
  return [
    el("p", { class: "what" }, outside(headline(result), "headline"),
      el("span", { class: "kind" }, outside(kindName(result.content?.kind, known.kinds)))),
    ...(result.warnings ?? []).map((warning) => el("p", { class: "warning" }, outside(warningText(warning)))),
    told.length > 0
      ? el("ol", { class: "explained" }, ...told.map(explainRule))
      : el("p", { text: t("explain.none") }),
    ...links(result).map(linkPart),
    el("p", { class: "hint", text: t("explain.others", { count: others.length }) }),
  ];
}

function explainRule({ rule, title, state, when }) {
  return el("li", { "data-state": state },
    el("p", {},
      el("span", { class: "chip", text: t(`explain.${state}`) }), " ",
      el("strong", {}, outside(ruleTitle(rule, title))), " ", el("code", { text: rule })),
    when ? el("ul", { class: "conditions" }, ...conditions(when)) : null);
}

const marks = { held: "✓", failed: "✗" };

/** A condition and those that it is made of, with what each looked at. */
function conditions(condition) {
  const parts = condition.all ?? condition.any ?? (condition.not ? [condition.not] : []);
  const value = condition.value === undefined ? null
    : condition.value === null ? t("explain.absent", { name: condition.name })
      : t("explain.value", { name: condition.name, value: condition.value });
  return [el("li", { "data-state": condition.state },
    el("span", { class: "mark", text: marks[condition.state] ?? "–", "aria-hidden": "true" }),
    el("span", {},
      el("span", { class: "visually-hidden", text: `${t(`condition.${condition.state}`)}: ` }),
      outside(said(condition.condition, "conditions")),
      value && condition.state === "failed" ? el("span", { class: "sub" }, " ", outside(value)) : null),
    parts.length > 0 ? el("ul", { class: "conditions" }, ...parts.flatMap(conditions)) : null)];
}

// MARK: Catalogues

async function loadCatalogs() {
  try {
    catalogs = (await request("/v1/catalogs")).catalogs;
    renderCatalogs();
  } catch { /* the banner says that the desk is away */ }
}

function renderCatalogs() {
  byId("catalogs").replaceChildren(...catalogs.map(({ name, rows, columns }) =>
    el("li", {}, el("div", { class: "what" }, outside(name, "headline"),
      el("span", { class: "kind" },
        t("catalogs.rows", { count: rows, number: number(rows) }), columns.length > 0 ? " · " : "", outside(columns.join(", ")))))));
}

/** Letters that are written otherwise where only those of English are allowed. */
const spelled = { "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d" };

/** `Price list 2026.csv` becomes `Price_list_2026`: names are letters, digits and `_`. Null where too little is left of it. */
export function catalogName(file) {
  const letters = file.replace(/\.[^.]*$/, "").replace(/[ßẞæÆœŒøØłŁđ]/g, (letter) => spelled[letter]);
  const text = letters.normalize("NFKD").replace(/\p{M}/gu, "");
  // Of a name in other letters nothing would be left that differs from others.
  if (/\p{L}/u.test(text.replace(/[A-Za-z]/g, ""))) return null;
  const name = text.split(/[^A-Za-z0-9]+/).filter(Boolean).join("_");
  return /[A-Za-z]/.test(name) ? name : null;
}

export async function importFiles(files) {
  for (const file of files) {
    const wanted = catalogName(file.name);
    const isTaken = catalogs.some(({ name }) => name === wanted);
    if (wanted === null || isTaken) askName(file, wanted, isTaken);
    else await importFile(file, wanted);
  }
  await loadCatalogs();
}

/** Asks for the name of a list, and before one that is there is replaced. */
function askName(file, wanted, isTaken) {
  const field = el("input", { value: wanted ?? "", required: true, pattern: "[A-Za-z][A-Za-z0-9_]*", maxlength: 60,
    "aria-label": t("catalogs.name") });
  const say = el("p", {});
  const send = el("button", { type: "submit", class: "button small primary" });
  const show = () => {
    const isThere = catalogs.some(({ name }) => name === field.value);
    say.replaceChildren(outside(t(isThere ? "catalogs.replace" : "catalogs.nameFor", { file: file.name, name: field.value })));
    send.textContent = t(isThere ? "catalogs.replaceIt" : "save");
  };
  const form = el("form", { class: "problem", "data-takes-codes": true }, say, el("div", { class: "row" }, field, send,
    el("button", { type: "button", class: "button small", text: t("cancel"), onclick: () => form.remove() })));
  field.addEventListener("input", show);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.remove();
    await importFile(file, field.value);
    await loadCatalogs();
  });
  show();
  byId("catalog-errors").append(form);
  field.focus();
}

async function importFile(file, name) {
  try {
    const { catalog, warnings } = await request(`/v1/catalogs/${name}`,
      { method: "PUT", headers: { "Content-Type": "text/csv" }, body: file });
    notice(t("catalogs.imported", { name, count: catalog?.rows ?? 0, number: number(catalog?.rows ?? 0) }));
    if (warnings.length > 0) showErrors(file.name, t("catalogs.remarks"), warnings);
  } catch (error) {
    showErrors(file.name, error.message || t("offline"), error.errors ?? []);
  }
}

/** What is wrong with a list stays until it is closed: each line has to be looked at. */
function showErrors(file, message, errors) {
  const panel = el("div", { class: "problem" }, el("p", {}, el("strong", {}, outside(file)), ": ", outside(message)),
    el("ul", { class: "reasons" }, ...errors.map((error) => el("li", {}, outside(error)))),
    el("button", { type: "button", class: "button small", text: t("close"), onclick: () => panel.remove() }));
  byId("catalog-errors").append(panel);
}
