// Small helpers for making elements and for showing text that comes from outside.

/** Makes an element: `el("p", { class: "note", text: "…" }, child, …)`. What is null or false is left out. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
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
  caution: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1",
  refused: "M6 6l12 12M18 6L6 18",
  waiting: "M12 6.5V12l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  open: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
};

export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icons[name] }));
}

// Controls, marks of direction, characters without width, separators and tags. They would hide what a text says or turn
// it around, so they are escaped, as the command does.
const hidden = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f" +
  "\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\u{e0000}-\\u{e0fff}]", "gu");
const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text from outside, with hidden characters escaped. */
export function spelled(text) {
  const hex = (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
  return String(text).replace(hidden, (character) => short[character] ?? hex(character));
}

/** A text from outside in an element that keeps its direction to itself. */
export function outside(text, className) {
  return el("bdi", { class: className, text: spelled(text) });
}

export const byId = (id) => document.getElementById(id);

/** Says something to screen readers, without showing it. */
export function announce(text, isUrgent = false) {
  const region = byId(isUrgent ? "alerts" : "announcements");
  // The same text twice is said twice only where the region was empty in between.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 60);
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
