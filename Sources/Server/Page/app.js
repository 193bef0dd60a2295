// The page as a whole: who opens it, which views there are, settings, and what connects the parts.

import { isReachable, onAccess, post, request } from "./api.js";
import { byId, el, notice, put } from "./dom.js";
import { onEvent, startEvents, stopEvents } from "./events.js";
import { startInput } from "./input.js";
import { loadKinds, startKnown } from "./known.js";
import { chooseLanguage, language, languages, onLanguage, showLanguage, t } from "./languages.js";
import { loadQuestions, startQuestions } from "./questions.js";
import { askAgain, flush, onQueue, settle, startQueue, take } from "./queue.js";
import { expect, react, reactToFailure } from "./reaction.js";
import { dropScan, showAnswer, showFailure, showSlow, showWaiting, startResults } from "./results.js";
import { colourCodes, pauseScan, resumeScan, show as showCamera, startScan, stopScan, switchOn } from "./scan.js";
import { offerSearch } from "./search.js";
import { remember, setting } from "./settings.js";
import { startUses } from "./uses.js";

/** What `/v1/me` says: who this browser is for the desk. */
let me = { role: null };
/** The token of a pairing link, until it is used. */
let pairingToken = null;
let isNewlyPaired = false;
let connection = "off";
let waitingCount = 0;
const views = ["scan", "history", "desk"];

async function start() {
  takePairingToken();
  await showLanguage();
  startSettings();
  startResults();
  startKnown();
  startQuestions();
  startUses();
  startScan();
  startWelcome();
  // Also while something is asked: what a hand scanner reads must not be lost.
  startInput(take, () => me.role !== null);
  connect();
  await identify();
  // It loads all files again, after what is needed now.
  registerWorker();
  await startQueue();
}

/** The token is after `#`, which no server log sees; it leaves the address bar and the history at once. */
function takePairingToken() {
  if (location.pathname !== "/pair") return;
  pairingToken = location.hash.slice(1) || null;
  history.replaceState(null, "", "/");
}

// MARK: Who this is

async function identify() {
  try {
    me = await request("/v1/me", { limit: 4000 });
    remember("me", me.role ? { role: me.role, name: me.name, device: me.device } : null);
  } catch {
    // Opened without the network: it is who it was, and keeps what it scans.
    me = { ...setting("me", { role: null }), isRemembered: true };
  }
  document.body.dataset.role = me.role ?? "none";
  if (me.role !== "device") byId("today-count").hidden = true;
  byId("tabs").hidden = me.role !== "desk" || pairingToken !== null;
  put("program", me.program ? `Beeline ${me.program}` : "Beeline");
  byId("switched-off").hidden = me.performs !== false;
  offerSearch(me.searches === true);
  byId("own-device").hidden = me.role !== "device";
  byId("own-name").value = me.name ?? "";
  byId("sign-out").hidden = !(me.role === "desk" && me.name);
  if (me.role === null || pairingToken) {
    stopEvents();
    stopScan();
    setConnection("off");
    showView("welcome");
    return;
  }
  startEvents();
  route();
  // The tap on the button allows the camera, and a telephone is paired to scan.
  if (isNewlyPaired) switchOn();
  isNewlyPaired = false;
  await loadKinds();
  loadRecent();
  if (me.role === "desk") loadQuestions();
}

/** The last scans, so that the page does not begin empty. */
async function loadRecent() {
  try {
    const { scans } = await request("/v1/scans?limit=20");
    for (const answer of scans) showAnswer(answer, { isOld: true });
  } catch { /* they are shown the next time */ }
}

function startWelcome() {
  byId("pair-name").value = setting("name", "");
  byId("pair-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("pair-name").value.trim();
    remember("name", name);
    await enter("pair-error", () => post("/v1/devices", { token: pairingToken, name }), () => {
      pairingToken = null;
      isNewlyPaired = true;
    });
  });
  byId("token-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const token = byId("token").value.trim();
    await enter("token-error", () => post("/v1/session", { token }), () => { byId("token").value = ""; });
  });
  byId("show-token").addEventListener("click", () => {
    byId("show-token").hidden = true;
    byId("token-form").hidden = false;
    byId("token").focus();
  });
  onLanguage(showWelcome);
}

