// What a result of the desk says to a person: its state, headline, fields and links. No elements are made here.

import { hasText, t } from "./languages.js";

/** From the most serious to the least: one that is noticeable stands for the whole scan. */
export const states = ["failed", "refused", "caution", "ok", "info", "none"];

/** How each state sounds. */
export const stateSounds = {
  failed: "error", refused: "refused", caution: "refused", ok: "ok", info: "ok", none: "kept",
};

/** The icon of each state. */
export const stateIcons = {
  failed: "refused", refused: "refused", caution: "caution", ok: "ok", info: "info", none: "none", waiting: "waiting",
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

/** The strictest verdict on the links of a result: `allow`, `ask`, `deny`, or null where there is no link. */
export function verdict(result) {
  const ofAction = (action) => action.outcome?.status === "done" ? action.link : judged(action);
  const links = [result.link, ...actionsOf(result).map(ofAction)].filter(Boolean);
  return ["deny", "ask", "allow"].find((name) => links.some((link) => link.verdict === name)) ?? null;
}

/** What became of a result. */
export function stateOf(result) {
  const statuses = actionsOf(result).filter((action) => !action.optional).map((action) => action.outcome?.status);
  const has = (...names) => statuses.some((status) => names.includes(status));
  const strictest = verdict(result);
  if (result.refused !== undefined) return "refused";
  if (has("failed", "timed-out")) return "failed";
  if (strictest === "deny") return "refused";
  // A link that the desk must not open by itself is not a failure: the person opens it.
  const isRefused = ({ action, outcome }) => outcome?.status === "refused" && action !== "open-url";
  if (actionsOf(result).some(isRefused)) return "refused";
  if (strictest === "ask" || result.warnings?.length > 0) return "caution";
  // To show what a code says is nothing that was done.
  const isDone = ({ action, outcome }) => outcome?.status === "done" && action !== "emit";
  if (actionsOf(result).some(isDone)) return "ok";
  // A text that is shown is understood.
  const isShown = (action) => action.action === "emit" && isKnown(action);
  if (!result.resolution?.rule) return actionsOf(result).some(isShown) ? "info" : "none";
  return has("done") ? "ok" : "info";
}

/** The name of a kind in the language of the page. */
export function kindName(kind, titles) {
  if (hasText(`kind.${kind}`)) return t(`kind.${kind}`);
  const title = titles?.get(kind) ?? kind ?? "";
  return title.replace(/^(an?|the) /, "").replace(/^./, (letter) => letter.toUpperCase());
}

/** The fields that name a thing best, by kind; for all others what the code says. */
const headlines = {
  isbn: ["hyphenated", "isbn13"], ismn: ["hyphenated", "ismn"], issn: ["issn"],
  product: ["gtin13", "gtin12", "gtin8", "gtin14"],
  gs1: ["gtin13", "gtin14", "sscc", "bracketed"], url: ["host"], wifi: ["ssid"], contact: ["name", "organization"],
  event: ["summary"], email: ["email"], phone: ["phone"], geo: ["label"], otp: ["issuer", "accountName"],
  payment: ["payee", "iban"], boardingPass: ["flight", "name"], vin: ["vin"], parcel: ["number"], medicine: ["number"],
  driverLicense: ["name"], paymentSlip: ["payee"], libraryLabel: ["number"],
};

/** Results of rules and services: they are above the fields of the code itself. What is not known yet is not said. */
function said(result) {
  const found = {};
  for (const action of actionsOf(result).filter(isKnown)) Object.assign(found, action.fields, action.outcome?.results);
  return found;
}

/** The line that says at a glance what was scanned. */
export function headline(result) {
  const { message, title, name } = said(result);
  const told = [result.refused, message, title, name].find((value) => typeof value === "string" && value !== "");
  if (told) return told;
  const content = result.content ?? {};
  const field = (headlines[content.kind] ?? []).find((member) => content[member]);
  const text = field ? content[field] : result.symbol?.text ?? "";
  return String(text || t("result.bytes"));
}

/** Who scanned it: the name of a telephone stands for itself. */
export function sourceName(source) {
  if (!source) return "";
  return hasText(`source-name.${source}`) ? t(`source-name.${source}`) : source.replace(/^phone:/, "");
}

/** The value of a field as text. */
export function valueText(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value === "object") {
    return Object.entries(value).map(([name, part]) => `${name} ${valueText(part)}`).join(" · ");
  }
  return String(value);
}

/** `bestBefore` as people write it: in the language of the page where it has a word for it, else `best before`. */
export function fieldName(name) {
  if (hasText(`field.${name}`)) return t(`field.${name}`);
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2").replace(/[_-]/g, " ").toLowerCase();
  return words.replace(/^./, (letter) => letter.toUpperCase());
}

/** The fields to show at once: what rules and services say, else the first ones of the content. */
export function mainFields(result) {
  const entries = Object.entries(said(result)).filter(([, value]) => valueText(value) !== "");
  const shown = headline(result);
  const own = entries.length > 0 ? entries : contentFields(result).slice(0, 4);
  return own.filter(([, value]) => valueText(value) !== shown);
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
  if (result.content?.kind === "url") add(result.content.url, result.link);
  // Of others only what is noticeable is shown.
  for (const { url, link } of actionsOf(result)) if (link?.verdict !== "allow") add(url, link, false);
  return [...found.values()];
}

/** What each action does or did: `{name, status, message}`. */
export function actionLines(result) {
  return actionsOf(result).map(({ action, outcome, problem, needs }) => ({
    name: hasText(`action.${action}`) ? t(`action.${action}`) : action,
    status: outcome?.status ?? (problem ? "failed" : needs ? "waits" : "planned"),
    message: outcome?.message ?? problem ?? "",
  }));
}
