// What a person can do with a code: copy it, call, write, keep a contact or an appointment, look at a map, show it again,
// and correct how often it was scanned.

import { newKey, request, send } from "./api.js";
import { stateOf } from "./describe.js";
import { byId, el, notice, outside } from "./dom.js";
import { placeText } from "./formats.js";
import { t } from "./languages.js";
import { take } from "./queue.js";
import { dropScan, noteRepeat } from "./results.js";

/**
 * The row of buttons for a code.
 *
 * @param own what this page itself has scanned, with its secrets; null for a code of others
 * @param scan the scan, whose quantity can be changed where it is of this page
 */
export function usesOf(result, own, scan) {
  const content = result.content ?? {};
  const isSecret = Boolean(result.withheld?.length);
  const text = isSecret ? null : result.symbol?.text ?? null;
  const parts = [
    ...main(content, text).map(([key, properties]) => button(key, properties)),
    isSecret && content.kind === "wifi" && own !== null
      ? button("use.password", { onclick: (event) => showPassword(event, own) }) : null,
    text ? button("use.copy", { onclick: () => copy(text) }) : null,
    text && navigator.share ? button("use.share", { onclick: () => share(content, text) }) : null,
    text || own ? button("use.show", { onclick: () => showCode(own ?? text) }) : null,
  ].filter(Boolean);
  const isOneCode = scan.entry?.symbol && !scan.answer.waits && scan.answer.results.length === 1;
  // What was refused was not counted.
  const stepper = isOneCode && stateOf(result) !== "refused" ? quantity(scan) : null;
  return parts.length === 0 && !stepper ? null : el("div", { class: "uses" }, ...parts, stepper);
}

function button(key, { href, ...properties }) {
  const label = t(key);
  const target = /^https:/.test(href ?? "") ? "_blank" : null;
  if (href) return el("a", { class: "button small", href, target, rel: "noopener noreferrer", text: label });
  return el("button", { type: "button", class: "button small", text: label, ...properties });
}

const firstOf = (value) => Array.isArray(value) ? value[0] : value;

/** The characters of a number that can be called. */
const dialled = (number) => String(number ?? "").replace(/[^0-9+*#]/g, "");

/** The uses of a kind: `[key of the text, properties of its button]`. */
function main(content, text) {
  const uses = [];
  const phone = dialled(content.phone ?? firstOf(content.phones));
  const email = firstOf(content.email ?? content.emails);
  if (phone.length > 2 && content.kind !== "sms") uses.push(["use.call", { href: `tel:${phone}` }]);
  if (phone.length > 2 && ["sms", "phone", "writtenPhone"].includes(content.kind)) {
    const body = content.body ? `?body=${encodeURIComponent(content.body)}` : "";
    uses.push(["use.message", { href: `sms:${phone}${body}` }]);
  }
  if (typeof email === "string" && /^[^\s@?&]+@[^\s@?&]+$/.test(email)) {
    const query = ["subject", "body"].filter((name) => typeof content[name] === "string" && content[name] !== "")
      .map((name) => `${name}=${encodeURIComponent(content[name])}`).join("&");
    uses.push(["use.mail", { href: `mailto:${encodeURIComponent(email).replace("%40", "@")}${query ? `?${query}` : ""}` }]);
  }
  if (content.kind === "contact") {
    uses.push(["use.contact", { onclick: () => save("contactCard", content, text, "text/vcard", "contact.vcf") }]);
  }
  if (content.kind === "event") {
    uses.push(["use.event", { onclick: () => save("calendar", content, text, "text/calendar", "event.ics") }]);
  }
  const { latitude, longitude } = content;
  if (placeText(content)) {
    const [north, east] = [Number(latitude), Number(longitude)];
    uses.push(["use.map", { href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}` }]);
  }
  return uses;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(t("use.copied"));
  } catch {
    notice(t("use.notCopied"), true);
  }
}

async function share(content, text) {
  try {
    await navigator.share(content.kind === "url" ? { url: content.url } : { text });
  } catch { /* the person has closed it again */ }
}

/** Makes a file with a function of `cards.js`, which is loaded for the first one. */
async function save(make, content, text, type, name) {
  try {
    download((await import("./cards.js"))[make](content, text), type, name);
  } catch {
    notice(t("offline"), true);
  }
}

function download(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// MARK: A password

/** The password in the code of a network: `WIFI:T:WPA;S:name;P:pass\;word;;`. */
export function wifiPassword(text) {
  const [, password] = /^WIFI:(?:.*?[^\\];)?P:((?:\\.|[^\\;])*);/is.exec(text) ?? [];
  return password?.replace(/\\(.)/g, "$1").replace(/^"(.*)"$/, "$1") ?? null;
}

/** It is in this page alone, because this page has scanned it; it is shown for a minute. */
function showPassword(event, text) {
  const password = wifiPassword(text);
  if (password === null) return notice(t("use.noPassword"), true);
  const shown = el("span", { class: "password" }, outside(password, "code-text"),
    button("use.copy", { onclick: () => copy(password) }));
  event.currentTarget.replaceWith(shown);
  setTimeout(() => shown.remove(), 60000);
}

// MARK: A code again

/** Draws a code, and shows it over the whole page, for another scanner to read. */
export async function showCode(text) {
  let drawn;
  try {
    const response = await send("/v1/draw", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, format: "svg", verify: false }) });
    drawn = await response.text();
    if (!response.ok) return notice(JSON.parse(drawn).detail, true);
  } catch {
    return notice(t("offline"), true);
  }
  const dialog = byId("shown-code");
  byId("shown-code-picture").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  byId("shown-code-text").replaceChildren(outside(text.length > 200 ? `${text.slice(0, 200)} …` : text));
  byId("shown-code-save").onclick = () => download(drawn, "image/svg+xml", "code.svg");
  byId("shown-code").showModal();
  byId("shown-code-close").focus();
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
}

export function startUses() {
  byId("shown-code-close").addEventListener("click", () => byId("shown-code").close());
  byId("make-form").addEventListener("submit", (event) => {
    event.preventDefault();
    showCode(byId("make-text").value);
  });
}

// MARK: Quantity

/** How often a code was scanned: again by a tap, and one less by taking the last one back. */
function quantity(scan) {
  scan.keys ??= [scan.key];
  const count = el("output", { class: "count", text: String(scan.keys.length) });
  const step = (key, text, by) =>
    el("button", { type: "button", class: "button small round", "aria-label": t(key), text, onclick: () => change(by) });
  const less = step("use.less", "−", -1);
  const more = step("use.more", "+", 1);
  const show = () => {
    count.textContent = String(scan.keys.length);
    less.setAttribute("aria-label", t(scan.keys.length > 1 ? "use.less" : "use.undo"));
  };
  scan.lose = (key) => {
    scan.keys = scan.keys.filter((other) => other !== key);
    show();
  };
  async function change(by) {
    if (by > 0) {
      const key = newKey();
      noteRepeat(key, scan);
      scan.keys.push(key);
      show();
      return take(scan.entry.symbol, scan.entry.input, key);
    }
    less.disabled = true;
    try {
      await request(`/v1/scans/${encodeURIComponent(scan.keys.at(-1))}`, { method: "DELETE" });
      scan.keys.pop();
      if (scan.keys.length > 0) return show();
      notice(t("use.undone"));
      dropScan(scan.key);
    } catch (error) {
      notice(error.message || t("offline"), true);
    } finally {
      less.disabled = false;
    }
  }
  show();
  return el("span", { class: "quantity", role: "group", "aria-label": t("use.quantity") }, less, count, more);
}
