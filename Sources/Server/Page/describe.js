// What a result of the desk says to a person: its state, headline, fields and links. No elements are made here.

import { fieldText, placeText, valueText } from "./formats.js";
import { known, needRules, needTitles } from "./known.js";
import { hasText, language, said as programText, t } from "./languages.js";

/** From the most serious to the least: one that is noticeable stands for the whole scan. */
export const states = ["failed", "refused", "caution", "kept", "ok", "info", "none"];

/** How each state sounds. */
export const stateSounds = {
  failed: "error", refused: "refused", caution: "refused", kept: "kept", ok: "ok", info: "ok", none: "kept",
};

/** The icon of each state. */
export const stateIcons = {
  failed: "refused", refused: "refused", caution: "caution", kept: "waiting", ok: "ok", info: "info", none: "text",
  waiting: "waiting",
};

const actionsOf = (result) => result.resolution?.actions ?? [];

/**
 * Whether what an action says or opens is known: not while it waits for the results of others, or is in for another one that
 * may be done.
 */
function isKnown({ outcome, needs, otherwise, problem }) {
  if (outcome) return !["skipped", "not-needed"].includes(outcome.status);
  return !needs && otherwise === undefined && !problem;
}

/** The verdict on the link of an action. Where its rule asks before it is opened, it is at least `ask`. */
function judged({ ask, link }) {
  if (!ask || !link) return link;
  return { verdict: link.verdict === "deny" ? "deny" : "ask", reasons: [...link.reasons, "rule-asks"] };
}

/** What a person reads of a result at a glance: the server says it, as it does in CSV. Older answers have less. */
const summaryOf = (result) => result.summary
  ?? { state: result.refused === undefined ? "info" : "refused", headline: { said: result.refused, code: result.symbol?.text } };

/** What became of a result. */
export const stateOf = (result) => summaryOf(result).state;

/** The word for what became of a result; none where nothing was done and nothing is wrong. */
export function stateWord(result) {
  const { state, done } = summaryOf(result);
  return ["info", "none"].includes(state) || (state === "ok" && !done) ? null : t(`state.${state}`);
}

/** What became of a scan, with all its results. */
export function stateOfScan(results) {
  const all = results.map(stateOf);
  return states.find((state) => all.includes(state)) ?? "none";
}

/** The name of a kind in the language of the page. */
export function kindName(kind, titles) {
  if (hasText(`kind.${kind}`)) return t(`kind.${kind}`);
  const title = titles?.get(kind)?.replace(/^(an? )?(.*?)( of '.*')?$/i, "$2") ?? kind ?? "";
  return title.replace(/^(an?|the) /, "").replace(/^./, (letter) => letter.toUpperCase());
}

/** Results of rules and services: they are above the fields of the code itself. What is not known yet is not said. */
function said(result) {
  const found = {};
  for (const action of actionsOf(result).filter(isKnown)) Object.assign(found, action.fields, action.outcome?.results);
  return found;
}

/** The line that says at a glance what was scanned. */
export function headline(result) {
  const { said: told, expired, field, value, latitude, longitude, rule, title, code } = summaryOf(result).headline;
  if (told !== undefined) return plainSource(told);
  if (expired !== undefined) return t("headline.expired", { date: fieldText("expired", expired) });
  if (field !== undefined) return fieldText(field, value);
  if (latitude !== undefined) return placeText({ latitude, longitude }) ?? result.symbol?.text ?? "";
  if (rule !== undefined) return ruleTitle(rule, title);
  return code || t("result.bytes");
}

/** The title of a rule in the language of the page, where the rule is bundled and unchanged. */
export function ruleTitle(rule, given) {
  if (!given) needRules();
  needTitles();
  const title = given ?? known.rules.find((other) => other.rule === rule)?.title ?? rule;
  const translated = known.titles?.[rule];
  return translated && translated.en === title ? translated[language()] ?? title : title;
}

/** Who scanned it: the name of a telephone stands for itself. */
export function sourceName(source) {
  if (!source) return "";
  return hasText(`source-name.${source}`) ? t(`source-name.${source}`) : source.replace(/^phone:/, "");
}

/** A message of a rule, with the names of telephones as people know them. */
export const plainSource = (text) => text.replace(/(^|[^\w])phone:(?=\S)/g, "$1");

