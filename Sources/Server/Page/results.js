// The cards of the last scans: what each code is, what the desk says of it, and what was done.

import { isReachable, onAccess } from "./api.js";
import { announce, byId, el, icon, isPointer, outside } from "./dom.js";
import {
  actionLines, contentFields, fieldName, headline, kindName, links, mainFields, ruleTitle, sourceName, stateIcons, stateOf,
  stateOfScan, states, stateWord, warningText,
} from "./describe.js";
import { fieldText, valueText, when } from "./formats.js";
import { known } from "./known.js";
import { hasText, onLanguage, t } from "./languages.js";
import { remember, setting } from "./settings.js";
import { thumbnail } from "./thumbnail.js";
import { usesOf } from "./uses.js";

/** More would make a page that is open for days slow. */
const limit = 50;

/** Codes that were scanned within this time of one another stay open side by side, in milliseconds. */
const together = 2500;

/** More codes of one picture than this are folded. */
const mostOpen = 6;

/** The scans, newest first: `{key, answer, entry, error, arrived}`; an `entry` without an answer is on its way. */
let scans = [];

/** The scans whose cards were removed by the last "Clear": an event about one may still come. */
let cleared = new Set();

export function startResults() {
  onLanguage(renderAll);
  // Cards of scans that wait say where they wait.
  onAccess("reachable", () => {
    for (const scan of scans.filter(({ answer, error }) => !answer && !error)) {
      const element = card(scan);
      scan.element.replaceWith(element);
      scan.element = element;
    }
  });
  byId("clear-results").addEventListener("click", () => {
    const waiting = scans.filter((scan) => scan.entry && !scan.answer && !scan.error);
    cleared = new Set(scans.filter((scan) => !waiting.includes(scan)).map(({ key }) => key));
    scans = waiting;
    // A page that is loaded again begins where this one was cleared.
    remember("cleared", new Date().toISOString());
    renderAll();
    byId("scan-title").focus();
  });
}

/** Removes the card of a scan that was taken back. */
export function dropScan(key) {
  scans.find((scan) => scan.key === key)?.element?.remove();
  scans = scans.filter((scan) => scan.key !== key);
  showEmpty();
}

/** The scans that count for the card of another one: the same code again, by key. */
const repeats = new Map();

/** A code of a card is scanned again: it gets no card of its own, unless it is refused. */
export function noteRepeat(key, scan) { repeats.set(key, scan); }

/** A scan that is on its way to the desk. */
export function showWaiting(entry) {
  if (repeats.has(entry.key) || scans.some((scan) => scan.key === entry.key)) return;
  insert({ key: entry.key, entry });
}

/** A scan that the desk has, and has not answered yet: a question is open, or a service is slow. */
export function showSlow(entry) {
  const scan = scans.find((other) => other.key === entry.key);
  if (!scan || scan.answer || scan.error) return;
  scan.isSlow = true;
  place(scan);
}

/** The answer of the desk to a scan of this page, or to one of others. */
export function showAnswer(answer, { isOld = false } = {}) {
  const key = answer.scan ?? null;
  if (key !== null && cleared.has(key)) return;
  if (isOld && answer.at && answer.at <= (setting("cleared") ?? "")) return;
  if (repeats.has(key) && !answer.waits) {
    if (!["refused", "failed"].includes(stateOfScan(answer.results ?? []))) return announce(summary(answer));
    repeats.get(key).lose(key);
    repeats.delete(key);
  }
  const scan = key === null ? undefined : scans.find((other) => other.key === key);
  // The outcome comes after the answer of a scan about which the desk was asked.
  if (scan?.answer && !(scan.answer.waits && !answer.waits)) return;
  const isOutcome = Boolean(scan?.answer);
  if (scan) {
    Object.assign(scan, { answer, isOld, arrived: performance.now() });
    keepWhatIsNeeded(scan);
    place(scan);
  } else {
    insert({ key, answer, isOld });
  }
  // What the desk did afterwards, and was nothing, is not said again.
  if (!isOld && !(isOutcome && stateOfScan(answer.results ?? []) === "info")) announce(summary(answer));
}

/** Of what was scanned here the code stays, with a secret that the desk may keep from others; a picture does not. */
async function keepWhatIsNeeded(scan) {
  const { image, type, ...entry } = scan.entry ?? {};
  if (!scan.entry) return;
  scan.entry = entry;
  if (!image) return;
  scan.thumbnail = await thumbnail(new Blob([image], { type }), scan.answer.results ?? []);
  if (scan.thumbnail) place(scan);
}

/** A scan that the desk will never take. */
export function showFailure(entry, error) {
  const scan = scans.find((other) => other.key === entry.key) ?? insert({ key: entry.key, entry });
  scan.error = error;
  scan.arrived = performance.now();
  place(scan);
  const said = isEmpty(error) ? t("result.nothing", { name: nameOf(entry) }) : `${t("state.failed")}: ${error.message}`;
  announce(said, true);
}

/** A picture without a code is not an error. */
const isEmpty = (error) => error.code === "no-code";

