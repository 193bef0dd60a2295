// The desk: telephones that are paired, what is scanned now, and the sources of `live`.

import { post, request } from "./api.js";
import { announce, byId, el, icon, notice, outside } from "./dom.js";
import { headline, kindName, sourceName, stateIcons, stateOf, stateWord } from "./describe.js";
import { onEvent, sources } from "./events.js";
import { number, when } from "./formats.js";
import { known } from "./known.js";
import { onLanguage, t } from "./languages.js";
import { onQueue } from "./queue.js";
import { cardOf, meta } from "./results.js";
import { showRules, startRules } from "./rules.js";

export { importFiles } from "./rules.js";

const limit = 50;

let devices = [];
let live = [];
let pairing = null;
let countTimer = null;

export function start() {
  startRules();
  byId("pair").addEventListener("click", beginPairing);
  onEvent("device", ({ change, device }) => {
    if (document.body.dataset.role !== "desk") return;
    if (change === "paired") {
      notice(t("devices.paired", { name: device.name }));
      if (pairing) endPairing();
    }
    loadDevices();
  });
  onEvent("source", renderSources);
  onEvent("scan", showLive);
  onQueue("answered", ({ answer }) => showLive(answer));
  onEvent("undone", ({ scan }) => dropLive(scan));
  onEvent("gap", loadLive);
  loadLive();
  // What a person does with a row is not thrown away by news from elsewhere.
  byId("devices").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isBusy()) renderDevices(true);
  });
  onLanguage(() => {
    renderDevices();
    renderDoors();
    renderSources();
    renderLive();
    if (pairing) renderPairing();
  });
  setInterval(tick, 1000);
  // Telephones come and go without a word.
  setInterval(() => { if (!byId("view-desk").hidden && !document.hidden) loadDevices(); }, 5000);
}

export function show(me) {
  for (const name of me.sources ?? []) if (!sources.has(name)) sources.set(name, { source: name, event: "unknown" });
  renderSources();
  renderLive();
  loadDevices();
  loadDoors();
  showRules();
}

// MARK: Doors

let doors = [];
/** How many guests are inside, where a door lets them out. */
let inside;

/** What each door, telephone and source has scanned since six in the morning: an evening does not end at midnight. */
async function loadDoors() {
  const since = new Date();
  since.setHours(since.getHours() - 6);
  since.setHours(6, 0, 0, 0);
  try {
    ({ sources: doors = [], inside } = await request(`/v1/history?limit=1&since=${encodeURIComponent(since.toISOString())}`));
    renderDoors();
  } catch { /* the banner says that the desk is away */ }
}

function renderDoors() {
  const table = el("table", {},
    el("thead", {}, el("tr", {}, ...["door", "admitted", "refused", ...(inside === undefined ? [] : ["left"])].map((name) =>
      el("th", { scope: "col", text: t(`doors.${name}`) })))),
    el("tbody", {}, ...doors.map(({ source, scans, refused, left }) => el("tr", {},
      el("td", {}, outside(sourceName(source) || "–")), el("td", { class: "count", text: number(scans - refused - left) }),
      el("td", { class: refused > 0 ? "count refused" : "count", text: number(refused) }),
      inside === undefined ? null : el("td", { class: "count", text: number(left) })))));
  const sum = (name) => doors.reduce((total, door) => total + door[name], 0);
  const admitted = sum("scans") - sum("refused") - sum("left");
  byId("doors").hidden = doors.length === 0;
  byId("doors").replaceChildren(
    // A shop refuses nothing, and counts scans.
    el("p", { class: "totals" }, ...(sum("refused") + sum("left") === 0 ? [["scans", sum("scans")]]
      : [["admitted", admitted], ["refused", sum("refused")], inside === undefined ? ["codes", sum("codes")] : ["inside", inside]])
      .map(([name, count]) => el("span", { class: `total ${name}` }, el("strong", { text: number(count) }), ` ${t(`doors.${name}`)}`))),
    ...(doors.length > 1
      ? [el("details", { class: "more" }, el("summary", { text: t("doors.each") }), table)] : []));
}

