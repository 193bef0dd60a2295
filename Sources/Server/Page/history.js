// The history: what was recorded, with search and export. A row opens and says all of its scan.

import { query, request } from "./api.js";
import { byId, el, notice, outside, put } from "./dom.js";
import { fieldName, kindName, messageText, plainSource, ruleTitle, sourceName, stateWord } from "./describe.js";
import { dateText, number, when } from "./formats.js";
import { known } from "./known.js";
import { hasText, onLanguage, t } from "./languages.js";
import { take } from "./queue.js";
import { fieldList } from "./results.js";
import { showCode } from "./uses.js";

const page = 50;
/** The most scans that a server hands out as JSON. */
const mostExported = 100000;

let entries = [];
let hasMore = false;
let total = 0;
// An answer that comes after a newer question is left out.
let asked = 0;
/** The rows that are open, by number. */
const open = new Set();

const isShown = () => !byId("view-history").hidden;

export function start() {
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(load, 200);
  };
  byId("history-words").addEventListener("input", later);
  for (const name of ["kind", "since", "source", "outcome"]) byId(`history-${name}`).addEventListener("change", load);
  byId("history-form").addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  byId("history-more").addEventListener("click", more);
  byId("export-json").addEventListener("click", () => {
    if (total > mostExported) notice(t("history.cut", { count: number(mostExported), total: number(total) }), true);
  });
  onLanguage(() => {
    fillKinds();
    fillSources();
    if (isShown()) render();
  });
}

/** The view was opened. */
export function show() {
  fillKinds();
  load();
}

/** What the form asks for, as members of a query. */
function filters() {
  const value = (name) => byId(`history-${name}`).value;
  return { q: value("words").trim(), kind: value("kind"), since: value("since"), source: value("source"), refused: value("outcome") };
}

function fill(select, first, options) {
  const chosen = select.value;
  options.sort((a, b) => a[1].localeCompare(b[1]));
  select.replaceChildren(el("option", { value: "", text: first }), ...options.map(([value, text]) => el("option", { value, text })));
  select.value = chosen;
}

function fillKinds() {
  fill(byId("history-kind"), t("history.allKinds"), [...known.kinds.keys()].map((kind) =>
    [kind, kindName(kind, known.kinds)]));
}

/** Who has ever scanned, as far as this page has heard. */
const sources = new Set();

function fillSources() {
  fill(byId("history-source"), t("history.everyone"), [...sources].filter(Boolean).map((source) =>
    [source, sourceName(source)]));
}

async function ask(members) {
  return request(`/v1/history${query({ limit: page, ...members, format: "json" })}`);
}

async function load() {
  const own = ++asked;
  byId("export-csv").href = `/v1/history${query({ ...filters(), format: "csv" })}`;
  byId("export-json").href = `/v1/history${query({ ...filters(), format: "json", limit: mostExported })}`;
  try {
    const answer = await ask(filters());
    if (own !== asked) return;
    entries = answer.scans;
    hasMore = answer.more;
    total = answer.total ?? entries.length;
    for (const { source } of answer.sources ?? []) sources.add(source);
    fillSources();
    render();
  } catch (error) {
    if (own === asked) put("history-status", error.message || t("offline"));
  }
}

async function more() {
  const own = ++asked;
  const count = entries.length;
  try {
    // The codes of a picture have the same time, and may be more than a page.
    const last = entries.at(-1).time;
    const before = new Date(new Date(last).getTime() + 1).toISOString();
    const answer = await ask({ ...filters(), before, limit: page + entries.filter(({ time }) => time === last).length });
    if (own !== asked) return;
    const ids = new Set(entries.map(({ id }) => id));
    entries = [...entries, ...answer.scans.filter(({ id }) => !ids.has(id))];
    hasMore = answer.more;
    render();
    // The keyboard focus follows the new part of the list.
    byId("history-table").querySelectorAll("tbody tr.entry")[count]?.querySelector("button").focus();
  } catch (error) {
    put("history-status", error.message || t("offline"));
  }
}

const columns = ["time", "code", "kind", "source", "outcome"];

function render() {
  const isEmpty = entries.length === 0;
  const hasFilter = Object.values(filters()).some((value) => value !== "");
  byId("history-status").textContent = isEmpty
    ? t(hasFilter ? "history.notFound" : "history.empty")
    : t("history.count", { count: number(total) });
  byId("history-table").hidden = isEmpty;
  byId("history-more").hidden = !hasMore;
  byId("history-table").replaceChildren(el("table", {},
    el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col", text: t(`history.${name}`) })))),
    el("tbody", {}, ...entries.flatMap(rows))));
}

