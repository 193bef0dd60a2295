// The requests that the page makes, and their errors.

/** The server answered that something is wrong (RFC 9457). */
export class Problem extends Error {
  constructor(status, code, detail, retryAfter) {
    super(detail);
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
  if (!value) ping();
}

// While the server is away it is asked for again and again, ever less often.
let pingTimer = null;
function ping(delay = 1000) {
  clearTimeout(pingTimer);
  pingTimer = setTimeout(async () => {
    try {
      await fetch("/healthz", { cache: "no-store" });
      setReachable(true);
    } catch {
      if (!reachable) ping(Math.min(delay * 1.5, 8000));
    }
  }, delay);
}

addEventListener("online", () => { if (!reachable) ping(0); });
addEventListener("offline", () => setReachable(false));

/** Sends a request and returns the response, whatever its status. */
export async function send(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    setReachable(false);
    throw new Unreachable();
  }
  setReachable(true);
  return response;
}

async function problem(response) {
  let body = {};
  try { body = await response.json(); } catch { /* a proxy in between may answer with a page of its own */ }
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  const detail = body.detail ?? `${response.status} ${response.statusText}`;
  return new Problem(response.status, body.code ?? "", detail, Number.isNaN(seconds) ? null : seconds);
}

/** Sends a request and returns its JSON; throws `Problem` or `Unreachable`. */
export async function request(path, options = {}) {
  const response = await send(path, options);
  if (response.ok) {
    const text = await response.text();
    return text === "" ? null : JSON.parse(text);
  }
  const failure = await problem(response);
  if (response.status === 401 && path !== "/v1/session") for (const listener of listeners.refused) listener(failure);
  throw failure;
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
