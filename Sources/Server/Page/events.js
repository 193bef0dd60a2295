// The stream of what happens at the desk (server-sent events).

const names = ["scan", "source", "device", "rules", "question", "answered", "undone", "gap"];
const target = new EventTarget();

let source = null;
let timer = null;
let delay = 1000;
let last = null;

/** Calls a function with the data of each event of a name; `open` when the stream is there. */
export function onEvent(name, listener) { target.addEventListener(name, (event) => listener(event.detail)); }
function dispatch(name, detail) { target.dispatchEvent(new CustomEvent(name, { detail })); }

/** The last that was heard of each source, by name: what shows them may begin later. */
export const sources = new Map();
onEvent("source", (line) => sources.set(line.source, line));

/** Opens the stream, and opens it again when it was cut: at once, then ever less often. */
export function startEvents() {
  stopEvents();
  source = new EventSource(last ? `/v1/events?after=${encodeURIComponent(last)}` : "/v1/events");
  source.addEventListener("open", () => {
    delay = 1000;
    dispatch("open", true);
  });
  for (const name of names) {
    source.addEventListener(name, (event) => {
      if (event.lastEventId) last = event.lastEventId;
      let data = {};
      try { data = JSON.parse(event.data); } catch { /* `gap` has nothing to say */ }
      dispatch(name, data);
    });
  }
  source.addEventListener("error", () => {
    dispatch("open", false);
    // After a refusal the browser gives up permanently.
    if (source?.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(startEvents, delay);
    delay = Math.min(delay * 2, 30000);
  });
}

export function stopEvents() {
  clearTimeout(timer);
  source?.close();
  source = null;
}
