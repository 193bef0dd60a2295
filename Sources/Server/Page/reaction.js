// What is seen, heard and felt at once of a scan that was made here: a colour over the picture, a sound, a vibration.

import { headline, stateIcons, stateOf, stateOfScan, states, stateSounds } from "./describe.js";
import { byId, icon, put } from "./dom.js";
import { t } from "./languages.js";
import { signal } from "./sound.js";

/** How long a state fills the picture, in milliseconds, and for how long the more serious one of two stays. */
const shownFor = 1500;
const serious = 700;

/** The scans of this page that have no answer yet, and what was signalled for each that has. */
const own = new Set();
const signalled = new Map();

/** A scan was made here. */
export function expect(key) { if (!signalled.has(key)) own.add(key); }

/** The answer to a scan, by whichever way it came first. A later one counts where it is more serious. */
export function react(answer) {
  const key = answer.scan;
  if (!own.has(key)) return;
  const results = answer.results ?? [];
  // While the desk is asked about it, its answer counts as soon as it is more than that.
  const state = answer.waits ? "info" : stateOfScan(results);
  if (signalled.has(key) && rank(state) >= rank(signalled.get(key))) return;
  remember(key, state);
  signal(answer.waits ? "kept" : stateSounds[state]);
  if (answer.waits) return;
  const worst = results.find((result) => stateOf(result) === state);
  fill(state, worst ? headline(worst) : t("result.none"));
}

/** A scan that the desk will never take. */
export function reactToFailure(entry, error) {
  if (signalled.has(entry.key)) return;
  const isEmpty = error.code === "no-code";
  remember(entry.key, isEmpty ? "none" : "failed");
  signal(isEmpty ? "refused" : "error");
  fill(isEmpty ? "none" : "failed", isEmpty ? t("result.none") : error.message);
}

function remember(key, state) {
  signalled.set(key, state);
  if (signalled.size <= 500) return;
  const [oldest] = signalled.keys();
  signalled.delete(oldest);
  own.delete(oldest);
}

const rank = (state) => states.indexOf(state);

let timer = null;
let last = { state: "none", time: -Infinity };

/** Fills the picture with the colour, the sign and the headline of a state. */
function fill(state, text) {
  const now = performance.now();
  if (now - last.time < serious && rank(last.state) < rank(state)) return;
  last = { state, time: now };
  const field = byId("reaction");
  field.dataset.state = state;
  field.hidden = false;
  byId("reaction-sign").replaceChildren(icon(stateIcons[state]));
  // What is well needs no word beside its colour and its sign.
  put("reaction-word", rank(state) < rank("ok") ? t(`state.${state}`) : "");
  put("reaction-text", text);
  // An animation begins again only where it was taken away.
  field.classList.remove("begun");
  requestAnimationFrame(() => field.classList.add("begun"));
  clearTimeout(timer);
  timer = setTimeout(() => { field.hidden = true; }, shownFor);
}
