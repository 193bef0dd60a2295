// The search in the lists of the desk: a guest without a code is found by name, and a tap scans the key of the row.

import { query, request } from "./api.js";
import { announce, byId, el, outside } from "./dom.js";
import { onLanguage, t } from "./languages.js";

/** How long after the last letter a search begins, in milliseconds: what a hand scanner types is not searched for. */
const pause = 250;

let isOffered = false;
/** What is in the field, as far as it was searched for, and what was found. */
let asked = "";
let rows = [];
/** What was sent although rows were there for it: a person who sends it again means it. */
let held = null;

/** Starts the search of the field for typed codes. `take(text)` gets the key of the row that a person chooses. */
export function startSearch(take) {
  let timer;
  byId("typed").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, pause, take);
  });
  byId("typed-form").addEventListener("submit", (event) => {
    clearTimeout(timer);
    const { value } = byId("typed");
    // A name that is sent by accident is not refused as a code.
    if (rows.length === 0 || value !== asked || value === held || rows.some(({ key }) => key === value)) return clear();
    event.preventDefault();
    event.stopImmediatePropagation();
    held = value;
    byId("found-rows").querySelector("button").focus();
  }, { capture: true });
  onLanguage(() => offerSearch(isOffered));
}

/** Whether the rules look into lists: the field then says that it takes names. */
export function offerSearch(hasLists) {
  isOffered = hasLists;
  const field = byId("typed");
  field.dataset.tPlaceholder = hasLists ? "typed.search" : "typed.placeholder";
  field.setAttribute("placeholder", t(field.dataset.tPlaceholder));
  if (!hasLists) clear();
}

function clear() {
  asked = "";
  rows = [];
  byId("found-rows").hidden = true;
  byId("found-rows").replaceChildren();
}

async function search(take) {
  const { value } = byId("typed");
  clear();
  asked = value;
  if (!isOffered || [...value.replace(/\s/g, "")].length < 2) return;
  let answer;
  try { answer = await request(`/v1/rows${query({ q: [...value].slice(0, 50).join("") })}`); } catch { return; }
  // An answer that comes after another letter is left out.
  if (value !== asked || answer.rows.length === 0) return;
  rows = answer.rows;
  const choose = (key) => {
    take(key);
    byId("typed").value = "";
    clear();
    byId("typed").blur();
  };
  byId("found-rows").hidden = false;
  byId("found-rows").replaceChildren(...rows.map(({ list, key, cells: [first, ...others] }) => el("li", {},
    el("button", { type: "button", class: "found", onclick: () => choose(key) }, outside(first?.value ?? key, "headline"),
      el("span", { class: "kind" }, outside([key, ...others.map(({ value: cell }) => cell), list].join(" · ")))))),
  ...(answer.more ? [el("li", { class: "hint", text: t("search.more") })] : []));
  announce(t("search.found", { count: rows.length }));
}
