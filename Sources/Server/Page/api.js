// The requests that the page makes, and their errors.

/** The server answered that something is wrong (RFC 9457). */
export class Problem extends Error {
  constructor(status, code, detail, retryAfter, errors = []) {
    super(detail);
    /** The single errors, such as those of the lines of a list. */
    this.errors = errors;
    this.status = status;
    this.code = code;
    /** After how many seconds it may be tried again, or null. */
    this.retryAfter = retryAfter;
  }
}

/** No answer came: the network or the server is away. */
export class Unreachable extends Error {}

const listeners = { reachable: [], refused: [] };

/** `reachable`: with true or false whenever it changes; `refused`: when a request was not allowed any more. */
export function onAccess(event, listener) { listeners[event].push(listener); }

let reachable = true;

export function isReachable() { return reachable; }

function setReachable(value) {
  if (value === reachable) return;
  reachable = value;
  for (const listener of listeners.reachable) listener(value);
  if (value) return;
  for (const flight of flights) flight.abort();
  ping();
}

// While the server is away it is asked for again and again, ever less often.
let pingTimer = null;
function ping(delay = 1000) {
  clearTimeout(pingTimer);
  pingTimer = setTimeout(async () => {
    if (await isAlive()) setReachable(true);
    else if (!reachable) ping(Math.min(delay * 1.5, 8000));
  }, delay);
}

addEventListener("online", () => { if (!reachable) ping(0); });
addEventListener("offline", () => setReachable(false));

/** How long nothing is heard before the server is asked whether it is there, and how long it may take to say so. */
const silence = 1500;
const aliveLimit = 2500;

let heard = performance.now();
let isProbing = false;

async function isAlive() {
  try {
    await fetchWithin(aliveLimit, "/healthz", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

// A network that hangs fails no request, so the time without an answer counts. A hidden page need not know.
setInterval(async () => {
  if (document.hidden || !reachable || isProbing || performance.now() - heard < silence) return;
  isProbing = true;
  setReachable(await isAlive());
  isProbing = false;
}, 500);

/** The requests that are on their way. When the server is away none of them is waited for. */
const flights = new Set();

/** Reads a response within a time in milliseconds, and until the server is found to be away. */
async function fetchWithin(limit, path, options, read = (response) => response) {
  const flight = new AbortController();
  const timer = setTimeout(() => flight.abort(), limit);
  if (path !== "/healthz") flights.add(flight);
  try {
    const response = await fetch(path, { ...options, signal: flight.signal });
    heard = performance.now();
    return await read(response);
  } finally {
    clearTimeout(timer);
    flights.delete(flight);
  }
}

/** How long an answer may take, in milliseconds, where a request says nothing else; what is sent may be long. */
const limits = { without: 20_000, withBody: 120_000 };

/**
 * Sends a request and returns what `read` makes of the response, whatever its status.
 * @param limit in `options`: how long it may take, in milliseconds
 */
export async function send(path, { limit, ...options }, read) {
  try {
    const most = limit ?? (options.body ? limits.withBody : limits.without);
    const result = await fetchWithin(most, path, { credentials: "same-origin", cache: "no-store", ...options }, read);
    setReachable(true);
    return result;
  } catch (error) {
    if (error instanceof Problem) setReachable(true);
    else if (error.name !== "AbortError") setReachable(false);
    throw error instanceof Problem ? error : new Unreachable();
  }
}

async function problem(response) {
  let body = {};
  try { body = await response.json(); } catch { /* a proxy in between may answer with a page of its own */ }
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  const detail = body.detail ?? `${response.status} ${response.statusText}`;
  return new Problem(response.status, body.code ?? "", detail, Number.isNaN(seconds) ? null : seconds, body.errors ?? []);
}

/** Sends a request and returns its JSON; throws `Problem` or `Unreachable`. */
export async function request(path, options = {}) {
  return send(path, options, async (response) => {
    if (response.ok) {
      const text = await response.text();
      return text === "" ? null : JSON.parse(text);
    }
    const failure = await problem(response);
    if (response.status === 401 && path !== "/v1/session") for (const listener of listeners.refused) listener(failure);
    throw failure;
  });
}

/** Sends JSON. */
export function post(path, body, method = "POST", headers = {}) {
  return request(path, {
    method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body),
  });
}

/** A key that no other scan has. `randomUUID` is missing where the page came over plain HTTP. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A query of those members that have a value: `?q=tea&limit=50`. */
export function query(members) {
  const search = new URLSearchParams(Object.entries(members).filter(([, value]) => value !== "" && value !== null));
  return search.toString() === "" ? "" : `?${search}`;
}
