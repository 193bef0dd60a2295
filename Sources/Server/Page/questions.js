// Questions: an action of the desk that waits for a yes, and a link that this page is about to open. Only a deliberate
// choice is a yes.

import { post, request } from "./api.js";
import { byId, el, isPointer, notice, outside, put } from "./dom.js";
import { ruleTitle, sourceName } from "./describe.js";
import { valueText } from "./formats.js";
import { onEvent } from "./events.js";
import { hasText, onLanguage, t } from "./languages.js";
import { fieldList, linkPart } from "./results.js";
import { signal } from "./sound.js";

/** A hand or a scanner that is in the middle of something answers nothing: buttons wait so long, in milliseconds. */
const pause = 700;

/** The questions that wait, the oldest first. */
let waiting = [];
let shown = null;
let isDesk = false;

/** What was chosen by a key, and the number that confirms it: `{reply, number}`. */
let chosen = null;

export function startQuestions() {
  for (const button of byId("question-buttons").querySelectorAll("button[data-reply]")) {
    button.addEventListener("click", (event) => choose(button.dataset.reply, event));
  }
  byId("question-no-to-all").addEventListener("click", noToAll);
  byId("question-form").addEventListener("submit", (event) => {
    event.preventDefault();
    // Another number is guessed.
    if (chosen) reply(byId("question-number").value.trim() === chosen.number ? chosen.reply : "no");
  });
  // A link is asked about at once: what the desk asks comes after it.
  document.addEventListener("link-chosen", ({ detail: opens }) => add([{ id: "link", opens }]));
  // Escape is a no.
  byId("question").addEventListener("cancel", (event) => {
    event.preventDefault();
    reply("no");
  });
  onEvent("question", (question) => { if (isDesk) add([question]); });
  onEvent("answered", ({ id }) => drop(id));
  // Questions from before the stream was open are not among its events.
  for (const name of ["open", "gap"]) onEvent(name, (isOpen) => { if (isOpen && isDesk) loadQuestions(); });
  onLanguage(() => { if (shown) fill(); });
  setInterval(tick, 1000);
}

/** Asks for those that were there before the page. */
export async function loadQuestions() {
  isDesk = true;
  const before = [...waiting];
  try {
    const { questions } = await request("/v1/questions");
    const ids = new Set(questions.map(({ id }) => id));
    // One that came meanwhile is newer than the list.
    waiting = waiting.filter((question) => question.opens || ids.has(question.id) || !before.includes(question));
    if (shown && !waiting.includes(shown)) close();
    add(questions);
  } catch { /* the event stream has those to come */ }
}

function add(questions) {
  for (const question of questions) {
    if (waiting.some(({ id }) => id === question.id)) continue;
    waiting.push({ ...question, ends: performance.now() + (question.expires ?? 60) * 1000 });
  }
  next();
}

function drop(id) {
  waiting = waiting.filter((question) => question.id !== id);
  if (shown?.id === id) close();
}

function next() {
  if (shown || waiting.length === 0) return;
  shown = waiting[0];
  chosen = null;
  fill();
  const buttons = [...byId("question-buttons").querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, pause);
  byId("question").showModal();
  byId("question-title").focus();
  signal("kept");
}

function close() {
  shown = null;
  byId("question").close();
  next();
}

const actionName = (action) => hasText(`action.${action}`) ? t(`action.${action}`) : action;

