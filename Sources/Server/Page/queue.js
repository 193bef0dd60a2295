// Scans on their way to the desk. Each is kept in IndexedDB until the desk has acknowledged it, and is sent in order
// with a key of its own, so that it counts exactly once, however often it had to be sent.

import { isReachable, newKey, onAccess, Problem, request } from "./api.js";
import { setting } from "./settings.js";

let database = null;
// Where IndexedDB is forbidden, scans are kept as long as the page is open.
const unstored = [];
let nextUnstored = 1;

function open() {
  return new Promise((resolve) => {
    if (!window.indexedDB) return resolve(null);
    const opening = indexedDB.open("beeline", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("scans", { keyPath: "id", autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = opening.onblocked = () => resolve(null);
  });
}

function transact(mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("scans", mode);
    const result = work(transaction.objectStore("scans"));
    transaction.oncomplete = () => resolve(result.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

async function add(entry) {
  if (database) {
    try { return await transact("readwrite", (scans) => scans.add(entry)); } catch { /* the disk may be full */ }
  }
  unstored.push({ ...entry, id: `m${nextUnstored++}` });
}

async function all() {
  const stored = database ? await transact("readonly", (scans) => scans.getAll()) : [];
  return [...stored, ...unstored];
}

/**
 * The keys of scans about which the desk is asked. They stay in the queue until their outcome is known: should the desk stop
 * meanwhile, they are sent again.
 */
const asked = new Set();

async function unanswered() { return (await all()).filter(({ key }) => !asked.has(key)); }

/** The outcome of a scan came as an event. */
export async function settle(key) {
  if (!asked.delete(key)) return;
  const entry = (await all()).find((other) => other.key === key);
  if (entry) await remove(entry.id);
}

/** Outcomes may have been missed: what the desk was asked about is sent again. */
export function askAgain() {
  if (asked.size === 0) return;
  asked.clear();
  flush();
}

async function remove(id) {
  const index = unstored.findIndex((entry) => entry.id === id);
  if (index >= 0) unstored.splice(index, 1);
  else await transact("readwrite", (scans) => scans.delete(id));
}

const events = new EventTarget();

/** `waiting` with all entries, `slow` with one, `answered`, `failed`: see the details in `dispatch`. */
export function onQueue(name, listener) { events.addEventListener(name, (event) => listener(event.detail)); }
function dispatch(name, detail) { events.dispatchEvent(new CustomEvent(name, { detail })); }

/** Opens the queue, and sends what is left of the last time. */
export async function startQueue() {
  database = await open();
  navigator.storage?.persist?.().catch(() => {});
  onAccess("reachable", (value) => { if (value) flush(); });
  dispatch("waiting", await all());
  flush();
}

/** Takes a symbol, as `{symbology, text}`, or a picture (`Blob`), and sends it as soon as the desk can be reached. */
export async function take(what, input = null, key = newKey()) {
  // A note of the user goes with each code.
  const note = what instanceof Blob ? null : setting("note");
  const entry = { key, at: new Date().toISOString(), input: input ?? note };
  if (what instanceof Blob) {
    // Some browsers cannot keep a Blob in IndexedDB, all can keep bytes.
    Object.assign(entry, { image: await what.arrayBuffer(), type: what.type || "application/octet-stream" });
  } else {
    entry.symbol = what;
  }
  await add(entry);
  dispatch("waiting", await unanswered());
  flush();
  return entry.key;
}

function deliver(entry) {
  const headers = { "Idempotency-Key": entry.key };
  if (entry.image) {
    const name = encodeURIComponent([...(entry.input ?? "")].slice(-150).join(""));
    return request(`/v1/scans?name=${name}`, {
      method: "POST", headers: { ...headers, "Content-Type": entry.type }, body: entry.image,
    });
  }
  const body = JSON.stringify({ ...entry.symbol, at: entry.at, ...(entry.input ? { input: entry.input } : {}) });
  return request("/v1/scans", { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body });
}

/**
 * A scan that waits for a user at the desk or for a slow service delays those after it for so
 * long, in milliseconds. By then the desk has accepted it, so that the order stays.
 */
const patience = 1500;

/** How often a picture may take too long: each try keeps others waiting. */
const tooSlow = 3;

/** How many scans are on their way at once. */
const most = 4;

let isFlushing = false;
let isAskedAgain = false;
let wake = () => {};
let retryTimer = null;

/** Sends what waits, one after the other. Two windows of one browser take turns where the browser lets them. */
export async function flush() {
  if (isFlushing) {
    isAskedAgain = true;
    wake();
    return;
  }
  isFlushing = true;
  clearTimeout(retryTimer);
  try {
    do {
      isAskedAgain = false;
      if (navigator.locks) await navigator.locks.request("beeline-queue", sendAll);
      else await sendAll();
    } while (isAskedAgain);
  } finally {
    isFlushing = false;
  }
}

const tries = new Map();

async function sendAll() {
  /** The scans that are on their way, by key. */
  const flying = new Map();
  let isStopped = false;
  while (true) {
    // What failed is tried again, also while others are on their way.
    if (isAskedAgain) isAskedAgain = isStopped = false;
    const entries = isStopped || !isReachable() || flying.size >= most ? [] : await unanswered();
    const entry = entries.find(({ key }) => !flying.has(key));
    if (entry) {
      const flight = sendOne(entry).then((canGoOn) => {
        isStopped ||= !canGoOn;
        flying.delete(entry.key);
        return true;
      });
      flying.set(entry.key, flight);
      if (!await Promise.race([flight, after(patience)]) && isReachable()) dispatch("slow", entry);
    } else if (flying.size === 0) {
      return;
    } else if (!isAskedAgain) {
      await Promise.race([...flying.values(), new Promise((resolve) => { wake = resolve; })]);
    }
  }
}

const after = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds, false); });

/** Sends one scan, and returns whether the next one may be sent. */
async function sendOne(entry) {
  let mayGoOn = true;
  try {
    const answer = await deliver(entry);
    if (answer.waits) asked.add(entry.key);
    dispatch("answered", { entry, answer });
    if (!answer.waits) await remove(entry.id);
  } catch (error) {
    mayGoOn = await canGoOn(entry, error);
  }
  dispatch("waiting", await unanswered());
  return mayGoOn;
}

/** Whether the next scan may be sent after this one failed. */
async function canGoOn(entry, error) {
  if (!(error instanceof Problem)) return false;
  // Not paired any more: the scans wait until this browser may speak again.
  if (error.status === 401 || error.status === 403) return false;
  const count = (tries.get(entry.key) ?? 0) + 1;
  tries.set(entry.key, count);
  const isTooSlow = error.code === "timed-out" && count >= tooSlow;
  const isTemporary = !isTooSlow
    && ([408, 409, 425, 429, 503].includes(error.status) || (error.status >= 500 && count < 5));
  if (isTemporary) {
    retryTimer = setTimeout(flush, Math.min((error.retryAfter ?? count) * 1000, 30000));
    return false;
  }
  // The desk will never accept it. It is shown as failed, with the reason, and the others continue.
  await remove(entry.id);
  dispatch("failed", { entry, error });
  return true;
}