async function enter(error, work, done) {
  byId(error).textContent = "";
  try {
    await work();
    done();
  } catch (failure) {
    put(error, failure.code === "pairing-expired" ? t("pair.expired") : failure.message || t("offline"));
    return;
  }
  await identify();
  flush();
}

function showWelcome() {
  const isPairing = pairingToken !== null;
  const wasDevice = !isPairing && setting("wasDevice");
  byId("pair-form").hidden = !isPairing;
  // Who was a telephone is shown the way of telephones.
  byId("token-form").hidden = isPairing || Boolean(wasDevice);
  byId("show-token").hidden = !wasDevice;
  byId("welcome-title").textContent = t(isPairing ? "pair.title" : wasDevice ? "revoked.title" : "token.title");
  const kept = waitingCount > 0 ? t("queue.kept", { count: waitingCount }) : "";
  const otherwise = wasDevice ? `${t("revoked.text")} ${kept}` : t("token.text");
  byId("welcome-text").textContent = isPairing ? t("pair.text") : otherwise;
}

// MARK: Views

function route() {
  if (me.role === null || pairingToken) return;
  const name = location.hash.slice(1);
  showView(me.role === "desk" && views.includes(name) ? name : "scan");
}

let shownView = null;

/** The views that a first visit does not need. Each is loaded when it is opened. */
const parts = { history: null, desk: null };

async function part(name) {
  parts[name] ??= import(`./${name}.js`).then((loaded) => {
    loaded.start();
    return loaded;
  });
  try {
    return await parts[name];
  } catch {
    parts[name] = null;
    notice(t("offline"), true);
    return null;
  }
}