// MARK: Telephones

const isBusy = () => byId("devices").querySelector("form, .sure") !== null;

async function loadDevices() {
  try {
    devices = (await request("/v1/devices")).devices;
    renderDevices();
  } catch { /* the banner says that the desk is away */ }
}

function renderDevices(isDone = false) {
  if (isBusy() && isDone !== true) return;
  byId("no-devices").hidden = devices.length > 0;
  byId("devices").replaceChildren(...devices.map(deviceRow));
}

function deviceRow(device) {
  const seen = device.connected ? t("devices.connected")
    : device.lastSeen ? t("devices.seen", { time: when(device.lastSeen) }) : t("devices.neverSeen");
  const item = el("li", { class: "row spread" },
    el("div", { class: "what" }, el("span", { class: "source", "data-state": device.connected ? "connected" : null },
      el("span", { class: "dot" }), outside(device.name, "headline")),
      el("span", { class: "kind", text: `${t("devices.scans", { count: device.scans })} · ${seen}` })),
    el("span", { class: "row" },
      el("button", {
        type: "button", class: "button small", text: t("devices.rename"),
        "aria-label": t("devices.renameName", { name: device.name }), onclick: () => rename(item, device),
      }),
      el("button", {
        type: "button", class: "button small danger", text: t("devices.revoke"),
        "aria-label": t("devices.revokeName", { name: device.name }), onclick: () => revoke(item, device),
      })));
  return item;
}

function rename(item, device) {
  const field = el("input", { value: device.name, maxlength: 40, "aria-label": t("pair.name") });
  const form = el("form", { class: "row" }, field,
    el("button", { type: "submit", class: "button small primary", text: t("save") }),
    el("button", { type: "button", class: "button small", text: t("cancel"), onclick: () => renderDevices(true) }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await change(() => post(`/v1/devices/${device.id}`, { name: field.value.trim() }, "PATCH"));
  });
  item.replaceChildren(form);
  field.select();
}

/** A telephone that is revoked has to be paired again, so this asks first. */
function revoke(item, device) {
  const yes = el("button", { type: "button", class: "button small danger", text: t("devices.revoke"), onclick: () =>
    change(() => request(`/v1/devices/${device.id}`, { method: "DELETE" })) });
  item.replaceChildren(el("div", { class: "row spread grow sure" },
    el("span", { text: t("devices.sure", { name: device.name }) }),
    el("span", { class: "row" }, yes,
      el("button", { type: "button", class: "button small", text: t("cancel"), onclick: () => renderDevices(true) }))));
  yes.focus();
}

async function change(work) {
  try {
    await work();
  } catch (error) {
    notice(error.message || t("offline"), true);
    return;
  }
  renderDevices(true);
  await loadDevices();
}

// MARK: Pairing

async function beginPairing() {
  try {
    const answer = await request("/v1/pairing", { method: "POST" });
    pairing = { ...answer, ends: performance.now() + answer.expires * 1000 };
    renderPairing();
    byId("pairing").focus();
  } catch (error) {
    notice(error.message || t("offline"), true);
  }
}

