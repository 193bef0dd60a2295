// The view that scans: the camera with its controls, what is drawn over it, and what becomes of what was read.

import { isReachable, onAccess } from "./api.js";
import { Camera } from "./camera.js";
import { stateOf } from "./describe.js";
import { byId, el, notice, put } from "./dom.js";
import { Frames } from "./frames.js";
import { hasText, onLanguage, t } from "./languages.js";
import { codeKey, Overlay } from "./overlay.js";
import { take } from "./queue.js";
import { remember, setting } from "./settings.js";
import { onSound, signal, waitsForTouch } from "./sound.js";
import { Zoom } from "./zoom.js";

const video = byId("video");
const overlay = new Overlay(byId("overlay"), video);
const camera = new Camera(video);
const frames = new Frames(video, overlay, { seen, scanned, stalled });
const zoom = new Zoom(camera, overlay);

/** The colour of the outline of each code, by what the desk said of it. */
const colours = new Map();

let status = { state: "off", detail: "" };
let lastHint = null;
let wakeLock = null;
/** Whether the view is shown, and whether the camera starts again with it. */
let isShown = true;
let rests = false;

export function startScan() {
  overlay.chooseRegion(setting("region"));
  byId("region").value = overlay.region;
  byId("region").addEventListener("change", (event) => {
    overlay.chooseRegion(event.target.value);
    remember("region", overlay.region);
    overlay.clear();
    overlay.draw();
  });
  byId("camera-start").addEventListener("click", () => switchOn());
  byId("camera-stop").addEventListener("click", () => {
    switchOff();
    byId("camera-start").focus();
  });
  byId("camera").addEventListener("change", (event) => camera.choose(event.target.value));
  byId("shutter").addEventListener("click", keepPicture);
  byId("open-typed").addEventListener("click", () => showTyped(!byId("view-scan").classList.contains("typing")));
  byId("typed-form").addEventListener("submit", () => showTyped(false));
  byId("typed-form").addEventListener("focusout", ({ currentTarget, relatedTarget }) => {
    if (byId("typed").value === "" && !currentTarget.contains(relatedTarget)) showTyped(false);
  });
  startControls();
  startChoices();
  camera.addEventListener("state", (event) => changed(event.detail));
  camera.addEventListener("devices", fillCameras);
  video.addEventListener("resize", () => overlay.draw());
  document.addEventListener("visibilitychange", lookThrough);
  onAccess("reachable", (value) => {
    // What was painted before is of the past.
    if (!value) overlay.clear();
    showShutter();
  });
  onSound(showHint);
  onLanguage(() => {
    show();
    showHint();
    fillCameras();
  });
  watchPermission();
  show();
}

export function switchOn() {
  remember("cameraOn", true);
  rests = false;
  status = { state: "starting", detail: "" };
  show();
  return camera.start();
}

function switchOff() {
  remember("cameraOn", null);
  frames.forget();
  camera.stop();
}

/** Switches the camera on where it was on the last time and is allowed. A page that opens asks for nothing. */
export async function resumeScan() {
  if (!setting("cameraOn") || camera.isWanted || !navigator.permissions) return;
  try {
    const permission = await navigator.permissions.query({ name: "camera" });
    if (permission.state === "granted" && isShown && !document.hidden) switchOn();
  } catch { /* the browser does not report it, so the user starts it */ }
}

/** The view is shown, or another one is. */
export function pauseScan(isPaused) {
  isShown = !isPaused;
  lookThrough();
}

/** A camera is off while its picture is not looked at: that saves the battery, and nothing is read unseen. */
function lookThrough() {
  const isLookedThrough = isShown && !document.hidden;
  if (!isLookedThrough && camera.isWanted) {
    rests = true;
    camera.stop();
  } else if (isLookedThrough && rests) {
    switchOn();
  }
  keepAwake();
}

export function stopScan() {
  rests = false;
  camera.stop();
}

/** Gives codes that were scanned the colour of what the desk said. */
export function colourCodes(results) {
  for (const result of results ?? []) {
    const key = codeKey(result.symbol ?? {});
    colours.set(key, stateOf(result));
    overlay.colour(key, stateOf(result));
  }
  if (colours.size > 300) colours.clear();
}

// MARK: What the camera reads

function seen(symbols, hint, toVideo) {
  overlay.show(symbols, toVideo, (key) => colours.get(key) ?? "waiting");
  setHint(hint);
}

function scanned(symbol) {
  flash();
  if (!isReachable()) signal("kept");
  const { outline, outlines, quality, decoder, ...code } = symbol;
  take(code);
  if (!setting("once")) return;
  switchOff();
  status = { state: "once", detail: "" };
  show();
}

function stalled(isStalled) {
  if (isStalled || lastHint === "busy") setHint(isStalled ? "busy" : null);
}

function setHint(hint) {
  if (hint === lastHint) return;
  lastHint = hint;
  showHint();
}

function showHint() {
  const hint = lastHint ?? (status.state === "on" && waitsForTouch() ? "sound" : null);
  const text = hint !== null && hasText(`hint.${hint}`) ? t(`hint.${hint}`) : "";
  const isDark = ["dark", "low-contrast"].includes(hint) && !byId("torch").hidden;
  byId("camera-hint").hidden = text === "";
  put("camera-hint", isDark ? `${text} ${t("hint.torch")}` : text);
}

/** The frame lights up for a moment. */
function flash() {
  const stage = byId("stage");
  stage.classList.remove("flash");
  requestAnimationFrame(() => stage.classList.add("flash"));
}