const refusalOf = ({ outcomes = [] }) => outcomes.find(({ action, status }) => action === "refuse" && status === "done");

/** The row of a scan, and below it all that is known, where it is open. */
function rows(entry) {
  const { id } = entry;
  const title = entry.fields?.title ?? entry.fields?.name ?? entry.fields?.guest ?? refusalOf(entry)?.message ?? null;
  const word = stateWord({ summary: { ...entry, done: true } });
  const details = el("tr", { class: "details", hidden: !open.has(id) }, el("td", { colspan: columns.length }));
  const toggle = el("button",
    { type: "button", class: "toggle", "aria-expanded": String(open.has(id)), onclick: () => show(!open.has(id)) },
    outside(entry.number ?? entry.text ?? t("result.bytes"), "code-text"));
  function show(isOpen) {
    if (isOpen) open.add(id);
    else open.delete(id);
    toggle.setAttribute("aria-expanded", String(isOpen));
    details.hidden = !isOpen;
    if (isOpen && !details.firstChild.hasChildNodes()) details.firstChild.append(...everything(entry));
  }
  if (open.has(id)) show(true);
  return [
    el("tr", { class: "entry" },
      el("td", {}, el("time", { datetime: entry.time, text: when(entry.time) })),
      el("td", {}, toggle, title ? el("div", { class: "sub" }, outside(plainSource(String(title)))) : null,
        entry.input ? el("div", { class: "sub" }, outside(entry.input)) : null),
      el("td", {}, outside(kindName(entry.kind, known.kinds))),
      el("td", {}, outside(sourceName(entry.source)),
        entry.desk ? el("div", { class: "sub" }, outside(entry.desk)) : null),
      el("td", {}, word ? el("span", { class: "chip", "data-state": entry.state, text: word }) : null)),
    details,
  ];
}

function everything(entry) {
  const refusal = refusalOf(entry);
  const told = (entry.outcomes ?? []).filter(({ action }) => !["emit", "refuse"].includes(action));
  const outcomes = told.map(({ action, status, message }) => {
    const name = hasText(`action.${action}`) ? t(`action.${action}`) : action;
    return `${name}: ${t(`status.${status}`)}${message ? ` (${messageText(message)})` : ""}`;
  });
  const facts = [
    ["time", dateText(entry.time) ?? entry.time], ["source", sourceName(entry.source)], ["desk", entry.desk],
    ["rule", entry.rule ? ruleTitle(entry.rule) : ""], ["text", entry.text], ["input", entry.input], ["page", entry.page],
    ["symbology", entry.symbology === "unknown" ? null : entry.symbology?.replaceAll("_", " ")],
    ...Object.entries(entry.fields ?? {}).map(([name, value]) => [hasText(`field.${name}`) ? name : fieldName(name), value]),
  ].filter(([, value]) => value !== undefined && value !== null && value !== "");
  const isSecret = entry.text?.includes("•••") ?? true;
  return [
    refusal?.message ? el("p", { class: "refusal" }, outside(plainSource(refusal.message))) : null,
    fieldList(facts),
    outcomes.length > 0 ? el("ul", { class: "actions" }, ...outcomes.map((text) => el("li", {}, outside(text)))) : null,
    el("p", { class: "row" },
      isSecret ? null : button("history.repeat", () => repeat(entry)),
      isSecret ? null : button("use.show", () => showCode(entry.text)),
      button("history.delete", (event) => remove(event, entry), "button small danger")),
  ].filter(Boolean);
}

const button = (key, onclick, style = "button small") => el("button", { type: "button", class: style, text: t(key), onclick });

/** The same code is scanned again, now and here. */
async function repeat({ symbology, text }) {
  await take({ symbology: symbology ?? "unknown", text });
  notice(t("history.repeated"));
  setTimeout(load, 800);
}

/** A scan that is deleted was never seen: its ticket can be admitted again. So this asks first. */
function remove({ currentTarget }, entry) {
  const yes = el("button", { type: "button", class: "button small danger", text: t("history.delete"), onclick: async () => {
    try {
      await request(`/v1/history/${entry.id}`, { method: "DELETE" });
      open.delete(entry.id);
    } catch (error) {
      notice(error.message || t("offline"), true);
    }
    load();
  } });
  currentTarget.replaceWith(el("span", { class: "row" }, el("span", { text: t("history.sure") }), yes,
    el("button", { type: "button", class: "button small", text: t("cancel"), onclick: render })));
  yes.focus();
}