/** Shows all that the action is made of, so that a yes is a yes to something known. */
function fill() {
  const { action, input, opens, count, items } = shown;
  put("question-title", items ? t("question.titles", { count })
    : t("question.title", { action: actionName(opens ? "open-url" : action) }));
  byId("question-buttons").querySelector("[data-reply=always]").hidden = opens !== undefined;
  byId("question-no-to-all").hidden = waiting.length < 2;
  put("question-no-to-all", t("question.noToAll", { count: waiting.length }));
  const title = opens || items ? null : ruleTitle(shown.rule);
  byId("question-lasting").hidden = title === null;
  put("question-lasting", title === null ? "" : t("question.lasting", { action: actionName(action), rule: title }));
  for (const name of ["keep-host", "keep-rule"]) {
    const consent = (shown.consents ?? []).find((offered) => offered.reply === name);
    const button = byId("question-buttons").querySelector(`[data-reply=${name}]`);
    button.hidden = !consent;
    if (consent?.host) button.replaceChildren(...keepHost(consent));
  }
  byId("question-form").hidden = chosen === null;
  if (chosen) {
    const words = t(`question.${chosen.reply}`, { host: "" }).trim();
    put("question-label", t("question.number", { number: chosen.number, reply: words }));
  }
  const all = items ?? [shown];
  const reasons = new Set([shown, ...all].flatMap(causesOf));
  const asker = shown.source && shown.source !== "desk" ? t("question.from", { source: sourceName(shown.source) }) : null;
  byId("question-body").replaceChildren(
    ...(asker ? [el("p", { class: "asker" }, outside(asker))] : []),
    ...[...reasons].map((cause) => el("p", { class: "warning" }, outside(cause))),
    ...(opens ? [linkPart({ ...opens, canOpen: false })] : all.flatMap((item) => parts(item, items, input))));
  tick();
}

/** What a button says that keeps a yes for one host, whose name comes from outside. */
function keepHost({ host }) {
  const [before, after] = t("question.keep-host", { host: "\n" }).split("\n");
  return [before, outside(host, "host"), after ?? ""];
}

/** Why the desk asks, in the language of the page where it has words for all of it. */
function causesOf({ causes = [], causeNames = [] }) {
  const names = causeNames.map((name) => `reason.${name}`);
  return names.length > 0 && names.every(hasText) ? names.map((name) => t(name)) : causes;
}

/** What one of the actions is made of. */
function parts({ action, rule, parameters, url, host, link, code }, isOneOfMany, input) {
  const rows = [
    ["action", isOneOfMany ? actionName(action) : null], ["code", code], ["input", input === code ? null : input],
    ["rule", ruleTitle(rule)], ...Object.entries(parameters ?? {}).filter(([member]) => member !== "url").flatMap(flattened),
  ].filter(([, value]) => valueText(value) !== "");
  return [
    // The desk opens it, not this page: there is no button beside it.
    ...(url ? [linkPart({ url, host: host ?? url, verdict: "ask", reasons: [], ...link, canOpen: false })] : []),
    fieldList(rows),
  ].filter(Boolean);
}

/** Fields of a record are fields of the question, each by its name. */
const flattened = ([name, value]) =>
  name === "fields" && typeof value === "object" && !Array.isArray(value) ? Object.entries(value ?? {}) : [[name, value]];

/** Answers all questions that wait now with a no. */
async function noToAll() {
  for (const { id, opens } of [...waiting]) {
    if (!opens) post(`/v1/questions/${id}`, { reply: "no" }).catch(() => {});
    drop(id);
  }
}

function tick() {
  if (!shown) return;
  const seconds = Math.max(0, Math.ceil((shown.ends - performance.now()) / 1000));
  byId("question-left").textContent = t("question.left", { count: seconds });
  if (seconds === 0) drop(shown.id);
}

/** A scanner sends keys, and does not know the number, which changes with each question. */
function choose(answer, event) {
  if (answer === "no" || isPointer(event)) return reply(answer);
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  chosen = { reply: answer, number: String(100 + random % 900) };
  fill();
  byId("question-number").value = "";
  byId("question-number").focus();
}

async function reply(answer) {
  if (!shown) return;
  const { id, opens } = shown;
  if (opens) {
    if (answer === "yes") open(opens.url, "_blank", "noopener,noreferrer");
    return drop(id);
  }
  try {
    await post(`/v1/questions/${id}`, { reply: answer });
  } catch (error) {
    notice(error.message || t("offline"), true);
  }
  drop(id);
}