function renderPairing() {
  const panel = byId("pairing");
  panel.hidden = false;
  if (pairing.isOver) {
    panel.replaceChildren(el("p", { text: t("pair.over") }),
      el("p", { class: "row" },
        el("button", { type: "button", class: "button primary", text: t("pair.again"), onclick: beginPairing }),
        el("button", { type: "button", class: "button", text: t("close"), onclick: endPairing })));
    return;
  }
  // As a picture it can contain nothing that runs. A code that no telephone could open is not shown.
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(pairing.url).hostname);
  const image = isLocal ? el("p", { class: "warning", text: t("pair.local") }) : el("img", { class: "qr", alt: t("pair.qr"), width: 260, height: 260,
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pairing.svg)}` });
  panel.replaceChildren(image, el("div", {},
    isLocal ? null : el("p", { text: t("pair.how") }),
    el("p", { class: "address" },
      el("a", { href: pairing.url, target: "_blank", rel: "noopener noreferrer" }, outside(pairing.url))),
    el("p", { class: "countdown" },
      el("span", { id: "pairing-left" }),
      el("progress", { id: "pairing-bar", max: pairing.expires, "aria-label": t("pair.left") })),
    el("button", { type: "button", class: "button small", text: t("cancel"), onclick: endPairing })));
  tick();
}

function endPairing() {
  pairing = null;
  byId("pairing").hidden = true;
  byId("pairing").replaceChildren();
  byId("pair").focus();
}

function tick() {
  if (!pairing || pairing.isOver) return;
  const seconds = Math.max(0, Math.ceil((pairing.ends - performance.now()) / 1000));
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const text = byId("pairing-left");
  if (text) {
    text.textContent = t("pair.seconds", { time: minutes });
    byId("pairing-bar").value = seconds;
  }
  if (seconds > 0) return;
  pairing.isOver = true;
  renderPairing();
  announce(t("pair.over"));
}

// MARK: Scans and sources

/** What was scanned before this view was opened, and what was missed. */
async function loadLive() {
  try {
    for (const answer of (await request(`/v1/scans?limit=${limit}`)).scans) showLive(answer, true);
  } catch { /* they are shown the next time */ }
}

/** A scan of any telephone, page or source. */
function showLive(answer, isOld = false) {
  if (answer.waits) return;
  if (answer.scan && live.some((other) => other.scan === answer.scan)) return;
  live = isOld ? [...live, answer] : [answer, ...live];
  live = live.slice(0, limit);
  if (byId("view-desk").hidden) return;
  renderLive();
  // Its telephone has one scan more; a telephone that sends many is asked for once.
  clearTimeout(countTimer);
  if (!isOld) countTimer = setTimeout(loadCounts, 400);
}

function loadCounts() {
  loadDevices();
  loadDoors();
}

/** A scan was taken back. */
function dropLive(key) {
  live = live.filter((answer) => answer.scan !== key);
  if (byId("view-desk").hidden) return;
  renderLive();
  loadCounts();
}

function renderLive() {
  byId("no-live").hidden = live.length > 0;
  // Rows that are open stay open.
  const open = new Set([...byId("live").querySelectorAll("details[open]")].map(({ dataset }) => dataset.key));
  const rows = live.flatMap((answer) => (answer.results ?? []).map((result, index) => {
    const key = `${answer.scan ?? answer.at} ${index}`;
    return liveRow(answer, result, key, open.has(key));
  }));
  byId("live").replaceChildren(...rows);
}

/** A row that opens and says all of its scan. */
function liveRow(answer, result, key, isOpen) {
  const state = stateOf(result);
  const facts = [sourceName(answer.source), kindName(result.content?.kind, known.kinds)];
  const details = el("details", { class: "code compact", "data-state": state, "data-key": key, open: isOpen },
    el("summary", { class: "head" },
      el("span", { class: "badge" }, icon(stateIcons[state])),
      el("span", { class: "what" }, outside(headline(result), "headline"), meta(stateWord(result), facts, answer.at))));
  const fill = () => {
    if (details.open && !details.querySelector(".body")) details.append(cardOf(result, answer));
  };
  details.addEventListener("toggle", fill);
  fill();
  return el("li", {}, details);
}

function renderSources() {
  byId("sources").hidden = sources.size === 0;
  byId("sources").replaceChildren(...[...sources.values()].map(({ source, event, message }) =>
    el("li", { class: "source", "data-state": event }, el("span", { class: "dot" }), outside(source),
      el("span", { class: "kind" }, t(`source.${event}`), message ? ": " : "", outside(message ?? "")))));
}