function showView(name) {
  const isNew = name !== shownView;
  shownView = name;
  for (const view of document.querySelectorAll(".view")) view.hidden = view.id !== `view-${name}`;
  for (const tab of byId("tabs").children) {
    if (tab.hash === `#${name}`) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  pauseScan(name !== "scan");
  if (name === "scan") resumeScan();
  if (name === "welcome") showWelcome();
  if (name in parts) part(name).then((shown) => { if (shownView === name) shown?.show(me); });
  if (isNew) {
    scrollTo(0, 0);
    byId(`view-${name}`).querySelector("h1").focus({ preventScroll: true });
  }
}

// MARK: What connects the parts

function connect() {
  addEventListener("hashchange", route);
  onQueue("waiting", (entries) => {
    waitingCount = entries.length;
    for (const entry of entries) {
      expect(entry.key);
      showWaiting(entry);
    }
    showCounts();
  });
  onQueue("slow", showSlow);
  onQueue("answered", ({ answer }) => {
    colourCodes(answer.results);
    react(answer);
    showAnswer(answer);
    if (typeof answer.count === "number" && me.role === "device") showToday(answer.count);
  });
  onQueue("failed", ({ entry, error }) => {
    reactToFailure(entry, error);
    showFailure(entry, error);
  });
  // Also those of this page, and often before the answer to their request.
  onEvent("scan", (answer) => {
    colourCodes(answer.results);
    settle(answer.scan);
    react(answer);
    showAnswer(answer);
  });
  onEvent("undone", ({ scan }) => dropScan(scan));
  document.addEventListener("table-dropped", async ({ detail }) => (await part("desk"))?.importFiles(detail));
  onEvent("open", (isOpen) => {
    setConnection(isOpen ? "on" : "off");
    if (isOpen) askAgain();
    else checkAccess();
  });
  // Events that were lost: what they would have said is asked for.
  onEvent("gap", () => {
    loadRecent();
    askAgain();
  });
  onEvent("device", ({ change, device }) => {
    if (me.role !== "device" || device.id !== me.device) return;
    if (change === "revoked") revoked();
    else identify();
  });
  onAccess("reachable", (value) => {
    if (value && me.isRemembered) identify();
    if (value && me.role !== null) startEvents();
    setConnection(value ? connection : "off");
    showCounts();
  });
  onAccess("refused", revoked);
  onLanguage(() => {
    showCounts();
    setConnection(connection);
  });
}

/** A stream is cut when the desk is away, and when this browser was revoked. */
async function checkAccess() {
  if (me.role === null || me.isRemembered) return;
  try {
    if ((await request("/v1/me", { limit: 4000 })).role !== me.role) await revoked();
  } catch { /* the banner says that the desk is away */ }
}

let isAsking = false;

/** The desk does not know this browser any more. */
async function revoked() {
  if (isAsking || me.role === null) return;
  isAsking = true;
  remember("wasDevice", me.role === "device" ? true : null);
  await identify();
  isAsking = false;
}

function setConnection(state) {
  connection = state;
  byId("connection").dataset.state = state;
  put("connection-text", me.role === null ? "" : me.name ?? t(`connection.${state}`));
  byId("connection").title = t(`connection.${state}`);
  byId("connection").hidden = me.role === null || pairingToken !== null;
}

function showCounts() {
  byId("waiting-count").hidden = waitingCount === 0;
  byId("waiting-count").textContent = t("queue.waiting", { count: waitingCount });
  const banner = byId("offline-banner");
  const isAway = !isReachable();
  const kept = waitingCount > 0 ? t("queue.kept", { count: waitingCount }) : t("offline.scan");
  const text = isAway ? [t("offline"), kept, cannotStay ? t("offline.open") : ""].filter(Boolean).join(" ") : "";
  banner.hidden = !isAway;
  // A live region that is written again is read out again.
  if (banner.textContent !== text) banner.textContent = text;
}

function showToday(count) {
  byId("today-count").hidden = false;
  byId("today-count").textContent = t("today", { count });
}

// MARK: Settings

function startSettings() {
  const dialog = byId("settings");
  byId("open-settings").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  byId("language").replaceChildren(...languages.map(([value, text]) => el("option", { value, text, lang: value })));
  byId("language").value = language();
  byId("language").addEventListener("change", (event) => chooseLanguage(event.target.value));
  for (const [name, fallback] of [["sound", true], ["vibration", true], ["mirror", false]]) {
    byId(name).checked = setting(name, fallback);
    byId(name).addEventListener("change", (event) => {
      remember(name, event.target.checked);
      if (name === "mirror") showCamera();
    });
  }
  byId("note").value = setting("note", "");
  byId("note").addEventListener("input", (event) => remember("note", event.target.value.trim() || null));
  byId("note-box").open = setting("note") !== null;
  byId("own-name").addEventListener("change", async (event) => {
    const name = event.target.value.trim();
    if (name === "") {
      event.target.value = me.name ?? "";
      notice(t("pair.noName"), true);
      return;
    }
    remember("name", name);
    await attempt(() => post("/v1/devices/me", { name }, "PATCH"));
    await identify();
  });
  const askUnpair = (isAsked) => {
    byId("unpair").hidden = isAsked;
    byId("unpair-question").hidden = !isAsked;
    if (isAsked) byId("unpair-no").focus();
  };
  byId("unpair").addEventListener("click", () => askUnpair(true));
  byId("unpair-no").addEventListener("click", () => {
    askUnpair(false);
    byId("unpair").focus();
  });
  dialog.addEventListener("close", () => askUnpair(false));
  byId("unpair-yes").addEventListener("click", async () => {
    dialog.close();
    if (await attempt(() => request("/v1/devices/me", { method: "DELETE" }))) await revoked();
  });
  byId("sign-out").addEventListener("click", async () => {
    dialog.close();
    if (await attempt(() => request("/v1/session", { method: "DELETE" }))) await identify();
  });
}

async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    notice(error.message || t("offline"), true);
    return false;
  }
}

/** Whether this browser does not keep the page: without the network it cannot be opened again. */
let cannotStay = false;

/** The page opens without the network as well. A browser that does not trust the certificate refuses the worker. */
async function registerWorker() {
  try {
    if (!window.isSecureContext || !navigator.serviceWorker) throw new Error("no workers");
    await navigator.serviceWorker.register("/worker.js", { type: "module" });
  } catch {
    cannotStay = true;
    byId("stays").hidden = false;
    showCounts();
  }
}

start();