/** Without the network a tap keeps a picture, which the desk reads later. */
async function keepPicture() {
  try {
    const picture = await frames.shot();
    // In the time of this place, as a clock on the wall shows it.
    const now = new Date();
    const time = new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace(/[T:]/g, "-");
    await take(picture, `camera-${time}.jpg`);
    flash();
    signal("kept");
  } catch {
    notice(t("camera.noPicture"), true);
  }
}

// MARK: How the camera is

function changed(next) {
  status = next;
  // What a person types while the camera starts stays open.
  if (next.state === "on" && document.activeElement === byId("typed")) showTyped(true);
  show();
  if (next.state === "on") {
    zoom.reset();
    fillCameras();
    fillControls();
    frames.start();
    showHint();
    if (!document.activeElement.matches("input, select")) byId("camera-stop").focus({ preventScroll: true });
  } else {
    frames.stop();
    overlay.clear();
    lastHint = null;
    showHint();
  }
  keepAwake();
}

/** Shows the picture, or why there is none and what to do. */
export function show() {
  const { state, detail } = status;
  const isOn = state === "on";
  byId("stage").dataset.state = state;
  document.body.classList.toggle("looking", isOn);
  byId("camera-message").hidden = isOn;
  byId("camera-controls").hidden = !isOn;
  byId("stage").classList.toggle("mirrored", setting("mirror") ?? camera.isFront);
  byId("camera-title").textContent = t(`camera.${state}`);
  put("camera-text", t(`camera.${state}.help`) + (state === "failed" ? ` (${detail})` : ""));
  const start = { off: "camera.start", once: "camera.next" }[state] ?? "camera.retry";
  byId("camera-start").textContent = t(start);
  byId("camera-start").hidden = ["insecure", "starting"].includes(state);
  byId("camera-picture").classList.toggle("primary", state === "insecure");
  byId("camera-picture").hidden = ["starting", "once"].includes(state);
  showShutter();
}

function showShutter() { byId("shutter").hidden = status.state !== "on" || isReachable(); }

/** The field for typed codes, which on a telephone is behind a button. */
function showTyped(isOpen) {
  byId("view-scan").classList.toggle("typing", isOpen);
  byId("open-typed").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) byId("typed").focus();
}

/** Permission that is given in the settings of the browser starts the camera without a reload. */
async function watchPermission() {
  try {
    const permission = await navigator.permissions.query({ name: "camera" });
    permission.addEventListener("change", () => {
      if (permission.state === "granted" && status.state === "refused") switchOn();
    });
  } catch { /* not every browser reports it */ }
}

/** A telephone whose screen goes dark cannot scan. */
async function keepAwake() {
  if (camera.isOn && !document.hidden) {
    if (wakeLock && !wakeLock.released) return;
    try { wakeLock = await navigator.wakeLock?.request("screen"); } catch { wakeLock = null; }
  } else {
    wakeLock?.release?.().catch(() => {});
    wakeLock = null;
  }
}

// MARK: Controls

async function fillCameras() {
  if (!camera.isOn) return;
  const devices = await camera.devices();
  byId("camera-choice").hidden = devices.length < 2;
  byId("camera").replaceChildren(...devices.map(({ deviceId, label }, index) =>
    el("option", { value: deviceId, text: label || t("camera.number", { number: index + 1 }) })));
  byId("camera").value = camera.id ?? "";
}

function fillControls() {
  const { torch, focusMode, focusDistance } = camera.capabilities;
  const { settings } = camera;
  const hasFocus = focusMode?.includes("manual") && focusDistance && focusDistance.max > focusDistance.min;
  byId("focus-control").hidden = !hasFocus;
  if (hasFocus) {
    const { min, max, step } = focusDistance;
    Object.assign(byId("focus"), { min, max, step: step || "any" });
    byId("focus").value = settings.focusDistance ?? min;
  }
  byId("auto-focus").hidden = !hasFocus || !focusMode.includes("continuous");
  byId("auto-focus").setAttribute("aria-pressed", String(settings.focusMode !== "manual"));
  byId("torch").hidden = !torch;
  byId("torch").setAttribute("aria-pressed", String(settings.torch === true));
}

function startControls() {
  byId("focus").addEventListener("input", (event) => {
    byId("auto-focus").setAttribute("aria-pressed", "false");
    camera.set({ focusMode: "manual", focusDistance: Number(event.target.value) });
  });
  byId("auto-focus").addEventListener("click", async (event) => {
    const isOn = event.currentTarget.getAttribute("aria-pressed") !== "true";
    byId("auto-focus").setAttribute("aria-pressed", String(isOn));
    const focusDistance = Number(byId("focus").value);
    await camera.set(isOn ? { focusMode: "continuous" } : { focusMode: "manual", focusDistance });
  });
  byId("torch").addEventListener("click", async () => {
    const isOn = byId("torch").getAttribute("aria-pressed") !== "true";
    if (await camera.set({ torch: isOn })) byId("torch").setAttribute("aria-pressed", String(isOn));
    else notice(t("camera.noTorch"), true);
  });
}

/** What is read, and when it counts: in the settings. */
function startChoices() {
  for (const name of ["only", "repeat"]) {
    byId(name).value = setting(name, "");
    byId(name).addEventListener("change", (event) => {
      remember(name, event.target.value || null);
      frames.forget();
    });
  }
  byId("once").checked = setting("once", false);
  byId("once").addEventListener("change", (event) => remember("once", event.target.checked || null));
}