/** What was sent, in few words. */
const nameOf = (entry) => entry.input ?? entry.symbol?.text ?? "";

/** A sentence for screen readers. */
function summary(answer) {
  const results = answer.results ?? [];
  if (results.length === 0) return t("result.nothing", { name: answer.input ?? "" });
  return results.map((result) => {
    const kind = kindName(result.content?.kind, known.kinds);
    const reasons = links(result).flatMap((link) => link.reasons.map((reason) => t(`reason.${reason}`)));
    const said = [kind, headline(result), stateWord(result), ...(result.warnings ?? []).map(warningText), ...reasons];
    return said.filter(Boolean).join(", ");
  }).join(". ");
}

function insert(scan) {
  scan.arrived = performance.now();
  scans.unshift(scan);
  for (const old of scans.splice(limit)) old.element?.remove();
  place(scan);
  return scan;
}

/** Puts the card of a scan where it belongs, and folds those that came well before it. */
function place(scan) {
  const list = byId("results");
  const element = card(scan);
  if (scan.element) scan.element.replaceWith(element);
  else if (scan.isOld) list.append(element);
  else list.prepend(element);
  scan.element = element;
  for (const other of scans) {
    if (other === scan || other.arrived > scan.arrived - together) continue;
    for (const part of other.element?.querySelectorAll("details.code[open]:not([data-kept])") ?? []) part.open = false;
  }
  showEmpty();
}

function renderAll() {
  byId("results").replaceChildren();
  for (const scan of scans) {
    scan.element = card(scan);
    byId("results").append(scan.element);
  }
  showEmpty();
}

function showEmpty() {
  byId("no-results").hidden = scans.length > 0;
  byId("clear-results").hidden = scans.length === 0;
}

/** The card of one scan: a part for each of its codes. */
function card(scan) {
  const { answer, entry, error } = scan;
  const isOpen = !scan.isOld && performance.now() - scan.arrived < together;
  const item = el("li", { class: "scan" });
  if (error && isEmpty(error)) item.append(plain("none", nameOf(entry), t("result.none"), entry.at));
  else if (error) item.append(plain("failed", nameOf(entry), error.message, entry.at));
  else if (!answer) item.append(plain("waiting", nameOf(entry), waitingText(scan), entry.at));
  else if (answer.error) item.append(plain("failed", answer.input ?? "", answer.error.message, answer.at));
  else if (answer.results.length === 0) item.append(plain("none", answer.input ?? "", t("result.none"), answer.at));
  else if (answer.results.length === 1) item.append(code(answer.results[0], scan, isOpen));
  else item.append(group(scan, isOpen));
  return item;
}

/** Where a scan without an answer is: kept here, on its way, or at the desk. */
function waitingText(scan) {
  if (!isReachable()) return t("result.kept");
  return t(scan.isSlow ? "result.slow" : "result.waiting");
}

/** The codes of one picture, with the picture. */
function group(scan, isOpen) {
  const { answer } = scan;
  const state = stateOfScan(answer.results);
  const counts = states.map((name) => [name, answer.results.filter((result) => stateOf(result) === name).length])
    .filter(([name, count]) => count > 0 && !["info", "none"].includes(name))
    .map(([name, count]) => `${t(`state.${name}`)}: ${count}`);
  const details = el("details", { class: "group", "data-state": state, open: answer.results.length <= mostOpen },
    el("summary", { class: "head" }, scan.thumbnail ?? el("span", { class: "badge" }, icon(stateIcons[state])),
      el("span", { class: "what" },
        el("span", { class: "headline", text: t("result.codes", { count: answer.results.length }) }),
        meta(null, [answer.input, ...counts], answer.at))));
  const add = () => {
    if (details.querySelector(".parts")) return;
    details.append(el("div", { class: "parts" }, ...answer.results.map((result) => code(result, scan, isOpen
      && answer.results.length <= mostOpen))));
  };
  // Sixty cards are made when they are looked at.
  if (details.open) add();
  details.addEventListener("toggle", add);
  return details;
}

/** A card without a code: on its way, failed, or a picture in which nothing was found. */
function plain(state, title, message, at) {
  return el("div", { class: "code plain", "data-state": state },
    el("div", { class: "head" },
      el("span", { class: "badge" }, icon(stateIcons[state])),
      el("span", { class: "what" }, outside(title, "headline"), meta(null, [message], at))));
}

function code(result, scan, isOpen) {
  const { answer } = scan;
  const state = answer.waits ? "caution" : stateOf(result);
  const page = result.symbol?.page > 1 ? t("result.page", { page: result.symbol.page }) : null;
  const word = answer.waits ? t("result.asked") : stateWord(result);
  const facts = [kindName(result.content?.kind, known.kinds), sourceName(answer.source), page];
  const details = el("details", { class: "code", "data-state": state, open: isOpen },
    el("summary", { class: "head" },
      el("span", { class: "badge" }, icon(stateIcons[answer.waits ? "waiting" : state])),
      el("span", { class: "what" },
        outside(headline(result), "headline"), meta(word, facts, answer.at))),
    el("div", { class: "body" }, ...body(result, scan)));
  details.querySelector("summary").addEventListener("click", () => { details.dataset.kept = ""; });
  return details;
}

