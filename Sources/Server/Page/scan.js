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
import { signal } from "./sound.js";

const video = byId("video");
const overlay = new Overlay(byId("overlay"), video);
const camera = new Camera(video);
const frames = new Frames(video, overlay, { seen, scanned, stalled });

/** The colour of the outline of each code, by what the desk said of it. */
const colours = new Map();

let status = { state: "off", detail: "" };
let lastHint = null;
let wakeLock = null;

export function startScan() {
  overlay.region = setting("region", "wide");
  byId("region").value = overlay.region;
  byId("region").addEventListener("change", (event) => {
    overlay.region = event.target.value;
    remember("region", overlay.region);
    overlay.clear();
    overlay.draw();
  });
  byId("camera-start").addEventListener("click", () => switchOn());
  byId("camera-stop").addEventListener("click", () => {
    remember("cameraOn", null);
    camera.stop();
    byId("camera-start").focus();
  });
  byId("camera").addEventListener("change", (event) => camera.choose(event.target.value));
  byId("shutter").addEventListener("click", keepPicture);
  startControls();
  camera.addEventListener("state", (event) => changed(event.detail));
  camera.addEventListener("devices", fillCameras);
  video.addEventListener("resize", () => overlay.draw());
  document.addEventListener("visibilitychange", keepAwake);
  onAccess("reachable", showShutter);
  onLanguage(() => {
    show();
    fillCameras();
  });
  watchPermission();
  show();
}

export function switchOn() {
  remember("cameraOn", true);
  status = { state: "starting", detail: "" };
  show();
  return camera.start();
}

/** Switches the camera on where it was on the last time and is allowed. A page that opens asks for nothing. */
export async function resumeScan() {
  if (!setting("cameraOn") || camera.isOn || !navigator.permissions) return;
  try {
    const permission = await navigator.permissions.query({ name: "camera" });
    if (permission.state === "granted") switchOn();
  } catch { /* the browser does not report it, so the user starts it */ }
}

/** Pictures are sent only while the view is shown. */
export function pauseScan(isPaused) {
  frames.isPaused = isPaused;
  if (isPaused) overlay.clear();
}

export function stopScan() { camera.stop(); }

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
  if (hint !== lastHint) {
    lastHint = hint;
    showHint();
  }
}

function scanned(symbol) {
  flash();
  if (!isReachable()) signal("kept");
  const { outline, outlines, quality, decoder, ...code } = symbol;
  take(code);
}

function stalled(isStalled) {
  const hint = isStalled ? "busy" : null;
  if (isStalled || lastHint === "busy") {
    if (lastHint === hint) return;
    lastHint = hint;
    showHint();
  }
}

function showHint() {
  byId("camera-hint").hidden = lastHint === null;
  byId("camera-hint").textContent = lastHint === null ? "" : t(`hint.${lastHint}`);
  if (lastHint === "dark" && !byId("torch").hidden) byId("camera-hint").textContent += ` ${t("hint.torch")}`;
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
    const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, "-");
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
  show();
  if (next.state === "on") {
    overlay.draw();
    fillCameras();
    fillControls();
    frames.start();
    byId("camera-stop").focus({ preventScroll: true });
  } else {
    frames.stop();
    overlay.clear();
    lastHint = null;
    showHint();
  }
  keepAwake();
}

/** Shows the picture, or why there is none and what to do. */
function show() {
  const { state, detail } = status;
  const isOn = state === "on";
  byId("stage").dataset.state = state;
  byId("camera-message").hidden = isOn;
  byId("camera-controls").hidden = !isOn;
  byId("stage").classList.toggle("mirrored", setting("mirror") ?? camera.isFront);
  byId("camera-title").textContent = t(`camera.${state}`);
  put("camera-text", t(`camera.${state}.help`) + (state === "failed" ? ` (${detail})` : ""));
  byId("camera-start").textContent = t(state === "off" ? "camera.start" : "camera.retry");
  byId("camera-start").hidden = ["insecure", "starting"].includes(state);
  byId("camera-picture").classList.toggle("primary", state === "insecure");
  byId("camera-picture").hidden = state === "starting";
  showShutter();
}

export function showMirror() { show(); }

function showShutter() { byId("shutter").hidden = status.state !== "on" || isReachable(); }

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
  const { zoom, torch, focusMode, focusDistance } = camera.capabilities;
  const { settings } = camera;
  const slider = (name, range, value) => {
    const isThere = range && range.max > range.min;
    byId(`${name}-control`).hidden = !isThere;
    if (!isThere) return;
    Object.assign(byId(name), { min: range.min, max: range.max, step: range.step || "any" });
    byId(name).value = value ?? range.min;
  };
  slider("zoom", zoom, settings.zoom);
  slider("focus", focusMode?.includes("manual") ? focusDistance : null, settings.focusDistance);
  byId("auto-focus").hidden = byId("focus-control").hidden || !focusMode.includes("continuous");
  byId("auto-focus").setAttribute("aria-pressed", String(settings.focusMode !== "manual"));
  byId("torch").hidden = !torch;
  byId("torch").setAttribute("aria-pressed", String(settings.torch === true));
}

function startControls() {
  byId("zoom").addEventListener("input", (event) => camera.set({ zoom: Number(event.target.value) }));
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