/** The message of a warning in the language of the page. */
export function warningText({ code, message }) {
  const [, found, expected] = /is (\S+), expected (\S+)/.exec(message ?? "") ?? [];
  if (found && hasText("warning.check-digit")) return t("warning.check-digit", { found, expected });
  return language() !== "en" && hasText(`warning.${code}`) ? t(`warning.${code}`) : message;
}

/** What an action said of itself, in the language of the page where it has words for it. */
export const messageText = (message) => plainSource(programText(message));

/** `bestBefore` as people write it: in the language of the page where it has a word for it, else `best before`. */
export function fieldName(name) {
  if (hasText(`field.${name}`)) return t(`field.${name}`);
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2").replace(/[_-]/g, " ").toLowerCase();
  return words.replace(/^./, (letter) => letter.toUpperCase());
}

/** Fields that say how a code is made, and not what it means. */
const internals = new Set(["scheme", "domain", "registrableDomain", "form", "type", "group", "hidden", "compact", "raw", "prefix",
  "checkDigit", "lines", "length", "path", "query", "isPublic", "digits", "period", "algorithm", "json", "ai", "di", "text"]);

/** The fields to show at once: what rules and services say, else the first ones of the content. Each value is there once. */
export function mainFields(result) {
  const told = Object.entries(said(result));
  const own = told.length > 0 ? told : result.content?.kind === "url" ? [] : contentFields(result);
  const known = new Set([headline(result)]);
  const isNew = ([name, value]) => {
    const text = fieldText(name, value);
    if (text === "" || value === false || internals.has(name) || known.has(text) || known.has(valueText(value))) return false;
    known.add(text);
    return name !== "expired";
  };
  const shown = own.filter(isNew);
  return told.length > 0 ? shown : shown.slice(0, 4);
}

/** All fields of the content, in its own order. */
export function contentFields(result) {
  const { kind, ...fields } = result.content ?? {};
  return Object.entries(fields).filter(([, value]) => value !== false && valueText(value) !== "");
}

/**
 * The links of a result, each once: `{url, host, verdict, reasons, canOpen}`. Offered are only links that a rule opens, and
 * that of the code itself: a request to a service is not for people. Only http and https are ever offered, and only what
 * is not denied.
 */
export function links(result) {
  const found = new Map();
  const add = (url, link, isOffered = true) => {
    if (!url || !link) return;
    let parsed = null;
    try { parsed = new URL(url); } catch { /* a text that is not a URL is shown, and not offered */ }
    // The same link may be written in two ways.
    const key = parsed?.href ?? url;
    if (found.has(key)) return;
    const isWeb = parsed !== null && ["http:", "https:"].includes(parsed.protocol) && parsed.host !== "";
    const canOpen = isOffered && isWeb && link.verdict !== "deny";
    found.set(key, { url, host: parsed?.host || url, ...link, canOpen });
  };
  const opens = ({ action }) => action === "open-url";
  for (const action of actionsOf(result).filter(opens).filter(isKnown)) add(action.url, judged(action));
  // What a rule refuses is not opened, and needs no praise.
  const isWanted = result.refused === undefined || result.link?.verdict !== "allow";
  if (result.content?.kind === "url" && isWanted) add(result.content.url, result.link, result.refused === undefined);
  // Of others only what is noticeable is shown.
  for (const { url, link } of actionsOf(result)) if (link?.verdict !== "allow") add(url, link, false);
  return [...found.values()];
}

/** What actions did, beside what the card shows already: `{name, status, message}`. */
export function actionLines(result) {
  const isShown = ({ action, outcome, problem, needs, otherwise }) => {
    if (["emit", "refuse"].includes(action)) return ["failed", "timed-out"].includes(outcome?.status);
    // The person opens it: there is a button.
    if (action === "open-url" && outcome?.status !== "done") return outcome?.status === "timed-out";
    // That it is in the history is what is expected.
    if (action === "record" && outcome?.status === "done") return false;
    if (outcome) return !["not-needed", "skipped"].includes(outcome.status);
    return Boolean(problem) && otherwise === undefined && !needs;
  };
  return actionsOf(result).filter(isShown).map(({ action, outcome, problem }) => ({
    name: hasText(`action.${action}`) ? t(`action.${action}`) : action,
    status: outcome?.status ?? "failed",
    message: messageText(outcome?.message ?? problem ?? ""),
  }));
}
