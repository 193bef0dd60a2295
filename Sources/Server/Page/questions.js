// Questions of the desk: an action that waits for a yes. Only a deliberate choice is a yes.

import { post, request } from "./api.js";
import { byId, el, notice, outside } from "./dom.js";
import { fieldName, valueText } from "./describe.js";
import { onEvent } from "./events.js";
import { hasText, onLanguage, t } from "./languages.js";
import { known, linkPart } from "./results.js";
import { signal } from "./sound.js";

/** A hand or a scanner that is in the middle of something answers nothing: buttons wait so long, in milliseconds. */
const pause = 700;

/** The questions that wait, the oldest first. */
let waiting = [];
let shown = null;
let isDesk = false;

export function startQuestions() {
  for (const button of byId("question-buttons").querySelectorAll("button")) {
    button.addEventListener("click", () => reply(button.dataset.reply));
  }
  // Escape is a no.
  byId("question").addEventListener("cancel", (event) => {
    event.preventDefault();
    reply("no");
  });
  onEvent("question", (question) => { if (isDesk) add([question]); });
  onEvent("answered", ({ id }) => drop(id));
  onLanguage(() => { if (shown) fill(); });
  setInterval(tick, 1000);
}

/** Asks for those that were there before the page. */
export async function loadQuestions() {
  isDesk = true;
  try {
    const { questions } = await request("/v1/questions");
    const ids = new Set(questions.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => ids.has(id));
    if (shown && !ids.has(shown.id)) close();
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

/** Shows all that the action is made of, so that a yes is a yes to something known. */
function fill() {
  const { action, rule, parameters, url, host, link, causes, code, input } = shown;
  const name = hasText(`action.${action}`) ? t(`action.${action}`) : action;
  byId("question-title").textContent = t("question.title", { action: name });
  const rows = [
    ["code", code], ["input", input === code ? null : input], ["rule", known.rules.get(rule) ?? rule],
    ...Object.entries(parameters ?? {}).filter(([member]) => member !== "url"),
  ].filter(([, value]) => valueText(value) !== "");
  byId("question-body").replaceChildren(
    ...(causes ?? []).map((cause) => el("p", { class: "warning" }, outside(cause))),
    // The desk opens it, not this page: there is no button beside it.
    ...(url ? [linkPart({ url, host: host ?? url, verdict: "ask", reasons: [], ...link, canOpen: false })] : []),
    el("dl", { class: "fields" }, ...rows.map(([field, value]) =>
      el("div", {}, el("dt", { text: fieldName(field) }), el("dd", {}, outside(valueText(value)))))));
  tick();
}

function tick() {
  if (!shown) return;
  const seconds = Math.max(0, Math.ceil((shown.ends - performance.now()) / 1000));
  byId("question-left").textContent = t("question.left", { count: seconds });
  if (seconds === 0) drop(shown.id);
}

async function reply(answer) {
  if (!shown) return;
  const { id } = shown;
  try {
    await post(`/v1/questions/${id}`, { reply: answer });
  } catch (error) {
    notice(error.message || t("offline"), true);
  }
  drop(id);
}
