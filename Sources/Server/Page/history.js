// The history: what was recorded, with search and export.

import { query, request } from "./api.js";
import { byId, el, outside, put } from "./dom.js";
import { kindName } from "./describe.js";
import { onLanguage, t, when } from "./languages.js";
import { known } from "./results.js";

const page = 50;

let entries = [];
let hasMore = false;
let isShown = false;
// An answer that comes after a newer question is left out.
let asked = 0;

export function startHistory() {
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(load, 200);
  };
  byId("history-words").addEventListener("input", later);
  byId("history-kind").addEventListener("change", load);
  byId("history-since").addEventListener("change", load);
  byId("history-form").addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  byId("history-more").addEventListener("click", more);
  onLanguage(() => {
    fillKinds();
    if (isShown) render();
  });
}

/** The view was opened. */
export function showHistory() {
  isShown = true;
  fillKinds();
  load();
}

export function hideHistory() { isShown = false; }

/** What the form asks for, as members of a query. */
function filters() {
  const since = byId("history-since").value;
  return { q: byId("history-words").value.trim(), kind: byId("history-kind").value, since };
}

function fillKinds() {
  const select = byId("history-kind");
  const chosen = select.value;
  const kinds = [...known.kinds.keys()].map((kind) => [kind, kindName(kind, known.kinds)]);
  kinds.sort((a, b) => a[1].localeCompare(b[1]));
  select.replaceChildren(el("option", { value: "", text: t("history.allKinds") }),
    ...kinds.map(([value, text]) => el("option", { value, text })));
  select.value = chosen;
}

async function ask(members) {
  return request(`/v1/history${query({ ...members, limit: page, format: "json" })}`);
}

async function load() {
  const own = ++asked;
  byId("export-csv").href = `/v1/history${query({ ...filters(), format: "csv" })}`;
  byId("export-json").href = `/v1/history${query({ ...filters(), format: "json", limit: 1000 })}`;
  try {
    const answer = await ask(filters());
    if (own !== asked) return;
    entries = answer.scans;
    hasMore = answer.more;
    render();
  } catch (error) {
    if (own === asked) put("history-status", error.message || t("offline"));
  }
}

async function more() {
  const own = ++asked;
  const count = entries.length;
  try {
    const answer = await ask({ ...filters(), before: entries.at(-1).time });
    if (own !== asked) return;
    const ids = new Set(entries.map(({ id }) => id));
    entries = [...entries, ...answer.scans.filter(({ id }) => !ids.has(id))];
    hasMore = answer.more;
    render();
    // The keyboard focus follows the new part of the list.
    byId("history-table").querySelectorAll("tbody tr")[count]?.focus();
  } catch (error) {
    put("history-status", error.message || t("offline"));
  }
}

function render() {
  const isEmpty = entries.length === 0;
  const hasFilter = Object.values(filters()).some((value) => value !== "");
  byId("history-status").textContent = isEmpty
    ? t(hasFilter ? "history.notFound" : "history.empty")
    : t("history.count", { count: entries.length + (hasMore ? "+" : "") });
  byId("history-table").hidden = isEmpty;
  byId("history-more").hidden = !hasMore;
  const columns = ["time", "kind", "code", "rule"];
  byId("history-table").replaceChildren(el("table", {},
    el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col", text: t(`history.${name}`) })))),
    el("tbody", {}, ...entries.map(row))));
}

function row(entry) {
  const title = entry.fields?.title ?? entry.fields?.name ?? null;
  return el("tr", { tabindex: "-1" },
    el("td", {}, el("time", { datetime: entry.time, text: when(entry.time) })),
    el("td", {}, outside(kindName(entry.kind, known.kinds))),
    el("td", {}, outside(entry.number ?? entry.text ?? "", "code-text"),
      title ? el("div", { class: "sub" }, outside(title)) : null,
      entry.input ? el("div", { class: "sub" }, outside(entry.input)) : null),
    el("td", {}, outside(known.rules.get(entry.rule) ?? entry.rule ?? "")));
}