/** The line below a headline: what became of it, its kind, who scanned it, and when. */
export function meta(word, facts, at) {
  const parts = [word ? el("span", { class: "state-word", text: word }) : null,
    ...facts.filter(Boolean).map((fact) => outside(fact)), at ? el("time", { datetime: at, text: when(at) }) : null];
  const shown = parts.filter(Boolean);
  return el("span", { class: "kind" }, ...shown.flatMap((part, index) => index === 0 ? [part] : [" · ", part]));
}

function body(result, scan) {
  const { answer, entry } = scan;
  const parts = [];
  for (const warning of result.warnings ?? []) parts.push(el("p", { class: "warning" }, outside(warningText(warning))));
  if (answer.waits) parts.push(el("p", { class: "note", text: t("result.askedText") }));
  parts.push(...links(result).map(linkPart));
  parts.push(fieldList(mainFields(result)));
  parts.push(actionList(actionLines(result)));
  // Of a picture with several codes it is not known which the secret is in.
  const own = answer.results.length === 1 ? entry?.symbol?.text ?? null : null;
  if (result.withheld?.length) parts.push(el("p", { class: "note", text: t("result.withheld") }));
  parts.push(usesOf(result, own, scan));
  parts.push(everything(result, answer));
  return parts.filter(Boolean);
}

/** What the card of a scan of others says below its head. */
export const cardOf = (result, answer) => el("div", { class: "body" }, ...body(result, { answer }));

/** A link: its host in full, what is noticeable about it, and a button. */
export function linkPart(link) {
  const reasons = link.reasons.map((reason) =>
    el("li", { text: hasText(`reason.${reason}`) ? t(`reason.${reason}`) : reason }));
  const label = t(`link.${link.verdict}`);
  const part = el("div", { class: "link", "data-verdict": link.verdict },
    el("p", { class: "verdict", text: label }),
    reasons.length > 0 ? el("ul", { class: "reasons" }, ...reasons) : null,
    address(link));
  if (link.canOpen) part.append(openButton(link));
  return part;
}

/** The host in full, and the whole address; a long one is folded. */
function address({ host, url }) {
  const name = el("strong", {}, outside(host));
  if (url.length < 200) return el("p", { class: "address" }, name, " ", outside(url));
  return el("div", { class: "address" }, name, outside(`${url.slice(0, 160)} …`),
    el("details", { class: "more" }, el("summary", { text: t("link.whole") }), outside(url)));
}

/** Only a tap opens a link. Links to look at closely, and those that are chosen by a key, are asked about before. */
function openButton(link) {
  const ask = (event) => {
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("link-chosen", { detail: link }));
  };
  const label = [icon("open"), el("span", {}, `${t("link.open")} `, outside(link.host, "host"))];
  if (link.verdict !== "allow") return el("button", { type: "button", class: "button open", onclick: ask }, ...label);
  const open = (event) => { if (!isPointer(event)) ask(event); };
  const properties = { class: "button open", href: link.url, target: "_blank", rel: "noopener noreferrer", onclick: open };
  return el("a", properties, ...label);
}

export function fieldList(fields) {
  if (fields.length === 0) return null;
  const all = Object.fromEntries(fields);
  return el("dl", { class: "fields" }, ...fields.map(([name, value]) => {
    const text = fieldText(name, value, all);
    const style = text.length > 40 ? "long" : null;
    return el("div", { class: style }, el("dt", { text: fieldName(name) }), el("dd", {}, outside(text)));
  }));
}

function actionList(lines) {
  if (lines.length === 0) return null;
  return el("ul", { class: "actions" }, ...lines.map(({ name, status, message }) =>
    el("li", { "data-status": status },
      el("span", { class: "chip", text: t(`status.${status}`) }), " ", outside(name),
      message ? el("span", { class: "message" }, " – ", outside(message)) : null)));
}

/** All that is known, folded. */
function everything(result, answer) {
  const { symbol = {} } = result;
  // Where no rule matched, one with `continue` may have shown what the code says.
  const rule = result.resolution?.rule ?? result.resolution?.actions?.find((action) => action.rule)?.rule;
  const rows = [
    ["rule", rule ? ruleTitle(rule, rule === result.resolution?.rule ? result.summary?.title : undefined) : null],
    ["symbology", symbol.symbology === "unknown" ? null : symbol.symbology?.replaceAll("_", " ")],
    ["text", symbol.text], ["bytes", symbol.bytes], ["addOn", symbol.addOn], ["page", symbol.page],
    ["source", sourceName(answer.source)], ["input", answer.input === symbol.text ? null : answer.input],
    ...contentFields(result),
  ].filter(([, value]) => valueText(value ?? null) !== "");
  return el("details", { class: "more" }, el("summary", { text: t("result.all") }), fieldList(rows));
}
