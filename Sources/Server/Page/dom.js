// Small helpers for making elements and for showing text that comes from outside.

import { blank, hidden, joiner, mostMarks, piled, selector } from "./hidden.js";

/**
 * Makes an element: `el("p", { class: "note", text: "…" }, child, …)`. What is null or false is left out. Hidden characters
 * of its texts are escaped.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = spelled(value);
    else if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "aria-label") element.setAttribute(name, spelled(value));
    else element.setAttribute(name, value === true ? "" : value);
  }
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown.map((child) => child instanceof Node ? child : spelled(child)));
  return element;
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** Makes an element of SVG. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The pictures of buttons and states: paths on a square of 24 units. */
const icons = {
  ok: "M5 12.5l4.5 4.5L19 7.5",
  info: "M12 11v6M12 7.2v.1",
  none: "M7 12h10",
  text: "M5 7h14M5 12h14M5 17h8",
  caution: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1",
  refused: "M6 6l12 12M18 6L6 18",
  waiting: "M12 6.5V12l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  open: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
};

export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons[name] }));
}

const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Whether a joiner can be beside a character. */
const isJoined = (character) =>
  character !== undefined && character > "\u007f" && ![hidden, joiner, blank].some((set) => set.test(character));

/** Whether a character is seen, or changes what is seen of the one before it. */
function isSeen(character, before, after) {
  if (hidden.test(character)) return false;
  if (joiner.test(character)) return isJoined(before) && isJoined(after);
  if (!selector.test(character)) return true;
  if (before === undefined || [hidden, joiner, selector, blank].some((set) => set.test(before))) return false;
  return before > "\u007f" || /[0-9#*]/.test(before);
}

/** A text in which hidden characters are escaped, as the command does. They would hide what it says, or turn it around. */
export function spelled(text) {
  if (/^[ -~]*$/.test(text)) return String(text);
  let marks = 0;
  return [...String(text)].map((character, index, all) => {
    marks = piled.test(character) ? marks + 1 : 0;
    if (isSeen(character, all[index - 1], all[index + 1]) && marks <= mostMarks) return character;
    return short[character] ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
  }).join("");
}

/** A text from outside in an element that keeps its direction to itself. */
export function outside(text, className) {
  const parts = spelled(text).split(/(\\u\{[0-9A-F]+\})/);
  const element = el("bdi", { class: className });
  // An escape between letters that are written from right to left would be turned around itself.
  element.append(...parts.map((part, index) => index % 2 === 1 ? el("bdi", { dir: "ltr", text: part }) : part));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Writes a text into an element of the page, with hidden characters escaped. */
export function put(id, text) { byId(id).textContent = spelled(text); }

/** Whether a click is of a mouse or a finger. Only a person has them; keys may be a scanner's. */
export const isPointer = (event) => event.isTrusted && event.detail > 0;

/** Says something to screen readers, without showing it. */
export function announce(text, isUrgent = false) {
  const region = byId(isUrgent ? "alerts" : "announcements");
  // The same text twice is said twice only where the region was empty in between.
  region.textContent = "";
  setTimeout(() => { region.textContent = spelled(text); }, 60);
}

/** Shows a short message above the page for some seconds; it is said to screen readers as well. */
export function notice(text, isError = false) {
  const list = byId("notices");
  const item = el("p", { class: isError ? "notice error" : "notice", text });
  list.append(item);
  while (list.children.length > 3) list.firstChild.remove();
  announce(text, isError);
  setTimeout(() => item.remove(), isError ? 9000 : 5000);
}
